//! Stand-in for the window in builds without the feature `window`.

use thiserror::Error;

pub use crate::launch::{OnFrame, Options};

/// Error returned when a build without a window is asked to open one.
#[derive(Debug, Error)]
#[error(
    "cannot open a window: this build has none; expected the feature `window`, or a command such as `phasor export`"
)]
pub struct LaunchError;

/// Always returns [`LaunchError`].
pub fn run(_options: Options) -> Result<(), LaunchError> {
    Err(LaunchError)
}
