//! How large the formulas are.

use anyhow::{Result, ensure};
use fewest_sat::{Scope, ToCnf};
use fewest_search::meter::Meter;
use fewest_search::{Cost, LimitKind, Limits};
use fewest_tiles::edixhoven::{Additional, Edixhoven};
use fewest_tiles::sat::SatEncoding;
use fewest_tiles::{Goal, Position};

/// Boards far from their goals, the steps that the thesis takes as its examples, and what it says of their models:
/// variables, constraints, and additional ones.
const EXAMPLES: [(&str, Cost, [usize; 3]); 2] =
    [("8 6 7/2 5 4/3 0 1", 32, [461, 917, 188]), ("0 15 8 13/12 11 3 7/14 9 6 2/4 10 5 1", 64, [1364, 2723, 508])];

/// Prints the models of the thesis beside our formulas for as many moves.
pub(crate) fn print() -> Result<()> {
    println!("## Sizes\n");
    println!(
        "| puzzle | steps | model | integer variables | constraints | additional | Booleans | clauses |\n\
         |---|---:|---|---:|---:|---:|---:|---:|"
    );
    let limits = Limits::default();
    for (start, steps, published) in EXAMPLES {
        let start: Position = start.parse()?;
        let goal = Goal::BlankLast.position(start.size())?;
        let name = format!("{}-puzzle", start.size().cells() - 1);
        let [variables, constraints, additional] = published;
        println!("| {name} | {steps} | thesis, as printed | {variables} | {constraints} | {additional} | | |");

        let model = |additional| Edixhoven::new(start.clone(), goal.clone(), additional);
        let mut nobody = ();
        let meter = &mut Meter::start(&limits, &mut nobody);
        let mut count = |additional| {
            let (csp, _) = model(additional).model(0, steps, meter)?;
            Ok::<_, LimitKind>((csp.variable_count(), csp.constraint_count()))
        };
        let essential = count(Additional::default())?;
        let all = count(Additional { no_undo: true, keep_completed_lines: true })?;
        let more = all.1 - essential.1;
        ensure!([essential.0, essential.1, more] == published, "the model is not that of the thesis");
        let (cnf, _) = model(Additional::default()).encode(steps, Scope::AtMost, meter)?;
        println!(
            "| {name} | {steps} | thesis, ours by the order encoding | {} | {} | {more} | {} | {} |",
            essential.0,
            essential.1,
            cnf.variable_count(),
            cnf.clause_count()
        );
        let puzzle = SatEncoding::new(&start, &goal)?;
        let (cnf, _) = puzzle.encode(steps, Scope::AtMost, meter)?;
        println!("| {name} | {steps} | fewest | | | | {} | {} |", cnf.variable_count(), cnf.clause_count());
    }
    Ok(())
}
