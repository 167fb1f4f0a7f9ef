//! The export panel: quantity, format, range and destination, with a preview.

mod choices;
mod destination;
mod form;
mod job;
mod panel;
mod preview;

pub(crate) use job::ExportRequests;
pub(crate) use panel::ExportPanel;
