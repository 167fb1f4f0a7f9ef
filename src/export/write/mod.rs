//! Puts files and folders in place: written under temporary names, then renamed.

mod error;
mod file;
mod folder;
mod temporary;
mod unfinished;

#[cfg(feature = "window")]
pub(crate) use self::folder::lock_folder;
pub(super) use self::folder::to_folder;
pub use self::{error::WriteError, file::to_file, unfinished::abandon_all};
