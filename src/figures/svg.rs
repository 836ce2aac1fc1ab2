//! A small writer of SVG: elements with classes, whole pixels, text as text.
//!
//! A figure draws into an [`Svg`] and names classes only; colours are the style sheet's business.
//! What comes out is the same bytes on every machine. Ids (of the title, the description and the
//! hatchings) carry a prefix that is given last, so that one drawing can stand on several pages.
//!
//! **Not here.** Floats, styles, scripts, and anything that would have to be fetched.

use std::collections::BTreeSet;
use std::fmt;
use std::fmt::Write as _;

use crate::language::writing::Stretch;
use crate::language::writing::stretches;

/// A place in whole pixels: across from the left, down from the top.
pub type Point = (i32, i32);

/// Stands for the prefix of ids until it is known. Control characters cannot come from a text.
const PREFIX: char = '\u{1}';

/// Where a text begins, in relation to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text runs to the right of its place.
    Start,
    /// The text stands around its place.
    Middle,
    /// The text ends at its place.
    End,
}

/// A texture, so that colour never stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hatch {
    /// Strokes that rise to the right.
    Rising,
    /// Strokes that fall to the right.
    Falling,
    /// Both.
    Crossed,
    /// Points.
    Dotted,
    /// Level strokes.
    Level,
}

impl Hatch {
    fn name(self) -> &'static str {
        match self {
            Self::Rising => "rising",
            Self::Falling => "falling",
            Self::Crossed => "crossed",
            Self::Dotted => "dotted",
            Self::Level => "level",
        }
    }

    /// The strokes of one tile of eight pixels.
    fn strokes(self) -> &'static str {
        match self {
            Self::Rising => "M-2 2l4 -4M0 8l8 -8M6 10l4 -4",
            Self::Falling => "M-2 6l4 4M0 0l8 8M6 -2l4 4",
            Self::Crossed => "M0 8l8 -8M0 0l8 8",
            Self::Dotted => "M1 2h2M5 6h2",
            Self::Level => "M0 2h8M0 6h8",
        }
    }
}

/// A rectangle in whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its left edge.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// Its width.
    pub width: i32,
    /// Its height.
    pub height: i32,
}

/// The `d` of a `<path>`, written as it grows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(String);

impl Path {
    /// Lifts the pen and sets it down at `point`.
    pub fn start(&mut self, (x, y): Point) {
        _ = write!(self.0, "M{x} {y}");
    }

    /// Lifts the pen and moves it by `step`.
    pub fn skip(&mut self, (dx, dy): Point) {
        _ = write!(self.0, "m{dx} {dy}");
    }

    /// A straight stroke to `point`.
    pub fn line(&mut self, (x, y): Point) {
        _ = write!(self.0, "L{x} {y}");
    }

    /// A level stroke of `dx` pixels.
    pub fn across(&mut self, dx: i32) {
        _ = write!(self.0, "h{dx}");
    }

    /// An upright stroke of `dy` pixels.
    pub fn down(&mut self, dy: i32) {
        _ = write!(self.0, "v{dy}");
    }

    /// A stroke back to the start.
    pub fn close(&mut self) {
        self.0.push('z');
    }

    /// Whether nothing has been drawn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A drawing in progress.
#[derive(Clone, Debug)]
pub struct Svg {
    width: i32,
    height: i32,
    body: String,
    hatches: BTreeSet<Hatch>,
}

impl Svg {
    /// An empty drawing of this size.
    #[must_use]
    pub fn new(width: i32, height: i32) -> Self {
        Self { width, height, body: String::new(), hatches: BTreeSet::new() }
    }

    /// Its width in pixels.
    #[must_use]
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Its height in pixels.
    #[must_use]
    pub fn height(&self) -> i32 {
        self.height
    }

    /// A group of what `draw` draws.
    pub fn group(&mut self, class: &str, draw: impl FnOnce(&mut Self)) {
        self.put(format_args!("<g{}>\n", Class(class)));
        draw(self);
        self.put(format_args!("</g>\n"));
    }

    /// A rectangle; `fill` replaces the colour of its class by a texture.
    pub fn rect(&mut self, class: &str, area: Area, fill: Option<Hatch>) {
        let Area { x, y, width, height } = area;
        let fill = self.paint("fill", fill);
        self.put(format_args!(
            "<rect{} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{fill}/>\n",
            Class(class)
        ));
    }

    /// A straight line.
    pub fn line(&mut self, class: &str, (x1, y1): Point, (x2, y2): Point) {
        self.put(format_args!("<path{} d=\"M{x1} {y1}L{x2} {y2}\"/>\n", Class(class)));
    }

    /// A line through `points`.
    pub fn polyline(&mut self, class: &str, points: impl IntoIterator<Item = Point>) {
        let points = Points::of(points);
        self.put(format_args!("<polyline{} points=\"{points}\"/>\n", Class(class)));
    }

    /// A closed shape with corners at `points`.
    pub fn polygon(
        &mut self,
        class: &str,
        points: impl IntoIterator<Item = Point>,
        fill: Option<Hatch>,
    ) {
        let (points, fill) = (Points::of(points), self.paint("fill", fill));
        self.put(format_args!("<polygon{} points=\"{points}\"{fill}/>\n", Class(class)));
    }

    /// A circle.
    pub fn circle(&mut self, class: &str, (x, y): Point, radius: i32) {
        self.put(format_args!("<circle{} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\n", Class(class)));
    }

    /// A path; nothing if the path is empty.
    pub fn path(&mut self, class: &str, path: &Path) {
        if !path.is_empty() {
            self.put(format_args!("<path{} d=\"{}\"/>\n", Class(class), path.0));
        }
    }

    /// Level strokes of this thickness, in the colour of the class or a texture: the cheapest way to
    /// fill runs of cells. Nothing if the path is empty.
    pub fn runs(&mut self, class: &str, path: &Path, thickness: i32, texture: Option<Hatch>) {
        if !path.is_empty() {
            let paint = self.paint("stroke", texture);
            self.put(format_args!(
                "<path{} stroke-width=\"{thickness}\"{paint} d=\"{}\"/>\n",
                Class(class),
                path.0
            ));
        }
    }

    /// A text on one line, the sizes of tinies and minies as indices; its place is on the baseline.
    pub fn text(&mut self, class: &str, (x, y): Point, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.put(format_args!(
            "<text{} x=\"{x}\" y=\"{y}\"{anchor}>{}</text>\n",
            Class(class),
            Lettered(text)
        ));
    }

    /// A text that runs upwards; its place is on the baseline.
    pub fn upright(&mut self, class: &str, (x, y): Point, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.put(format_args!(
            "<text{} transform=\"translate({x} {y}) rotate(-90)\"{anchor}>{}</text>\n",
            Class(class),
            Lettered(text)
        ));
    }

    /// The name of a variable with an arrow that says which way it runs.
    pub fn variable(&mut self, at: Point, anchor: Anchor, name: &str, arrow: &str) {
        let (x, y) = at;
        // Said even for the start: the groups of headers are set otherwise.
        let anchor = match anchor {
            Anchor::Start => " text-anchor=\"start\"",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.put(format_args!(
            "<text class=\"head\" x=\"{x}\" y=\"{y}\"{anchor}><tspan class=\"var\">{}</tspan> {}</text>\n",
            Escaped(name),
            Escaped(arrow)
        ));
    }

    fn paint(&mut self, attribute: &str, texture: Option<Hatch>) -> String {
        texture.map_or_else(String::new, |hatch| {
            self.hatches.insert(hatch);
            format!(" {attribute}=\"url(#{PREFIX}-{})\"", hatch.name())
        })
    }

    fn put(&mut self, element: fmt::Arguments<'_>) {
        _ = self.body.write_fmt(element);
    }

    /// The drawing as part of a page that brings the style sheet; ids begin with `prefix`, which
    /// the page keeps unique.
    #[must_use]
    pub fn inline(&self, prefix: &str, words: &Words) -> String {
        self.finish(prefix, words, None)
    }

    /// The drawing as a file of its own, with `style` inside.
    #[must_use]
    pub fn standalone(&self, prefix: &str, words: &Words, style: &str) -> String {
        self.finish(prefix, words, Some(style))
    }

    fn finish(&self, prefix: &str, words: &Words, style: Option<&str>) -> String {
        let Self { width, height, body, hatches } = self;
        let mut out = String::with_capacity(body.len() + 1024);
        _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rung-figure {}\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\" style=\"--width:{width}\" \
             role=\"img\" aria-labelledby=\"{PREFIX}-title {PREFIX}-desc\">\n\
             <title id=\"{PREFIX}-title\">{}</title>\n<desc id=\"{PREFIX}-desc\">{}</desc>\n",
            words.kind,
            Escaped(&words.title),
            Escaped(&words.description)
        );
        if let Some(style) = style {
            _ = writeln!(out, "<style>{}</style>", Escaped(style));
        }
        if !hatches.is_empty() {
            out.push_str("<defs>\n");
            for hatch in hatches {
                _ = writeln!(
                    out,
                    "<pattern id=\"{PREFIX}-{}\" width=\"8\" height=\"8\" \
                     patternUnits=\"userSpaceOnUse\"><path class=\"ground\" d=\"M0 0h8v8h-8z\"/>\
                     <path class=\"hatch\" d=\"{}\"/></pattern>",
                    hatch.name(),
                    hatch.strokes()
                );
            }
            out.push_str("</defs>\n");
        }
        out.push_str(body);
        out.push_str("</svg>\n");
        out.replace(PREFIX, &Escaped(prefix).to_string())
    }
}

/// What a drawing says to those who do not see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The name of its kind, for the class.
    pub kind: &'static str,
    /// Its name, as in "Figure 3".
    pub title: String,
    /// The author's alt text.
    pub description: String,
}

/// How far an index stands below its line, in pixels.
const LOWERED: i32 = 4;

/// Writes a text with its indices: smaller, and lower by so much that the rest of the line stands
/// where it stood.
struct Lettered<'a>(&'a str);

impl fmt::Display for Lettered<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // How deep the next text is to stand, and how deep the last one stood.
        let (mut depth, mut stood) = (0, 0);
        for stretch in stretches(self.0) {
            match stretch {
                Stretch::Down => depth += 1,
                Stretch::Up => depth -= 1,
                Stretch::Text(text) if depth == 0 && stood == 0 => Escaped(text).fmt(out)?,
                Stretch::Text(text) => {
                    let class = Class(if depth > 0 { "index" } else { "" });
                    let down = (depth - stood) * LOWERED;
                    write!(out, "<tspan{class} dy=\"{down}\">{}</tspan>", Escaped(text))?;
                    stood = depth;
                }
            }
        }
        Ok(())
    }
}

/// Writes ` class="…"`, or nothing.
struct Class<'a>(&'a str);

impl fmt::Display for Class<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(out, " class=\"{}\"", Escaped(self.0)) }
    }
}

/// Writes a text so that XML reads it back; characters that XML cannot hold become `U+FFFD`.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => out.write_str("&amp;")?,
                '<' => out.write_str("&lt;")?,
                '>' => out.write_str("&gt;")?,
                '"' => out.write_str("&quot;")?,
                '\t' | '\n' => out.write_char(character)?,
                '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.write_char('\u{fffd}')?,
                _ => out.write_char(character)?,
            }
        }
        Ok(())
    }
}

struct Points(String);

impl Points {
    fn of(points: impl IntoIterator<Item = Point>) -> Self {
        let mut text = String::new();
        for (x, y) in points {
            if !text.is_empty() {
                text.push(' ');
            }
            _ = write!(text, "{x},{y}");
        }
        Self(text)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Returns how wide `text` is at most, in pixels, set at `size` pixels: an estimate on the safe
/// side for the faces that pages use, since no font is at hand when a figure is laid out.
#[must_use]
pub fn text_width(text: &str, size: i32) -> i32 {
    let hundredths: i32 =
        text.chars()
            .map(|character| match character {
                '\u{300}'..='\u{36f}' => 0,
                ' ' | '.' | ',' | ':' | ';' | '|' | '\'' | 'i' | 'j' | 'l' | 't' | 'f'
                | '\u{202f}' => 33,
                '(' | ')' | '[' | ']' | '{' | '}' | '-' | 'r' | 'I' | '·' => 40,
                'm' | 'w' | 'M' | 'W' | '%' => 92,
                'A'..='Z' | '→' | '↓' | '←' | 'Ω' => 74,
                '0'..='9' | '\u{2212}' | '×' | '+' | '=' => 64,
                '\u{2e80}'..='\u{ffff}' => 100,
                _ => 60,
            })
            .fold(0, i32::saturating_add);
    hundredths.saturating_mul(size).saturating_add(99) / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn words() -> Words {
        Words { kind: "grid", title: "Figure 1".into(), description: "a < b & \"c\"\u{0}".into() }
    }

    #[test]
    fn whatever_a_text_holds_the_file_is_well_formed() {
        let mut svg = Svg::new(10, 10);
        svg.text("a\"b", (1, 2), Anchor::End, "<&>\u{1}\u{b}\u{fffe}");
        svg.rect("", Area { x: 0, y: 0, width: 1, height: 1 }, Some(Hatch::Rising));
        let text = svg.standalone("p\"<", &words(), "a>b{}");
        let document = roxmltree::Document::parse(&text).unwrap();
        let described: Vec<_> =
            document.descendants().filter(|node| node.has_tag_name("desc")).collect();
        assert_eq!(described[0].text(), Some("a < b & \"c\"\u{fffd}"));
        assert_eq!(described[0].attribute("id"), Some("p\"<-desc"));
    }

    #[test]
    fn the_size_of_a_tiny_stands_lower_and_the_line_goes_on() {
        let mut svg = Svg::new(10, 10);
        svg.text("", (1, 2), Anchor::Start, "{2|−_3} < +_{−_2|*}");
        expect![[r#"
            <text x="1" y="2">{2|−<tspan class="index" dy="4">3</tspan><tspan dy="-4">} &lt; +</tspan><tspan class="index" dy="4">{−</tspan><tspan class="index" dy="4">2</tspan><tspan class="index" dy="-4">|*}</tspan></text>
        "#]]
        .assert_eq(&svg.body);
    }

    #[test]
    fn a_drawing_names_itself_and_its_textures_after_its_page() {
        let mut svg = Svg::new(20, 10);
        svg.rect("shade", Area { x: 1, y: 2, width: 3, height: 4 }, Some(Hatch::Level));
        expect![[r##"
            <svg xmlns="http://www.w3.org/2000/svg" class="rung-figure grid" width="20" height="10" viewBox="0 0 20 10" style="--width:20" role="img" aria-labelledby="values-title values-desc">
            <title id="values-title">Figure 1</title>
            <desc id="values-desc">a &lt; b &amp; &quot;c&quot;�</desc>
            <defs>
            <pattern id="values-level" width="8" height="8" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h8v8h-8z"/><path class="hatch" d="M0 2h8M0 6h8"/></pattern>
            </defs>
            <rect class="shade" x="1" y="2" width="3" height="4" fill="url(#values-level)"/>
            </svg>
        "##]]
        .assert_eq(&svg.inline("values", &words()));
    }
}
