//! Which stack an estimate is about.
//!
//! States number pancakes by their places at the goal of their space. An estimate of the distance to another stack, such as
//! a search from both ends wants of the start, sees the same states, and renumbers each face by that stack.

use crate::packing::Packing;
use crate::size::Size;
use crate::space::Pancakes;

/// The faces of a state, as they are numbered where another stack is the goal. The plate's is the same for all.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    size: Size,
    seen: [u8; 256],
    own: [u8; 256],
}

impl Target {
    /// For a stack of a space.
    pub(crate) fn new<P: Packing>(space: &Pancakes<P>, stack: &P) -> Self {
        let size = space.size();
        let mut target = Self { size, seen: [0; 256], own: [0; 256] };
        for place in 0..size.pancakes() {
            let face = stack.face(size, place);
            if size.is_burnt() {
                target.join(face, 2 * place);
                target.join(face ^ 1, 2 * place + 1);
            } else {
                target.join(face, place);
            }
        }
        target.join(target.plate(), target.plate());
        target
    }

    fn join(&mut self, own: usize, seen: usize) {
        let byte = |face: usize| u8::try_from(face).expect("64 pancakes have 128 faces, and the plate one");
        self.seen[own] = byte(seen);
        self.own[seen] = byte(own);
    }

    /// A face of a state, renumbered.
    #[inline]
    pub(crate) fn seen(&self, face: usize) -> usize {
        debug_assert!(face <= self.plate());
        // The mask says what is true anyway, and spares the lookup a check.
        usize::from(self.seen[face & 255])
    }

    /// The face of a state that is renumbered to this one.
    #[inline]
    pub(crate) fn own(&self, seen: usize) -> usize {
        debug_assert!(seen <= self.plate());
        usize::from(self.own[seen & 255])
    }

    /// The upper side of the plate.
    #[inline]
    pub(crate) fn plate(&self) -> usize {
        self.size.pancakes() << usize::from(self.size.is_burnt())
    }
}
