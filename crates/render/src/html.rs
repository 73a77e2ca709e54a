//! An HTML page with a film: a strip of pictures that needs nothing but the page, and a player where scripts run.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fewest_text::escape;

use crate::RenderError;
use crate::draw::{self, Shape, Style};
use crate::film::Film;
use crate::scene::{Piece, Scene};
use crate::svg::{number, write_shape};
use crate::theme::Rgb;

/// The page's looks. Colours of the theme go before it.
const CSS: &str = include_str!("filmstrip.css");

/// The player.
const SCRIPT: &str = include_str!("filmstrip.js");

/// A film as one page without anything from outside. What the scenes share is in it once: the board, and each piece. Before
/// each scene, `go_on` is asked whether to draw it.
///
/// # Errors
/// [`RenderError::Stopped`].
pub fn html(film: &Film, style: &Style, go_on: impl Fn() -> bool) -> Result<String, RenderError> {
    // The page writes captions itself.
    let style = &Style { caption: false, ..style.clone() };
    let theme = &style.theme;
    let hex = |Rgb(red, green, blue): Rgb| format!("#{red:02x}{green:02x}{blue:02x}");
    let background = theme.background.unwrap_or(crate::theme::WHITE);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n\
         :root {{ --background: {}; --text: {}; --accent: {}; --floor: {}; --cell: {}px; }}\n{CSS}</style>\n</head>\n<body>\n\
         <h1>{}</h1>\n",
        escape(&film.title),
        hex(background),
        hex(theme.text),
        hex(theme.accent),
        hex(theme.floor),
        style.cell,
        escape(&film.title)
    );
    let mut shared: BTreeMap<String, usize> = BTreeMap::new();
    let mut strip = String::new();
    for (index, scene) in film.stills().enumerate() {
        if !go_on() {
            return Err(RenderError::Stopped);
        }
        frame(&mut strip, &mut shared, scene, style, index);
    }
    let mut definitions: Vec<(&String, &usize)> = shared.iter().collect();
    definitions.sort_unstable_by_key(|(_, number)| **number);
    page.push_str("<svg width=\"0\" height=\"0\" aria-hidden=\"true\" class=\"shared\">\n<defs>\n");
    for (shapes, number) in definitions {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(page, "<g id=\"s{number}\">\n{shapes}</g>");
    }
    page.push_str("</defs>\n</svg>\n<ol class=\"strip\" id=\"strip\">\n");
    page.push_str(&strip);
    let _ = writeln!(page, "</ol>\n<script>\n{SCRIPT}</script>\n</body>\n</html>");
    Ok(page)
}

/// The name of a group of shapes, which is kept once.
fn name(shared: &mut BTreeMap<String, usize>, shapes: &[Shape]) -> usize {
    let mut text = String::new();
    for shape in shapes {
        write_shape(&mut text, shape);
    }
    let next = shared.len();
    *shared.entry(text).or_insert(next)
}

fn frame(strip: &mut String, shared: &mut BTreeMap<String, usize>, scene: &Scene, style: &Style, index: usize) {
    let (width, height) = draw::size(scene, style);
    let words = if scene.description.is_empty() { &scene.title } else { &scene.description };
    let _ = writeln!(
        strip,
        "<li><figure>\n<svg viewBox=\"0 0 {} {}\" style=\"width: calc({} * var(--cell))\" role=\"img\" aria-label=\"{}\">",
        number(width),
        number(height),
        number(width),
        escape(words)
    );
    let mut layer = |strip: &mut String, shapes: &[Shape], place: &str| {
        let _ = writeln!(strip, "<use href=\"#s{}\"{place}/>", name(shared, shapes));
    };
    let place = |piece: &Piece| {
        let (x, y) = draw::place(piece);
        let opacity = match piece.opacity {
            1.0 => String::new(),
            opacity => format!(" opacity=\"{}\"", number(opacity)),
        };
        format!(" x=\"{}\" y=\"{}\"{opacity}", number(x), number(y))
    };
    layer(strip, &draw::board(scene, style), "");
    for piece in &scene.pieces {
        layer(strip, &draw::body(piece, style), &place(piece));
    }
    layer(strip, &draw::overlay(scene, style), "");
    for piece in &scene.pieces {
        layer(strip, &draw::label(piece, style), &place(piece));
    }
    let caption = if scene.caption.is_empty() { index.to_string() } else { escape(&scene.caption) };
    let _ = writeln!(strip, "</svg>\n<figcaption>{caption}</figcaption>\n</figure></li>");
}
