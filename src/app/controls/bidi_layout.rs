//! Galley in which the cursor finds every letter, in either writing direction.

use std::sync::Arc;

use egui::{FontSelection, Galley, TextBuffer, Ui, text::LayoutJob};

/// Lays out multi-line input with one place for the cursor at every letter. egui has more places than letters in
/// text that runs from right to left (<https://github.com/emilk/egui/issues/8576>), and the cursor gets lost
/// there.
pub(crate) fn lines(ui: &Ui, buffer: &dyn TextBuffer, width: f32) -> Arc<Galley> {
    let font = FontSelection::Default.resolve(ui.style());
    let color = ui
        .visuals()
        .override_text_color
        .unwrap_or_else(|| ui.visuals().widgets.inactive.text_color());
    let galley = ui.fonts_mut(|fonts| {
        let line_height = fonts.row_height(&font) + ui.spacing().extra_text_line_spacing;
        let mut job = LayoutJob::simple(buffer.as_str().to_owned(), font, color, width);
        job.keep_trailing_whitespace = true;
        for section in &mut job.sections {
            section.format.line_height = Some(line_height);
        }
        fonts.layout_job(job)
    });
    with_a_place_for_each_letter(galley)
}

fn with_a_place_for_each_letter(galley: Arc<Galley>) -> Arc<Galley> {
    let num_letters = galley.text().chars().count();
    let places =
        galley.rows.iter().map(|row| row.glyphs.len() + usize::from(row.ends_with_newline));
    if places.sum::<usize>() == num_letters {
        return galley;
    }
    let mut galley = Arc::unwrap_or_clone(galley);
    let job = Arc::clone(&galley.job);
    let mut paragraphs = job.text.split('\n').map(|paragraph| paragraph.chars().count());
    let mut left = paragraphs.next().unwrap_or(0);
    for placed in &mut galley.rows {
        let row = Arc::make_mut(&mut placed.row);
        // This changes only the places of the cursor, not the visible text.
        row.glyphs.truncate(left);
        left -= row.glyphs.len();
        if placed.ends_with_newline {
            left = paragraphs.next().unwrap_or(0);
        }
    }
    Arc::new(galley)
}
