//! A printable sheet of several puzzles as PDF, drawn in lines and areas, with words in the font that every reader has.

use std::collections::BTreeMap;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::RenderError;
use crate::draw::{self, Style};
use crate::path::Segment;
use crate::scene::Scene;

/// A sheet of paper; lengths are in points, 72 to the inch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// Puzzles side by side.
    pub columns: u16,
    /// Puzzles below each other.
    pub rows: u16,
}

impl Paper {
    /// A4, 210 by 297 mm, with two puzzles side by side and three below each other.
    pub const A4: Self = Self { width: 595.28, height: 841.89, columns: 2, rows: 3 };

    /// Letter, 8½ by 11 inches, with as many.
    pub const LETTER: Self = Self { width: 612.0, height: 792.0, columns: 2, rows: 3 };
}

/// A puzzle on a sheet, with the words above it.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetItem {
    /// The picture.
    pub scene: Scene,
    /// A line in large letters.
    pub heading: String,
    /// A line in small letters below it.
    pub note: String,
}

/// The space around the page and between puzzles.
const EDGE: f32 = 42.0;

/// The space for the title of the sheet.
const HEAD: f32 = 34.0;

/// The largest side of a square.
const LARGEST: f32 = 44.0;

/// Puzzles on as many sheets as they need.
///
/// # Errors
/// No puzzle.
pub fn pdf(title: &str, items: &[SheetItem], paper: Paper, style: &Style) -> Result<Vec<u8>, RenderError> {
    let on_page = usize::from(paper.columns.max(1)) * usize::from(paper.rows.max(1));
    if items.is_empty() {
        return Err(RenderError::Nothing);
    }
    let style = &Style { caption: false, ..style.clone() };
    let mut next = 0;
    let mut reference = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info, font, bold) = (reference(), reference(), reference(), reference(), reference());
    let pages: Vec<(Ref, Ref, &[SheetItem])> =
        items.chunks(on_page).map(|items| (reference(), reference(), items)).collect();
    let mut file = Pdf::new();
    file.catalog(catalog).pages(tree).lang(TextStr("en"));
    file.document_info(info).title(TextStr(title)).creator(TextStr("fewest"));
    file.pages(tree).kids(pages.iter().map(|(page, ..)| *page)).count(i32::try_from(pages.len()).unwrap_or(i32::MAX));
    for (reference, name) in [(font, "Helvetica"), (bold, "Helvetica-Bold")] {
        let mut font = file.type1_font(reference);
        font.base_font(Name(name.as_bytes())).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    for (number, (page, content, items)) in pages.iter().enumerate() {
        let mut sheet = Sheet { content: Content::new(), paper, opacities: BTreeMap::new() };
        sheet.words(b"B", 16.0, (EDGE, paper.height - EDGE - 12.0), title);
        let foot = format!("{} / {}", number + 1, pages.len());
        sheet.words(b"F", 8.0, (paper.width - EDGE - 18.0, EDGE / 2.0), &foot);
        for (index, item) in items.iter().enumerate() {
            sheet.item(item, index, style);
        }
        let mut made = file.page(*page);
        made.parent(tree).contents(*content).media_box(Rect::new(0.0, 0.0, paper.width, paper.height));
        let mut resources = made.resources();
        resources.fonts().pair(Name(b"F"), font).pair(Name(b"B"), bold);
        let mut states = resources.ext_g_states();
        for (percent, name) in &sheet.opacities {
            let share = f32::from(*percent) / 100.0;
            states
                .insert(Name(name.as_bytes()))
                .start::<pdf_writer::writers::ExtGraphicsState<'_>>()
                .non_stroking_alpha(share)
                .stroking_alpha(share);
        }
        states.finish();
        resources.finish();
        made.finish();
        file.stream(*content, &sheet.content.finish());
    }
    Ok(file.finish())
}

struct Sheet {
    content: Content,
    paper: Paper,
    /// Names of states in which so many hundredths are seen.
    opacities: BTreeMap<u8, String>,
}

impl Sheet {
    /// Writes a line; letters that the font does not know become question marks.
    fn words(&mut self, font: &[u8], size: f32, (x, y): (f32, f32), text: &str) {
        let bytes: Vec<u8> = text.chars().map(win_ansi).collect();
        self.content.set_fill_rgb(0.15, 0.14, 0.14);
        self.content.begin_text().set_font(Name(font), size).next_line(x, y).show(Str(&bytes)).end_text();
    }

    fn item(&mut self, item: &SheetItem, index: usize, style: &Style) {
        let (columns, rows) = (usize::from(self.paper.columns.max(1)), usize::from(self.paper.rows.max(1)));
        #[expect(clippy::cast_precision_loss, reason = "there are few places on a page")]
        let (column, row, columns, rows) =
            ((index % columns) as f32, (index / columns) as f32, columns as f32, rows as f32);
        let width = (self.paper.width - 2.0 * EDGE) / columns;
        let height = (self.paper.height - 2.0 * EDGE - HEAD) / rows;
        let left = EDGE + column * width;
        let top = self.paper.height - EDGE - HEAD - row * height;
        self.words(b"B", 11.0, (left, top - 11.0), &item.heading);
        self.words(b"F", 8.5, (left, top - 23.0), &item.note);
        let (across, down) = draw::size(&item.scene, style);
        let room = (width - 18.0, height - 48.0);
        let cell = (room.0 / across).min(room.1 / down).clamp(1.0, LARGEST);
        // The picture begins where the words do, a frame's margin to the left.
        let at = (left - 0.25 * cell, top - 28.0);
        for shape in draw::scene(&item.scene, style) {
            self.shape(&shape, at, cell);
        }
    }

    fn shape(&mut self, shape: &draw::Shape, at: (f32, f32), cell: f32) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 100")]
        let percent = (shape.opacity.clamp(0.0, 1.0) * 100.0).round() as u8;
        let name = self.opacities.entry(percent).or_insert_with(|| format!("G{percent}")).clone();
        let content = &mut self.content;
        content.set_parameters(Name(name.as_bytes()));
        let [red, green, blue] = [shape.colour.0, shape.colour.1, shape.colour.2].map(|byte| f32::from(byte) / 255.0);
        // Three digits behind the point are enough, and keep the file small.
        let round = |value: f32| (value * 1000.0).round() / 1000.0;
        let place = |(x, y): (f32, f32)| (round(at.0 + x * cell), round(at.1 - y * cell));
        for segment in shape.path.map(place).0 {
            match segment {
                Segment::Move((x, y)) => content.move_to(x, y),
                Segment::Line((x, y)) => content.line_to(x, y),
                Segment::Cubic((x1, y1), (x2, y2), (x, y)) => content.cubic_to(x1, y1, x2, y2, x, y),
                Segment::Close => content.close_path(),
            };
        }
        match shape.pen {
            None => {
                content.set_fill_rgb(round(red), round(green), round(blue)).fill_nonzero();
            }
            Some((width, dash)) => {
                let dash = dash.map(|dash| round(dash * cell));
                content
                    .set_stroke_rgb(round(red), round(green), round(blue))
                    .set_line_width(round(width * cell))
                    .set_line_cap(LineCapStyle::RoundCap)
                    .set_line_join(LineJoinStyle::RoundJoin)
                    .set_dash_pattern(dash.map_or(vec![], |dash| vec![dash, dash]), 0.0)
                    .stroke();
            }
        }
    }
}

/// The byte of a letter in the code of Windows for Western Europe.
fn win_ansi(letter: char) -> u8 {
    match letter {
        '\u{20}'..='\u{7e}' | '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(letter)).unwrap_or(b'?'),
        '…' => 0x85,
        '€' => 0x80,
        _ => (0x91..).zip("‘’“”•–—".chars()).find(|&(_, known)| known == letter).map_or(b'?', |(byte, _)| byte),
    }
}
