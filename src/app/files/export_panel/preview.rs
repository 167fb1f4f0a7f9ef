//! Preview of an export: the first rows of a table, or a small picture of a figure.

use egui::{RichText, Ui};

use crate::{
    app::{
        look::style,
        tasks::task::{Task, TaskError, wake},
    },
    encoding::Table,
    export::{
        DataExport, ExportError, FigureContent, FigureRequest, Progress, Provenance, Sample,
        omitted_note, thumbnail, write_figure,
    },
    picture::{Face, Figure, number},
    scene::Scene,
    views::{Results, Subject},
};

/// Smallest and largest width of the preview, and its height relative to its width.
const WIDTHS: (f32, f32) = (340.0, 560.0);
const ASPECT: f32 = 0.79;
/// Rows and columns of a table in the largest preview.
const ROWS: u64 = 14;
const COLUMNS: u64 = 7;
/// Number of pixels above which a figure is not written merely to learn its size in bytes.
const MAX_WEIGHED: u64 = 1 << 22;

/// Figure to preview.
#[derive(Clone, Debug, PartialEq)]
struct PreviewRequest {
    scene: Scene,
    content: FigureContent,
    request: FigureRequest,
    /// Largest width and height of the picture, in pixels.
    max_size: [u32; 2],
}

/// Small picture of a figure.
struct Rendered {
    size: [usize; 2],
    rgba: Vec<u8>,
    /// Size of the whole file, if it was written to measure that.
    bytes: Option<u64>,
    /// Labels and texts for which the figure has no room.
    omitted: Option<String>,
    figure: Box<Figure>,
}

/// Small picture of a figure on the screen.
struct Thumbnail {
    texture: egui::TextureHandle,
    /// Size of the figure's file, if it is known.
    bytes: Option<u64>,
    omitted: Option<String>,
    figure: Box<Figure>,
}

/// Preview in progress. Dropping it cancels the work.
struct Pending {
    wanted: PreviewRequest,
    task: Task<Result<Rendered, ExportError>>,
}

/// Preview of a figure, made in the background.
#[derive(Default)]
pub(super) struct ExportPreview {
    shown: Option<(PreviewRequest, Result<Thumbnail, String>)>,
    pending: Option<Pending>,
    /// Failure of a preview, until the window takes it for a notice.
    failure: Option<String>,
}

/// Width of the preview: what a form of a width leaves in the window.
pub(super) fn width(ctx: &egui::Context, form: f32) -> f32 {
    /// Space around the form and the preview, and around them and the buttons below.
    const AROUND: egui::Vec2 = egui::vec2(96.0, 330.0);
    let room = ctx.content_rect().size() - AROUND;
    (room.x - form).min(room.y / ASPECT).clamp(WIDTHS.0, WIDTHS.1).round()
}

/// Size of a preview that is as wide as its column.
fn size(ui: &Ui) -> egui::Vec2 {
    let width = ui.available_width();
    egui::vec2(width, (ASPECT * width).round())
}

/// Shows a note. Its line is kept even without one, so that a late note moves no button under the pointer.
fn note_ui(ui: &mut Ui, note: Option<String>) {
    let height = ui.text_style_height(&egui::TextStyle::Body);
    let size = egui::vec2(ui.available_width(), height);
    ui.allocate_ui(size, |ui| {
        ui.set_min_size(size);
        if let Some(note) = note {
            let color = ui.visuals().warn_fg_color;
            ui.add(egui::Label::new(RichText::new(note).color(color)).truncate());
        }
    });
}

impl ExportPreview {
    /// Shows the figure, as wide as there is room. Returns the size of its file once that is known.
    pub(super) fn figure_ui(
        &mut self,
        ui: &mut Ui,
        subject: Subject<'_>,
        content: FigureContent,
        request: FigureRequest,
    ) -> Option<u64> {
        let size = size(ui);
        let max_size = [size.x, size.y].map(|side| (side * ui.pixels_per_point()) as u32);
        let scene = subject.scene.clone();
        let wanted = PreviewRequest { scene, content, request, max_size };
        self.take(ui.ctx());
        let is_shown = self.shown.as_ref().is_some_and(|(shown, _)| *shown == wanted);
        let is_pending = self.pending.as_ref().is_some_and(|pending| pending.wanted == wanted);
        if !is_shown && !is_pending {
            self.pending = Some(begin(ui.ctx(), subject, wanted));
        }
        let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Image, true, "Preview of the figure")
        });
        let (mut note, mut size_in_bytes) = (None, None);
        match &self.shown {
            Some((_, Ok(Thumbnail { texture, bytes, omitted, .. }))) => {
                let own = texture.size_vec2() / ui.pixels_per_point();
                let place = egui::Rect::from_center_size(rect.center(), own);
                if !request.parts.has(crate::picture::Part::Ground) {
                    checkered(ui.painter(), place);
                }
                let whole = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
                ui.painter().image(texture.id(), place, whole, egui::Color32::WHITE);
                let stroke = egui::Stroke::new(1.0, style::color(subject.theme.line));
                ui.painter().rect_stroke(place, 0.0, stroke, egui::StrokeKind::Outside);
                if is_shown {
                    note = omitted.as_deref().map(number::capital);
                    size_in_bytes = *bytes;
                }
            }
            Some((_, Err(error))) => {
                let font = style::font(Face::Regular, 12.0);
                let color = ui.visuals().warn_fg_color;
                let galley = ui.painter().layout(error.clone(), font, color, size.x);
                ui.painter().galley(rect.min, galley, color);
            }
            None => {}
        }
        note_ui(ui, note);
        size_in_bytes
    }

    /// Figure of the last request, once it is made.
    pub(super) fn finished_figure(&self) -> Option<&Figure> {
        if self.pending.is_some() { None } else { self.shown_figure() }
    }

    /// True if the last request has no figure.
    pub(super) fn has_failed(&self) -> bool {
        self.pending.is_none() && matches!(self.shown, Some((_, Err(_))))
    }

    /// Figure that is shown, which can be that of an earlier request.
    pub(super) fn shown_figure(&self) -> Option<&Figure> {
        let (_, shown) = self.shown.as_ref()?;
        shown.as_ref().ok().map(|thumbnail| &*thumbnail.figure)
    }

    /// Cancels a preview that is no longer visible.
    pub(super) fn cancel(&mut self) {
        self.pending = None;
    }

    /// Takes the message of a preview that failed unexpectedly.
    pub(super) fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }

    fn take(&mut self, ctx: &egui::Context) {
        let Some(result) = self.pending.as_mut().and_then(|pending| pending.task.take()) else {
            return;
        };
        let Some(Pending { wanted, .. }) = self.pending.take() else { return };
        let shown = self.thumbnail(ctx, result);
        self.shown = Some((wanted, shown));
    }

    fn thumbnail(
        &mut self,
        ctx: &egui::Context,
        result: Result<Result<Rendered, ExportError>, TaskError>,
    ) -> Result<Thumbnail, String> {
        let rendered = match result {
            Ok(rendered) => rendered.map_err(|error| error.to_string())?,
            Err(error) => {
                let message = format!("The preview {error}");
                self.failure = Some(message.clone());
                return Err(message);
            }
        };
        let image = egui::ColorImage::from_rgba_unmultiplied(rendered.size, &rendered.rgba);
        let texture = ctx.load_texture("export preview", image, egui::TextureOptions::LINEAR);
        let Rendered { bytes, omitted, figure, .. } = rendered;
        Ok(Thumbnail { texture, bytes, omitted, figure })
    }
}

fn begin(ctx: &egui::Context, subject: Subject<'_>, wanted: PreviewRequest) -> Pending {
    let table = subject.table.clone();
    let results = subject.results.clone();
    let request = wanted.clone();
    let task = Task::start("export preview", wake(ctx), move |progress: &Progress| {
        render(&request, &table, &results, progress)
    });
    Pending { wanted, task }
}

fn render(
    wanted: &PreviewRequest,
    table: &Table,
    known: &Results,
    progress: &Progress,
) -> Result<Rendered, ExportError> {
    let PreviewRequest { scene, content, request, max_size } = wanted;
    let theme = request.theme();
    let figure = content.figure(scene, table, theme, known, || progress.is_wanted())?;
    let request = &request.fitted(&figure);
    let (size, rgba) = thumbnail(&figure, request, *max_size)?;
    let (width, height) = request.size.pixels();
    let bytes = if u64::from(width) * u64::from(height) <= MAX_WEIGHED {
        let mut file = Vec::new();
        write_figure(&figure, request, &Provenance::of(scene), &mut file, progress)?;
        Some(file.len() as u64)
    } else {
        None
    };
    let omitted = omitted_note(&figure, request);
    Ok(Rendered { size, rgba, bytes, omitted, figure: Box::new(figure) })
}

/// Checkered area behind a transparent picture.
fn checkered(painter: &egui::Painter, rect: egui::Rect) {
    const SIDE: f32 = 8.0;
    const GRAYS: [egui::Color32; 2] =
        [egui::Color32::from_gray(120), egui::Color32::from_gray(150)];
    painter.rect_filled(rect, 0.0, GRAYS[0]);
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    for row in 0..(rect.height() / SIDE).ceil() as i32 {
        for column in (row % 2..(rect.width() / SIDE).ceil() as i32).step_by(2) {
            let corner = rect.min + egui::vec2(column as f32, row as f32) * SIDE;
            let square = egui::Rect::from_min_size(corner, egui::Vec2::splat(SIDE));
            painter.rect_filled(square, 0.0, GRAYS[1]);
        }
    }
}

/// First rows and columns of a table.
pub(super) fn sample(export: &DataExport) -> Sample {
    export.sample(ROWS, COLUMNS)
}

/// Shows the first rows and columns, and an ellipsis for the others.
pub(super) fn sample_ui(ui: &mut Ui, sample: &Sample, (rows, columns): (u64, u64)) {
    /// Height of a row, with the space below it; width of a column, and of the labels of rows and the ellipsis.
    const ROW: f32 = 25.5;
    const COLUMN: f32 = 80.0;
    const LABELS: f32 = 90.0;
    let size = size(ui);
    let fits = |room: f32, each: f32| (room / each).floor().max(1.0) as usize;
    let most_rows = fits(size.y - 3.0 * ROW, ROW);
    // The first column are labels.
    let most_columns = 1 + fits(size.x - LABELS, COLUMN);
    let small =
        |text: &str| RichText::new(shortened(text)).small().font(style::font(Face::Regular, 11.0));
    ui.allocate_ui(size, |ui| {
        ui.set_min_size(size);
        let grid = egui::Grid::new("first rows").num_columns(most_columns + 1).spacing([8.0, 3.0]);
        grid.show(ui, |ui| {
            for name in sample.names.iter().take(most_columns) {
                let layout = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(layout, |ui| ui.label(small(name).weak()));
            }
            if sample.names.len() > most_columns || columns > COLUMNS {
                ui.label(small("…").weak());
            }
            ui.end_row();
            for row in sample.rows.iter().take(most_rows) {
                for cell in row.iter().take(most_columns) {
                    let layout = egui::Layout::right_to_left(egui::Align::Center);
                    ui.with_layout(layout, |ui| ui.label(small(cell)));
                }
                ui.end_row();
            }
            if rows > most_rows as u64 {
                ui.label(small("…").weak());
                ui.end_row();
            }
        });
    });
}

/// Cuts a text to what fits into a cell of the preview. A number keeps its first digits as they are in the file, and
/// its exponent.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 10;
    let num = text.chars().count();
    if num <= LONGEST {
        return text.to_owned();
    }
    let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
    let exponent = text.find(['e', 'E']).filter(|_| is_number);
    let (mut digits, mut end) = exponent.map_or((text, ""), |at| text.split_at(at));
    let pointed;
    if let Some(place) = digits.find('.').filter(|&place| is_number && place + 1 >= LONGEST) {
        // The point would be cut off.
        let first = place - digits.trim_start_matches('-').find('.').unwrap_or(place) + 1;
        let own = format!("{}.{}", &digits[..first], digits[first..].replace('.', ""));
        pointed = (own, format!("e{}", place - first));
        (digits, end) = (&pointed.0, &pointed.1);
    }
    let start: String = digits.chars().take(LONGEST - 1 - end.len().min(LONGEST - 1)).collect();
    format!("{start}…{end}")
}

#[cfg(test)]
mod tests {
    use std::{
        thread,
        time::{Duration, Instant},
    };

    use std::sync::Arc;

    use super::*;
    use crate::{
        app::{files::export_panel::ExportPanel, tasks::jobs::Jobs},
        views::View,
    };

    #[test]
    fn preview_keeps_the_digits_of_the_file() {
        for (text, expected) in [
            ("0.84147096", "0.84147096"),
            ("-0.41614684", "-0.416146…"),
            ("1.0000012e-5", "1.0000…e-5"),
            ("0.00010000000", "0.0001000…"),
            ("4294967295.5", "4.29496…e9"),
            ("1", "1"),
            ("position t (token)", "position …"),
        ] {
            assert_eq!(shortened(text), expected, "{text}");
        }
    }

    /// Uses the criteria of the largest table, which take minutes.
    #[test]
    fn hidden_preview_is_cancelled() {
        let ctx = egui::Context::default();
        style::install(&ctx);
        let scene: Scene = "d_model=16384&length=65536&views=criteria".parse().unwrap();
        let table = scene.table();
        let (theme, results) = (crate::picture::Theme::LIGHT, Results::default());
        let subject = Subject::new((&scene, &table), None, theme, &results);
        let mut panel = ExportPanel::with_kept(String::new(), &[].into());
        panel.open_for(View::Criteria);
        for _ in 0..2 {
            let mut frame = ctx.run_ui(egui::RawInput::default(), |ui| {
                panel.ui(ui.ctx(), subject, &Jobs::default());
            });
            frame.textures_delta.clear();
        }
        let pending = panel.preview.pending.as_ref().expect("a preview is on its way");
        let progress = pending.task.shared_progress();
        assert!(progress.is_wanted());
        panel.close();
        let began = Instant::now();
        // The work holds a reference, too, as long as it runs.
        while Arc::strong_count(&progress) > 1 {
            assert!(began.elapsed() < Duration::from_mins(1), "waited for the preview to end");
            thread::sleep(Duration::from_millis(10));
        }
    }
}
