//! Breaks paragraphs into lines.

use std::ops::Range;

use super::Face;

/// Part of a paragraph that is never broken, such as a word.
pub(crate) struct Piece {
    pub(crate) width: f32,
    /// Space after it, if another follows in its line.
    pub(crate) space: f32,
    /// True if a new line begins after it.
    pub(crate) ends_line: bool,
}

/// Pieces of each line: as many as fit into the line's room, by its index, and at least one.
pub(crate) fn filled(
    pieces: impl IntoIterator<Item = Piece>,
    room: impl Fn(usize) -> f32,
) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let (mut width, mut is_complete) = (0.0, true);
    for (i, piece) in pieces.into_iter().enumerate() {
        match lines.len().checked_sub(1) {
            Some(last) if !is_complete && width + piece.width <= room(last) => {
                lines[last].end = i + 1;
                width += piece.width + piece.space;
            }
            _ => {
                lines.push(i..i + 1);
                width = piece.width + piece.space;
            }
        }
        is_complete = piece.ends_line;
    }
    lines
}

/// Lines of a text in parts, such as words with spaces `between` them. Spaces at the ends of parts do not count at the
/// end of a line.
pub(crate) fn text_lines<'a>(
    parts: impl Iterator<Item = &'a str>,
    between: &str,
    room: f32,
    (face, size): (Face, f32),
) -> Vec<String> {
    let parts: Vec<&str> = parts.collect();
    let pieces = parts.iter().map(|part| {
        let width = face.width(part.trim_end(), size);
        let space = face.width(&format!("{part}{between}"), size) - width;
        Piece { width, space, ends_line: false }
    });
    filled(pieces, |_| room).into_iter().map(|line| parts[line].join(between)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_take_what_fits_and_at_least_one_piece() {
        let pieces = |widths: &[f32]| -> Vec<Piece> {
            widths.iter().map(|&width| Piece { width, space: 1.0, ends_line: false }).collect()
        };
        assert_eq!(filled(pieces(&[]), |_| 5.0), [0..0; 0]);
        assert_eq!(
            filled(pieces(&[2.0, 2.0, 1.0]), |_| 5.0),
            [0..2, 2..3],
            "the last space is free"
        );
        assert_eq!(filled(pieces(&[9.0, 1.0, 9.0]), |_| 5.0), [0..1, 1..2, 2..3]);
        let narrow_first = |line: usize| if line == 0 { 2.0 } else { 8.0 };
        assert_eq!(filled(pieces(&[2.0; 4]), narrow_first), [0..1, 1..4]);
        let mut broken = pieces(&[1.0; 3]);
        broken[0].ends_line = true;
        assert_eq!(filled(broken, |_| 9.0), [0..1, 1..3]);
    }

    #[test]
    fn spaces_count_within_lines_alone() {
        let room = Face::Regular.width("a b", 10.0) + 0.01;
        assert_eq!(text_lines("a b c".split(' '), " ", room, (Face::Regular, 10.0)), ["a b", "c"]);
        assert_eq!(
            text_lines(["a ", "b ", "c"].into_iter(), "", room, (Face::Regular, 10.0)),
            ["a b ", "c"]
        );
    }
}
