//! Symmetries map the space onto itself.

use std::collections::HashMap;

use fewest_search::capability::{Ranked, Symmetric};
use fewest_search::{Cost, StateSpace};

use crate::Check;
use crate::oracle::Table;
use crate::space::{after, moves_of};

/// The images of a state have the images of its successors as successors, at the same costs; they are goals exactly
/// when it is; and number 0 is the state itself.
///
/// # Errors
/// The first image that breaks this.
pub fn check_images<S: Symmetric>(space: &S, state: &S::State) -> Check {
    ensure!(space.symmetry_count() > 0, "the identity is missing");
    ensure!(space.image(0, state) == *state, "{state:?}: symmetry 0 is not the identity");
    for index in 0..space.symmetry_count() {
        let image = space.image(index, state);
        ensure!(
            space.is_goal(&image) == space.is_goal(state),
            "{state:?}: one of it and its image {index}, {image:?}, is a goal"
        );
        let images_of_successors =
            counted(successors(space, state).map(|(next, cost)| (space.image(index, &next), cost)));
        let successors_of_image = counted(successors(space, &image));
        ensure!(
            images_of_successors == successors_of_image,
            "{state:?}: the successors of its image {index}, {image:?}, are not the images of its successors"
        );
    }
    Ok(())
}

/// Each symmetry maps the ranked states one to one, and none changes the distance to the goal.
///
/// # Errors
/// The first state that breaks this.
pub fn check_image_ranks<S: Symmetric + Ranked>(space: &S, table: &Table) -> Check {
    for index in 0..space.symmetry_count() {
        let mut origins = HashMap::new();
        for (rank, distance) in table.iter() {
            let state = space.unrank(rank);
            let image = space.image(index, &state);
            let image_rank = space.rank(&image);
            ensure!(space.unrank(image_rank) == image, "{state:?}: its image {index}, {image:?}, is outside the space");
            let image_distance = table.distance(image_rank);
            ensure!(
                image_distance == distance,
                "{state:?}: distance {distance}, but {image_distance} for its image {index}, {image:?}"
            );
            if let Some(other) = origins.insert(image_rank, rank) {
                return Err(format!("{state:?} and {:?} share the image {index}, {image:?}", space.unrank(other)));
            }
        }
    }
    Ok(())
}

fn successors<S: StateSpace>(space: &S, state: &S::State) -> impl Iterator<Item = (S::State, Cost)> {
    moves_of(space, state).into_iter().map(|mv| (after(space, state, mv), space.cost(mv)))
}

/// How often each thing occurs.
fn counted<T: Eq + std::hash::Hash>(things: impl Iterator<Item = T>) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    for thing in things {
        *counts.entry(thing).or_default() += 1;
    }
    counts
}
