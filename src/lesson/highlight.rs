//! What a link points out.

use crate::scene::{Key, Scene, View};

/// What is pointed out in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Highlight {
    /// A view.
    View(View),
    /// The selected cell in a view.
    Cell(View),
    /// The selected row in a view.
    Row(View),
    /// A control.
    Control(Key),
}

impl Highlight {
    /// The view that it lies in.
    pub fn view(self) -> Option<View> {
        match self {
            Self::View(view) | Self::Cell(view) | Self::Row(view) => Some(view),
            Self::Control(_) => None,
        }
    }

    /// Reads `heatmap`, `heatmap:cell`, `heatmap:row` or `offset`; what a scene does not show is refused.
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
