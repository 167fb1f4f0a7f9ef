//! Where a file came from, as it stands in the file itself: enough to make it again.

use crate::scene::Scene;

/// The program and its version.
pub const PROGRAM: &str = concat!("Phasor ", env!("CARGO_PKG_VERSION"));

/// What is written into every file whose format has a place for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The scene's text: what makes the file again.
    pub scene: String,
    /// The convention, for people: `Paper, changed`.
    pub convention: String,
}

impl Provenance {
    /// Of what is made from a scene.
    pub fn of(scene: &Scene) -> Self {
        Self { scene: scene.to_string(), convention: scene.convention_title() }
    }

    /// Of what nobody will make again.
    pub(super) fn none() -> Self {
        Self { scene: String::new(), convention: String::new() }
    }

    /// Names and values, in the order in which they are written.
    pub fn entries(&self) -> [(&'static str, &str); 3] {
        [("program", PROGRAM), ("convention", &self.convention), ("scene", &self.scene)]
    }
}
