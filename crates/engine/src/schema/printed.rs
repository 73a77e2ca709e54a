//! What the command line prints with `--json`, where that is no part of a request, an event, an answer, a query or a reply.
//!
//! These objects are put together by the command line, by the lab or by a kind, so no type of the engine describes them. They
//! are written down here as tables; a test of the command line compares them with what every command prints.

use serde_json::{Map, Value, json};

/// An object: its name, what it is, and its properties.
struct Object {
    name: &'static str,
    about: &'static str,
    /// Properties of these definitions are part of it.
    with: &'static [&'static str],
    /// A name, with `?` behind it where the property may be absent; its type; what it is.
    properties: &'static [(&'static str, &'static str, &'static str)],
}

/// The definitions, by their names.
pub(super) fn definitions() -> Map<String, Value> {
    let objects = OBJECTS.iter().map(|object| (object.name.to_owned(), object.schema()));
    let choices = CHOICES.iter().map(|&(name, about, choices)| {
        let choices: Vec<Value> = choices.iter().map(|choice| type_of(choice)).collect();
        (name.to_owned(), json!({ "description": about, "anyOf": choices }))
    });
    objects.chain(choices).collect()
}

impl Object {
    fn schema(&self) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for &(name, kind, about) in self.properties {
            if !name.ends_with('?') {
                required.push(name);
            }
            let mut schema = type_of(kind);
            // Beside a reference nothing else counts in draft 7.
            if schema.get("$ref").is_some() {
                schema = json!({ "allOf": [schema] });
            }
            schema["description"] = json!(about);
            properties.insert(name.trim_end_matches('?').to_owned(), schema);
        }
        let own = json!({ "type": "object", "properties": properties, "required": required });
        if self.with.is_empty() {
            let mut schema = own;
            schema["description"] = json!(self.about);
            return schema;
        }
        let parts: Vec<Value> = self.with.iter().map(|name| type_of(&format!("#{name}"))).chain([own]).collect();
        json!({ "description": self.about, "allOf": parts })
    }
}

/// A type: `string`, `integer`, `number`, `boolean`, `null`; a definition behind `#`; a list in square brackets; a word in
/// quotes for just this word; several types with `|` between them.
fn type_of(text: &str) -> Value {
    if let Some(items) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return json!({ "type": "array", "items": type_of(items) });
    }
    if text.contains('|') {
        return json!({ "anyOf": text.split('|').map(type_of).collect::<Vec<_>>() });
    }
    if let Some(name) = text.strip_prefix('#') {
        return json!({ "$ref": format!("#/definitions/{name}") });
    }
    match text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(word) => json!({ "type": "string", "const": word }),
        None if text == "integer" => json!({ "type": "integer", "minimum": 0 }),
        None => json!({ "type": text }),
    }
}

/// Lines that are one of several things.
const CHOICES: &[(&str, &str, &[&str])] = &[
    (
        "SolveLine",
        "What `fewest solve --json` prints: a line for each position, and with `--evaluation list` events of depths before it.",
        &["#SolvedLine", "#ErrorLine", "#Event"],
    ),
    (
        "ProveLine",
        "What `fewest prove --json` prints, with `--check` too.",
        &["#OptimalCertificate", "#UnsolvableCertificate", "#NoCertificate"],
    ),
    (
        "GenerateLine",
        "What `fewest generate --json` prints: a line for each puzzle, or one that counts them all.",
        &["#Design", "#RushCensus", "#BlocksCensus"],
    ),
];

const FILE: (&str, &str, &str) = ("file?", "string", "The file that it stands in, where there are several.");
const LINE: (&str, &str, &str) =
    ("line?", "integer", "The line that it begins in, from 1, where there may be several.");
const TITLE: (&str, &str, &str) = ("title?", "string", "Its title, where it has one.");

const OBJECTS: &[Object] = &[
    Object {
        name: "SolvedLine",
        about: "An answer, and where its position stands.",
        with: &["Answer"],
        properties: &[FILE, LINE, TITLE, ("boards?", "[string]", "The position after every move, with `--boards`.")],
    },
    Object {
        name: "ErrorLine",
        about: "A position that could not be searched.",
        with: &[],
        properties: &[
            FILE,
            ("line", "integer", "The line that it begins in, from 1."),
            TITLE,
            ("outcome", "'error'", "That there is no answer."),
            ("error", "string", "What is wrong, in words."),
        ],
    },
    Object {
        name: "CheckLine",
        about: "What `fewest check --json` prints, a line for each position.",
        with: &["Check"],
        properties: &[FILE, LINE, TITLE],
    },
    Object {
        name: "CompareLine",
        about: "What `fewest compare --json` prints, a line for each search of each position.",
        with: &[],
        properties: &[
            ("position_number", "integer", "Which position, from 1."),
            ("file", "string|null", "The file that it stands in, where there are several."),
            ("line", "integer", "The line that it begins in, from 1."),
            ("title", "string|null", "Its title, where it has one."),
            ("puzzle", "#Kind", "The kind of puzzle."),
            ("position", "string", "The position."),
            ("metric", "string", "What counts as one move."),
            ("solver", "string", "The algorithm that was asked for."),
            ("heuristic", "string", "The heuristic that was asked for."),
            ("algorithm", "string", "The algorithm that ran."),
            ("used_heuristic", "string", "The heuristic that it used."),
            ("outcome", "#Outcome|'refused'", "How the search ended."),
            ("length", "integer|null", "The length of the best solution found."),
            ("proven", "boolean", "Whether it is proven that there is no shorter one."),
            ("lower_bound", "integer|null", "No solution is shorter than this."),
            ("expanded", "integer", "Expanded nodes."),
            ("generated", "integer", "Generated nodes."),
            ("seconds", "number", "How long the search took."),
            ("setup_seconds", "number", "How long tables took before it."),
            ("peak_memory_bytes", "integer", "The most bytes that were held."),
            ("reason", "string|null", "The limit that was reached, or why there is no solution or no search."),
        ],
    },
    Object {
        name: "VerifyLine",
        about: "What `fewest verify --json` prints.",
        with: &["Verification"],
        properties: &[
            (
                "optimality?",
                "'optimal'|'longer'|'open'",
                "With `--optimal`, whether there is a shorter solution, as far as is known.",
            ),
            ("lower_bound?", "integer", "With `--optimal`: no solution is shorter than this."),
        ],
    },
    Object {
        name: "RandomLine",
        about: "What `fewest random --json` prints, a line for each position.",
        with: &[],
        properties: &[
            ("kind", "#Kind", "The kind of puzzle."),
            ("number", "integer", "Which position, from 1."),
            ("seed", "integer", "What the positions are drawn from."),
            ("shuffle?", "integer", "How many random moves were made."),
            ("distance?", "integer", "How many moves it is from the goal."),
            ("position", "string", "The position."),
            ("puzzle", "#Puzzle", "The puzzle that starts there."),
        ],
    },
    Object {
        name: "LibraryLine",
        about: "What `fewest library --json` prints, a line for each puzzle.",
        with: &["LibraryEntry"],
        properties: &[
            ("kind", "#Kind", "The kind of puzzle."),
            ("text", "string", "The puzzle as every command reads it."),
        ],
    },
    Object {
        name: "AlgorithmsLine",
        about: "What `fewest algorithms --json` prints.",
        with: &[],
        properties: &[
            ("algorithms", "[#AlgorithmEntry]", "The algorithms."),
            ("heuristics", "[#HeuristicEntry]", "The heuristics."),
        ],
    },
    Object {
        name: "ExploreLine",
        about: "What `fewest explore --json` prints. `docs/explore.md` and `docs/blocks-explore.md` define the figures.",
        with: &[],
        properties: &[
            ("version", "integer", "The version of this schema."),
            ("puzzle", "#Kind", "The kind of puzzle."),
            ("position", "string", "The puzzle in normal form; the goal, where no start was given."),
            ("goal?", "string", "The goal in normal form, where it does not stand in the puzzle."),
            ("metric", "string", "What counts as one move."),
            ("outcome", "#Outcome", "Whether it can be solved; without a start: whether everything was counted."),
            ("optimum", "integer|null", "The length of a shortest solution."),
            ("lower_bound", "integer|null", "No solution is shorter than this."),
            ("limit", "string|null", "The limit that ended the exploration early, in words."),
            ("positions", "integer", "Positions that can be reached, alike pieces not told apart."),
            ("goals", "integer", "Those of them that are goals."),
            ("layers", "[integer]", "How many there are at each distance from the start, or from the goal."),
            ("reversible", "boolean", "Whether every move can be taken back; false where that is not asked."),
            ("to_goal", "#DistancesToGoal|#Missing", "Distances to the nearest goal."),
            (
                "farthest_pair?",
                "#FarthestPair|#Missing",
                "Of sliding blocks: the two positions that are farthest apart.",
            ),
            ("solutions?", "#ShortestSolutions|#Missing", "Of sliding blocks: how many shortest solutions there are."),
            ("bottlenecks?", "#Bottlenecks|#Missing", "Of sliding blocks: dead ends, and where all must pass."),
            ("choices?", "#Choices|#Missing", "Of sliding blocks: how many ways there are, and how many are wrong."),
            ("pieces?", "#PieceRoles|#Missing", "Of sliding blocks: which pieces are needed."),
            ("difficulty?", "#Difficulty|#Missing", "Of sliding blocks: how hard it is."),
            ("seconds", "number", "How long it took."),
            ("peak_memory_bytes", "integer", "The most bytes that were held."),
            ("peak_disk_bytes?", "integer", "The most bytes that files had, where there were any."),
        ],
    },
    Object {
        name: "Missing",
        about: "A part of an exploration that is missing.",
        with: &[],
        properties: &[("missing", "string", "Why, in words.")],
    },
    Object {
        name: "DistancesToGoal",
        about: "Distances to the nearest goal.",
        with: &[],
        properties: &[
            ("layers", "[integer]", "How many positions there are at each."),
            ("mean", "number", "The mean."),
            ("hardest", "integer", "The greatest."),
            ("hardest_count", "integer", "How many positions are that far."),
            ("hardest_starts", "[string]", "Some of these, each as a puzzle that starts there."),
            ("lost", "integer", "Positions from which no goal can be reached."),
        ],
    },
    Object {
        name: "FarthestPair",
        about: "Two positions that are farthest apart.",
        with: &[],
        properties: &[
            ("distance", "integer", "How far."),
            ("at_most", "integer|null", "No two are farther apart than this, where that is known."),
            ("from", "string", "The one."),
            ("to", "string", "The other."),
        ],
    },
    Object {
        name: "ShortestSolutions",
        about: "All shortest solutions.",
        with: &[],
        properties: &[
            ("count", "integer", "How many there are."),
            ("exact", "boolean", "Whether there are just so many, or more."),
            ("ends", "integer", "The goals that they lead to."),
            ("positions", "integer", "The positions that they lead through."),
            ("forced_positions", "integer", "Those that all lead through."),
            ("forced_moves", "integer", "The moves that are part of all."),
        ],
    },
    Object {
        name: "Bottlenecks",
        about: "Dead ends, and where all must pass.",
        with: &[],
        properties: &[
            ("dead_ends", "integer", "Positions other than goals with one move only."),
            ("stuck", "integer", "Positions other than goals without a move."),
            ("passes", "integer", "Positions that every solution leads through."),
            ("examples", "[[integer|string]]", "Some of these, each behind its distance from the start."),
            ("pass_moves", "integer", "Moves that every solution makes."),
        ],
    },
    Object {
        name: "Choices",
        about: "What is offered on the way of a shortest solution: means over all of them.",
        with: &[],
        properties: &[
            ("branching", "number", "Moves from a position, over all that can be reached."),
            ("branching_on_the_way", "number", "Moves from a position on the way."),
            ("offered", "number", "Moves that are offered in a position on the way."),
            ("wrong_turns", "number", "The share of these that does not lead nearer to a goal."),
            ("turns_away", "number", "The share of these that leads farther away from all goals."),
            ("forced", "number", "Moves without an alternative."),
            ("counterintuitive", "number", "Moves that take pieces farther from their goals."),
        ],
    },
    Object {
        name: "PieceRoles",
        about: "Which pieces are needed.",
        with: &[],
        properties: &[
            ("minimal", "boolean|null", "Whether no piece can be left out without making the puzzle easier."),
            ("roles", "[#PieceRole]", "Each piece."),
        ],
    },
    Object {
        name: "PieceRole",
        about: "What a piece is needed for.",
        with: &[],
        properties: &[
            ("label", "string", "The piece."),
            ("without", "integer|null", "The optimum without it."),
            ("fixed", "integer|null", "The optimum if it cannot move."),
            ("needed", "'goal'|'nothing'|'as-wall'|'moves'|null", "What it is needed for, where that is known."),
        ],
    },
    Object {
        name: "Difficulty",
        about: "How hard a puzzle is.",
        with: &[],
        properties: &[("bits", "number", "The score."), ("grade", "string", "The score in a word.")],
    },
    Object {
        name: "OptimalCertificate",
        about: "A certificate that was written, or read, and checked.",
        with: &[],
        properties: &[
            ("certified", "'optimal'", "What is certified."),
            ("puzzle", "#Kind", "The kind of puzzle."),
            ("position", "string", "The position in normal form."),
            ("goal", "string", "The goal in normal form."),
            ("metric", "string", "What counts as one move."),
            ("length", "integer", "The optimum."),
            ("moves", "string", "A solution of the optimum."),
            ("at_most", "integer", "The formula asks for a solution of at most so many moves."),
            ("encoding", "string", "How the puzzle is written as a formula."),
            (
                "assumes?",
                "string",
                "What the formula takes for granted beside the rules; absent where that is nothing.",
            ),
            ("variables", "integer", "Variables of the formula."),
            ("clauses", "integer", "Clauses of the formula."),
            ("solver", "string", "The SAT solver, with its version."),
            ("proof_steps", "integer", "Clauses and deletions of its proof."),
            ("files", "[[string|integer]]", "The files, each with its size in bytes."),
            ("solving_seconds?", "number", "How long the SAT solver took; absent with `--check`."),
            ("checking_seconds", "number", "How long the check took."),
            ("folder", "string", "The folder."),
            ("check_with", "[string]", "Commands, run in the folder, by which other programs check the proof."),
        ],
    },
    Object {
        name: "UnsolvableCertificate",
        about: "A certificate that there is no solution.",
        with: &[],
        properties: &[
            ("certified", "'unsolvable'", "What is certified."),
            ("puzzle", "#Kind", "The kind of puzzle."),
            ("position", "string", "The position in normal form."),
            ("goal", "string", "The goal in normal form."),
            ("reason", "string", "Why there is no solution, in words."),
            ("file", "string", "The file."),
        ],
    },
    Object {
        name: "NoCertificate",
        about: "That a limit was reached before anything was certified.",
        with: &[],
        properties: &[
            ("certified", "'limit'", "That nothing is."),
            ("reason", "string", "The limit, in words."),
            ("lower_bound", "integer|null", "No solution is shorter than this."),
            ("length", "integer|null", "The length of the best solution found."),
        ],
    },
    Object {
        name: "Design",
        about: "A puzzle that a search for hard ones found.",
        with: &[],
        properties: &[
            ("rank", "integer", "Its place among all that were found, from 1."),
            ("length", "integer", "The fewest moves that solve it."),
            ("metric", "string", "What counts as one move."),
            ("positions", "integer", "How many positions it has."),
            ("puzzle", "string", "The puzzle."),
            ("rush?", "string", "The puzzle as a Rush Hour string, where it is one."),
        ],
    },
    Object {
        name: "RushCensus",
        about: "How many Rush Hour boards of a family there are.",
        with: &[],
        properties: &[
            ("boards", "integer", "Boards."),
            ("positions", "integer", "Positions."),
            ("clusters", "integer", "Sets of boards that moves lead from one to another."),
            ("solvable", "integer", "Those of them that can be solved."),
            ("minimal", "integer", "Those of these with a minimal hardest board."),
            ("hardest", "integer", "Moves of the hardest board."),
            ("limit", "string|null", "The limit that ended the count early, in words."),
        ],
    },
    Object {
        name: "BlocksCensus",
        about: "How many layouts of sliding blocks of a family there are.",
        with: &[],
        properties: &[
            ("layouts", "integer", "Layouts."),
            ("groups", "integer", "Sets of layouts that moves lead from one to another."),
            ("piece_sets", "integer", "Sets of pieces."),
            ("largest_group", "integer", "The layouts of the largest group."),
        ],
    },
    Object {
        name: "TablesListLine",
        about: "What `fewest tables list --json` prints.",
        with: &[],
        properties: &[
            ("folder", "string", "The folder of tables."),
            ("tables", "[#StoredTable]", "The tables."),
            ("leftovers", "[#Leftover]", "Files that were set aside, and those of builds that were killed."),
            ("bytes", "integer", "The bytes of all of them."),
        ],
    },
    Object {
        name: "StoredTable",
        about: "A file of a table.",
        with: &[],
        properties: &[
            ("number", "integer", "Its place in the list, from 1."),
            ("name", "string", "The name of the file."),
            ("path", "string", "The file."),
            ("bytes", "integer", "Its size."),
            ("last_used", "integer|null", "When a table was last read from it, in seconds since 1970."),
            ("fault?", "string", "What is wrong with its header; then nothing below is known."),
            ("key", "string", "What the table is about, in the words of the file."),
            ("puzzle", "string", "The kind of puzzle."),
            ("board", "string", "Width and height."),
            ("kind", "string", "What is counted."),
            ("blank", "integer|null", "The goal's cell of the blank, from 0."),
            ("pattern", "[integer]", "The goal's cells of the pattern's tiles, from 0."),
            ("sets", "[string]", "The sets with a name that look it up."),
            ("encoding", "string", "How values are packed."),
            ("entries", "integer", "How many values there are."),
            ("build_seconds", "number", "How long its build took."),
        ],
    },
    Object {
        name: "Leftover",
        about: "A file that is no table any more, or not yet.",
        with: &[],
        properties: &[
            ("path", "string", "The file."),
            ("bytes", "integer", "Its size."),
            ("what", "string", "What it is, in words."),
        ],
    },
    Object {
        name: "TablesBuildLine",
        about: "What `fewest tables build --json` prints, a line for each set.",
        with: &[],
        properties: &[
            ("proposal", "#ProposedSet", "The set, and what it needs."),
            ("built?", "#BuiltSet", "What became of it; absent with `--dry-run`."),
        ],
    },
    Object {
        name: "ProposedSet",
        about: "A set of tables, and what it needs.",
        with: &[],
        properties: &[
            ("set", "string", "The set, what its tables count and how they are packed."),
            ("because?", "string", "Why this one, where it was not named."),
            ("tables", "[#ProposedTable]", "Its tables."),
            ("disk_bytes", "integer", "Bytes of the files that are still missing."),
            ("memory_bytes", "integer", "Bytes that building them holds at its peak."),
            ("disk_free_bytes", "integer|null", "Bytes that are free where the files go, where that is known."),
            ("memory_limit_bytes", "integer", "Bytes that may be held."),
        ],
    },
    Object {
        name: "ProposedTable",
        about: "A table of a set.",
        with: &[],
        properties: &[
            ("key", "string", "What it is about, in the words of its file."),
            ("entries", "integer", "How many values there are."),
            ("bytes", "integer", "The bytes of its values."),
            ("stored", "boolean", "Whether a file holds it already."),
        ],
    },
    Object {
        name: "BuiltSet",
        about: "What became of a build.",
        with: &[],
        properties: &[
            ("set", "string", "The set."),
            ("built", "integer", "How many of its tables were built; the others were there."),
            ("stored", "integer", "How many of its tables are in files now."),
            ("tables", "integer", "How many tables it has."),
            ("seconds", "number", "How long it took."),
            ("stopped?", "string", "What ended it early, in words."),
            ("notices?", "[string]", "What happened to files on the way."),
        ],
    },
    Object {
        name: "TablesVerifyLine",
        about: "What `fewest tables verify --json` prints, a line for each table.",
        with: &[],
        properties: &[
            ("number", "integer", "Its place in the list, from 1."),
            ("name", "string", "The name of the file."),
            ("fault?", "string", "What is wrong with it; absent where it is intact."),
        ],
    },
    Object {
        name: "TablesRemoveLine",
        about: "What `fewest tables remove --json` prints.",
        with: &[],
        properties: &[
            ("removed", "[string]", "The names of the files."),
            ("bytes", "integer", "The bytes that were freed."),
        ],
    },
    Object {
        name: "TablesPathLine",
        about: "What `fewest tables path --json` prints.",
        with: &[],
        properties: &[("folder", "string", "The folder of tables.")],
    },
    Object {
        name: "TablesStatsLine",
        about: "What `fewest tables stats --json` prints: how strong a heuristic is.",
        with: &[],
        properties: &[
            ("size", "string", "The board."),
            ("goal", "string", "The goal in normal form."),
            ("metric", "string", "What counts as one move."),
            ("heuristic", "string", "The heuristic."),
            ("pdb?", "string", "Its tables, where it is a pattern database."),
            ("tables", "[#TableStrength]", "Each of its tables."),
            ("samples", "integer", "How many random positions were looked at."),
            ("seed", "integer", "What they are drawn from."),
            ("mean", "number", "The mean of their estimates."),
            ("maximum", "integer", "The greatest."),
            ("histogram", "[#Bin]", "How many there are of each."),
            ("mean_distance?", "number", "The mean distance of all positions, where it is known."),
            ("maximum_distance?", "integer", "The greatest distance, where it is known."),
            ("branching_factor", "number", "How many children a node has on average."),
            ("predicted", "[#Predicted]", "What IDA* is expected to expand, by bound."),
            ("notices?", "[string]", "What happened to files on the way."),
        ],
    },
    Object {
        name: "TableStrength",
        about: "The values of a table.",
        with: &[],
        properties: &[
            ("key", "string", "What it is about, in the words of its file."),
            ("entries", "integer", "How many values there are that can be reached."),
            ("mean", "number", "Their mean."),
            ("maximum", "integer", "The greatest."),
            ("histogram", "[#Bin]", "How many there are of each."),
        ],
    },
    Object {
        name: "Bin",
        about: "How often a value occurs.",
        with: &[],
        properties: &[("value", "integer", "The value."), ("count", "integer", "How often.")],
    },
    Object {
        name: "Predicted",
        about: "What IDA* is expected to do within a bound.",
        with: &[],
        properties: &[
            ("bound", "integer", "The bound on f."),
            ("expansions", "number", "The nodes that it expands within it, on average over all starts."),
        ],
    },
    Object {
        name: "LabListLine",
        about: "What `fewest lab list --json` prints, a line for each suite.",
        with: &[],
        properties: &[
            ("name", "string", "Its name."),
            ("title", "string", "Its title."),
            ("about", "string", "What it shows."),
            ("runs", "integer", "How many runs it has."),
            ("quick_runs", "integer", "How many it has with `--quick`."),
        ],
    },
    Object {
        name: "LabRunLine",
        about: "What `fewest lab run --json` prints.",
        with: &[],
        properties: &[
            ("suite", "string", "The suite."),
            ("folder", "string", "The folder with its results."),
            ("total", "integer", "How many runs the suite has."),
            ("resumed", "integer", "How many were complete before."),
            ("missing", "integer", "How many are missing, because the end was asked for."),
            ("solved", "integer", "How many of the complete ones found a solution."),
            ("unsolvable", "integer", "How many proved that there is none."),
            ("limited", "integer", "How many reached a limit."),
            ("refused", "integer", "How many the engine refused."),
            ("seconds", "number", "Seconds since the first search of this run of the program."),
            ("notices", "[string]", "What should be known of the results though all went well."),
        ],
    },
];
