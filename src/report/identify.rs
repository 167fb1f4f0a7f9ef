//! Identity of a table, in words and as JSON.

use std::{f64::consts::TAU, path::Path};

use serde_json::{Value, json};

use super::{
    axes, biases, binary, caches,
    deviations::deviation_json,
    error::ReportError,
    fourier, grids,
    identity_json::{IdentityJson, candidate},
    identity_words::{IdentityWords, name},
    lists, row_positions,
    side::open,
};
use crate::{
    encoding::{
        Arithmetic, Convention, FittedSinusoid, Frequency, Identity, Recognized, Rounding,
        RowSource, Spacing, Stages, Waves,
    },
    export::{Assertion, Language, test_code},
    picture::number,
    recognition::Identified,
    sanitize,
    scene::{EncodingDraft, Scene, SceneDraft},
};

/// Answer about a table in a file.
#[derive(Debug)]
pub struct IdentityReport {
    /// Rows and columns of the file.
    shape: (u64, u32),
    answer: Identified,
    words: IdentityWords,
    /// Text of the scene that makes the values, if there is one.
    scene: Option<String>,
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
        let answer = Identified::of_rows(rows, is_wanted)?.ok_or(ReportError::Cancelled)?;
        let words = match &answer {
            Identified::Table(identity, cache) => {
                let mut words = IdentityWords::new(name, shape, identity);
                words.rest.extend(cache.as_deref().map(caches::also_words));
                words
            }
            Identified::List(list, found) => lists::words(name, list, found.as_ref()),
            Identified::Cache(cache) => caches::words(name, shape, cache),
            Identified::Axes(found) => axes::words(name, shape, found),
            Identified::Grid(grid) => grids::words(name, grid),
            Identified::Binary(binary) => binary::words(name, *binary),
            Identified::Fourier(found) => fourier::words(name, found),
            Identified::Bias(bias) => biases::words(name, bias, shape.0 * u64::from(shape.1)),
        };
        let mut report = Self { shape, answer, words, scene: None };
        report.scene = report.json()["scene"].as_str().map(ToOwned::to_owned);
        Ok(report)
    }

    /// Answer in words.
    pub fn words(&self) -> &IdentityWords {
        &self.words
    }

    /// Encodings that the table may be, the best first.
    fn candidates(&self) -> impl Iterator<Item = &Recognized> {
        self.answer.candidates()
    }

    fn best(&self) -> Option<&Recognized> {
        self.candidates().next()
    }

    /// True if the table is an encoding with certainty, but for the rows, columns and values that are named.
    pub fn is_certain(&self) -> bool {
        self.answer.is_certain()
    }

    /// True if the table is an encoding with certainty, value for value.
    pub fn is_exact(&self) -> bool {
        match &self.answer {
            Identified::Table(..) => self.best().is_some_and(|it| {
                let matching = it.agreement_of_rows().map_or(it.matching, |(matching, _)| matching);
                let is_whole = it.deviations.is_empty() || it.agreement_of_rows().is_some();
                it.is_certain() && is_whole && matching == it.num_cells
            }),
            Identified::List(_, found) => {
                found.as_ref().is_some_and(|it| it.list.is_certain() && it.list.is_exact())
            }
            Identified::Cache(cache) => cache.is_certain && cache.evidence.num_wrong == 0,
            Identified::Binary(_)
            | Identified::Fourier(_)
            | Identified::Bias(_)
            | Identified::Axes(_) => true,
            Identified::Grid(grid) => {
                grid.is_certain && grid.num_before == 0 && grid.wrong_rows.is_empty()
            }
        }
    }

    /// Scene of the recognized encoding if it is certain for all rows, and what else is said of the values: a factor,
    /// and whether rows and columns are exchanged.
    pub(super) fn certain_scene(&self) -> Option<(Scene, Vec<String>)> {
        let scene = self.scene_beside(&SceneDraft::default());
        let Some(it) = self.best() else {
            let (is_certain, before) = match &self.answer {
                Identified::Grid(grid) => (grid.is_certain, grids::rows_before(grid)),
                Identified::Fourier(_) => (true, None),
                _ => (false, None),
            };
            return scene.filter(|_| is_certain).map(|scene| (scene, before.into_iter().collect()));
        };
        // Rows of several runs, and values that are moved, have further reasons.
        let is_whole = it.row_positions().only_line().is_some() && it.affine.is_none();
        let scene = scene.filter(|_| it.is_certain() && is_whole)?;
        let factor = (it.scale.to_bits() != 1.0_f64.to_bits())
            .then(|| format!("times {}", number::factor(it.scale, self.shape.1)));
        let transposed = it.is_transposed.then(|| "transposed".to_owned());
        Some((scene, factor.into_iter().chain(transposed).collect()))
    }

    /// Draft of the scene of a grid or of Fourier features, which are the only answer, and the type of the values.
    fn draft_of_cells(&self, beside: EncodingDraft) -> Option<(EncodingDraft, Option<Rounding>)> {
        match &self.answer {
            Identified::Grid(grid) => Some((grids::draft(grid, beside), grid.rounding)),
            Identified::Fourier(it) => Some((fourier::draft(it, beside)?, it.rounding)),
            _ => None,
        }
    }

    /// Scene of the recognized encoding, with all else as in a draft; `None` if the table is no encoding by rule.
    pub fn scene_beside(&self, beside: &SceneDraft) -> Option<Scene> {
        let of_beside = || beside.encoding.clone();
        let draft = if let Some((encoding, _)) = self.draft_of_cells(of_beside()) {
            SceneDraft { encoding, ..beside.clone() }
        } else if let Some(best) = self.best() {
            SceneDraft { encoding: draft(best, of_beside()), ..beside.clone() }
        } else {
            SceneDraft {
                position: beside.position,
                column: beside.column,
                offset: beside.offset,
                colors: beside.colors,
                views: beside.views,
                ..self.scene.as_deref()?.parse::<Scene>().ok()?.into_draft()
            }
        };
        Scene::new(draft).ok()
    }

    /// Parts of the values that the scene does not make, in words: a factor, a rounding, and rows at other positions.
    pub fn left_out(&self) -> Vec<String> {
        let (scale, width, rounding, stages) = match &self.answer {
            Identified::Table(..) => match self.best() {
                Some(it) => (it.scale, it.sinusoid.d_model(), it.rounding, it.stages),
                None => return Vec::new(),
            },
            Identified::Cache(it) => (it.factor, self.shape.1, it.rounding, it.stages),
            _ => return Vec::new(),
        };
        let factor = (scale.to_bits() != 1.0_f64.to_bits())
            .then(|| format!("the factor {}", number::factor(scale, width)));
        // The scene has the stages before the values.
        let rounding = rounding.filter(|it| *it != Rounding::F32 && stages.is_exact());
        let rounding = rounding.map(|it| format!("the rounding to {}", it.key()));
        let is_line = self.answer.row_positions().is_none_or(|it| it.only_line().is_some());
        let rows = (!is_line).then(|| "rows at other positions".to_owned());
        factor.into_iter().chain(rounding).chain(rows).collect()
    }

    /// True if there is a scene that makes the values.
    pub fn has_scene(&self) -> bool {
        self.scene.is_some()
    }

    /// Scene of a candidate, rounded as the table is, with the other values of a scene. The best candidate is 0.
    pub fn rounded_scene_beside(&self, beside: &SceneDraft, candidate: usize) -> Option<Scene> {
        let of_beside = || beside.encoding.clone();
        let mut encoding;
        if let Some((own, rounding)) = self.draft_of_cells(of_beside()) {
            if candidate > 0 {
                return None;
            }
            encoding = own;
            encoding.round = Stages::of_result(rounding.unwrap_or(Rounding::F32));
        } else {
            let it = self.candidates().nth(candidate)?;
            encoding = draft(it, of_beside());
            if it.stages.is_exact() {
                encoding.round = it.rounding.map(Stages::of_result).unwrap_or_default();
            }
        }
        Scene::new(SceneDraft { encoding, ..beside.clone() }).ok()
    }

    /// Code that compares a table with the recognized encoding; `None` if there is none, or not in this language.
    pub fn test(&self, language: Language) -> Option<String> {
        let it = self.best()?;
        let scene = Scene::new(draft(it, EncodingDraft::default()).into()).ok()?;
        test_code(&scene, language, &assertion(it, &scene))
    }

    /// True if the table is something.
    pub fn is_found(&self) -> bool {
        match &self.answer {
            Identified::Table(identity, _) => !matches!(identity, Identity::Nothing(_)),
            Identified::List(list, found) => lists::is_found(list, found.as_ref()),
            Identified::Cache(_)
            | Identified::Axes(_)
            | Identified::Grid(_)
            | Identified::Binary(_)
            | Identified::Fourier(_)
            | Identified::Bias(_) => true,
        }
    }

    /// True if its rows are at positions of their own: not one after the other.
    pub fn is_at_positions(&self) -> bool {
        let is_one_by_one = |(_, step): (f64, f64)| step.to_bits() == 1.0_f64.to_bits();
        self.answer.row_positions().is_some_and(|it| !it.only_line().is_some_and(is_one_by_one))
    }

    /// True for a table that a network may have learned.
    pub fn is_learned(&self) -> bool {
        matches!(&self.answer, Identified::Table(Identity::Learned(_), _))
    }

    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let cells = self.shape.0 * u64::from(self.shape.1);
        let verdict = self.words.verdict();
        let identity = match &self.answer {
            Identified::Table(identity, _) => identity,
            Identified::List(list, found) => return lists::json(list, found.as_ref(), &verdict),
            Identified::Cache(cache) => {
                return caches::json(self.shape, cache, &verdict);
            }
            Identified::Axes(found) => return axes::json(self.shape, found, &verdict),
            Identified::Grid(grid) => return grids::json(self.shape, grid, &verdict),
            Identified::Binary(binary) => return binary::json(*binary, cells, &verdict),
            Identified::Fourier(found) => return fourier::json(found, cells, &verdict),
            Identified::Bias(bias) => return biases::json(bias, cells, &verdict),
        };
        match identity {
            Identity::Table { best: it, .. } => {
                let also: Vec<&str> = it.also.iter().copied().map(Convention::key).collect();
                let answer = IdentityJson {
                    is_certain: it.is_certain(),
                    name: Some(name(it)),
                    scene: scene(it),
                    rounding: it.rounding,
                    scale: it.scale,
                    is_transposed: it.is_transposed,
                    deviations: it.deviations.iter().map(deviation_json).collect(),
                    largest_difference: Some(it.largest_difference()),
                    matching_cells: it.matching,
                    candidates: self.candidates().map(candidate_json).collect(),
                    ..IdentityJson::new("table", it.num_cells, &verdict)
                };
                let mut answer = answer.with(json!({
                    "also": also,
                    "stages": (!it.stages.is_exact()).then(|| it.stages.to_string()),
                    "decimals": it.decimals,
                }));
                if let Some(affine) = it.affine {
                    answer["affine"] = affine.change.key().into();
                    answer["offset"] = affine.offset.into();
                }
                row_positions::add(&mut answer, &it.row_positions());
                answer
            }
            Identity::Learned(_) | Identity::Nothing(_) => {
                let (kind, own) = match identity {
                    Identity::Nothing(nothing) => ("none", json!({"reason": nothing.key()})),
                    _ => ("learned", json!({})),
                };
                let answer = IdentityJson {
                    is_certain: false,
                    name: Some(kind.to_owned()),
                    matching_cells: 0,
                    ..IdentityJson::new(kind, cells, &verdict)
                };
                let mut answer = answer.with(own);
                if let Identity::Learned(sinusoids) = identity {
                    answer["sinusoids"] = sinusoids.iter().map(sinusoid_json).collect();
                }
                answer
            }
        }
    }
}

fn sinusoid_json(it: &FittedSinusoid) -> Value {
    json!({"frequency": it.frequency, "wavelength": TAU / it.frequency, "share": it.share})
}

fn candidate_json(it: &Recognized) -> Value {
    candidate(&name(it), scene(it).as_deref(), Some(it.largest_difference()))
}

/// Text of the scene that makes the table, before scale, rounding and deviations.
fn scene(it: &Recognized) -> Option<String> {
    Scene::new(draft(it, EncodingDraft::default()).into()).ok().map(|scene| scene.to_copy())
}

/// Draft of the encoding that makes the table, with all else as in another draft.
fn draft(it: &Recognized, mut draft: EncodingDraft) -> EncodingDraft {
    let p = &it.sinusoid;
    // A rule for an odd width comes from a convention that has it.
    let has_rule = |it: &Convention| it.draft(p.d_model()).odd == p.odd_in_force();
    let of_rule = || [Convention::PAPER].into_iter().chain(Convention::all()).find(has_rule);
    let convention = it.convention.or_else(of_rule).unwrap_or(Convention::PAPER);
    draft.set_convention(convention);
    draft.d_model = p.d_model();
    draft.length = it.length;
    draft.start = (it.start != convention.facts().start).then_some(it.start as f64);
    if let Some(spacing) = it.spacing {
        let own = convention.facts().start as f64;
        draft.start = (spacing.start.to_bits() != own.to_bits()).then_some(spacing.start);
        draft.step = Some(spacing.step);
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
        None if is_double => ("f64".to_owned(), 2.0_f64.powi(-54)),
        None if it.decimals.is_some() => {
            let decimals = it.decimals.unwrap_or_default();
            (format!("decimal {decimals}"), 0.5 * 0.1_f64.powi(decimals as i32))
        }
        // Values are at most 1, where the type is half as coarse as above.
        rounding => {
            let rounding = rounding.unwrap_or(Rounding::F32);
            (rounding.key().to_owned(), rounding.unit() / 2.0)
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
