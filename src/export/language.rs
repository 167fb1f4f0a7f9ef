//! Languages of exported code, and what all code has in common.

use super::provenance::PROGRAM;
use crate::{picture::number, scene::Scene, stable_enum::stable_enum};

stable_enum! {
    /// Language and library of the code.
    pub enum Language {
        /// Python with NumPy.
        NumPy = "numpy",
        /// Python with PyTorch.
        PyTorch = "pytorch",
        /// Python with JAX.
        Jax = "jax",
        /// Rust with ndarray.
        Rust = "rust",
    }
}

impl Language {
    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::NumPy => "NumPy",
            Self::PyTorch => "PyTorch",
            Self::Jax => "JAX",
            Self::Rust => "Rust (ndarray)",
        }
    }
}

/// Comment with the convention, the program and the scene.
pub(super) fn comment(scene: &Scene, mark: &str) -> String {
    let text = scene.to_string();
    let text = if text.is_empty() { String::new() } else { format!("; scene {text}") };
    format!("{mark} {}, as {PROGRAM} has it{text}\n", scene.convention_title())
}

/// Formats a number with a decimal point.
pub(super) fn python_number(value: f64) -> String {
    let text = number::shortest(value);
    if text.contains(['.', 'e']) { text } else { format!("{text}.0") }
}
