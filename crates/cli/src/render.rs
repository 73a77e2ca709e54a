//! `fewest render`: pictures of positions, films of solutions, sheets to print.

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use fewest_engine::{Answer, Limits, Notation, Outcome, Proof, Request, Session};
use fewest_kinds::KINDS;
use fewest_render::{Film, Pace, Paper, RenderError, Scene, SheetItem, Style, Theme};

use crate::exit::{Exit, remark};
use crate::files::write_whole;
use crate::input::{Found, Input};
use crate::interrupt::Interrupt;
use crate::options::{Choices, NOTATIONS, PuzzleArgs, Spec, choice, metric, position, seconds, usage};
use crate::output::Output;
use crate::progress::Progress;
use crate::search::search;
use crate::solve::{Bad, check_notation, noun_of};
use crate::stage::puzzle_of;
use crate::text::counted;

const HELP: &str = "\
Formats:
svg and png show one position: the start or, with --after N, the position after N moves. gif and html play a solution: \
the one that --moves gives, or one that `fewest solve` would find. pdf is a sheet of all positions of the input, each with \
the length of a shortest solution if a search finds it within the time limit, or `at most` and a length that is not \
proven to be the shortest.

Examples:
  fewest render klotski -o klotski.svg
  fewest render klotski -o klotski.gif --metric step
  fewest render \"5 3 8/0 2 4/1 7 6\" -o eight.html
  fewest render boards.txt -o sheet.pdf";

/// Draw a position as SVG or PNG, a solution as GIF or HTML, or a sheet of puzzles as PDF
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct RenderArgs {
    /// A position, the name of a puzzle such as klotski, a file, or - for stdin
    #[arg(value_name = "POSITION|FILE|-", allow_hyphen_values = true, value_parser = position())]
    position: Option<OsString>,

    #[command(flatten, next_help_heading = "Puzzle")]
    puzzle: PuzzleArgs,

    /// What counts as one move of the solution that is found
    #[arg(long, value_parser = metric())]
    metric: Option<String>,

    /// The file to write, or - for stdout; its extension selects the format
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// The format [default: by the file's extension; svg for stdout]
    #[arg(long = "as", value_enum, value_name = "FORMAT")]
    form: Option<PictureFormat>,

    /// The solution to play, such as "U L2", "aR2 bDL" or "ruLL" [default: a shortest one]
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,

    /// tiles: whose direction --moves names [default: tile]
    #[arg(long, value_parser = choice(NOTATIONS), requires = "moves")]
    notation: Option<Notation>,

    /// svg, png: draw the position after this many moves of the solution
    #[arg(long, value_name = "N")]
    after: Option<usize>,

    /// The side of a square in pixels (in a pdf, squares are as large as the paper allows)
    #[arg(long, value_name = "PIXELS", default_value_t = 64, value_parser = clap::value_parser!(u16).range(8..=512))]
    cell: u16,

    /// The colours [default: light; print for pdf]
    #[arg(long, value_parser = choice(THEMES))]
    theme: Option<fn() -> Theme>,

    /// Draw no labels on the pieces
    #[arg(long)]
    no_labels: bool,

    /// gif: moves per second [default: 2]
    #[arg(long, value_parser = moves_a_second)]
    fps: Option<f64>,

    /// pdf: the paper [default: a4]
    #[arg(long, value_parser = choice(PAPERS))]
    paper: Option<Paper>,

    /// Stop the search for a solution, or the drawing of a film, after this time [default: 10s per puzzle for pdf,
    /// otherwise none]
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    time_limit: Option<f64>,
}

/// What kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureFormat {
    /// A position as vector graphics
    Svg,
    /// A position as a bitmap
    Png,
    /// A solution as an animation
    Gif,
    /// A solution as a page that plays it
    Html,
    /// Many puzzles as a printable sheet
    Pdf,
}

const THEMES: Choices<fn() -> Theme> = &[
    ("light", "For a light background", Theme::light),
    ("dark", "For a dark background", Theme::dark),
    ("print", "For paper: no background, little ink", Theme::print),
];

const PAPERS: Choices<Paper> = &[("a4", "210 by 297 mm", Paper::A4), ("letter", "8½ by 11 inches", Paper::LETTER)];

/// Moves a second of a moving picture.
const USUAL_FPS: f64 = 2.0;

const CANCELLED: &str = "cancelled: nothing was written";

/// The time that is spent on the length of each puzzle of a sheet.
const SHEET_SECONDS: f64 = 10.0;

/// Draws what is asked for. A file is there whole or not at all.
pub(crate) fn run(args: &RenderArgs, session: &Session, out: &mut Output) -> anyhow::Result<Exit> {
    let form = args.form()?;
    let to_stdout = args.output == Path::new("-");
    if to_stdout
        && matches!(form, PictureFormat::Png | PictureFormat::Gif | PictureFormat::Pdf)
        && std::io::stdout().is_terminal()
    {
        return Err(usage("this format cannot be shown in a terminal: name a file with --output, or use a pipe"));
    }
    args.check_useless(form)?;
    let interrupt = Interrupt::install()?;
    let spec = args.puzzle.spec(args.position.as_deref(), args.metric.as_deref(), &interrupt)?;
    check_notation(&spec, args.notation)?;
    let mut input = Input::open(args.position.as_deref(), &spec, &interrupt)?;
    let drawing = Drawing { args, spec: &spec, session, interrupt: &interrupt };
    let bytes = if form == PictureFormat::Pdf {
        drawing.sheet(&mut input, out)?
    } else {
        drawing.one(form, &mut input, out)?
    };
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err((exit, why)) => {
            remark(why);
            return Ok(exit);
        }
    };
    if to_stdout {
        out.write_all(&bytes)?;
    } else {
        write_whole(&args.output, &bytes)?;
    }
    Ok(Exit::Ok)
}

impl RenderArgs {
    fn form(&self) -> anyhow::Result<PictureFormat> {
        if let Some(form) = self.form {
            return Ok(form);
        }
        if self.output == Path::new("-") {
            return Ok(PictureFormat::Svg);
        }
        let ending = self.output.extension().and_then(OsStr::to_str).unwrap_or_default();
        PictureFormat::from_str(ending, true).map_err(|_| {
            usage(&format!(
                "the extension of {} does not name a format: use .svg, .png, .gif, .html or .pdf, or add --as",
                self.output.display()
            ))
        })
    }

    /// Refuses options without effect on this form.
    fn check_useless(&self, form: PictureFormat) -> anyhow::Result<()> {
        let is_film = matches!(form, PictureFormat::Gif | PictureFormat::Html);
        let is_sheet = form == PictureFormat::Pdf;
        let solves = is_sheet || (self.moves.is_none() && (is_film || self.after.is_some_and(|after| after > 0)));
        let useless = [
            ("fps", self.fps.is_some() && form != PictureFormat::Gif, "it is for gif"),
            ("paper", self.paper.is_some() && !is_sheet, "it is for pdf"),
            ("after", self.after.is_some() && is_film, "a film shows every position; it is for svg and png"),
            ("metric", self.metric.is_some() && !solves, "no solution is searched for"),
            ("time-limit", self.time_limit.is_some() && !solves && !is_film, "no solution is searched for"),
        ];
        match useless.iter().find(|(_, is_useless, _)| *is_useless) {
            Some((option, _, why)) => Err(usage(&format!("the option --{option} has no effect here: {why}"))),
            None => Ok(()),
        }
    }

    fn style(&self, form: PictureFormat) -> Style {
        let usual = if form == PictureFormat::Pdf { Theme::print } else { Theme::light };
        Style { theme: self.theme.unwrap_or(usual)(), cell: self.cell, labels: !self.no_labels, ..Style::default() }
    }

    /// How long each part of a moving picture takes.
    fn pace(&self) -> Pace {
        let usual = Pace::default();
        // A move is some frames and a rest.
        let all = f64::from(usual.frames * usual.frame + usual.rest);
        let scale = 100.0 / self.fps.unwrap_or(USUAL_FPS) / all;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 2 and 60,000")]
        let scaled = |time: u16| (f64::from(time) * scale).clamp(2.0, 60_000.0) as u16;
        Pace { frame: scaled(usual.frame), rest: scaled(usual.rest), ..usual }
    }
}

/// The bytes of a file; or how the command ends without one, and why.
type Drawn = Result<Vec<u8>, (Exit, &'static str)>;

struct Drawing<'a> {
    args: &'a RenderArgs,
    spec: &'a Spec,
    session: &'a Session,
    interrupt: &'a Interrupt,
}

impl Drawing<'_> {
    /// A picture of one position, or a film of its solution.
    fn one(&self, form: PictureFormat, input: &mut Input, out: &mut Output) -> anyhow::Result<Drawn> {
        let (args, begun) = (self.args, Instant::now());
        let entry = input.next()?.context("there is no position")?;
        if input.locator.is_many {
            bail!("there are several positions: only a pdf shows more than one");
        }
        let style = args.style(form);
        let is_film = matches!(form, PictureFormat::Gif | PictureFormat::Html);
        let wants_moves = is_film || args.after.is_some_and(|after| after > 0);
        let mut film = match &args.moves {
            Some(moves) => self.played(input, &entry, moves)?,
            None if wants_moves => {
                let answer = self.solved(input, &entry, args.time_limit, out)?;
                match (answer.outcome, answer.listed_moves()) {
                    (Outcome::Unsolvable, _) => {
                        return Ok(Err((Exit::Unsolvable, "there is no solution to show")));
                    }
                    (_, None) => return Ok(Err((Exit::Limit, "no solution was found in time"))),
                    (_, Some(_)) => film_of(&answer)?,
                }
            }
            None => self.played(input, &entry, "")?,
        };
        if self.spec.info().moves_are_letters && !is_film {
            // A film may pass over letters that only lead to the next one, but each of them is a move.
            film.rests.fill(true);
        }
        let is_late = || args.time_limit.is_some_and(|limit| begun.elapsed().as_secs_f64() >= limit);
        let go_on = || !self.interrupt.is_raised() && !is_late();
        let drawn = match form {
            PictureFormat::Gif => fewest_render::gif(&film, &style, args.pace(), go_on),
            PictureFormat::Html => fewest_render::html(&film, &style, go_on).map(String::into_bytes),
            PictureFormat::Svg => Ok(fewest_render::svg(&still(&film, args.after)?, &style).into_bytes()),
            PictureFormat::Png | PictureFormat::Pdf => fewest_render::png(&still(&film, args.after)?, &style),
        };
        match drawn {
            Err(RenderError::Stopped) if self.interrupt.is_raised() => Ok(Err((Exit::Limit, CANCELLED))),
            Err(RenderError::Stopped) => {
                Ok(Err((Exit::Limit, "the time limit was reached while drawing; nothing was written")))
            }
            drawn => Ok(Ok(drawn?)),
        }
    }

    fn sheet(&self, input: &mut Input, out: &mut Output) -> anyhow::Result<Drawn> {
        let args = self.args;
        if args.moves.is_some() || args.after.is_some() {
            return Err(usage("a sheet shows only starts; --moves and --after are for other formats"));
        }
        let mut items = Vec::new();
        while let Some(entry) = input.next()? {
            let number = items.len() + 1;
            let answer = self.solved(input, &entry, Some(args.time_limit.unwrap_or(SHEET_SECONDS)), out)?;
            if self.interrupt.is_raised() {
                return Ok(Err((Exit::Limit, CANCELLED)));
            }
            let film = film_of(&answer)?;
            let mut scene = film.scenes.into_iter().next().context("a film has a first scene")?;
            scene.caption = String::new();
            let note = match (answer.outcome, answer.full_length()) {
                (Outcome::Solved, Some(length)) => {
                    let length = counted(length, noun_of(&answer.puzzle, &answer.metric));
                    if answer.proof == Proof::Optimal { length } else { format!("at most {length}") }
                }
                (Outcome::Unsolvable, _) => "no solution".to_owned(),
                _ => String::new(),
            };
            items.push(SheetItem { scene, heading: format!("{number}. {}", film.title), note });
        }
        let title = if items.len() == 1 { "A puzzle" } else { "Puzzles" };
        Ok(Ok(fewest_render::pdf(title, &items, args.paper.unwrap_or(Paper::A4), &args.style(PictureFormat::Pdf))?))
    }

    fn solved(&self, input: &Input, entry: &Found, seconds: Option<f64>, out: &mut Output) -> anyhow::Result<Answer> {
        let text = input.text(entry.clone())?;
        let limits = Limits { seconds, ..Limits::default() };
        let request = Request { limits, ..Request::new(self.spec.puzzle(text, self.args.metric.as_deref())) };
        let mut progress = Progress::for_one(true);
        let answer = search(self.session, &request, self.interrupt, false, &mut progress, out)?;
        answer.map_err(|error| anyhow!(input.locate(entry.line, &Bad::Request(error).at_length())))
    }

    /// The moves that were given, played as far as they are legal.
    fn played(&self, input: &Input, entry: &Found, moves: &str) -> anyhow::Result<Film> {
        let text = input.text(entry.clone())?;
        let notation = self.args.notation.unwrap_or_default();
        let puzzle = self.spec.puzzle(text, self.args.metric.as_deref());
        let found = KINDS
            .verify(&puzzle, moves, notation)
            .map_err(|error| anyhow!(input.locate(entry.line, &Bad::Request(error).at_length())))?;
        if let Some((number, why)) = found.illegal {
            bail!("move {number} is illegal: {why}");
        }
        Ok(self.spec.kind.film(&puzzle, &found.moves, notation, true)?)
    }
}

/// The picture after so many moves. Where nobody asked for moves, none are counted below it.
fn still(film: &Film, after: Option<usize>) -> anyhow::Result<Scene> {
    let moves = film.stills().count().saturating_sub(1);
    let Some(after) = after else {
        let start = film.scenes.first().context("a film has a first scene")?;
        return Ok(Scene { title: film.title.clone(), caption: String::new(), ..start.clone() });
    };
    film.stills()
        .nth(after)
        .cloned()
        .with_context(|| format!("there is no position after {after} moves: the solution has {moves}"))
}

/// The solution of an answer as a film, or its start alone where it has none.
fn film_of(answer: &Answer) -> anyhow::Result<Film> {
    let puzzle = puzzle_of(answer)?;
    let kind = KINDS.of(&puzzle)?;
    // As the metric counts moves: what is one move goes at once.
    let together = kind.info().metrics.first().is_some_and(|metric| metric.name != answer.metric);
    Ok(kind.film(&puzzle, answer.listed_moves().unwrap_or_default(), answer.notation, together)?)
}

fn moves_a_second(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(fps) if (0.1..=20.0).contains(&fps) => Ok(fps),
        _ => Err("write a number from 0.1 to 20".to_owned()),
    }
}
