//! Animations: a sequence of scenes as apng, as gif, or as a folder of numbered pictures.

mod apng;
mod area;
mod error;
mod film;
mod gif;
mod ranges;
mod request;
mod write;

pub use self::{
    error::AnimationError,
    film::Film,
    request::{AnimationFormat, AnimationRequest, FrameRate, NotAFrameRate},
    write::write_animation,
};
