//! What a person may ask for: plain data. Views and menus push actions; the state runs them.

use crate::scene::SceneDraft;

/// Changes that belong to one gesture are one step of undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// A step of its own: a click, a typed entry, a menu entry.
    Single,
    /// Part of a drag or a run of keys; the number tells one control from another.
    Continuous(u64),
}

/// Something that a person asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Change the scene.
    Edit(Box<SceneDraft>, Gesture),
    /// Select a cell of the table.
    Select {
        /// Position t.
        position: i64,
        /// Column j.
        column: u32,
        /// What it is part of.
        gesture: Gesture,
    },
    /// Select a pair of positions: t, and the offset to s.
    SelectPair {
        /// Position t.
        position: i64,
        /// Position s.
        other: i64,
        /// What it is part of.
        gesture: Gesture,
    },
    /// A drag or a run of keys has ended.
    EndGesture,
    /// Replace the whole scene by what a text says.
    LoadScene(String),
    /// Back by one step.
    Undo,
    /// Forward again.
    Redo,
}
