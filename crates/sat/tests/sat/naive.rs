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

/// More pigeons than holes: small, and hard for every solver that learns clauses.
pub(crate) fn pigeons(holes: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let sits: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| cnf.variable()).collect()).collect();
    for pigeon in &sits {
        cnf.clause(pigeon.iter().copied());
    }
    for hole in 0..holes {
        for (i, first) in sits.iter().enumerate() {
            for second in &sits[i + 1..] {
                cnf.clause([!first[hole], !second[hole]]);
            }
        }
    }
    cnf
}

/// The formula with these clauses, as they stand.
pub(crate) fn formula(variables: usize, clauses: &[Vec<i32>]) -> Cnf {
    let lines: String = clauses.iter().map(|clause| line(clause) + "\n").collect();
    fewest_sat::read_dimacs(&format!("p cnf {variables} {}\n{lines}", clauses.len())).expect("it is well formed")
}

/// A clause as a line without its end.
pub(crate) fn line(clause: &[i32]) -> String {
    clause.iter().map(|literal| literal.to_string() + " ").collect::<String>() + "0"
}
