//! State of the shell: the queues of a frame, and the overlays that are open.

use super::{
    closing::Closing, command::Command, description::Description, go_to::GoTo, palette::Palette,
    sheets::HelpSheet,
};
use crate::{action::Action, app::request::Request};

/// Queues and overlays of the window.
#[derive(Default)]
pub(super) struct Shell {
    /// Actions of this frame, which the next one runs.
    pub(super) actions: Vec<Action>,
    /// Commands of this frame.
    pub(super) commands: Vec<Command>,
    /// Requests of the tiles in this frame.
    pub(super) requests: Vec<Request>,
    /// Description of the scene that was drawn last.
    pub(super) description: Option<Description>,
    pub(super) sheet: Option<HelpSheet>,
    pub(super) go_to: Option<GoTo>,
    pub(super) palette: Option<Palette>,
    pub(super) closing: Closing,
    /// True while the doors of the first start are open.
    pub(super) is_welcoming: bool,
    /// True once the window has been made to fit into its screen.
    pub(super) is_fitted: bool,
    /// True if text had the focus when the last frame ended, so that an Escape of this frame belongs to it.
    pub(super) had_text_focus: bool,
}

impl Shell {
    /// True if the next frame has to run something.
    pub(super) fn has_work(&self) -> bool {
        let is_work = |request: &Request| !matches!(request, Request::Use(_));
        !self.actions.is_empty() || !self.commands.is_empty() || self.requests.iter().any(is_work)
    }

    /// Opens a help sheet, or closes it.
    pub(super) fn toggle_sheet(&mut self, sheet: HelpSheet) {
        self.sheet = if self.sheet == Some(sheet) { None } else { Some(sheet) };
    }
}
