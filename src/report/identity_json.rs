//! Keys that every answer of `identify` has.

use serde_json::{Value, json};

use crate::encoding::Rounding;

/// Answer about rows of numbers, as far as all answers have the same keys.
pub(super) struct IdentityJson<'a> {
    pub(super) kind: &'a str,
    pub(super) is_certain: bool,
    pub(super) name: Option<String>,
    /// Text of the scene that makes the numbers.
    pub(super) scene: Option<String>,
    pub(super) rounding: Option<Rounding>,
    pub(super) scale: f64,
    pub(super) is_transposed: bool,
    pub(super) deviations: Vec<Value>,
    pub(super) largest_difference: Option<f64>,
    pub(super) matching_cells: u64,
    pub(super) cells: u64,
    /// Encodings that it may be, the best first.
    pub(super) candidates: Vec<Value>,
    /// Answer in words.
    pub(super) verdict: &'a str,
}

impl<'a> IdentityJson<'a> {
    /// Certain answer that agrees in all cells.
    pub(super) fn new(kind: &'a str, cells: u64, verdict: &'a str) -> Self {
        Self {
            kind,
            is_certain: true,
            name: None,
            scene: None,
            rounding: None,
            scale: 1.0,
            is_transposed: false,
            deviations: Vec::new(),
            largest_difference: None,
            matching_cells: cells,
            cells,
            candidates: Vec::new(),
            verdict,
        }
    }

    /// The same with its scene as the only candidate, by a name.
    pub(super) fn with_candidate(mut self, name: &str) -> Self {
        self.candidates.push(candidate(name, self.scene.as_deref(), self.largest_difference));
        self
    }

    /// The answer, with the keys of its kind.
    pub(super) fn with(self, own: Value) -> Value {
        let mut answer = json!({
            "kind": self.kind,
            "certain": self.is_certain,
            "name": self.name,
            "scene": self.scene,
            "rounding": self.rounding.map(Rounding::key),
            "scale": self.scale,
            "transposed": self.is_transposed,
            "deviations": self.deviations,
            "max_abs_difference": self.largest_difference,
            "matching_cells": self.matching_cells,
            "cells": self.cells,
            "candidates": self.candidates,
            "verdict": self.verdict,
        });
        if let (Value::Object(answer), Value::Object(own)) = (&mut answer, own) {
            answer.extend(own);
        }
        answer
    }
}

/// Encoding that the numbers may be.
pub(super) fn candidate(name: &str, scene: Option<&str>, difference: Option<f64>) -> Value {
    json!({"name": name, "scene": scene, "max_abs_difference": difference})
}
