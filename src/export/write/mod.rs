//! Puts files and folders in place: written beside their target, then renamed over it.

mod error;
mod file;
mod folder;

pub(super) use self::folder::to_folder;
pub use self::{
    error::WriteError,
    file::{temporary_path, to_file},
};
