//! User actions as plain data. Views and menus push actions; the state runs them.

use crate::scene::{
    EncodingSetting, Key, Scene, SceneDraft, SceneError, Setting, Side, View, Viewport, Views,
};

/// Grouping of changes for undo: the changes of one gesture are one undo step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// An undo step of its own: a click, a typed entry, a menu entry.
    Single,
    /// Part of a drag or a run of key presses.
    Continuous(GestureSource),
}

/// Control or view that a drag or a run of key presses belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GestureSource {
    /// Control of a scene key.
    Setting(Key),
    /// Panning or zooming in a view.
    Navigation(View),
    /// Arrow keys that move the selection in a view.
    Keys(View),
    /// Scrolling by views that keep the selection visible.
    Follow,
    /// Stepping the selected position with the playback keys.
    Steps,
    /// Scrolling the table of values.
    Scroll,
    /// Marking a range in the table of values.
    Mark,
    /// Arrow keys in the table of values.
    GridKeys,
}

/// Encoding that A is compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparand {
    /// Copy of A, to be changed.
    Copy,
    /// Convention, family, or one value that differs.
    Of(EncodingSetting),
    /// A, which B takes the place of.
    Swap,
    /// None: the comparison ends.
    None,
}

/// Request by the user to change the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Change one value of the scene.
    Edit(Setting, Gesture),
    /// Show why a typed value is invalid.
    Refuse(SceneError),
    /// Select a cell of the table.
    Select {
        /// Position t.
        position: i64,
        /// Column j.
        column: u32,
        /// Gesture that the action is part of.
        gesture: Gesture,
    },
    /// Change the selection during playback. Not an undo step.
    Play(Setting),
    /// Select a pair of positions: t, and the offset k = s − t.
    SelectPair {
        /// Position t.
        position: i64,
        /// Position s.
        other: i64,
        /// Gesture that the action is part of.
        gesture: Gesture,
    },
    /// Show part of a view, or its initial viewport if unset. Recorded in the history of the view, not as an undo
    /// step.
    Show {
        /// View to change.
        view: View,
        /// Visible part.
        viewport: Option<Viewport>,
        /// Gesture that the action is part of.
        gesture: Gesture,
    },
    /// Mark a range in the table of values, or clear the mark. Not an undo step.
    Mark(Option<Viewport>),
    /// Open these views and close all others. Not an undo step.
    OpenViews(Views),
    /// Enter the workspace with a title: its views for what is open or, if it does not fit, its example.
    Enter(&'static str),
    /// Go back in the viewport history of a view.
    ShowEarlier(View),
    /// Go forward in the viewport history of a view.
    ShowLater(View),
    /// End a drag or a run of key presses.
    EndGesture,
    /// Replace the whole scene.
    Visit(Box<Scene>),
    /// Show an intermediate scene of a transition. Not an undo step.
    Glide(Box<SceneDraft>),
    /// Replace the whole scene by one in text form.
    LoadScene(String),
    /// Copy a text to the clipboard.
    CopyText(String),
    /// Open the list of the tensors of a file.
    ChooseTensor {
        /// Side whose table it is.
        side: Side,
        /// Path of the file.
        file: String,
    },
    /// Open a dialog to choose a file of word vectors.
    ChooseVectors,
    /// Take the embeddings from a file that the user has chosen.
    ReadVectors(String),
    /// Open a dialog to choose the table of B.
    ChooseTableOfB,
    /// Open a dialog to choose the configuration of a model for a side.
    ChooseModel(Side),
    /// Take the encoding of a side from a preset, or from a configuration that the user has chosen.
    ReadModel {
        /// Side that becomes the model's.
        side: Side,
        /// Preset, or path of the file.
        model: String,
    },
    /// Compare the encoding with another, or end the comparison.
    Compare(Comparand),
    /// Take the encoding of a side from a table that the user has chosen.
    ReadTable {
        /// Side that becomes the table.
        side: Side,
        /// Path of the file.
        file: String,
        /// Tensor of the file; `None`: the only one.
        tensor: Option<String>,
    },
    /// Open the scene of a tensor, whose checkpoint the user has chosen.
    ReadTensor(String),
    /// Undo one step.
    Undo,
    /// Redo one step.
    Redo,
}
