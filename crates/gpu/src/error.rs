//! What can go wrong on a card, in plain words.

/// Why a card cannot be used, or stopped working.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Error {
    /// No driver.
    #[error("no NVIDIA driver was found ({library} cannot be loaded); install the driver")]
    NoDriver { library: &'static str },
    /// A driver without a card.
    #[error("the NVIDIA driver finds no graphics card: {reason}")]
    NoCard { reason: String },
    /// No compiler of kernels.
    #[error(
        "the library NVRTC, which compiles for the card, cannot be loaded; install the CUDA runtime libraries (Debian: libnvrtc12, pip: nvidia-cuda-nvrtc)"
    )]
    NoCompiler,
    /// Kernels that were refused.
    #[error("the kernels do not compile for this card: {log}")]
    Compile { log: String },
    /// Memory of the card.
    #[error(
        "{what} needs {needed} bytes of the card's memory, but {free} are free; close other programs that use the card"
    )]
    Memory { what: &'static str, needed: u64, free: u64 },
    /// The driver refused something.
    #[error("the graphics card failed to {doing}: {reason}")]
    Driver { doing: &'static str, reason: String },
    /// A board that the kernels are not made for.
    #[error("graphics cards solve boards of 4 to 25 cells, 2 or more a side; this one is {width}x{height}")]
    Board { width: usize, height: usize },
    /// A goal that the tables are not made for.
    #[error("graphics cards solve puzzles whose goal has the blank in a corner; in this goal it is elsewhere")]
    Goal,
    /// A partition that is none.
    #[error("the partition {text:?} does not fit a board of {cells} cells: {reason}")]
    Partition { text: String, cells: usize, reason: String },
    /// More nodes than there is room for.
    #[error("a round of the search has more nodes than fit into the card's memory")]
    Full,
    /// Views of such different strength that a node has no room for the difference.
    #[error("one partition is so much weaker on this position than another that they cannot be used together")]
    Weak,
    /// A fault of ours: an answer that contradicts itself. It is withheld.
    #[error("internal error: {0}; this is a bug in fewest, please report it with the position")]
    Internal(String),
}

impl Error {
    /// Something that cannot be, because what it is made of was checked before.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Self {
        Self::Internal(error.to_string())
    }
}

/// A result on a card.
pub type Result<T, E = Error> = std::result::Result<T, E>;
