//! The slow way: all assignments, one after the other.

use fewest_sat::{Cnf, Lit, Model};

/// All models of a formula of few variables.
pub(crate) fn models(cnf: &Cnf) -> impl Iterator<Item = Model> {
    let count = cnf.variable_count();
    assert!(count <= 20, "too many assignments to list");
    let assignment = move |bits: u32| Model::new((0..count).map(|at| bits >> at & 1 == 1));
    (0..1 << count).map(assignment).filter(|model| cnf.is_satisfied_by(model))
}

/// The values that the models of a formula give to these literals, each once.
pub(crate) fn projections(cnf: &Cnf, literals: &[Lit]) -> Vec<Vec<bool>> {
    let values = |model: Model| literals.iter().map(|&lit| model.holds(lit)).collect();
    let mut all: Vec<Vec<bool>> = models(cnf).map(values).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// All lists of so many Booleans for which a test holds.
pub(crate) fn lists(length: usize, test: impl Fn(&[bool]) -> bool) -> Vec<Vec<bool>> {
    let list = |bits: u32| (0..length).map(|at| bits >> at & 1 == 1).collect::<Vec<bool>>();
    let mut all: Vec<Vec<bool>> = (0..1 << length).map(list).filter(|list| test(list)).collect();
    all.sort_unstable();
    all
}

/// How many are true.
pub(crate) fn trues(list: &[bool]) -> usize {
    list.iter().filter(|&&value| value).count()
}
