//! Choices for an animation.

use thiserror::Error;

use super::error::AnimationError;
use crate::{
    export::figure::{FigureFormat, FigureRequest, FigureSize},
    picture::Part,
    stable_enum::stable_enum,
};

stable_enum! {
    /// Formats for animations.
    pub enum AnimationFormat {
        /// Animated png with all colors; for the web and for slides.
        Apng = "apng",
        /// Animated gif with 256 colors; for everything else.
        Gif = "gif",
        /// A folder of numbered png files, for a program that makes films.
        Frames = "frames",
    }
}

impl AnimationFormat {
    /// True for one file, false for a folder of frames.
    pub fn is_file(self) -> bool {
        self != Self::Frames
    }
}

/// Format, speed and frames of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnimationRequest {
    /// Form of each frame; its format is that of the animation.
    pub figure: FigureRequest,
    /// File format.
    pub format: AnimationFormat,
    /// Frames per second.
    pub speed: FrameRate,
}

/// Frames per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameRate(f64);

/// Error for a text that is not a frame rate.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("invalid fps {0:?}: expected a number of frames per second, 0.1 to 50")]
pub struct NotAFrameRate(String);

impl FrameRate {
    /// Parses a number inside the limits.
    pub fn parse(text: &str) -> Result<Self, NotAFrameRate> {
        let number = text.trim().parse().ok().filter(|rate| (0.1..=50.0).contains(rate));
        number.map(Self).ok_or_else(|| NotAFrameRate(text.to_owned()))
    }

    /// Duration of a frame in hundredths of a second. If that is not a whole number, frames differ by one, so that
    /// the film as a whole has the requested speed.
    pub fn hundredths(self, frame: usize) -> u16 {
        let begin = |frame: usize| (100.0 * frame as f64 / self.0).round();
        (begin(frame + 1) - begin(frame)) as u16
    }

    /// Duration of a film in seconds.
    pub fn seconds(self, num_frames: usize) -> f64 {
        num_frames as f64 / self.0
    }
}

impl Default for FrameRate {
    fn default() -> Self {
        Self(10.0)
    }
}

impl AnimationRequest {
    /// Figures small enough for a slide, ten frames per second.
    pub fn new(format: AnimationFormat) -> Self {
        let figure =
            FigureRequest { size: FigureSize::times(1), ..FigureRequest::new(FigureFormat::Png) };
        Self { figure, format, speed: FrameRate::default() }
    }

    /// Checks that the format supports the request.
    pub fn check(&self) -> Result<(), AnimationError> {
        if self.format == AnimationFormat::Gif && !self.figure.parts.has(Part::Ground) {
            return Err(AnimationError::TransparentGif);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_inside_their_limits() {
        let hundredths =
            |text: &str, frame| FrameRate::parse(text).map(|speed| speed.hundredths(frame));
        assert_eq!(hundredths("25", 7), Ok(4));
        assert_eq!(hundredths("0.1", 0), Ok(1000));
        let second: u16 = (0..30).filter_map(|frame| hundredths("30", frame).ok()).sum();
        assert_eq!(second, 100, "30 frames take a second");
        assert!((0..100).all(|frame| matches!(hundredths("30", frame), Ok(3 | 4))));
        for text in ["", "0", "51", "NaN", "fast"] {
            assert_eq!(FrameRate::parse(text), Err(NotAFrameRate(text.to_owned())));
        }
    }
}
