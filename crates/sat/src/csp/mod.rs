//! Integer constraint models, and their way to formulas.
//!
//! A [`Csp`] is what a constraint language such as Copris (Tamura 2012) lets one write down: integer variables with
//! bounds, and constraints of sums, comparisons and logic over them. It counts both as they were declared, so that a
//! model can be compared with the one in a paper, and [compiles](Csp::compile) to a [`Cnf`] by the order encoding
//! (Tamura, Taga, Kitagawa and Banbara, *Compiling Finite Linear CSP into SAT*, 2009): for each variable x and value k
//! a literal "x ≤ k". Where single values matter there are literals "x = k" beside them.
//!
//! ```
//! use fewest_sat::csp::{Constraint, Csp, Sum};
//! use fewest_sat::{Backend, Verdict, solve};
//! use fewest_search::{Limits, meter::Meter};
//!
//! let mut csp = Csp::new();
//! let [x, y] = [csp.integer(0, 9), csp.integer(0, 9)];
//! csp.require(Constraint::equal(Sum::from(x) + y, 11));
//! csp.require(Constraint::less(x, y));
//! csp.require(Constraint::not(Constraint::any([2, 3, 4].map(|value| Constraint::equal(x, value)))));
//! assert_eq!((csp.variable_count(), csp.constraint_count()), (2, 3));
//!
//! let limits = Limits::default();
//! let (cnf, map) = csp.compile(&mut Meter::start(&limits, &mut ()))?;
//! let Verdict::Satisfiable(model) = solve(&cnf, Backend::Batsat, &limits).0 else { panic!("5 + 6") };
//! assert_eq!((map.value(&model, x), map.value(&model, y)), (5, 6));
//! # Ok::<(), fewest_search::LimitKind>(())
//! ```

mod constraint;
mod encoder;
mod sum;

pub use constraint::Constraint;
use fewest_search::{LimitKind, Meter, Observer};
pub use sum::Sum;

use self::encoder::Encoder;
use crate::{Cnf, Lit, Model};

/// A variable of a [`Csp`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(u32);

impl Variable {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The least and the greatest value of a variable.
#[derive(Clone, Copy, Debug)]
struct Domain {
    least: i64,
    most: i64,
}

/// Integer variables, and constraints that all must hold.
#[derive(Clone, Debug, Default)]
pub struct Csp {
    domains: Vec<Domain>,
    constraints: Vec<Constraint>,
    bytes: u64,
}

impl Csp {
    /// The model without variables and constraints.
    pub fn new() -> Self {
        Self::default()
    }

    /// A new variable with a value from `least` to `most`.
    ///
    /// # Panics
    /// Where there is no such value: that would be a constraint, and constraints are [required](Self::require).
    pub fn integer(&mut self, least: i64, most: i64) -> Variable {
        assert!(least <= most, "a variable from {least} to {most} has no value");
        self.domains.push(Domain { least, most });
        Variable(u32::try_from(self.domains.len() - 1).expect("a model has fewer than 2^32 variables"))
    }

    /// A new variable that is 0 or 1.
    pub fn boolean(&mut self) -> Variable {
        self.integer(0, 1)
    }

    /// Demands that a constraint holds.
    pub fn require(&mut self, constraint: Constraint) {
        self.bytes += constraint.bytes();
        self.constraints.push(constraint);
    }

    /// How many variables were declared.
    pub fn variable_count(&self) -> usize {
        self.domains.len()
    }

    /// How many constraints are required.
    pub fn constraint_count(&self) -> usize {
        self.constraints.len()
    }

    /// The bytes that the model holds.
    pub fn bytes(&self) -> u64 {
        self.bytes + (size_of::<Domain>() * self.domains.capacity()) as u64
    }

    /// Whether values, in the order of the variables, are within their bounds and meet all constraints.
    pub fn is_satisfied_by(&self, values: &[i64]) -> bool {
        let fits = |(domain, value): (&Domain, &i64)| (domain.least..=domain.most).contains(value);
        values.len() == self.domains.len()
            && self.domains.iter().zip(values).all(fits)
            && self.constraints.iter().all(|constraint| constraint.holds(values))
    }

    /// The formula whose models are the solutions: to each solution belongs just one model.
    ///
    /// # Errors
    /// The limit that ended the work.
    pub fn compile<O: Observer>(&self, meter: &mut Meter<'_, O>) -> Result<(Cnf, Values), LimitKind> {
        let mut encoder = Encoder::new(&self.domains, self.bytes(), meter)?;
        for constraint in &self.constraints {
            encoder.require(constraint);
            encoder.check(meter)?;
        }
        Ok(encoder.finish())
    }
}

/// A count as a constant of a model.
pub fn number(count: usize) -> i64 {
    i64::try_from(count).expect("what a model counts is small")
}

/// The literals that stand for the variables of a [`Csp`].
#[derive(Clone, Debug)]
pub struct Values {
    domains: Vec<Domain>,
    /// For each variable and each value but its greatest: that it has this value or a smaller one.
    order: Vec<Vec<Lit>>,
}

impl Values {
    /// The value that a model of the formula gives to a variable.
    pub fn value(&self, model: &Model, variable: Variable) -> i64 {
        let greater = self.order[variable.index()].iter().filter(|&&lit| !model.holds(lit)).count();
        self.domains[variable.index()].least + i64::try_from(greater).expect("a domain is counted in 64 bits")
    }

    /// The literal that says that a variable is at most `value`.
    pub fn at_most(&self, variable: Variable, value: i64) -> Lit {
        let Domain { least, most } = self.domains[variable.index()];
        if value >= most {
            return Lit::TRUE;
        }
        match usize::try_from(value - least) {
            Ok(at) => self.order[variable.index()][at],
            Err(_) => Lit::FALSE,
        }
    }
}
