//! What the host asks of a device: memory, a compiler, and launches.
//!
//! There are two: cards of NVIDIA, by their driver, and the processor itself, which the tests use. Both compile the same
//! kernels and run the same host code.

use std::fmt;
use std::sync::Arc;

use crate::error::{Error, Result};

/// What is known of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The name that its maker gives it.
    pub name: String,
    /// How many processors it has, each of which runs a block of threads at a time.
    pub processors: u32,
    /// The most bytes of shared memory that a block may have.
    pub shared_bytes: u32,
    /// Bytes of memory in all.
    pub memory: u64,
    /// What it is, as compilers call it, such as `sm_90`.
    pub architecture: String,
}

/// How large a launch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Blocks.
    pub blocks: u32,
    /// Threads of each.
    pub threads: u32,
    /// Bytes of shared memory of each.
    pub shared: u32,
}

/// A device with memory of its own, which is named by addresses.
pub trait Device: fmt::Debug + Send + Sync {
    /// What is known of it.
    fn facts(&self) -> &Facts;

    /// Bytes of memory that are free now.
    ///
    /// # Errors
    /// What the driver says.
    fn free_memory(&self) -> Result<u64>;

    /// Takes memory, whose content is undefined.
    ///
    /// # Errors
    /// [`Error::Memory`] where there is too little.
    fn allocate(&self, what: &'static str, bytes: u64) -> Result<u64>;

    /// Gives memory back.
    fn free(&self, address: u64);

    /// Copies to the device.
    ///
    /// # Errors
    /// What the driver says.
    fn write(&self, address: u64, bytes: &[u8]) -> Result<()>;

    /// Copies from the device.
    ///
    /// # Errors
    /// What the driver says.
    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<()>;

    /// Fills memory with zeros.
    ///
    /// # Errors
    /// What the driver says.
    fn clear(&self, address: u64, bytes: u64) -> Result<()>;

    /// Compiles kernels.
    ///
    /// # Errors
    /// [`Error::NoCompiler`] or [`Error::Compile`].
    fn compile(&self, source: &str) -> Result<Box<dyn Program>>;
}

/// Compiled kernels.
pub trait Program: fmt::Debug + Send + Sync {
    /// Runs a kernel to its end. Its parameters are one structure, given in words of eight bytes.
    ///
    /// # Errors
    /// What the driver says.
    fn launch(&self, kernel: &'static str, launch: Launch, parameters: &[u64]) -> Result<()>;
}

/// A piece of a device's memory, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Memory {
    device: Arc<dyn Device>,
    pub(crate) address: u64,
    pub(crate) bytes: u64,
}

impl Memory {
    pub(crate) fn new(device: &Arc<dyn Device>, what: &'static str, bytes: u64) -> Result<Self> {
        let address = device.allocate(what, bytes.max(16))?;
        Ok(Self { device: Arc::clone(device), address, bytes })
    }

    pub(crate) fn zeroed(device: &Arc<dyn Device>, what: &'static str, bytes: u64) -> Result<Self> {
        let memory = Self::new(device, what, bytes)?;
        device.clear(memory.address, bytes)?;
        Ok(memory)
    }

    pub(crate) fn holding(device: &Arc<dyn Device>, what: &'static str, content: &[u8]) -> Result<Self> {
        let memory = Self::new(device, what, content.len() as u64)?;
        device.write(memory.address, content)?;
        Ok(memory)
    }

    pub(crate) fn write(&self, offset: u64, bytes: &[u8]) -> Result<()> {
        self.check(offset, bytes.len())?;
        self.device.write(self.address + offset, bytes)
    }

    pub(crate) fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<()> {
        self.check(offset, bytes.len())?;
        self.device.read(self.address + offset, bytes)
    }

    pub(crate) fn clear(&self) -> Result<()> {
        self.device.clear(self.address, self.bytes)
    }

    fn check(&self, offset: u64, bytes: usize) -> Result<()> {
        if offset.saturating_add(bytes as u64) <= self.bytes {
            return Ok(());
        }
        Err(Error::Internal(format!("{bytes} bytes at {offset} of a piece of {}", self.bytes)))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.device.free(self.address);
    }
}

/// Numbers as the bytes that kernels read.
pub(crate) trait Bytes {
    fn bytes(&self) -> Vec<u8>;
}

macro_rules! bytes {
    ($($number:ty),+) => {
        $(impl Bytes for [$number] {
            fn bytes(&self) -> Vec<u8> {
                self.iter().flat_map(|number| number.to_ne_bytes()).collect()
            }
        })+
    };
}

bytes!(u16, u32, u64);

impl Bytes for [[u32; 4]] {
    fn bytes(&self) -> Vec<u8> {
        self.as_flattened().bytes()
    }
}

/// The parameters of a kernel: addresses first, then numbers of four bytes.
#[derive(Default)]
pub(crate) struct Parameters {
    words: Vec<u64>,
    half: Option<u32>,
}

impl Parameters {
    pub(crate) fn addresses(addresses: &[u64]) -> Self {
        Self { words: addresses.to_vec(), half: None }
    }

    pub(crate) fn numbers(mut self, numbers: &[u32]) -> Vec<u64> {
        for &number in numbers {
            match self.half.take() {
                None => self.half = Some(number),
                Some(first) => self.words.push(pair(first, number)),
            }
        }
        self.words.extend(self.half.map(|first| pair(first, 0)));
        self.words
    }
}

/// Two numbers side by side in memory.
fn pair(first: u32, second: u32) -> u64 {
    let mut bytes = [0; 8];
    bytes[..4].copy_from_slice(&first.to_ne_bytes());
    bytes[4..].copy_from_slice(&second.to_ne_bytes());
    u64::from_ne_bytes(bytes)
}
