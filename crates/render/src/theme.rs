//! Colours. The hues are those of Okabe and Ito (2008), which people with any kind of colour vision can tell apart.

use crate::scene::Colour;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// A share of another colour mixed in: 0 for none of it, 1 for nothing else.
    pub fn mix(self, other: Self, share: f32) -> Self {
        let mix = |a: u8, b: u8| {
            let value = f32::from(a) + (f32::from(b) - f32::from(a)) * share;
            // Between two bytes, so a byte.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let byte = value.round().clamp(0.0, 255.0) as u8;
            byte
        };
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// How light it looks, from 0 to 1 (the luminance of sRGB).
    pub fn luminance(self) -> f32 {
        let linear = |byte: u8| {
            let value = f32::from(byte) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// How far two colours are apart for the eye, from 1 to 21 (the contrast of WCAG 2).
    pub fn contrast(self, other: Self) -> f32 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        (a / b).max(b / a)
    }
}

pub(crate) const WHITE: Rgb = Rgb(255, 255, 255);

/// Nearly black.
pub(crate) const INK: Rgb = Rgb(24, 26, 32);

/// The colours of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Around the board; `None` where what lies behind is to be seen.
    pub background: Option<Rgb>,
    /// The frame and walls.
    pub frame: Rgb,
    /// The floor.
    pub floor: Rgb,
    /// Words below the board.
    pub text: Rgb,
    /// What matters most.
    pub accent: Rgb,
    /// The others.
    pub hues: Vec<Rgb>,
    /// What has no colour.
    pub grey: Rgb,
}

impl Theme {
    /// For screens with a light background.
    pub fn light() -> Self {
        Self {
            background: Some(Rgb(250, 249, 246)),
            frame: Rgb(63, 58, 55),
            floor: Rgb(233, 228, 219),
            text: Rgb(50, 47, 45),
            accent: Rgb(213, 94, 0),
            hues: vec![
                Rgb(86, 180, 233),
                Rgb(0, 114, 178),
                Rgb(240, 214, 90),
                Rgb(0, 158, 115),
                Rgb(230, 159, 0),
                Rgb(123, 104, 161),
                Rgb(204, 121, 167),
            ],
            grey: Rgb(150, 148, 145),
        }
    }

    /// For screens with a dark background.
    pub fn dark() -> Self {
        Self {
            background: Some(Rgb(24, 26, 32)),
            frame: Rgb(92, 97, 110),
            floor: Rgb(43, 46, 56),
            text: Rgb(226, 226, 230),
            ..Self::light()
        }
    }

    /// For paper: nothing behind, little ink.
    pub fn print() -> Self {
        Self { background: None, floor: Rgb(245, 243, 239), ..Self::light() }
    }

    /// The colour that is meant.
    pub fn colour(&self, colour: Colour) -> Rgb {
        match colour {
            Colour::Accent => self.accent,
            Colour::Hue(number) if !self.hues.is_empty() => self.hues[number % self.hues.len()],
            Colour::Hue(_) | Colour::Grey => self.grey,
        }
    }

    /// White or ink, whichever is easier to read on a colour.
    pub(crate) fn on(colour: Rgb) -> Rgb {
        // White looks stronger than its contrast says, on colours that are no yellow.
        if colour.contrast(WHITE) * 1.6 >= colour.contrast(INK) { WHITE } else { INK }
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::light()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_can_be_read_on_every_colour() {
        assert!((WHITE.contrast(Rgb(0, 0, 0)) - 21.0).abs() < 0.01);
        for theme in [Theme::light(), Theme::dark(), Theme::print()] {
            for colour in (0..theme.hues.len()).map(Colour::Hue).chain([Colour::Accent, Colour::Grey]) {
                let back = theme.colour(colour);
                // WCAG asks for 3 where letters are large.
                assert!(back.contrast(Theme::on(back)) > 3.0, "{colour:?} {}", back.contrast(Theme::on(back)));
            }
            assert!(theme.background.is_none_or(|background| background.contrast(theme.text) > 7.0));
        }
    }

    #[test]
    fn colours_differ_in_more_than_hue() {
        // What people who see no colours at all see of two neighbours in the list.
        let theme = Theme::light();
        for pair in theme.hues.windows(2) {
            assert!(pair[0].contrast(pair[1]) > 1.25, "{pair:?} {}", pair[0].contrast(pair[1]));
        }
    }
}
