//! Goes to a cell by its position and column.

use egui::{Key, RichText};

use crate::{
    action::{Action, Gesture},
    app::look::style,
    picture::number,
    scene::Scene,
    views::Subject,
};

/// State of the open entry.
#[derive(Default)]
pub(crate) struct GoTo {
    text: String,
    error: Option<String>,
    has_been_shown: bool,
}

/// State of the entry after a frame.
pub(crate) enum GoToOutcome {
    /// Still open.
    Open,
    /// Closed without a cell.
    Closed,
    /// Ended with a cell.
    Chosen(Action),
}

impl GoTo {
    pub(crate) fn ui(&mut self, ctx: &egui::Context, subject: Subject<'_>) -> GoToOutcome {
        let mut is_entered = false;
        let modal = egui::Modal::new(egui::Id::unique("go to")).show(ctx, |ui| {
            ui.set_width(300.0);
            ui.label("Position and column, separated by a comma");
            let edit = egui::TextEdit::singleline(&mut self.text)
                .desired_width(f32::INFINITY)
                .hint_text(format!("{}, {}", subject.scene.position(), subject.scene.column()));
            let response = ui.add(edit).accessible_name("Go to cell");
            if !self.has_been_shown {
                response.request_focus();
                self.has_been_shown = true;
            }
            is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if response.changed() {
                self.error = None;
            }
            if let Some(error) = &self.error {
                let color = style::color(subject.theme.error);
                ui.label(RichText::new(error).small().color(color));
            }
        });
        if is_entered {
            match cell(&self.text, subject.scene) {
                Ok((position, column)) => {
                    let gesture = Gesture::Single;
                    return GoToOutcome::Chosen(Action::Select { position, column, gesture });
                }
                Err(error) => {
                    self.error = Some(error);
                    self.has_been_shown = false;
                }
            }
        }
        if modal.should_close() && !is_entered { GoToOutcome::Closed } else { GoToOutcome::Open }
    }
}

/// Parses position and column. The column is the selected one if none is given.
fn cell(text: &str, scene: &Scene) -> Result<(i64, u32), String> {
    let extent = scene.extent();
    let (position, column) = match text.split_once(',') {
        Some((position, column)) => (position, Some(column)),
        None => (text, None),
    };
    let whole = |text: &str, name: &str, first: i64, last: i64| {
        number::parse_whole(text).filter(|number| (first..=last).contains(number)).ok_or_else(
            || {
                let text = text.trim();
                format!("invalid {name} {text:?}: expected a whole number from {first} to {last}")
            },
        )
    };
    let position = whole(position, "position", extent.start(), extent.last())?;
    let last_column = i64::from(scene.num_columns() - 1);
    let column = match column {
        Some(column) => whole(column, "column", 0, last_column)? as u32,
        None => scene.column(),
    };
    Ok((position, column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_and_refused() {
        let scene: Scene = "start=2&length=10&d_model=8&column=3".parse().unwrap();
        assert_eq!(cell(" 11 , 7 ", &scene), Ok((11, 7)));
        assert_eq!(cell("5", &scene), Ok((5, 3)), "the selected column stays");
        let refused = |text| cell(text, &scene).unwrap_err();
        assert_eq!(refused("1, 0"), "invalid position \"1\": expected a whole number from 2 to 11");
        assert_eq!(refused("2, 8"), "invalid column \"8\": expected a whole number from 0 to 7");
        assert!(refused("").contains("invalid position"), "nothing is no cell");
    }
}
