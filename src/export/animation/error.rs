//! Failures to make an animation.

use thiserror::Error;

/// Failure to make an animation.
#[derive(Debug, Error)]
pub enum AnimationError {
    /// Transparent background for a gif, whose pixels are either transparent or opaque.
    #[error(
        "invalid background \"transparent\" for gif: expected a color, or the format apng or frames"
    )]
    TransparentGif,
    /// The encoder refused a frame.
    #[error(transparent)]
    Gif(#[from] gif::EncodingError),
}
