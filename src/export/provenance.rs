//! Provenance of an exported file, written into it: enough to make it again.

use crate::{
    encoding::{Spacing, Spec},
    picture::number,
    scene::Scene,
};

/// The program and its version.
pub const PROGRAM: &str = concat!("Phasor ", env!("CARGO_PKG_VERSION"));

/// Provenance of a file, for every format that can hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// Text form of the scene, which makes the file again.
    pub scene: String,
    /// Title of the convention, such as `Paper, changed`.
    pub convention: String,
    /// Every parameter of a sinusoid, including those left at their defaults; of others family, columns and positions.
    pub parameters: String,
    /// Number of a frame in its film, such as `3 of 40`; `None` for other files.
    pub frame: Option<String>,
}

impl Provenance {
    /// Provenance of a file that is made from `scene`.
    pub fn of(scene: &Scene) -> Self {
        let extent = scene.extent();
        let spec = scene.spec();
        let (Spec::Sinusoidal(p) | Spec::Spaced { sinusoid: p, .. }) = spec.exact() else {
            let parameters = format!(
                "encoding={} columns={} start={} length={}",
                scene.spec().family().key(),
                scene.num_columns(),
                extent.start(),
                extent.length(),
            );
            let convention = scene.convention_title();
            let scene = scene.to_string();
            return Self { scene, convention, parameters, frame: None };
        };
        let start = match scene.spacing() {
            Some(Spacing { start, step }) => {
                format!("{} step={}", number::shortest(start), number::shortest(step))
            }
            None => extent.start().to_string(),
        };
        let parameters = format!(
            "d_model={} start={} length={} base={} exponent={} layout={} order={} components={} odd={}",
            p.d_model(),
            start,
            extent.length(),
            number::shortest(p.base()),
            p.exponent().key(),
            p.layout().key(),
            p.order().key(),
            p.components().key(),
            p.odd_in_force().key(),
        );
        let (scene, convention) = (scene.to_string(), scene.convention_title());
        Self { scene, convention, parameters, frame: None }
    }

    /// Text of the scene that names its encoding, also where all of it is the default.
    pub(super) fn whole_scene(&self) -> String {
        if self.scene.is_empty() { "convention=paper".to_owned() } else { self.scene.clone() }
    }

    /// Empty provenance, for pixels that are not written to a file.
    pub(super) fn none() -> Self {
        Self {
            scene: String::new(),
            convention: String::new(),
            parameters: String::new(),
            frame: None,
        }
    }

    /// Names and values in the order of the file.
    pub fn entries(&self) -> [(&'static str, &str); 4] {
        [
            ("program", PROGRAM),
            ("convention", &self.convention),
            ("parameters", &self.parameters),
            ("scene", &self.scene),
        ]
    }
}
