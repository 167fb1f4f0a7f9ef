//! Identity of a table, in words and as JSON.

use std::{f64::consts::TAU, path::Path};

use ndarray::Array2;
use serde_json::{Value, json};

use super::{
    binary,
    error::ReportError,
    fourier, frequencies, grids,
    identity_words::{IdentityWords, name},
    lists, row_positions,
    rows::list,
    side::open,
};
use crate::{
    encoding::{
        Arithmetic, Convention, Deviating, FittedSinusoid, Frequency, Identity, KnownBinary,
        KnownFourier, Layout, Order, Recognized, Rounding, RowSource, Spacing, Stages, Values,
        Waves,
        grid::{KnownGrid, recognize_grid},
        identify, nothing, recognize_binary, recognize_fourier,
        rotary::scaling::Scaling,
    },
    export::{Assertion, Language, test_code},
    model::{
        ArrangedList, CacheLayout, KnownCache, recognize_cache, recognize_list,
        recognize_placed_cache,
    },
    picture::number,
    sanitize,
    scene::{Scene, SceneDraft},
};

/// Answer about a table in a file.
#[derive(Debug)]
pub struct IdentityReport {
    /// Rows and columns of the file.
    shape: (u64, u32),
    answer: Answer,
    words: IdentityWords,
}

/// Identity of a table.
#[derive(Debug)]
enum Answer {
    /// Rows of an encoding, or something else.
    Table(Identity),
    /// A list of numbers, and what it holds.
    List(Vec<f64>, Option<ArrangedList>),
    /// A cache of a rotary encoding.
    Cache(Box<KnownCache>),
    /// Patches of a grid.
    Grid(Box<KnownGrid>),
    /// Binary digits of positions.
    Binary(KnownBinary),
    /// Fourier features of a few numbers.
    Fourier(Box<KnownFourier>),
}

impl IdentityReport {
    /// Reads a table from a file, or from standard input for `-`, and finds out what it is.
    pub fn new(path: &Path, tensor: Option<&str>) -> Result<Self, ReportError> {
        let file = open(path)?;
        Self::of_rows(&sanitize::path(file.path()), &file.table(tensor)?, |_| true)
    }

    /// Finds out what rows are; `name` stands for them in the answer.
    ///
    /// # Errors
    ///
    /// Fails if the rows cannot be read, or once `is_wanted`, which gets the share done now and then, returns false.
    pub fn of_rows(
        name: &str,
        rows: &dyn RowSource,
        is_wanted: impl Fn(f32) -> bool,
    ) -> Result<Self, ReportError> {
        let shape = (rows.num_rows(), rows.num_columns());
        if let Some(list) = list(rows)? {
            let found = recognize_list(&list);
            let words = lists::words(name, &list, found.as_ref());
            return Ok(Self { shape, answer: Answer::List(list, found), words });
        }
        // Read once: a file is asked by several recognitions.
        let mut cells = Array2::zeros((shape.0 as usize, shape.1 as usize));
        if let Some(cells) = cells.as_slice_mut() {
            rows.fill(0, cells)?;
        }
        let rows: &dyn RowSource = &cells;
        if let Some(nothing) = cells.as_slice().and_then(nothing) {
            let identity = Identity::Nothing(nothing);
            let words = IdentityWords::new(name, shape, &identity);
            return Ok(Self { shape, answer: Answer::Table(identity), words });
        }
        if let Some((list, found)) = lists::stacked(&cells) {
            let words = lists::words(name, &list, Some(&found));
            return Ok(Self { shape, answer: Answer::List(list, Some(found)), words });
        }
        if let Some(binary) = recognize_binary(&cells) {
            let words = binary::words(name, binary);
            return Ok(Self { shape, answer: Answer::Binary(binary), words });
        }
        let values =
            Values::new(shape.0 as usize, shape.1 as usize, cells.iter().copied().collect());
        if let Some(found) = recognize_fourier(&values) {
            let words = fourier::words(name, &found);
            return Ok(Self { shape, answer: Answer::Fourier(Box::new(found)), words });
        }
        let cache = recognize_cache(rows)?;
        let of_cache = |cache: KnownCache| {
            let words = frequencies::cache_words(name, shape, &cache);
            Self { shape, answer: Answer::Cache(Box::new(cache)), words }
        };
        let is_first = |it: &KnownCache| it.is_certain && is_cache_first(it, shape.1);
        let is_whole = |it: &KnownCache| it.evidence.num_wrong == 0;
        if let Some(cache) = cache.clone().filter(|it| is_first(it) && is_whole(it)) {
            return Ok(of_cache(cache));
        }
        let grid = recognize_grid(rows)?;
        let of_grid = |grid: KnownGrid| {
            let words = grids::words(name, &grid);
            Self { shape, answer: Answer::Grid(Box::new(grid)), words }
        };
        if let Some(grid) = grid.clone().filter(|it| it.is_certain) {
            return Ok(of_grid(grid));
        }
        let identity = identify(rows, is_wanted)?.ok_or(ReportError::Cancelled)?;
        let best = identity.candidates().next();
        // Caches at any positions are searched for unless a sinusoid that is none explains the values.
        let is_told = best.is_some_and(|it| it.is_certain() && !may_be_cache(it, shape.1));
        let cache = if is_told { cache } else { recognize_placed_cache(rows, cache)? };
        if let Some(cache) = cache.clone().filter(is_first) {
            return Ok(of_cache(cache));
        }
        // The certain answer, or the one that explains most.
        let rank = best.map(|it| (it.is_certain(), it.score()));
        let is_better = |it: (bool, f64)| rank.is_none_or(|rank| it > rank);
        let is_table = rank.is_some_and(|(is_certain, _)| is_certain);
        let is_cache = |it: &KnownCache| !is_table && is_better((it.is_certain, it.score));
        if let Some(cache) = cache.clone().filter(is_cache) {
            return Ok(of_cache(cache));
        }
        if let Some(grid) = grid.filter(|it| is_better((it.is_certain, it.score))) {
            return Ok(of_grid(grid));
        }
        let mut words = IdentityWords::new(name, shape, &identity);
        words.rest.extend(cache.filter(|it| it.is_certain).map(|it| frequencies::also_cache(&it)));
        Ok(Self { shape, answer: Answer::Table(identity), words })
    }

    /// Answer in words.
    pub fn words(&self) -> &IdentityWords {
        &self.words
    }

    /// Encodings that the table may be, the best first.
    fn candidates(&self) -> impl Iterator<Item = &Recognized> {
        let identity = match &self.answer {
            Answer::Table(identity) => Some(identity),
            Answer::List(..)
            | Answer::Cache(_)
            | Answer::Grid(_)
            | Answer::Binary(_)
            | Answer::Fourier(_) => None,
        };
        identity.into_iter().flat_map(Identity::candidates)
    }

    fn best(&self) -> Option<&Recognized> {
        self.candidates().next()
    }

    /// True if the table is an encoding with certainty, value for value.
    pub fn is_exact(&self) -> bool {
        match &self.answer {
            Answer::Table(_) => self.best().is_some_and(|it| {
                let matching = it.agreement_of_rows().map_or(it.matching, |(matching, _)| matching);
                let is_whole = it.deviations.is_empty() || it.agreement_of_rows().is_some();
                it.is_certain() && is_whole && matching == it.num_cells
            }),
            Answer::List(_, found) => {
                found.as_ref().is_some_and(|it| it.list.is_certain() && it.list.is_exact())
            }
            Answer::Cache(cache) => cache.is_certain && cache.evidence.num_wrong == 0,
            Answer::Binary(_) | Answer::Fourier(_) => true,
            Answer::Grid(grid) => {
                grid.is_certain && grid.num_before == 0 && grid.wrong_rows.is_empty()
            }
        }
    }

    /// Scene of the recognized encoding if it is certain for all rows, and what else is said of the values: a factor, and
    /// whether rows and columns are exchanged.
    pub(super) fn certain_scene(&self) -> Option<(Scene, Vec<String>)> {
        let scene = self.scene_beside(&SceneDraft::default());
        let Some(it) = self.best() else {
            let is_certain = matches!(&self.answer, Answer::Grid(grid) if grid.is_certain);
            return scene.filter(|_| is_certain).map(|scene| (scene, Vec::new()));
        };
        // Rows of several runs, and values that are moved, have further reasons.
        let is_whole = it.row_positions().only_line().is_some() && it.affine.is_none();
        let scene = scene.filter(|_| it.is_certain() && is_whole)?;
        let factor = (it.scale.to_bits() != 1.0_f64.to_bits())
            .then(|| format!("times {}", number::factor(it.scale, self.shape.1)));
        let transposed = it.is_transposed.then(|| "transposed".to_owned());
        Some((scene, factor.into_iter().chain(transposed).collect()))
    }

    /// Scene of the recognized encoding, with all else as in a draft; `None` if the table is no encoding by rule.
    pub fn scene_beside(&self, beside: &SceneDraft) -> Option<Scene> {
        if let Answer::Grid(grid) = &self.answer {
            return Scene::new(grids::draft(grid, beside.clone())).ok();
        }
        Scene::new(draft(self.best()?, beside.clone())).ok()
    }

    /// Scene of a candidate, rounded as the table is, with the other values of a scene. The best candidate is 0.
    pub fn rounded_scene_beside(&self, beside: &SceneDraft, candidate: usize) -> Option<Scene> {
        if let Answer::Grid(grid) = &self.answer {
            let round = Stages::of_result(grid.rounding.unwrap_or(Rounding::F32));
            let draft = SceneDraft { round, ..grids::draft(grid, beside.clone()) };
            return (candidate == 0).then(|| Scene::new(draft).ok()).flatten();
        }
        let it = self.candidates().nth(candidate)?;
        Scene::new(SceneDraft {
            round: if it.stages.is_exact() {
                it.rounding.map(Stages::of_result).unwrap_or_default()
            } else {
                it.stages
            },
            ..draft(it, beside.clone())
        })
        .ok()
    }

    /// Code that compares a table with the recognized encoding; `None` if there is none, or not in this language.
    pub fn test(&self, language: Language) -> Option<String> {
        let it = self.best()?;
        let scene = Scene::new(draft(it, SceneDraft::default())).ok()?;
        test_code(&scene, language, &assertion(it, &scene))
    }

    /// True if the table is something.
    pub fn is_found(&self) -> bool {
        match &self.answer {
            Answer::Table(identity) => !matches!(identity, Identity::Nothing(_)),
            Answer::List(list, found) => lists::is_found(list, found.as_ref()),
            Answer::Cache(_) | Answer::Grid(_) | Answer::Binary(_) | Answer::Fourier(_) => true,
        }
    }

    /// True for a table that a network may have learned.
    pub fn is_learned(&self) -> bool {
        matches!(&self.answer, Answer::Table(Identity::Learned(_)))
    }

    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let cells = self.shape.0 * u64::from(self.shape.1);
        let verdict = self.words.verdict();
        let identity = match &self.answer {
            Answer::Table(identity) => identity,
            Answer::List(list, found) => return lists::json(list, found.as_ref(), &verdict),
            Answer::Cache(cache) => return frequencies::cache_json(self.shape, cache, &verdict),
            Answer::Grid(grid) => return grids::json(self.shape, grid, &verdict),
            Answer::Binary(binary) => return binary::json(*binary, cells, &verdict),
            Answer::Fourier(found) => return fourier::json(found, cells, &verdict),
        };
        match identity {
            Identity::Table { best: it, .. } => {
                let also: Vec<&str> = it.also.iter().copied().map(Convention::key).collect();
                let mut answer = json!({
                    "kind": "table",
                    "certain": it.is_certain(),
                    "name": name(it),
                    "also": also,
                    "scene": scene(it),
                    "rounding": it.rounding.map(Rounding::key),
                    "stages": (!it.stages.is_exact()).then(|| it.stages.to_string()),
                    "scale": it.scale,
                    "transposed": it.is_transposed,
                    "deviations": it.deviations.iter().map(deviation_json).collect::<Vec<_>>(),
                    "max_abs_difference": it.max_abs_difference,
                    "matching_cells": it.matching,
                    "cells": it.num_cells,
                    "candidates": self.candidates().map(candidate_json).collect::<Vec<_>>(),
                    "verdict": verdict,
                });
                if let Some(affine) = it.affine {
                    answer["affine"] = affine.change.key().into();
                    answer["offset"] = affine.offset.into();
                }
                row_positions::add(&mut answer, &it.row_positions());
                answer
            }
            Identity::Learned(_) | Identity::Nothing(_) => {
                let (kind, reason) = match identity {
                    Identity::Nothing(nothing) => ("none", Value::from(nothing.key())),
                    _ => ("learned", Value::Null),
                };
                let mut answer = json!({
                    "kind": kind,
                    "certain": false,
                    "name": kind,
                    "scene": null,
                    "rounding": null,
                    "scale": 1.0,
                    "transposed": false,
                    "deviations": [],
                    "max_abs_difference": null,
                    "matching_cells": 0,
                    "cells": cells,
                    "candidates": [],
                    "verdict": verdict,
                });
                if !reason.is_null() {
                    answer["reason"] = reason;
                }
                if let Identity::Learned(sinusoids) = identity {
                    answer["sinusoids"] = sinusoids.iter().map(sinusoid_json).collect();
                }
                answer
            }
        }
    }
}

/// Largest usual width of a head.
const WIDEST_HEAD: u32 = 256;

/// True for a sinusoid whose values may be a cache: at positions of their own, or cosines before sines, as in one buffer.
fn may_be_cache(it: &Recognized, width: u32) -> bool {
    let is_buffer = it.sinusoid.layout() == Layout::Split && it.sinusoid.order() == Order::CosFirst;
    let is_named = it.convention.is_some() && width > WIDEST_HEAD;
    it.agreement_of_rows().is_some() || is_buffer && !is_named
}

/// True for a cache that is named as such, and not as the cosines or sines of a convention.
fn is_cache_first(it: &KnownCache, width: u32) -> bool {
    /// Base of the conventions.
    const USUAL: f64 = 10_000.0;
    /// Number of characters of a base that somebody has chosen.
    const ROUND: usize = 6;
    // The buffer of a language model: timesteps of a diffusion model are as wide as its channels.
    if it.layout == CacheLayout::CosSin && it.base.to_bits() == USUAL.to_bits() {
        return width <= WIDEST_HEAD
            && it.positions.only_line().is_some_and(|(start, step)| (start, step) == (0.0, 1.0))
            && it.factor.to_bits() == 1.0_f64.to_bits();
    }
    let is_scaled = it.base.to_bits() != USUAL.to_bits()
        || it.layout != CacheLayout::Pairs
        || it.scaling != Scaling::Default
        || !it.stages.is_exact();
    // Cosines of a base that nobody would choose may be those of another in other steps.
    let has_name = !it.presets.is_empty() || it.base.to_string().len() <= ROUND;
    let is_sinusoid = matches!(it.layout, CacheLayout::Pairs | CacheLayout::CosSin);
    is_scaled && (!is_sinusoid || has_name)
}

fn sinusoid_json(it: &FittedSinusoid) -> Value {
    json!({"frequency": it.frequency, "wavelength": TAU / it.frequency, "share": it.share})
}

fn candidate_json(it: &Recognized) -> Value {
    json!({"name": name(it), "scene": scene(it), "max_abs_difference": it.max_abs_difference})
}

fn deviation_json(it: &Deviating) -> Value {
    let mut entry = json!({"what": it.what.key(), "row": it.row, "column": it.column});
    if let Some(end) = it.row_end {
        entry["row_end"] = end.into();
    }
    if let Some(from) = it.from {
        entry["from"] = from.into();
    }
    if let Some(shift) = it.shift {
        entry["shift"] = shift.into();
    }
    entry
}

/// Text of the scene that makes the table, before scale, rounding and deviations.
fn scene(it: &Recognized) -> Option<String> {
    Scene::new(draft(it, SceneDraft::default())).ok().map(|scene| scene.to_copy())
}

/// Draft of the scene that makes the table, with all else as in another draft.
fn draft(it: &Recognized, mut draft: SceneDraft) -> SceneDraft {
    let convention = it.convention.unwrap_or(Convention::PAPER);
    draft.set_convention(convention);
    let p = &it.sinusoid;
    draft.d_model = p.d_model();
    draft.length = it.length;
    draft.start = (it.start != convention.facts().start).then_some(it.start as f64);
    if let Some(spacing) = it.spacing {
        let own = convention.facts().start as f64;
        draft.start = (spacing.start.to_bits() != own.to_bits()).then_some(spacing.start);
        draft.step = spacing.step;
    }
    draft.base = (p.base().to_bits() != convention.facts().base.to_bits()).then_some(p.base());
    draft.exponent = Some(p.exponent());
    draft.layout = Some(p.layout());
    draft.order = Some(p.order());
    draft.components = Some(p.components());
    draft.round = it.stages;
    draft
}

/// Tolerance that follows from the arithmetic: rounding of the values, and of the angles that they were computed from.
fn assertion(it: &Recognized, scene: &Scene) -> Assertion {
    /// Difference that only computing in `f64` stays below.
    const DOUBLE: f64 = 1e-12;
    let is_double = it.rounding.is_none() && it.max_abs_difference < DOUBLE;
    let (name, half_unit) = match it.rounding {
        None if is_double => ("f64", 2.0_f64.powi(-54)),
        // Values are at most 1, where the type is half as coarse as above.
        rounding => {
            let rounding = rounding.unwrap_or(Rounding::F32);
            (rounding.key(), rounding.unit() / 2.0)
        }
    };
    let (arithmetic, angles) =
        if is_double { (Arithmetic::F64, "f64") } else { (Arithmetic::F32, "f32") };
    let last = (it.length - 1) as f64;
    let furthest = match it.spacing {
        Some(Spacing { start, step }) => start.abs().max((start + step * last).abs()),
        None => (it.start as f64).abs().max((it.start as f64 + last).abs()),
    };
    let waves = Waves::new(*scene.sinusoid());
    // The code that compares computes in `f64` itself, positions included.
    let of_frequency = |frequency: &Frequency| {
        let omega = frequency.omega.hi;
        let own = 2.0 * Arithmetic::F64.largest_error(omega, furthest);
        arithmetic.largest_error(omega, furthest) + own
    };
    let computed = waves.frequencies().iter().map(of_frequency).fold(0.0, f64::max);
    let scale = if it.scale.to_bits() == 1.0_f64.to_bits() {
        String::new()
    } else {
        format!("{} times ", number::readable(it.scale.abs(), 6))
    };
    let bound = it.scale.abs() * (half_unit + computed);
    // A table that no rounding gives is as far off as it was found to be.
    let found = 2.0 * it.max_abs_difference;
    let (tolerance, reason) = if it.rounding.is_none() && found > bound {
        (found, format!("twice the largest difference found, {:.1e}", it.max_abs_difference))
    } else {
        let reason = format!(
            "{scale}half a unit of {name} at 1 ({half_unit:.1e}), and angles in {angles} up to position {} \
             ({computed:.1e})",
            number::shortest(furthest)
        );
        (bound, reason)
    };
    // A hundredth more: the code shows three digits.
    let tolerance = 1.01 * tolerance;
    Assertion { scale: it.scale, is_transposed: it.is_transposed, tolerance, reason }
}
