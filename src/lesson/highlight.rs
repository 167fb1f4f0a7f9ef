//! Highlights: parts of the window that a lesson points at.

use crate::scene::{Key, Scene, View};

/// Highlighted part of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Highlight {
    /// View.
    View(View),
    /// Selected cell of a view.
    Cell(View),
    /// Selected row of a view.
    Row(View),
    /// Control of a scene key.
    Control(Key),
}

impl Highlight {
    /// View that contains the highlight; `None` for a control.
    pub fn view(self) -> Option<View> {
        match self {
            Self::View(view) | Self::Cell(view) | Self::Row(view) => Some(view),
            Self::Control(_) => None,
        }
    }

    /// Parses `heatmap`, `heatmap:cell`, `heatmap:row` or `offset`. Returns an error for a part that the scene
    /// does not show.
    pub(super) fn parse(text: &str, scene: &Scene) -> Result<Self, String> {
        let (name, part) =
            text.split_once(':').map_or((text, None), |(name, part)| (name, Some(part)));
        let target = match (View::from_key(name), part) {
            (Ok(view), None) => Self::View(view),
            (Ok(view), Some("cell")) => Self::Cell(view),
            (Ok(view), Some("row")) => Self::Row(view),
            (Ok(_), Some(part)) => {
                return Err(format!("a view has no part {part:?}: expected cell or row"));
            }
            (Err(_), _) => Self::Control(Key::from_key(text).map_err(|_no_key| {
                format!("unknown highlight {text:?}: expected a view or a scene key")
            })?),
        };
        if let Some(view) = target.view()
            && !scene.draft().views.contains(view)
        {
            return Err(format!("{} is highlighted but not open in this scene", view.key()));
        }
        if let Self::Control(key) = target
            && scene.draft().controls.is_some_and(|controls| !controls.contains(key))
        {
            return Err(format!("{} is highlighted but not among the controls", key.key()));
        }
        Ok(target)
    }
}
