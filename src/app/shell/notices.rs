//! Notices over the window.

use std::time::Duration;

use egui::RichText;

use crate::{
    app::{
        look::{
            icon::{self, Icon},
            style,
        },
        state::{Notice, Severity},
    },
    picture::Theme,
};

/// Seconds for which a notice is shown.
fn seconds(notice: &Notice) -> f64 {
    match notice.severity {
        // Longer sentences take longer to read.
        Severity::Info if notice.resume.is_none() => 6.0_f64.max(notice.text.len() as f64 / 10.0),
        // Time to read a sentence twice, or to decide.
        Severity::Info | Severity::Refused | Severity::Error => 20.0,
    }
}

/// Answer of the user to a notice, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoticeAnswer {
    Dismissed(usize),
    /// The lesson of the last session is wanted.
    Resumed(usize),
}

/// Removes notices after some seconds.
pub(super) fn expire(ctx: &egui::Context, notices: &mut Vec<Notice>) {
    let now = ctx.input(|input| input.time);
    for notice in notices.iter_mut() {
        let until = now + seconds(notice);
        let until = *notice.until.get_or_insert(until);
        ctx.request_repaint_after(Duration::from_secs_f64((until - now).max(0.0)));
    }
    notices.retain(|notice| notice.until.is_none_or(|until| now < until));
}

/// Shows the last notices at the lower right. Returns the answer to one of them.
pub(super) fn notices_ui(
    ctx: &egui::Context,
    notices: &[Notice],
    above: f32,
    theme: Theme,
) -> Option<NoticeAnswer> {
    /// Number of notices shown.
    const MOST: usize = 4;
    let mut answer = None;
    let first = notices.len().saturating_sub(MOST);
    egui::Area::new(egui::Id::unique("notices"))
        .order(egui::Order::Foreground)
        .anchor(egui::Align2::RIGHT_BOTTOM, [-12.0, -above - 12.0])
        .show(ctx, |ui| {
            for (index, notice) in notices.iter().enumerate().skip(first) {
                let color = match notice.severity {
                    Severity::Info => theme.accent,
                    Severity::Refused | Severity::Error => theme.error,
                };
                let frame = egui::Frame::new()
                    .fill(style::color(theme.tile))
                    .stroke(egui::Stroke::new(1.5, style::color(color)))
                    .corner_radius(5)
                    .inner_margin(10);
                frame.show(ui, |ui| {
                    ui.set_width(380.0);
                    ui.push_id(index, |ui| {
                        ui.horizontal(|ui| {
                            // The close buttons form one column at the right.
                            let cross = egui::vec2(20.0, 20.0);
                            let width =
                                ui.available_width() - cross.x - ui.spacing().item_spacing.x;
                            let text = RichText::new(&notice.text).color(style::color(theme.text));
                            ui.vertical(|ui| {
                                ui.set_width(width);
                                ui.add(egui::Label::new(text).wrap());
                                if let Some(resume) = &notice.resume
                                    && ui.button(resume).clicked()
                                {
                                    answer = Some(NoticeAnswer::Resumed(index));
                                }
                            });
                            let (rect, _) = ui.allocate_exact_size(cross, egui::Sense::hover());
                            if icon::button(ui, rect, Icon::Close, "Dismiss notice").clicked() {
                                answer = Some(NoticeAnswer::Dismissed(index));
                            }
                        })
                    });
                });
            }
        });
    answer
}
