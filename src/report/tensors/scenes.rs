//! Scenes that show a tensor: a table, a bias by offset, or the offsets of a window.

use std::path::Path;

use super::{content::TensorContent, find::TensorCandidate, verdict::has_rows_of_heads};
use crate::{
    encoding::bias::Window,
    import::TensorKind,
    model::{Mechanism, MechanismKind},
    scene::{Key, Scene, SceneDraft, SceneError},
};

/// Scene of a tensor; `None` if no view shows it.
pub(super) fn scene(
    it: &TensorCandidate<'_>,
    content: &TensorContent,
    file: &Path,
    mechanisms: &[Mechanism],
) -> Option<String> {
    let &(rows, width) = content.grid.as_ref().ok()?;
    it.tensor.facts.element.as_ref().ok()?;
    let mechanism = it.mechanism.map(|at| &mechanisms[at]);
    let file = file.to_str()?;
    let name = it.tensor.facts.name.as_str();
    let draft = match it.kind {
        // The rows of a bias are those of buckets.
        TensorKind::T5Bias if has_rows_of_heads(name) => return None,
        TensorKind::T5Bias => bias((file, name), mechanism, width),
        TensorKind::Learned
        | TensorKind::Sinusoidal
        | TensorKind::GridSinusoidal
        | TensorKind::RelativeTable
        | TensorKind::RotaryCache
        | TensorKind::InvFreq
        | TensorKind::Divisors => table((file, name), it, rows, mechanism),
        _ => return None,
    };
    Scene::new(draft.ok()?).ok().map(|scene| scene.to_copy())
}

fn table(
    (file, name): (&str, &str),
    it: &TensorCandidate<'_>,
    rows: u64,
    mechanism: Option<&Mechanism>,
) -> Result<SceneDraft, SceneError> {
    let mut draft = SceneDraft::default();
    draft.set(Key::Table, file)?;
    draft.set(Key::Tensor, name)?;
    if let Some(side) = mechanism.and_then(|it| side_of_patches(it, rows)) {
        draft.set(Key::Grid, &format!("{side}x{side}"))?;
    }
    if it.kind == TensorKind::RelativeTable {
        match Window::of_rows(rows).filter(|_| name.contains("relative_position_bias_table")) {
            Some(_) => draft.set(Key::Views, "heatmap,similarity,window")?,
            // Rows that stand for something else begin at 0.
            None if mechanism.is_some_and(|it| it.rows_of.is_some()) => {}
            // Offsets from the smallest, which is negative.
            None => draft.set(Key::Start, &format!("-{}", rows / 2))?,
        }
    }
    Ok(draft)
}

/// Patches along the side of a square image, of which an image model has a row each, after that of a class token;
/// `None` for other tables.
fn side_of_patches(it: &Mechanism, rows: u64) -> Option<u64> {
    /// Fewest patches along a side.
    const LEAST: u64 = 4;
    let is_of_image = it.place.contains("vision");
    let is_it = is_of_image && it.kind == MechanismKind::Learned && it.rows == Some(rows);
    let patches = (0..=1).filter(|_| is_it && it.rows_of.is_none());
    let mut sides = patches.filter_map(|first| {
        let side = rows.checked_sub(first)?.isqrt();
        (side >= LEAST && side * side + first == rows).then_some(side)
    });
    sides.next()
}

fn bias(
    (file, name): (&str, &str),
    mechanism: Option<&Mechanism>,
    heads: u32,
) -> Result<SceneDraft, SceneError> {
    let mut draft = SceneDraft::default();
    draft.set(Key::Convention, "t5")?;
    draft.set(Key::BiasTable, file)?;
    draft.set(Key::Tensor, name)?;
    draft.set(Key::Heads, &heads.to_string())?;
    let most = mechanism.and_then(|it| it.max_distance);
    if let Some(most) = most {
        draft.set(Key::MaxDistance, &most.to_string())?;
    }
    // Only a decoder has all buckets before the query.
    let is_decoder = match mechanism {
        Some(mechanism) => mechanism.place.contains("decoder"),
        None => name.starts_with("dec") || name.contains("decoder"),
    };
    draft.set(Key::Bidirectional, if is_decoder { "false" } else { "true" })?;
    Ok(draft)
}
