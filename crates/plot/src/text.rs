//! Words: how wide they are and where their lines end.

use fewest_render::lettering;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Font {
    pub(crate) capital: f64,
    pub(crate) pen: f64,
}

pub(crate) const SMALL: Font = Font { capital: 7.8, pen: 1.05 };
pub(crate) const LABEL: Font = Font { capital: 8.6, pen: 1.15 };
pub(crate) const TITLE: Font = Font { capital: 10.4, pen: 1.75 };

impl Font {
    pub(crate) fn width(self, text: &str) -> f64 {
        f64::from(lettering::width(text)) * self.capital
    }

    /// The distance between the tops of two lines.
    pub(crate) fn line(self) -> f64 {
        (self.capital * 1.8).ceil()
    }

    /// The height of several lines from the top of the first to what hangs from the last.
    pub(crate) fn height(self, lines: usize) -> f64 {
        let above = lines.saturating_sub(1) as f64 * self.line();
        above + self.capital * (1.0 + f64::from(lettering::DESCENT))
    }

    /// Breaks a text into lines no wider than that: between words, and within a word that is too wide alone.
    pub(crate) fn wrap(self, text: &str, most: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for word in text.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if self.width(&longer) <= most {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            // Letters are measured alone: their sum is the width of the word, whose gaps are added to it.
            for letter in word.chars() {
                line.push(letter);
                if self.width(&line) > most && line.chars().count() > 1 {
                    line.pop();
                    lines.push(std::mem::take(&mut line));
                    line.push(letter);
                }
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }

    /// At most so many lines; an ellipsis tells of what is left out.
    pub(crate) fn wrap_within(self, text: &str, most: f64, count: usize) -> Vec<String> {
        let mut lines = self.wrap(text, most);
        if lines.len() > count {
            lines.truncate(count);
            if let Some(last) = lines.last_mut() {
                while !last.is_empty() && self.width(&format!("{last}…")) > most {
                    last.pop();
                }
                last.push('…');
            }
        }
        lines
    }
}

/// Words that can be written: no line ends, no control characters.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_to_their_width_and_lose_nothing() {
        let text = "weighted A* with additive pattern databases and averyveryverylongwordwithoutanyspace at the end";
        for most in [20.0, 60.0, 150.0, 1000.0] {
            let lines = SMALL.wrap(text, most);
            assert!(lines.iter().all(|line| SMALL.width(line) <= most), "{lines:?}");
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text));
        }
        assert_eq!(SMALL.wrap("  ", 10.0).len(), 0);
        let short = SMALL.wrap_within(text, 60.0, 2);
        assert!(short.len() == 2 && short[1].ends_with('…') && SMALL.width(&short[1]) <= 60.0);
    }
}
