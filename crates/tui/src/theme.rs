//! Which colours things get: those of 256 that the pictures of `fewest solve` have, the sixteen that every terminal has, or none.
//! Without colours, letters and lines tell everything apart.

use fewest_engine::view::{Colour, Piece, Role};
use ratatui_core::style::{Color, Modifier, Style};

/// How many colours the terminal is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// None: bold, dim and reversed letters alone.
    None,
    /// The sixteen of every terminal.
    #[default]
    Sixteen,
    /// 256.
    Many,
}

/// The piece that matters most.
const ACCENT: u8 = 203;
/// The other pieces, in turn: apart in hue, all light enough for black letters.
const HUES: [u8; 12] = [110, 150, 179, 146, 115, 216, 140, 186, 152, 174, 108, 223];
/// The same of sixteen; red is the accent's, green means that all is well.
const SIXTEEN: [Color; 6] =
    [Color::Cyan, Color::Yellow, Color::Magenta, Color::LightBlue, Color::Gray, Color::LightYellow];

impl Colors {
    /// As many as the environment promises.
    pub fn of_environment() -> Self {
        let says = |name: &str, words: &[&str]| {
            std::env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
        };
        let has_many = says("COLORTERM", &["truecolor", "24bit"]) || says("TERM", &["256color", "kitty", "direct"]);
        if has_many { Self::Many } else { Self::Sixteen }
    }

    fn pick(self, sixteen: Style, many: Style) -> Style {
        match self {
            Self::None => Style::new(),
            Self::Sixteen => sixteen,
            Self::Many => many,
        }
    }

    /// Words that matter.
    #[expect(clippy::unused_self, reason = "asked for like every other style")]
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Words and lines that matter less.
    pub(crate) fn faint(self) -> Style {
        let plain = Style::new().add_modifier(Modifier::DIM);
        match self {
            Self::None | Self::Sixteen => plain,
            Self::Many => Style::new().fg(Color::Indexed(245)),
        }
    }

    /// A key, in a list of keys.
    pub(crate) fn key(self) -> Style {
        self.pick(Style::new().fg(Color::Cyan), Style::new().fg(Color::Indexed(110))).add_modifier(Modifier::BOLD)
    }

    /// That something went well.
    pub(crate) fn good(self) -> Style {
        let green = Style::new().fg(Color::Green);
        self.pick(green, green).add_modifier(Modifier::BOLD)
    }

    /// That something did not.
    pub(crate) fn bad(self) -> Style {
        let red = Style::new().fg(Color::Red);
        self.pick(red, red).add_modifier(Modifier::BOLD)
    }

    /// Where a hint points.
    pub(crate) fn hint(self) -> Style {
        let yellow = Style::new().fg(Color::LightYellow);
        self.pick(yellow, Style::new().fg(Color::Indexed(220))).add_modifier(Modifier::BOLD)
    }

    /// The line of a list that is chosen.
    #[expect(clippy::unused_self, reason = "asked for like every other style")]
    pub(crate) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A wall.
    pub(crate) fn wall(self) -> Style {
        self.pick(Style::new().bg(Color::DarkGray), Style::new().bg(Color::Indexed(240)))
    }

    /// Where a piece is wanted.
    pub(crate) fn wanted(self, colour: Colour) -> Style {
        let ink = match self {
            Self::None => return self.strong(),
            Self::Sixteen => match colour {
                Colour::Accent | Colour::Grey => Color::LightRed,
                Colour::Hue(hue) => sixteen(hue),
            },
            Self::Many => match colour {
                Colour::Accent | Colour::Grey => Color::Indexed(ACCENT),
                Colour::Hue(hue) => Color::Indexed(many(hue)),
            },
        };
        self.strong().fg(ink)
    }

    /// A piece of a grid.
    pub(crate) fn piece(self, piece: &Piece) -> Style {
        match (piece.role, piece.at_home) {
            (Role::Tile | Role::Box, true) => self.field(Color::Green, Color::Green),
            (Role::Tile, false) => self.field(Color::Yellow, Color::Yellow),
            (Role::Box, false) => self.field(Color::Yellow, Color::Indexed(179)),
            (Role::Player, _) => {
                self.pick(Style::new().fg(Color::LightBlue), Style::new().fg(Color::Indexed(75))).patch(self.strong())
            }
            (Role::Block, _) => self.coloured(piece.colour),
        }
    }

    /// Something of this colour.
    pub(crate) fn coloured(self, colour: Colour) -> Style {
        match colour {
            Colour::Accent => self.field(Color::LightRed, Color::Indexed(ACCENT)),
            Colour::Hue(hue) => self.field(sixteen(hue), Color::Indexed(many(hue))),
            Colour::Grey => self.field(Color::Gray, Color::Indexed(250)),
        }
    }

    /// A tile of a graph, by whether it is where it belongs.
    pub(crate) fn token(self, is_home: bool) -> Style {
        let ground = if is_home { Color::Green } else { Color::Yellow };
        self.field(ground, ground)
    }

    fn field(self, sixteen: Color, many: Color) -> Style {
        let many_ink = if matches!(many, Color::Indexed(_)) { Color::Indexed(16) } else { Color::Black };
        self.pick(Style::new().fg(Color::Black).bg(sixteen), Style::new().fg(many_ink).bg(many))
    }
}

fn sixteen(hue: u32) -> Color {
    SIXTEEN[hue as usize % SIXTEEN.len()]
}

fn many(hue: u32) -> u8 {
    HUES[hue as usize % HUES.len()]
}
