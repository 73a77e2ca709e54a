//! DIMACS, in and out.

use fewest_sat::{Cnf, DimacsError, read_dimacs, write_dimacs};

fn text(cnf: &Cnf, comment: &str) -> String {
    let mut out = Vec::new();
    write_dimacs(cnf, comment, &mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("it is text")
}

#[test]
fn what_is_written_is_read() {
    let mut cnf = Cnf::new();
    let [a, b, _] = [cnf.variable(), cnf.variable(), cnf.variable()];
    cnf.clause([a, !b]);
    cnf.clause([]);
    cnf.clause([b]);
    let written = text(&cnf, "a small\nformula");
    assert_eq!(written, "c a small\nc formula\np cnf 3 3\n1 -2 0\n0\n2 0\n");
    assert_eq!(text(&read_dimacs(&written).expect("we wrote it"), "a small\nformula"), written);
}

#[test]
fn a_clause_is_read_as_it_stands() {
    let cnf = read_dimacs("p cnf 2 2\n1 1 -1 0 2\n-2 0\n").expect("it is well formed");
    let clauses: Vec<Vec<i32>> = cnf.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect();
    assert_eq!(clauses, [vec![1, 1, -1], vec![2, -2]]);
}

#[test]
fn every_fault_is_named_with_its_line() {
    let fault = |text: &str| read_dimacs(text).expect_err("it is malformed");
    assert_eq!(fault("c nothing\n"), DimacsError::NoHeader(2));
    assert_eq!(fault("1 0\n"), DimacsError::NoHeader(1));
    assert_eq!(fault("p cnf 1\n"), DimacsError::Header { line: 1, text: "p cnf 1".to_owned() });
    assert_eq!(fault("p cnf 1 0\np cnf 1 0\n"), DimacsError::Header { line: 2, text: "p cnf 1 0".to_owned() });
    let word = |word: &str| DimacsError::Literal { line: 2, word: word.to_owned(), variables: 1 };
    assert_eq!(fault("p cnf 1 1\nx 0\n"), word("x"));
    assert_eq!(fault("p cnf 1 1\n2 0\n"), word("2"));
    assert_eq!(fault("p cnf 1 1\n1\n"), DimacsError::Unfinished);
    assert_eq!(fault("p cnf 1 2\n1 0\n"), DimacsError::Clauses { promised: 2, found: 1 });
}
