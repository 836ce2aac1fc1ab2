//! The colours of the theme, computed from its style sheets: contrast as WCAG 2.2 defines it, and
//! Left and Right as people see them who see fewer colours.
//!
//! Sources: W3C, *Web Content Accessibility Guidelines 2.2*, success criteria 1.4.3 and 1.4.11 and
//! the definitions of relative luminance and contrast ratio; G. M. Machado, M. M. Oliveira and
//! L. A. F. Fernandes, *A physiologically-based model for simulation of color vision deficiency*,
//! IEEE Transactions on Visualization and Computer Graphics 15(6), 2009, the matrices of full
//! severity; CIE 1976 L\*a\*b\* for distances.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::float_arithmetic,
    reason = "a test that reads the theme and computes with colours"
)]

use std::collections::BTreeMap;
use std::fs;

/// Red, green and blue as light adds them, each from 0 to 1.
type Light = [f64; 3];

/// The colours of one scheme by the names of their properties.
type Scheme = BTreeMap<String, Light>;

fn sheet(name: &str) -> String {
    fs::read_to_string(format!("{}/static/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A channel of sRGB, 0 to 255, as light.
fn channel(value: f64) -> f64 {
    let value = value / 255.0;
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// The channels of `#rgb` or `#rrggbb`, 0 to 255.
fn channels(hex: &str) -> [f64; 3] {
    let digits = hex.strip_prefix('#').unwrap();
    let width = digits.len() / 3;
    [0, 1, 2].map(|at| {
        let part = &digits[at * width..(at + 1) * width];
        let part = if width == 1 { part.repeat(2) } else { part.to_owned() };
        f64::from(u8::from_str_radix(&part, 16).unwrap())
    })
}

/// The colours that the blocks for `:root` behind `start` set, over those of `base`.
fn scheme(start: &str, base: &Scheme) -> Scheme {
    let text = sheet("style.css");
    let (_, rest) = text.split_once(start).unwrap();
    let (_, block) = rest.split_once(":root {").unwrap();
    let (block, _) = block.split_once('}').unwrap();
    let mut colours = base.clone();
    let mut mixed: BTreeMap<String, [f64; 3]> = BTreeMap::new();
    for line in block.split(';') {
        let Some((name, value)) = line.split_once(':') else { continue };
        if let (Some(name), true) = (name.trim().strip_prefix("--"), value.trim().starts_with('#'))
        {
            mixed.insert(name.to_owned(), channels(value.trim()));
        }
    }
    for (name, own) in &mixed {
        colours.insert(name.clone(), own.map(channel));
    }
    // What figures mix of ink and paper.
    let figures = sheet("figures.css");
    if let (Some(ink), Some(paper)) = (mixed.get("ink"), mixed.get("paper")) {
        for name in ["full", "middle"] {
            let rule = format!("--f-{name}: color-mix(in srgb, var(--f-ink) ");
            let (_, share) = figures.split_once(&rule).unwrap();
            let share: f64 = share.split_once('%').unwrap().0.parse().unwrap();
            let mix = |at: usize| (ink[at] * share + paper[at] * (100.0 - share)) / 100.0;
            colours.insert(name.to_owned(), [0, 1, 2].map(|at| channel(mix(at))));
        }
    }
    colours
}

/// Light, dark and print.
fn schemes() -> [(&'static str, Scheme); 3] {
    let light = scheme("", &Scheme::new());
    let dark = scheme("@media (prefers-color-scheme: dark)", &light);
    let print = scheme("@media print", &light);
    [("light", light), ("dark", dark), ("print", print)]
}

fn luminance([red, green, blue]: Light) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: Light, other: Light) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// CIE L*a*b* under daylight (D65).
fn lab([red, green, blue]: Light) -> [f64; 3] {
    let row = |of: [f64; 3], white: f64| {
        let part = (of[0] * red + of[1] * green + of[2] * blue) / white;
        if part > 216.0 / 24389.0 { part.cbrt() } else { (24389.0 / 27.0 * part + 16.0) / 116.0 }
    };
    let x = row([0.412_456_4, 0.357_576_1, 0.180_437_5], 0.950_47);
    let y = row([0.212_672_9, 0.715_152_2, 0.072_175], 1.0);
    let z = row([0.019_333_9, 0.119_192, 0.950_304_1], 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn distance(one: Light, other: Light) -> f64 {
    let (one, other) = (lab(one), lab(other));
    (0..3).map(|at| (one[at] - other[at]).powi(2)).sum::<f64>().sqrt()
}

/// What light becomes to the eye, by what the eye lacks.
const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    ("nothing", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "red (protanopia)",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "green (deuteranopia)",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "blue (tritanopia)",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

fn seen(light: Light, eye: &[[f64; 3]; 3]) -> Light {
    [0, 1, 2].map(|to| {
        let sum: f64 = (0..3).map(|from| eye[to][from] * light[from]).sum();
        sum.clamp(0.0, 1.0)
    })
}

/// Asserts that each pair has at least this contrast in each scheme.
fn check(least: f64, pairs: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (name, scheme) in schemes() {
        for (ink, papers) in pairs {
            for paper in *papers {
                let found = contrast(scheme[*ink], scheme[*paper]);
                if found < least {
                    wrong.push(format!("{name}: {ink} on {paper} is {found:.2} to 1"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "below {least} to 1:\n{}", wrong.join("\n"));
}

#[test]
fn contrast_is_computed_as_the_guidelines_do() {
    // Black on white is 21 to 1; #777 just fails on white and #767676 just passes, as is well known.
    let light = |hex| channels(hex).map(channel);
    assert!((contrast(light("#000"), light("#fff")) - 21.0).abs() < 1e-9);
    assert!(contrast(light("#777"), light("#fff")) < 4.5);
    assert!(contrast(light("#767676"), light("#fff")) > 4.5);
    // White is 100, 0, 0; red and its complement are far apart.
    assert!((lab([1.0; 3])[0] - 100.0).abs() < 1e-3);
    assert!(distance(light("#f00"), light("#0ff")) > 100.0);
    // Whoever lacks red or green takes one for the other; a grey is the same to all.
    for (_, eye) in &EYES {
        let grey = light("#808080");
        assert!(distance(seen(grey, eye), grey) < 0.1);
    }
    let (brown, olive) = (light("#a52a2a"), light("#556b2f"));
    assert!(distance(brown, olive) > 60.0);
    assert!(distance(seen(brown, &EYES[2].1), seen(olive, &EYES[2].1)) < 30.0);
}

#[test]
fn every_text_is_read_on_every_ground_it_stands_on() {
    check(
        4.5,
        &[
            ("ink", &["paper", "tint", "shade"]),
            ("muted", &["paper", "tint", "shade"]),
            ("accent", &["paper", "tint"]),
            ("proved", &["paper", "tint"]),
            ("measured", &["paper", "tint"]),
            ("refuted", &["paper", "tint"]),
            ("open", &["paper", "tint"]),
        ],
    );
}

#[test]
fn every_mark_of_a_figure_is_seen_on_every_ground_it_stands_on() {
    check(
        3.0,
        &[
            ("left", &["paper", "shade"]),
            ("right", &["paper", "shade"]),
            ("middle", &["paper"]),
            ("full", &["paper", "middle"]),
            // Frames, and the borders of what can be pressed.
            ("muted", &["paper", "tint"]),
            ("accent", &["paper", "tint"]),
        ],
    );
}

#[test]
fn left_and_right_differ_to_every_eye() {
    // Two colours are told apart at a glance from about 20 on.
    for (name, scheme) in schemes() {
        for (lacking, eye) in &EYES {
            let of = |name: &str| seen(scheme[name], eye);
            let found = distance(of("left"), of("right"));
            assert!(found > 40.0, "{name}, to an eye that lacks {lacking}: {found:.1}");
            for side in ["left", "right"] {
                for ground in ["paper", "shade"] {
                    let found = contrast(of(side), of(ground));
                    assert!(found >= 3.0, "{name}, {lacking}: {side} on {ground} is {found:.2}");
                }
            }
        }
    }
}

#[test]
fn what_colour_says_of_a_claim_is_said_in_words_too() {
    // Proved and refuted come close to an eye without red or green: the state stands beside them.
    let template = fs::read_to_string("templates/claims.html").unwrap();
    assert!(
        template.contains("<span class=\"state is-{{ claim.word }}\">{{ claim.phrase }}</span>")
    );
}
