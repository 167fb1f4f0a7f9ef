//! What will be written, seen beforehand: the first rows, or the figure, small.

use std::{
    sync::{Arc, mpsc},
    thread,
};

use egui::{RichText, Ui};

use crate::{
    app::style,
    encoding::Encoding,
    export::{
        Cancelled, DataExport, ExportError, FigureRequest, Progress, Provenance, Sample, thumbnail,
        whole_figure, write_figure,
    },
    picture::Face,
    scene::{Scene, View},
    views::{Answers, Subject},
};

/// Room for the preview.
const WIDTH: f32 = 250.0;
const HEIGHT: f32 = 184.0;
/// Rows and columns that it shows of a table.
const ROWS: u64 = 7;
const COLUMNS: u64 = 4;
/// Figures with more pixels are not written just to be weighed.
const MOST_WEIGHED: u64 = 1 << 22;

/// What a preview is of.
#[derive(Clone, Debug, PartialEq)]
struct Wanted {
    scene: Scene,
    view: View,
    request: FigureRequest,
}

/// A figure, small.
struct Made {
    size: [usize; 2],
    rgba: Vec<u8>,
    /// Of the whole file, where it was written to be weighed.
    bytes: Option<u64>,
}

/// A figure as it is painted, and the bytes of its file.
type Shown = (egui::TextureHandle, Option<u64>);

struct Pending {
    wanted: Wanted,
    progress: Arc<Progress>,
    result: mpsc::Receiver<Result<Made, ExportError>>,
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

/// The preview of a figure, made in the background.
#[derive(Default)]
pub(super) struct Preview {
    shown: Option<(Wanted, Result<Shown, String>)>,
    pending: Option<Pending>,
}

impl Preview {
    /// The figure, small, and how many bytes its file will have, once that is known.
    pub(super) fn figure_ui(
        &mut self,
        ui: &mut Ui,
        subject: Subject<'_>,
        view: View,
        request: FigureRequest,
    ) -> Option<u64> {
        let wanted = Wanted { scene: subject.scene.clone(), view, request };
        self.take(ui.ctx());
        let is_shown = self.shown.as_ref().is_some_and(|(shown, _)| *shown == wanted);
        let is_pending = self.pending.as_ref().is_some_and(|pending| pending.wanted == wanted);
        if !is_shown && !is_pending {
            self.pending = Some(begin(ui.ctx(), subject, wanted));
        }
        let (rect, response) =
            ui.allocate_exact_size(egui::vec2(WIDTH, HEIGHT), egui::Sense::hover());
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Image, true, "Preview of the figure")
        });
        match &self.shown {
            Some((_, Ok((texture, bytes)))) => {
                let size = texture.size_vec2() / ui.pixels_per_point();
                let place = egui::Rect::from_center_size(rect.center(), size);
                if !request.parts.has(crate::picture::Part::Ground) {
                    checkered(ui.painter(), place);
                }
                let whole = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
                ui.painter().image(texture.id(), place, whole, egui::Color32::WHITE);
                let stroke = egui::Stroke::new(1.0, style::color(subject.theme.line));
                ui.painter().rect_stroke(place, 0.0, stroke, egui::StrokeKind::Outside);
                if is_shown { *bytes } else { None }
            }
            Some((_, Err(error))) => {
                let font = style::font(Face::Regular, 12.0);
                let color = ui.visuals().warn_fg_color;
                let galley = ui.painter().layout(error.clone(), font, color, WIDTH);
                ui.painter().galley(rect.min, galley, color);
                None
            }
            None => None,
        }
    }

    /// Nobody looks at it any longer: what is being made is given up.
    pub(super) fn give_up(&mut self) {
        self.pending = None;
    }

    fn take(&mut self, ctx: &egui::Context) {
        let Some(pending) = &self.pending else { return };
        let result = match pending.result.try_recv() {
            Ok(result) => result,
            Err(mpsc::TryRecvError::Empty) => return,
            Err(mpsc::TryRecvError::Disconnected) => Err(Cancelled.into()),
        };
        let shown = match result {
            Ok(made) => {
                let image = egui::ColorImage::from_rgba_unmultiplied(made.size, &made.rgba);
                let options = egui::TextureOptions::LINEAR;
                Ok((ctx.load_texture("export preview", image, options), made.bytes))
            }
            Err(error) => Err(error.to_string()),
        };
        self.shown = Some((pending.wanted.clone(), shown));
        self.pending = None;
    }
}

fn begin(ctx: &egui::Context, subject: Subject<'_>, wanted: Wanted) -> Pending {
    let (send, result) = mpsc::channel();
    let progress = Arc::new(Progress::default());
    let pixels_per_point = ctx.pixels_per_point();
    let most = [WIDTH, HEIGHT].map(|side| (side * pixels_per_point) as u32);
    let encoding = Arc::clone(subject.encoding);
    let answers = subject.answers.clone();
    let (ctx, own) = (ctx.clone(), wanted.clone());
    let shared = Arc::clone(&progress);
    thread::spawn(move || {
        let made = make(&own, &encoding, &answers, most, &shared);
        // Nobody listens once something else is wanted.
        drop(send.send(made));
        ctx.request_repaint();
    });
    Pending { wanted, progress, result }
}

fn make(
    wanted: &Wanted,
    encoding: &Arc<Encoding>,
    known: &Answers,
    most: [u32; 2],
    progress: &Progress,
) -> Result<Made, ExportError> {
    let Wanted { scene, view, request } = wanted;
    let theme = request.theme();
    let figure = whole_figure(*view, scene, encoding, theme, known, || progress.is_wanted())?;
    let (size, rgba) = thumbnail(&figure, request, most)?;
    let (width, height) = request.size.pixels();
    let bytes = if u64::from(width) * u64::from(height) <= MOST_WEIGHED {
        let mut file = Vec::new();
        write_figure(&figure, request, &Provenance::of(scene), &mut file, progress)?;
        Some(file.len() as u64)
    } else {
        None
    };
    Ok(Made { size, rgba, bytes })
}

/// What one sees where there is nothing.
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

/// The upper left corner of a table.
pub(super) fn sample(export: &DataExport) -> Sample {
    export.sample(ROWS, COLUMNS)
}

/// The first rows and columns, and where the others would be.
pub(super) fn sample_ui(ui: &mut Ui, sample: &Sample, (rows, columns): (u64, u64)) {
    let small = |text: &str| {
        // A number is told by its first digits.
        const LONGEST: usize = 9;
        let text: String = text.chars().take(LONGEST).collect();
        RichText::new(text).small().font(style::font(Face::Regular, 11.0))
    };
    ui.allocate_ui(egui::vec2(WIDTH, HEIGHT), |ui| {
        ui.set_min_size(egui::vec2(WIDTH, HEIGHT));
        let grid = egui::Grid::new("first rows").num_columns(6).spacing([8.0, 3.0]);
        grid.show(ui, |ui| {
            for name in &sample.names {
                let layout = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(layout, |ui| ui.label(small(name).weak()));
            }
            if columns > COLUMNS {
                ui.label(small("…").weak());
            }
            ui.end_row();
            for row in &sample.rows {
                for cell in row {
                    let layout = egui::Layout::right_to_left(egui::Align::Center);
                    ui.with_layout(layout, |ui| ui.label(small(cell)));
                }
                ui.end_row();
            }
            if rows > ROWS {
                ui.label(small("…").weak());
                ui.end_row();
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::app::{export_panel::ExportPanel, jobs::Jobs};

    /// Of the largest table these criteria take minutes.
    #[test]
    fn what_nobody_looks_at_any_longer_is_given_up() {
        let ctx = egui::Context::default();
        style::install(&ctx);
        let scene: Scene = "d_model=16384&length=65536&views=criteria".parse().unwrap();
        let encoding = Arc::new(Encoding::new(*scene.parameters()));
        let (theme, answers) = (crate::picture::Theme::LIGHT, Answers::default());
        let subject = Subject { scene: &scene, encoding: &encoding, theme, answers: &answers };
        let mut panel = ExportPanel::with_kept(String::new(), &[].into());
        panel.open_for(View::Criteria);
        for _ in 0..2 {
            let mut frame = ctx.run_ui(egui::RawInput::default(), |ui| {
                panel.ui(ui.ctx(), subject, &Jobs::default());
            });
            frame.textures_delta.clear();
        }
        let progress = panel.preview.pending.as_ref().map(|pending| Arc::clone(&pending.progress));
        let progress = progress.expect("a preview is on its way");
        assert!(progress.is_wanted());
        panel.close();
        let began = Instant::now();
        // The work holds one, too, for as long as it goes on.
        while Arc::strong_count(&progress) > 1 {
            assert!(began.elapsed() < Duration::from_mins(1), "it goes on");
            thread::sleep(Duration::from_millis(10));
        }
    }
}
