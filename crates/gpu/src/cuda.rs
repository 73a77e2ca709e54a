//! Cards of NVIDIA: the driver by `cudarc`, loaded at run time, and NVRTC, which compiles the kernels for the card at hand.

#![expect(unsafe_code, reason = "the driver is a foreign library; every call is argued for")]

use std::ffi::{CString, c_void};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::{env, fs};

use cudarc::driver::{DriverError, result as driver, sys};
use cudarc::nvrtc::{result as nvrtc, sys as nvrtc_sys};

use crate::device::{Device, Facts, Launch, Program};
use crate::error::{Error, Result};

/// The file of the driver.
const LIBRARY: &str = if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so.1" };

/// A card.
#[derive(Debug)]
pub struct Card {
    facts: Facts,
    context: Context,
}

/// The context that all programs on a card share.
#[derive(Clone, Copy, Debug)]
struct Context(sys::CUcontext);

// SAFETY: the driver's functions may be called from every thread, each of which makes the context its own before.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

/// All cards that the driver finds.
///
/// # Errors
/// [`Error::NoDriver`] or [`Error::NoCard`].
pub fn cards() -> Result<Vec<Arc<dyn Device>>> {
    // SAFETY: loading the driver runs no code of ours; where it is not there, nothing happens.
    if !unsafe { sys::is_culib_present() } {
        return Err(Error::NoDriver { library: LIBRARY });
    }
    let no_card = |error: DriverError| Error::NoCard { reason: words(error) };
    driver::init().map_err(no_card)?;
    let count = driver::device::get_count().map_err(no_card)?;
    if count == 0 {
        return Err(Error::NoCard { reason: "it lists none".to_owned() });
    }
    (0..count).map(|ordinal| Ok(Arc::new(Card::open(ordinal)?) as Arc<dyn Device>)).collect()
}

impl Card {
    fn open(ordinal: i32) -> Result<Self> {
        use sys::CUdevice_attribute_enum as Attribute;
        let failed = |error| failed("open", error);
        let device = driver::device::get(ordinal).map_err(failed)?;
        let attribute = |attribute| {
            // SAFETY: the device is one that the driver has just named.
            unsafe { driver::device::get_attribute(device, attribute) }.map_err(failed)
        };
        let number = |value: i32| u32::try_from(value).unwrap_or_default();
        let major = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        let shared = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
        let facts = Facts {
            name: driver::device::get_name(device).map_err(failed)?,
            processors: number(attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?),
            shared_bytes: number(shared),
            // SAFETY: as above.
            memory: unsafe { driver::device::total_mem(device) }.map_err(failed)? as u64,
            architecture: format!("sm_{major}{minor}"),
        };
        // SAFETY: as above. The context is the one that all of a process share; it lives as long as the process.
        let context = Context(unsafe { driver::primary_ctx::retain(device) }.map_err(failed)?);
        Ok(Self { facts, context })
    }

    fn enter(&self) -> Result<()> {
        self.context.enter()
    }
}

impl Context {
    /// Makes the context this thread's.
    fn enter(self) -> Result<()> {
        // SAFETY: the context was retained and is never released.
        unsafe { driver::ctx::set_current(self.0) }.map_err(|error| failed("start", error))
    }
}

impl Device for Card {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn free_memory(&self) -> Result<u64> {
        self.enter()?;
        driver::mem_get_info()
            .map(|(free, _)| free as u64)
            .map_err(|error| failed("say how much memory is free", error))
    }

    fn allocate(&self, what: &'static str, bytes: u64) -> Result<u64> {
        self.enter()?;
        let size = usize::try_from(bytes).map_err(Error::internal)?;
        // SAFETY: the address is given to no one but the driver, and to kernels that stay within these bytes.
        unsafe { driver::malloc_sync(size) }.map_err(|error| match error.0 {
            sys::cudaError_enum::CUDA_ERROR_OUT_OF_MEMORY => {
                Error::Memory { what, needed: bytes, free: self.free_memory().unwrap_or_default() }
            }
            _ => failed("give memory", error),
        })
    }

    fn free(&self, address: u64) {
        // Where the driver fails here, it has given everything back itself.
        let _ = self.enter();
        // SAFETY: the address is from `allocate`, and its owner drops it once.
        let _ = unsafe { driver::free_sync(address) };
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<()> {
        self.enter()?;
        // SAFETY: the caller owns so many bytes from this address on.
        unsafe { driver::memcpy_htod_sync(address, bytes) }.map_err(|error| failed("take data", error))
    }

    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<()> {
        self.enter()?;
        // SAFETY: as in `write`.
        unsafe { driver::memcpy_dtoh_sync(bytes, address) }.map_err(|error| failed("give data back", error))
    }

    fn clear(&self, address: u64, bytes: u64) -> Result<()> {
        self.enter()?;
        let size = usize::try_from(bytes).map_err(Error::internal)?;
        // SAFETY: as in `write`.
        unsafe { driver::memset_d8_sync(address, 0, size) }.map_err(|error| failed("clear memory", error))
    }

    fn compile(&self, source: &str) -> Result<Box<dyn Program>> {
        self.enter()?;
        let image = ptx(source, &self.facts.architecture)?;
        let failed = |error| failed("load the kernels", error);
        // SAFETY: the image is a text that ends with a zero.
        let module = unsafe { driver::module::load_data(image.as_ptr().cast()) }.map_err(failed)?;
        let mut kernels = Vec::new();
        for name in ["build_level", "walk", "breadth", "depth"] {
            let symbol = CString::new(name).expect("no zero in it");
            // SAFETY: the module was just loaded and is never unloaded.
            let function = unsafe { driver::module::get_function(module, symbol) }.map_err(failed)?;
            kernels.push((name, Function(function)));
        }
        let most = i32::try_from(self.facts.shared_bytes).unwrap_or(i32::MAX);
        for (_, Function(function)) in &kernels {
            let attribute = sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            // SAFETY: the function is of the module above. A smaller card refuses, and then the launch says why.
            let _ = unsafe { driver::function::set_function_attribute(*function, attribute, most) };
        }
        Ok(Box::new(Module { context: self.context, kernels }))
    }
}

/// A kernel.
#[derive(Clone, Copy, Debug)]
struct Function(sys::CUfunction);

// SAFETY: as for `Context`.
unsafe impl Send for Function {}
// SAFETY: as for `Context`.
unsafe impl Sync for Function {}

#[derive(Debug)]
struct Module {
    context: Context,
    kernels: Vec<(&'static str, Function)>,
}

impl Program for Module {
    fn launch(&self, kernel: &'static str, launch: Launch, parameters: &[u64]) -> Result<()> {
        self.context.enter()?;
        let found = self.kernels.iter().find(|(name, _)| *name == kernel);
        let (_, Function(function)) = found.ok_or_else(|| Error::Internal(format!("there is no kernel {kernel}")))?;
        let doing = "run a kernel";
        let mut structure = parameters.to_vec();
        let mut given = [structure.as_mut_ptr().cast::<c_void>()];
        // SAFETY: the kernel takes one structure, which the words are laid out as; its addresses are of memory that the callers
        // own until the launch has ended, which is waited for.
        unsafe {
            let (grid, block) = ((launch.blocks, 1, 1), (launch.threads, 1, 1));
            let stream = std::ptr::null_mut();
            driver::launch_kernel(*function, grid, block, launch.shared, stream, &mut given)
                .map_err(|error| failed(doing, error))?;
            sys::cuCtxSynchronize().result().map_err(|error| failed(doing, error))
        }
    }
}

/// The kernels in the driver's language, ended by a zero: compiled now, or as they were compiled before for such a card.
fn ptx(source: &str, architecture: &str) -> Result<Vec<u8>> {
    let kept = kept(source, architecture);
    if let Some(image) = kept.as_ref().and_then(|path| fs::read(path).ok()).filter(|image| image.ends_with(&[0])) {
        return Ok(image);
    }
    let image = compiled(source, architecture)?;
    if let Some(path) = kept {
        // What cannot be kept is compiled again the next time.
        let beside = path.with_extension(format!("{}.part", std::process::id()));
        let _ = path.parent().map(fs::create_dir_all);
        let _ = fs::write(&beside, &image).and_then(|()| fs::rename(&beside, &path));
    }
    Ok(image)
}

/// Where compiled kernels are kept: in the platform's folder for what can be made again.
fn kept(source: &str, architecture: &str) -> Option<PathBuf> {
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = cache.or_else(|| env::var_os("LOCALAPPDATA").map(PathBuf::from));
    let cache = cache.or_else(|| env::home_dir().map(|home| home.join(".cache")))?;
    // Fowler, Noll and Vo's hash: the same in every build.
    let hash = source
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    Some(cache.join("fewest").join("kernels").join(format!("{architecture}-{hash:016x}.ptx")))
}

fn compiled(source: &str, architecture: &str) -> Result<Vec<u8>> {
    // SAFETY: loading NVRTC runs no code of ours.
    if !unsafe { nvrtc_sys::is_culib_present() } {
        return Err(Error::NoCompiler);
    }
    let refused = |log: String| Error::Compile { log };
    let source = CString::new(source).map_err(Error::internal)?;
    let program = nvrtc::create_program(&source, Some(c"fewest.cu")).map_err(|error| refused(format!("{error:?}")))?;
    let options = [format!("--gpu-architecture={}", architecture.replace("sm_", "compute_")), "--std=c++17".to_owned()];
    // SAFETY: the program was just made, and is destroyed behind its last use.
    unsafe {
        let result = nvrtc::compile_program(program, &options).and_then(|()| nvrtc::get_ptx(program));
        let log = nvrtc::get_program_log(program).unwrap_or_default();
        let _ = nvrtc::destroy_program(program);
        match result {
            Ok(ptx) => Ok(ptx.into_iter().map(|letter| u8::from_ne_bytes(letter.to_ne_bytes())).collect()),
            Err(error) => {
                let mut text = String::new();
                let letters = log.into_iter().map(|letter| char::from(u8::from_ne_bytes(letter.to_ne_bytes())));
                text.extend(letters.filter(|letter| *letter != '\0'));
                let _ = write!(text, " ({error:?})");
                Err(refused(text.trim().to_owned()))
            }
        }
    }
}

fn failed(doing: &'static str, error: DriverError) -> Error {
    Error::Driver { doing, reason: words(error) }
}

/// What an error of the driver means.
fn words(error: DriverError) -> String {
    use sys::cudaError_enum as Code;
    let known = match error.0 {
        Code::CUDA_ERROR_NO_DEVICE => "there is no card that it can use",
        Code::CUDA_ERROR_OUT_OF_MEMORY => "its memory is full; close other programs that use it",
        Code::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH => {
            "the driver's library and the running driver differ; restart the machine"
        }
        Code::CUDA_ERROR_UNSUPPORTED_PTX_VERSION => {
            "the driver is older than the CUDA runtime libraries; update the driver"
        }
        Code::CUDA_ERROR_LAUNCH_TIMEOUT => {
            "the system stopped a kernel that took too long; use a card without a display"
        }
        Code::CUDA_ERROR_ECC_UNCORRECTABLE => "its memory is faulty",
        Code::CUDA_ERROR_DEVICE_UNAVAILABLE => "another program has it for itself",
        _ => {
            let text = error.error_string().map(|text| text.to_string_lossy().into_owned());
            return text.unwrap_or_else(|_| format!("{:?}", error.0));
        }
    };
    known.to_owned()
}
