//! Scenes that follow each other.

#[cfg(feature = "gif")]
use crate::RenderError;
#[cfg(feature = "gif")]
use crate::scene::Piece;
use crate::scene::Scene;

/// Scenes that follow each other. Pieces are known from one to the next by their number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Film {
    /// What it shows, in a few words.
    pub title: String,
    /// The scenes.
    pub scenes: Vec<Scene>,
    /// Whether a scene is the end of a move, where the film rests; the others are passed. As many as there are scenes; a
    /// scene without a word here is a rest.
    pub rests: Vec<bool>,
}

impl Film {
    /// A film that rests at every scene.
    pub fn new(title: impl Into<String>, scenes: Vec<Scene>) -> Self {
        let rests = vec![true; scenes.len()];
        Self { title: title.into(), scenes, rests }
    }

    /// Whether the film rests at a scene.
    pub fn is_rest(&self, scene: usize) -> bool {
        self.rests.get(scene).copied().unwrap_or(true)
    }

    /// The scenes at which it rests.
    pub fn stills(&self) -> impl Iterator<Item = &Scene> {
        self.scenes.iter().enumerate().filter(|(index, _)| self.is_rest(*index)).map(|(_, scene)| scene)
    }

    /// The scenes are there and of one size.
    #[cfg(feature = "gif")]
    pub(crate) fn check(&self) -> Result<(), RenderError> {
        let first = self.scenes.first().ok_or(RenderError::Nothing)?;
        let size = |scene: &Scene| (scene.columns, scene.rows, scene.caption.is_empty());
        match self.scenes.iter().position(|scene| size(scene) != size(first)) {
            Some(index) => Err(RenderError::Sizes(index + 1)),
            None => Ok(()),
        }
    }
}

/// What is to be seen between two scenes, after a share of the way. A piece that is in one of them alone stays where it is.
#[cfg(feature = "gif")]
pub(crate) fn between(from: &Scene, to: &Scene, share: f32) -> Scene {
    let mut scene = to.clone();
    let at = |piece: &Piece| {
        let (x, y) = piece.cells.first().copied().unwrap_or_default();
        (f32::from(x) + piece.offset.0, f32::from(y) + piece.offset.1)
    };
    for piece in &mut scene.pieces {
        let Some(before) = from.pieces.iter().find(|before| before.id == piece.id) else { continue };
        let ((x, y), (a, b)) = (at(piece), at(before));
        let back = 1.0 - share;
        piece.offset = (piece.offset.0 + (a - x) * back, piece.offset.1 + (b - y) * back);
        piece.opacity += (before.opacity - piece.opacity) * back;
    }
    scene
}

#[cfg(all(test, feature = "gif"))]
mod tests {
    use super::*;
    use crate::scene::Colour;

    #[test]
    fn pieces_are_on_their_way_between_two_scenes() {
        let piece = |id, cell, opacity| Piece { opacity, ..Piece::new(id, vec![cell], "", Colour::Grey) };
        let mut from = Scene::new("", 9, 9);
        let mut to = from.clone();
        from.pieces = vec![piece(0, (1, 5), 1.0), piece(1, (0, 0), 1.0)];
        to.pieces = vec![piece(1, (0, 0), 0.5), piece(0, (5, 3), 1.0), piece(2, (8, 8), 1.0)];
        let shown = between(&from, &to, 0.25);
        let offsets: Vec<(f32, f32)> = shown.pieces.iter().map(|piece| piece.offset).collect();
        // A quarter of the way from (1, 5) to (5, 3) is (2, 4.5).
        assert_eq!(offsets, [(0.0, 0.0), (-3.0, 1.5), (0.0, 0.0)]);
        assert_eq!(shown.pieces.iter().map(|piece| piece.opacity).collect::<Vec<_>>(), [0.875, 1.0, 1.0]);
        assert_eq!(between(&from, &to, 1.0), to);
    }
}
