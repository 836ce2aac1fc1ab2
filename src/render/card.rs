//! The picture that goes with a link to the site: a ladder, with the essay's rung marked.
//!
//! Services that show such pictures want PNG, so this one is drawn pixel by pixel: upright and level
//! bars, which need no smoothing. It holds no letters, since whoever shows it writes the title beside
//! it. There is one for each rung, not one for each essay, so a large site pays nothing for them.
//!
//! Source: *Portable Network Graphics (PNG) Specification*, second edition, W3C, 2003.

use std::collections::HashMap;
use std::io::Write as _;

use bytes::Bytes;
use flate2::Compression;
use flate2::Crc;
use flate2::write::ZlibEncoder;

use crate::render::model::Output;
use crate::render::model::PageInput;

/// Pixels, the size that services ask for.
const WIDTH: usize = 1200;
const HEIGHT: usize = 630;

/// Colours, by the two bits of a pixel: paper, rails and rungs, the rung of the essay.
const PALETTE: [[u8; 3]; 3] = [[0xfb, 0xf9, 0xf4], [0x17, 0x4a, 0x8c], [0xd9, 0x6a, 0x1c]];

/// The address of the picture for an essay on this rung, or for a page on none.
pub(super) fn address(rung: Option<u32>) -> String {
    rung.map_or_else(|| "/card.png".to_owned(), |rung| format!("/card-{rung}.png"))
}

/// Pictures that were drawn: by the number of rungs and the one that is marked.
pub(super) type Cards = HashMap<(u32, Option<u32>), Bytes>;

/// The pictures of a site with these pages.
pub(super) fn all(pages: &[PageInput<'_>], known: &mut Cards) -> Vec<Output> {
    let mut rungs: Vec<u32> =
        pages.iter().filter_map(|page| page.essay.front.rung.map(|(rung, _)| rung)).collect();
    rungs.sort_unstable();
    rungs.dedup();
    let count = rungs.last().copied().unwrap_or(0).clamp(3, 24);
    std::iter::once(None)
        .chain(rungs.into_iter().map(Some))
        .map(|rung| Output {
            path: address(rung).trim_start_matches('/').to_owned(),
            bytes: known
                .entry((count, rung))
                .or_insert_with(|| png(&draw(count, rung)).into())
                .clone(),
            source: None,
        })
        .collect()
}

/// A ladder of `count` rungs, the lowest the first, as one byte a pixel.
fn draw(count: u32, marked: Option<u32>) -> Vec<u8> {
    let mut pixels = vec![0_u8; WIDTH * HEIGHT];
    let mut bar = |left: usize, top: usize, width: usize, height: usize, colour: u8| {
        for row in pixels.chunks_exact_mut(WIDTH).skip(top).take(height) {
            for pixel in row.iter_mut().skip(left).take(width) {
                *pixel = colour;
            }
        }
    };
    // Rails from edge to edge; rungs between them at even distances.
    let (left, right, rail) = (450, 726, 24);
    bar(left, 0, rail, HEIGHT, 1);
    bar(right, 0, rail, HEIGHT, 1);
    let count = count as usize;
    for rung in 1..=count {
        let middle = HEIGHT - (2 * rung - 1) * HEIGHT / (2 * count);
        let is_marked = marked.is_some_and(|marked| marked as usize == rung);
        let thick = (HEIGHT / count / 4).min(if is_marked { 44 } else { 20 }).max(4);
        let (from, to) = if is_marked { (left - 60, right + rail + 60) } else { (left, right) };
        bar(from, middle - thick / 2, to - from, thick, if is_marked { 2 } else { 1 });
    }
    pixels
}

/// The pixels as a PNG file with two bits each.
fn png(pixels: &[u8]) -> Vec<u8> {
    let mut rows = Vec::with_capacity((WIDTH / 4 + 1) * HEIGHT);
    for row in pixels.chunks_exact(WIDTH) {
        rows.push(0); // No filter.
        rows.extend(row.chunks(4).map(|four| four.iter().fold(0, |byte, pixel| byte << 2 | pixel)));
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(&rows).and_then(|()| encoder.finish()).unwrap_or_default();

    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::new();
    header.extend((WIDTH as u32).to_be_bytes());
    header.extend((HEIGHT as u32).to_be_bytes());
    header.extend([2, 3, 0, 0, 0]); // Two bits, a palette, the only methods, not interlaced.
    chunk(b"IHDR", &header, &mut file);
    chunk(b"PLTE", PALETTE.as_flattened(), &mut file);
    chunk(b"IDAT", &packed, &mut file);
    chunk(b"IEND", &[], &mut file);
    file
}

/// Appends a chunk: length, name, content, checksum.
fn chunk(name: &[u8; 4], content: &[u8], file: &mut Vec<u8>) {
    let mut crc = Crc::new();
    crc.update(name);
    crc.update(content);
    file.extend(u32::try_from(content.len()).unwrap_or(u32::MAX).to_be_bytes());
    file.extend(name);
    file.extend(content);
    file.extend(crc.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::HEIGHT;
    use super::WIDTH;
    use super::draw;
    use super::png;

    #[test]
    fn the_marked_rung_is_the_one_asked_for_counted_from_below() {
        let pixels = draw(6, Some(2));
        let middle = |rung: usize| HEIGHT - (2 * rung - 1) * HEIGHT / 12;
        let at = |rung: usize| pixels[middle(rung) * WIDTH + WIDTH / 2];
        assert_eq!((1..=6).map(at).collect::<Vec<_>>(), [1, 2, 1, 1, 1, 1]);
        assert_eq!(pixels[(middle(1) - 52) * WIDTH + WIDTH / 2], 0, "paper between the rungs");
    }

    #[test]
    fn the_file_is_small_and_says_its_size() {
        let file = png(&draw(6, None));
        assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert_eq!(file[16..24], [0, 0, 4, 0xb0, 0, 0, 2, 0x76]);
        assert!(file.len() < 10_000, "{}", file.len());
    }
}
