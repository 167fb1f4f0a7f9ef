//! What a person may ask for: plain data. Views and menus push actions; the state runs them.

use crate::scene::{Key, Scene, SceneDraft, SceneError, Setting, View, Viewport, Views};

/// Changes that belong to one gesture are one step of undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// A step of its own: a click, a typed entry, a menu entry.
    Single,
    /// Part of a drag or a run of keys.
    Continuous(GestureSource),
}

/// Control or view that a drag or a run of keys belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GestureSource {
    /// Control of a key.
    Setting(Key),
    /// Moving about in a view.
    Navigation(View),
    /// Arrow keys that move the selection in a view.
    Keys(View),
    /// Views that follow the selection.
    Follow,
    /// Steps of the selected position by the player's keys.
    Steps,
    /// Scrolling the table of values.
    Scroll,
    /// Marking a range of the table of values.
    Mark,
    /// Arrow keys in the table of values.
    GridKeys,
}

/// Something that a person asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Change one value of the scene.
    Edit(Setting, Gesture),
    /// Tell why a typed value is refused.
    Refuse(SceneError),
    /// Select a cell of the table.
    Select {
        /// Position t.
        position: i64,
        /// Column j.
        column: u32,
        /// What it is part of.
        gesture: Gesture,
    },
    /// Select a position while the positions play: no step of undo.
    Play {
        /// Position t.
        position: i64,
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
    /// Show a part of a view, or what it opens on. Has its own past, and is no step of undo.
    Show {
        /// View.
        view: View,
        /// Visible part.
        viewport: Option<Viewport>,
        /// What it is part of.
        gesture: Gesture,
    },
    /// Mark a range of the table of values, or none. No step of undo.
    Mark(Option<Viewport>),
    /// Open these views and close all others. No step of undo.
    OpenViews(Views),
    /// Back to what a view has shown before.
    ShowEarlier(View),
    /// Forward again.
    ShowLater(View),
    /// A drag or a run of keys has ended.
    EndGesture,
    /// Replace the whole scene.
    Visit(Box<Scene>),
    /// Show a scene that is on its way to another: no step of undo.
    Glide(Box<SceneDraft>),
    /// Replace the whole scene by what a text says.
    LoadScene(String),
    /// Ask for a file of word vectors.
    ChooseVectors,
    /// Take the embeddings from a file, which a person has chosen.
    ReadVectors(String),
    /// Back by one step.
    Undo,
    /// Forward again.
    Redo,
}
