//! Controls that views have of their own, described as data. The window draws them.

use std::ops::RangeInclusive;

use crate::{
    action::{Action, Gesture},
    scene::{Key, Setting},
};

/// Controls on one line, for one key of the scene.
pub struct ControlRow {
    /// Key that they change. A scene may hide its controls, and a lesson may point them out.
    pub key: Key,
    /// Controls, from the left.
    pub controls: Vec<Control>,
}

/// Control in the parameter panel.
pub enum Control {
    /// Words in front of other controls.
    Label {
        /// Words.
        text: &'static str,
        /// Tooltip.
        help: &'static str,
    },
    /// One of several choices that exclude each other.
    Choice {
        /// Title.
        title: String,
        /// Tooltip.
        help: &'static str,
        /// Whether it is the current one.
        is_chosen: bool,
        /// Actions of a click.
        actions: Vec<Action>,
    },
    /// Check box.
    Toggle {
        /// Title.
        title: &'static str,
        /// Whether it is checked.
        is_on: bool,
        /// Setting of the other state.
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
        /// Change of the value by one point of a drag.
        speed: f64,
        /// Setting of a value.
        setting: Box<dyn Fn(i64) -> Setting>,
    },
    /// Button.
    Button {
        /// Title.
        title: String,
        /// Tooltip.
        help: String,
        /// Action of a click; `None` where it is disabled.
        action: Option<Action>,
    },
    /// Text of several lines.
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
    /// Controls of a key on one line.
    pub(super) fn new(key: Key, controls: impl Into<Vec<Control>>) -> Self {
        Self { key, controls: controls.into() }
    }
}

impl Control {
    /// Words in front of the controls of a key.
    pub(super) fn label(text: &'static str, key: Key) -> Self {
        Self::Label { text, help: key.help() }
    }

    /// Choice that changes one setting, as an undo step of its own.
    pub(super) fn choice(
        title: impl Into<String>,
        help: &'static str,
        is_chosen: bool,
        setting: Setting,
    ) -> Self {
        let actions = vec![Action::Edit(setting, Gesture::Single)];
        Self::Choice { title: title.into(), help, is_chosen, actions }
    }
}
