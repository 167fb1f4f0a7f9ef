//! Stand-in for the window in builds without the feature `window`.

use thiserror::Error;

pub use crate::launch::{OnFrame, Options};

/// Reason that there is no window.
#[derive(Debug, Error)]
#[error(
    "cannot open a window: this build has none; expected the feature `window`, or a command such as `phasor export`"
)]
pub struct LaunchError;

/// Refuses to open a window.
pub fn run(_options: Options) -> Result<(), LaunchError> {
    Err(LaunchError)
}
