//! Controls that belong to a view, described as data. The window draws them.

use std::ops::RangeInclusive;

use crate::{
    action::{Action, Gesture},
    picture::Pixels,
    scene::{Key, Scene, Setting},
};

/// Controls on one line, for one key of the scene.
pub struct ControlRow {
    /// Key that the controls change. A scene may hide its controls, and a lesson may highlight them.
    pub key: Key,
    /// Controls, from left to right.
    pub controls: Vec<Control>,
}

/// Control in the parameter panel.
pub enum Control {
    /// Text in front of other controls.
    Label {
        /// Text to show.
        text: &'static str,
        /// Tooltip.
        help: &'static str,
    },
    /// One of several mutually exclusive choices.
    Choice {
        /// Title.
        title: String,
        /// Tooltip.
        help: &'static str,
        /// True if this is the current choice.
        is_chosen: bool,
        /// Actions that a click performs.
        actions: Vec<Action>,
    },
    /// Check box.
    Toggle {
        /// Title.
        title: &'static str,
        /// True if the box is checked.
        is_on: bool,
        /// Setting that a click applies: the opposite state.
        setting: Setting,
    },
    /// Whole number that is dragged or typed. One drag is one undo step.
    Number {
        /// Accessible name.
        name: &'static str,
        /// Tooltip.
        help: &'static str,
        /// Current value.
        value: i64,
        /// Allowed values.
        range: RangeInclusive<i64>,
        /// Function that makes the setting for a value.
        setting: Box<dyn Fn(i64) -> Setting>,
    },
    /// Button.
    Button {
        /// Title.
        title: String,
        /// Tooltip.
        help: String,
        /// Action that a click performs; `None` disables the button.
        action: Option<Action>,
    },
    /// Text of the row's key in a field of one line, read once it is entered.
    Field {
        /// Accessible name.
        name: &'static str,
        /// Tooltip.
        help: &'static str,
        /// Current text.
        text: String,
    },
    /// Text field with several lines.
    Text {
        /// Accessible name.
        name: &'static str,
        /// Text in an empty field.
        hint: &'static str,
        /// Current text.
        text: String,
    },
}

impl ControlRow {
    /// Creates a line with the controls of a key.
    pub(super) fn new(key: Key, controls: impl Into<Vec<Control>>) -> Self {
        Self { key, controls: controls.into() }
    }

    /// Creates the line with the rules for pixels that cover several cells.
    pub(super) fn pixels(scene: &Scene) -> Self {
        let choice = |&pixels: &Pixels| {
            let (title, help) = match pixels {
                Pixels::Mean => ("Mean", "Mean of the cells; gray where it is unresolved"),
                Pixels::Nearest => ("Nearest", "Value of the middle cell; may alias"),
                Pixels::Spread => ("Spread", "Standard deviation of the cells, in the heatmap"),
            };
            Control::choice(title, help, scene.draft().pixels == pixels, Setting::Pixels(pixels))
        };
        Self::new(Key::Pixels, Pixels::ALL.iter().map(choice).collect::<Vec<_>>())
    }
}

impl Control {
    /// Creates a label in front of the controls of a key, with the key's help as tooltip.
    pub(super) fn label(text: &'static str, key: Key) -> Self {
        Self::Label { text, help: key.help() }
    }

    /// Creates a choice that changes one setting, as an undo step of its own.
    pub(super) fn choice(
        title: impl Into<String>,
        help: &'static str,
        is_chosen: bool,
        setting: impl Into<Setting>,
    ) -> Self {
        let actions = vec![Action::Edit(setting.into(), Gesture::Single)];
        Self::Choice { title: title.into(), help, is_chosen, actions }
    }
}
