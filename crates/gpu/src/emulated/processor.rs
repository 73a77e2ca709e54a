//! The processor as a device: the C compiler of the machine compiles the kernels, and a launch calls them.

#![expect(unsafe_code, reason = "kernels are foreign functions, and addresses are pointers")]

use std::collections::HashMap;
use std::env;
use std::fs;
use std::process::Command;
use std::sync::Mutex;

use libloading::{Library, Symbol};
use tempfile::TempDir;

use crate::device::{Device, Facts, Launch, Program};
use crate::error::{Error, Result};

/// A device with few small processors, so that small searches use all of its ways.
#[derive(Debug)]
pub(super) struct Processor {
    facts: Facts,
    /// Bytes that may be taken, and what is taken: blocks of 16 bytes by address.
    memory: Mutex<HashMap<u64, Vec<u128>>>,
    limit: u64,
}

impl Processor {
    pub(super) fn new(limit: u64) -> Self {
        let facts = Facts {
            name: "the processor".to_owned(),
            processors: 2,
            shared_bytes: 48 << 10,
            memory: limit,
            architecture: env::consts::ARCH.to_owned(),
        };
        Self { facts, memory: Mutex::default(), limit }
    }
}

impl Device for Processor {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn free_memory(&self) -> Result<u64> {
        let taken: usize = self.memory.lock().unwrap().values().map(|block| 16 * block.len()).sum();
        Ok(self.limit - taken as u64)
    }

    fn allocate(&self, what: &'static str, bytes: u64) -> Result<u64> {
        let free = self.free_memory()?;
        if bytes > free {
            return Err(Error::Memory { what, needed: bytes, free });
        }
        // What is new on a card is not 0.
        let block = vec![0xcdcd_cdcd_cdcd_cdcd_u128; usize::try_from(bytes.div_ceil(16)).unwrap()];
        let address = block.as_ptr() as u64;
        self.memory.lock().unwrap().insert(address, block);
        Ok(address)
    }

    fn free(&self, address: u64) {
        assert!(self.memory.lock().unwrap().remove(&address).is_some(), "given back twice");
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<()> {
        // SAFETY: the address lies in a block that `allocate` made, with room for so many bytes: `Memory` has checked it.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len()) };
        Ok(())
    }

    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<()> {
        // SAFETY: as in `write`.
        unsafe { std::ptr::copy_nonoverlapping(address as *const u8, bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }

    fn clear(&self, address: u64, bytes: u64) -> Result<()> {
        // SAFETY: as in `write`.
        unsafe { std::ptr::write_bytes(address as *mut u8, 0, usize::try_from(bytes).unwrap()) };
        Ok(())
    }

    fn compile(&self, source: &str) -> Result<Box<dyn Program>> {
        let folder = tempfile::tempdir().unwrap();
        let (input, output) = (folder.path().join("kernels.c"), folder.path().join("kernels.so"));
        fs::write(&input, source).unwrap();
        let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
        let flags = ["-std=gnu11", "-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Wno-unused-parameter"];
        let more = ["-Wno-unknown-pragmas", "-Wno-maybe-uninitialized", "-Werror"];
        let compiled = Command::new(&compiler).args(flags).args(more).arg(&input).arg("-o").arg(&output).output();
        let compiled = compiled.unwrap_or_else(|error| {
            panic!(
                "these tests compile the kernels with a C compiler, and `{}` does not run ({error}): \
                 install one (Debian: gcc), or name one in the variable CC",
                compiler.display()
            )
        });
        if !compiled.status.success() {
            return Err(Error::Compile { log: String::from_utf8_lossy(&compiled.stderr).into_owned() });
        }
        // SAFETY: loading the kernels runs no code of theirs.
        let library = unsafe { Library::new(&output) }.unwrap();
        Ok(Box::new(Compiled { library, _folder: folder }))
    }
}

#[derive(Debug)]
struct Compiled {
    library: Library,
    _folder: TempDir,
}

type Kernel = unsafe extern "C" fn(u32, u32, u32, *const u64);

impl Program for Compiled {
    fn launch(&self, kernel: &'static str, launch: Launch, parameters: &[u64]) -> Result<()> {
        // SAFETY: the dialect gives every kernel this signature, and the parameters are laid out as its structure.
        unsafe {
            let kernel: Symbol<'_, Kernel> = self.library.get(kernel.as_bytes()).unwrap();
            kernel(launch.blocks, launch.threads, launch.shared, parameters.as_ptr());
        }
        Ok(())
    }
}
