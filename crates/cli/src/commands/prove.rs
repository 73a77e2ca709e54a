//! `fewest prove`: the optimum with a certificate that programs of others check.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use anstyle::AnsiColor;
use anyhow::{anyhow, bail};
use clap::Args;
use fewest_engine::{
    Certification, EngineError, Event, Limits, OptimalCertificate, ProveRequest, Session, check_certificate, prove,
};

use crate::exit::Exit;
use crate::input::{Input, rules};
use crate::interrupt::Interrupt;
use crate::options::{PuzzleArgs, bytes as parse_bytes, metric, position, seconds, usage};
use crate::output::Output;
use crate::progress::Progress;
use crate::solve::{Bad, encodings_of_kinds, noun_of};
use crate::text::{bytes, counted, duration, wrap};

/// The width of the names before facts.
const LABEL: usize = 9;

const LONG: &str = "\
The certificate is a folder: formula.cnf asks for a solution shorter than the optimum, proof.lrat or proof.drat shows \
that there is none, solution.txt has a shortest solution, and manifest.json states what is claimed and how to check \
it. For tiles that cannot be solved the folder has one file, unsolvable.json, which states the parities.

Before the folder appears, fewest checks the proof step by step, that the formula is the puzzle's, and the solution \
against the rules. `fewest prove --check DIR` repeats these checks. To check the proof with other programs, run
  rate formula.cnf proof.drat
  drat-trim formula.cnf proof.drat";

const EXIT_CODES: &str = "\
Exit codes:
0 certified, or the certificate is right; 1 the claim or the certificate is wrong; 10 certified that there is no \
solution; 20 stopped by a limit or by Ctrl-C, nothing was written.";

const EXAMPLES: &str = "\
Examples:
  fewest prove \"5 3 8/0 2 4/1 7 6\" --out certificate
  fewest prove --check certificate
  fewest prove --check certificate \"5 3 8/0 2 4/1 7 6\"
  fewest prove \"1 2 3/4 5 6/8 7 0\" --out unsolvable
  fewest prove rush-15 --metric step --out certificate
  fewest prove two-rooms --optimum 11 --encoding tamura --out certificate";

/// Certify the fewest moves of a position, so that other programs can check it
#[derive(Clone, Debug, Args)]
#[command(after_help = EXIT_CODES, after_long_help = format!("{LONG}\n\n{}\n\n{EXAMPLES}\n\n{EXIT_CODES}", rules()))]
pub(crate) struct ProveArgs {
    /// A position such as "5 3 8/0 2 4/1 7 6", a file with one, or - for stdin
    #[arg(value_name = "POSITION|FILE|-", allow_hyphen_values = true, value_parser = position())]
    #[arg(required_unless_present = "check")]
    position: Option<OsString>,

    #[command(flatten, next_help_heading = "Puzzle")]
    puzzle: PuzzleArgs,

    /// What counts as one move
    #[arg(long, value_parser = metric(), help_heading = "Puzzle")]
    metric: Option<String>,

    /// Folder for the certificate
    #[arg(long, value_name = "DIR", default_value = "certificate", conflicts_with = "check")]
    out: PathBuf,

    /// Replace the folder if it exists
    #[arg(long, conflicts_with = "check")]
    force: bool,

    /// The optimum that you claim; any other is an error
    #[arg(long, value_name = "N", conflicts_with = "check")]
    optimum: Option<u32>,

    /// Check a certificate instead of writing one; if you also give a position, it must be the certified one
    #[arg(long, value_name = "DIR")]
    check: Option<PathBuf>,

    /// The SAT solver that solves the formula and writes the proof: batsat or, in builds with native-sat, cadical
    /// [default: cadical if available]
    #[arg(long, value_name = "NAME", help_heading = "Search", conflicts_with = "check")]
    sat_solver: Option<String>,

    #[arg(long, value_name = "NAME", help_heading = "Search", conflicts_with = "check", help = encodings())]
    encoding: Option<String>,

    /// Stop after this time, such as 30s, 500ms, 2m or 1.5 (seconds)
    #[arg(long, value_name = "TIME", value_parser = seconds, help_heading = "Limits")]
    time_limit: Option<f64>,

    /// Stop when this much memory is used, such as 50MB or 2GiB [default: 3/4 of the free memory]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, help_heading = "Limits")]
    memory_limit: Option<u64>,

    /// Stop when the proof is larger than this [default: 10GB]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, help_heading = "Limits", conflicts_with = "check")]
    proof_limit: Option<u64>,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,
}

fn encodings() -> String {
    format!(
        "How the puzzle is written as a formula. `fewest` assumes what the report says; the others state only the rules and \
         take longer [{}] [default: the first, or one that states only the rules if our bound alone makes `fewest` false]",
        encodings_of_kinds()
    )
}

pub(crate) fn run(args: &ProveArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::install()?;
    if args.check.is_some() && args.position.is_none() && (!args.puzzle.is_empty() || args.metric.is_some()) {
        return Err(usage("with --check, options of the puzzle need a position to compare the certificate with"));
    }
    let limits = Limits { seconds: args.time_limit, expansions: None, memory_bytes: args.memory_limit };
    let mut progress = Progress::for_one(!args.json);
    let mut watch = |event: Event| progress.show(&event);
    let certification = match &args.check {
        Some(folder) => check_certificate(session.kinds(), folder, limits, &interrupt.cancel, &mut watch)
            .map_err(|error| anyhow!("{} is not a certificate: {}", folder.display(), Bad::Request(error).at_length()))
            .and_then(|certification| compare(args, certification, session, &interrupt))?,
        None => certify(args, limits, session, &interrupt, &mut watch)?,
    };
    progress.clear();
    if args.json {
        out.json(&certification)?;
    } else {
        write(out, &certification)?;
    }
    Ok(match certification {
        Certification::Optimal(_) => Exit::Ok,
        Certification::Unsolvable { .. } => Exit::Unsolvable,
        Certification::Limit { .. } => Exit::Limit,
    })
}

/// The kind, position and goal that a certificate is about.
fn subject(certification: &Certification) -> Option<[&str; 3]> {
    match certification {
        Certification::Optimal(certificate) => Some([&certificate.puzzle, &certificate.position, &certificate.goal]),
        Certification::Unsolvable { puzzle, position, goal, .. } => Some([puzzle, position, goal]),
        Certification::Limit { .. } => None,
    }
}

/// Compares what a certificate is about with the position that was given, if one was.
fn compare(
    args: &ProveArgs,
    certification: Certification,
    session: &Session,
    interrupt: &Interrupt,
) -> anyhow::Result<Certification> {
    let (Some(position), Some(found)) = (args.position.as_deref(), subject(&certification)) else {
        return Ok(certification);
    };
    let spec = args.puzzle.spec(Some(position), args.metric.as_deref(), interrupt)?;
    let mut input = Input::open(Some(position), &spec, interrupt)?;
    let (line, text) = input.only("position", "prove")?;
    let check = session.kinds().check(&spec.puzzle(text, args.metric.as_deref()));
    let check = check.map_err(|error| anyhow!(input.locate(line, &Bad::Request(error).at_length())))?;
    let (Some(position), Some(goal)) = (&check.position, &check.goal) else {
        bail!(input.locate(line, &check.faults.join("; ")));
    };
    if [&check.puzzle, position, goal] != found {
        let [kind, certified, its_goal] = found;
        bail!(
            "the certificate is right, but it is for another puzzle: {kind} from {certified} to {its_goal}, not {} from \
             {position} to {goal}",
            check.puzzle
        );
    }
    if let (Certification::Optimal(certificate), Some(metric)) = (&certification, &args.metric)
        && !certificate.metric.eq_ignore_ascii_case(metric)
    {
        bail!("the certificate is right, but about the metric {}, not {metric}", certificate.metric);
    }
    Ok(certification)
}

fn certify(
    args: &ProveArgs,
    limits: Limits,
    session: &Session,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(Event),
) -> anyhow::Result<Certification> {
    let spec = args.puzzle.spec(args.position.as_deref(), args.metric.as_deref(), interrupt)?;
    let mut input = Input::open(args.position.as_deref(), &spec, interrupt)?;
    let (line, text) = input.only("position", "prove")?;
    let request = ProveRequest {
        optimum: args.optimum,
        sat_solver: args.sat_solver.clone(),
        encoding: args.encoding.clone(),
        limits,
        proof_bytes: args.proof_limit,
        overwrite: args.force,
        ..ProveRequest::new(spec.puzzle(text, args.metric.as_deref()), &args.out)
    };
    prove(&request, session, &interrupt.cancel, watch).map_err(|error| match error {
        EngineError::Position(_) => anyhow!(input.locate(line, &Bad::Request(error).at_length())),
        EngineError::ParameterValue { .. } => usage(&Bad::Request(error).to_string()),
        other => anyhow!(Bad::Request(other).at_length()),
    })
}

fn write(out: &mut Output, certification: &Certification) -> anyhow::Result<()> {
    let (color, verdict) = match certification {
        Certification::Optimal(certificate) => {
            let noun = noun_of(&certificate.puzzle, &certificate.metric);
            let [length, at_most] =
                [certificate.length, certificate.at_most].map(|number| counted(u64::from(number), noun));
            let folder = certificate.folder.display();
            let verdict =
                format!("{length}, certified optimal: no solution has {at_most} or fewer; certificate in {folder}");
            (AnsiColor::Green, verdict)
        }
        Certification::Unsolvable { reason, file, .. } => {
            (AnsiColor::Green, format!("certified unsolvable: {reason}; certificate in {}", file.display()))
        }
        Certification::Limit { reason, lower_bound, length } => {
            let known = match (lower_bound, length) {
                (Some(bound), Some(length)) if bound == length => format!("; found and proven by search: {length}"),
                (Some(bound), _) => format!("; at least {bound}"),
                _ => String::new(),
            };
            (AnsiColor::Yellow, format!("{reason}: nothing was certified{known}"))
        }
    };
    out.line(color.on_default().bold(), 0, &verdict)?;
    if let Some([kind, position, goal]) = subject(certification) {
        if position.contains('\n') {
            // A level, with its goals in it.
            writeln!(out, "puzzle   {kind}")?;
            position.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
        } else {
            writeln!(out, "puzzle   {kind}, from {position}\n         to {goal}")?;
        }
    }
    if let Certification::Optimal(certificate) = certification {
        details(out, certificate)?;
    }
    Ok(())
}

fn details(out: &mut Output, certificate: &OptimalCertificate) -> anyhow::Result<()> {
    writeln!(out, "metric   {}", certificate.metric)?;
    let variables = counted(u64::from(certificate.variables), "variable");
    writeln!(
        out,
        "formula  {variables}, {}, encoding {}",
        counted(certificate.clauses, "clause"),
        certificate.encoding
    )?;
    let assumes = certificate.assumes.as_deref().unwrap_or("nothing but the rules");
    for (index, line) in wrap(assumes, out.width - LABEL).iter().enumerate() {
        writeln!(out, "{:LABEL$}{line}", if index == 0 { "assumes" } else { "" })?;
    }
    let solving = certificate.solving_seconds.map(|time| format!(" in {}", duration(time))).unwrap_or_default();
    let steps = counted(certificate.proof_steps, "step");
    let size = certificate.files.iter().filter(|(name, _)| name.starts_with("proof.")).map(|(name, size)| {
        let format = name.trim_start_matches("proof.").to_uppercase();
        format!("{} {format}", bytes(*size))
    });
    let size = size.collect::<Vec<_>>().join(", ");
    writeln!(out, "proof    {steps} by {}{solving}; {size}", certificate.solver)?;
    writeln!(out, "checked  proof, formula and solution, in {}", duration(certificate.checking_seconds))?;
    writeln!(out, "to check it with another program, run in the folder:")?;
    certificate.check_with.iter().try_for_each(|command| writeln!(out, "  {command}"))?;
    Ok(())
}
