//! Composes bits of positions beside the sinusoids, one row per position.

use super::{
    canvas::Canvas,
    grid::{PositionRows, ROW, TEXT_SIZE, inner, label_width},
    type_scale::SetInType,
};
use crate::picture::{Align, Bit, Counter, Drawing, Face, Rect, number};

const PADDING: f32 = 12.0;
const BIT_WIDTH: f32 = 24.0;
const WAVE_WIDTH: f32 = 46.0;
const GAP: f32 = 8.0;
const HEADS: f32 = 3.0 * ROW - 8.0;
/// Number of decimals of a sine.
const DECIMALS: usize = 3;

/// Width of a bit with its wave.
const GROUP: f32 = BIT_WIDTH + WAVE_WIDTH + GAP;
/// Number of positions that are worth more than larger type.
const FEW: u64 = 12;

impl SetInType for Counter {
    const SIZE: f32 = TEXT_SIZE;

    /// Size at which all bits and some positions are seen.
    fn wanted(&self) -> Vec<(f32, f32)> {
        let rows = self.table.num_rows().min(FEW) as f32;
        let labels = label_width(self.table.extent, PADDING);
        vec![(labels + self.bits.len() as f32 * GROUP, HEADS + rows * ROW)]
    }
}

/// Draws as many positions and bits as fit, preferring the fastest bits.
pub(super) fn compose(counter: &Counter, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let theme = canvas.frame.theme;
    let extent = counter.table.extent;
    let label_width = label_width(extent, PADDING);
    let most = (((area.width - label_width) / GROUP).floor().max(1.0)) as usize;
    let bits = shown_bits(&counter.bits, most);
    if let [first, .., last] = bits
        && bits.len() < counter.bits.len()
    {
        let num = counter.bits.len();
        canvas.omit(format!("{} of {num} bits", num - bits.len()));
        let note = format!("bits {} to {} of {num}", first.place, last.place);
        let at = Rect { x: area.x + 2.0, y: area.bottom() - 16.0, width: area.width, height: 16.0 };
        canvas.cell_text(at, note, Align::Left, theme.weak_text, false);
    }
    // Groups fill the available width, up to 1.6 times their own.
    let wider = ((area.width - label_width) / bits.len().max(1) as f32).clamp(GROUP, 1.6 * GROUP);
    let (bit_width, wave_width) = (BIT_WIDTH, wider - BIT_WIDTH - GAP);
    let note = if bits.len() < counter.bits.len() { 16.0 } else { 0.0 };
    let left = |i: usize| area.x + label_width + i as f32 * wider;
    for (i, bit) in bits.iter().enumerate() {
        let at = |line: f32| Rect {
            x: left(i),
            y: area.y + line * (ROW - 4.0),
            width: bit_width + wave_width,
            height: ROW - 4.0,
        };
        let period = number::grouped(bit.period() as i64);
        let room = wider - GAP / 2.0;
        let heads = [format!("period {period}"), period, format!("2^{}", bit.place + 1)];
        let fits = |head: &String| Face::SemiBold.width(head, TEXT_SIZE) <= room;
        let head = heads.into_iter().find(fits).unwrap_or_default();
        canvas.cell_text(at(0.0), head, Align::Center, theme.text, true);
        let (name, wavelength) = match &bit.wave {
            Some((_, name, wavelength)) => {
                (name.clone(), format!("λ {}", number::readable(*wavelength, 4)))
            }
            None => ("no wave".to_owned(), String::new()),
        };
        let below = |line: f32| Rect { x: left(i) + bit_width, width: wave_width, ..at(line) };
        canvas.cell_text(below(1.0), name, Align::Center, theme.weak_text, false);
        canvas.cell_text(below(2.0), wavelength, Align::Center, theme.weak_text, false);
        let of_bit = Rect { width: bit_width, ..at(1.0) };
        canvas.cell_text(of_bit, "bit", Align::Center, theme.weak_text, false);
        let of_bit = Rect { width: bit_width, ..at(2.0) };
        canvas.cell_text(of_bit, bit.place.to_string(), Align::Center, theme.weak_text, false);
    }
    let below = Rect { y: area.y + HEADS, height: area.height - HEADS - note, ..area };
    let rows = PositionRows::new(extent, counter.position, below, None);
    rows.draw(&mut canvas, label_width - PADDING, |canvas, row| {
        let t = row.position;
        let digits: String =
            bits.iter().rev().map(|bit| if bit.of(t) { '1' } else { '0' }).collect();
        let mut sines = Vec::new();
        for (i, bit) in bits.iter().enumerate() {
            let rect = Rect { x: left(i), width: bit_width, ..row.rect };
            canvas.bit_cell(rect, bit.of(t));
            canvas.target(rect, Some(t), None);
            let Some((column, name, _)) = &bit.wave else { continue };
            let rect = Rect { x: rect.right(), width: wave_width, ..rect };
            let value = counter.table.encoding.value(t, *column);
            let text = number::decimal(value, DECIMALS);
            canvas.value_cell(rect, theme.diverging(None, 1.0).color(value), &text);
            if row.is_selected && *column == counter.column {
                canvas.outline(inner(rect), theme.selection, 2.0);
            }
            sines.push(format!("{name} {text}"));
            canvas.target(rect, Some(t), Some(*column));
        }
        if row.is_selected {
            let width = label_width + wider * bits.len() as f32 - GAP;
            canvas.selected_row(Rect { width, ..row.rect });
        }
        format!("{digits}; {}", sines.join(", "))
    });
    canvas.finished()
}

/// Selects at most `most` bits: the fastest ones, but with some among them that have a wave.
fn shown_bits(bits: &[Bit], most: usize) -> &[Bit] {
    if bits.len() <= most {
        return bits;
    }
    let without_wave = bits.iter().take_while(|bit| bit.wave.is_none()).count();
    // At most half of the space is for bits that are faster than every wave.
    let left_out = without_wave.saturating_sub(most / 2).min(bits.len() - most);
    &bits[left_out..left_out + most]
}
