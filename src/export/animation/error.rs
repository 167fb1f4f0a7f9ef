//! Failures to make an animation.

use thiserror::Error;

/// Failure to make an animation.
#[derive(Debug, Error)]
pub enum AnimationError {
    /// A pixel of a gif is transparent or opaque, nothing in between.
    #[error(
        "a gif cannot have a transparent ground: allowed are apng and frames, or another ground"
    )]
    TransparentGif,
    /// The encoder refused a frame.
    #[error(transparent)]
    Gif(#[from] gif::EncodingError),
}
