//! Tensors about positions in a checkpoint: found by the mechanisms of the model, by name, and told in words and as
//! JSON.

mod by_content;
mod content;
mod find;
mod heads;
mod positional;
mod scenes;
mod verdict;

use std::fmt::Write as _;

use serde_json::{Value, json};

pub use positional::{FoundBy, LayersOf, PositionalTensor};

pub(super) use positional::{HeadOfBias, Known};

use self::{content::TensorContent, find::TensorCandidate};
use crate::{
    encoding::bias::SlopeFit,
    import::Checkpoint,
    model::{ListedBias, ListedTensor, Mechanism, MechanismKind, kind_title, runs},
    picture::number,
    sanitize,
};

/// Tensors about positions in a checkpoint.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TensorsReport {
    /// The tensors, those of mechanisms first.
    pub tensors: Vec<PositionalTensor>,
    /// Sentences about what is wrong, and about tensors that are not there.
    pub notices: Vec<String>,
    /// Number of tensors of the checkpoint.
    num_all: usize,
}

impl TensorsReport {
    /// Finds the tensors about positions, and reads what they hold.
    pub(super) fn new(checkpoint: &Checkpoint, known: Known<'_>) -> Self {
        let candidates = find::candidates(checkpoint, known.mechanisms);
        let mut notices = checkpoint.faults.clone();
        if checkpoint.faults.is_empty() {
            notices.extend(absent(&candidates, known.mechanisms));
        }
        let mut budget = content::Budget::default();
        let found = candidates.iter().map(|it| tensor(checkpoint, it, known, &mut budget));
        let mut tensors: Vec<PositionalTensor> = found.map(|(it, _content)| it).collect();
        // A class that is known has no others.
        if known.mechanisms.is_empty() {
            let more = by_content::candidates(checkpoint, &candidates);
            let more = more.iter().map(|it| tensor(checkpoint, it, known, &mut budget));
            let is_by_rule = |(it, content): (PositionalTensor, TensorContent)| {
                content.identity.is_some().then_some(it)
            };
            tensors.extend(more.filter_map(is_by_rule));
        }
        Self { tensors, notices, num_all: checkpoint.tensors.len() }
    }

    /// Tensors as JSON.
    pub(super) fn json(&self) -> Vec<Value> {
        let entry = |it: &PositionalTensor| {
            let mut entry = json!({
                "name": it.name,
                "kind": it.kind.key(),
                "shape": it.shape,
                "type": type_of(it),
                "layers": match &it.layers {
                    LayersOf::Input => Value::Null,
                    LayersOf::All => json!("all"),
                    LayersOf::One(layer) => json!([layer]),
                },
                "agrees": it.agrees,
                "verdict": it.verdict,
                "found_by": it.found_by.key(),
                "where": it.place,
                "file": sanitize::path(&it.file),
                "scene": it.scene,
            });
            if !it.heads.is_empty() {
                entry["heads"] = it.heads.iter().map(head_json).collect();
            }
            entry
        };
        self.tensors.iter().map(entry).collect()
    }

    /// A line for each tensor; those of layers that say the same are one.
    pub(super) fn words(&self) -> String {
        let num = number::grouped(self.num_all as i64);
        if self.tensors.is_empty() {
            return format!("None of its {num} tensors is known to be about positions.");
        }
        let mut text = format!("Tensors about positions, {} of {num}:", self.tensors.len());
        for group in self.groups() {
            let it = group[0];
            let layers: Vec<u32> = group
                .iter()
                .filter_map(|it| match it.layers {
                    LayersOf::One(layer) => Some(layer),
                    _ => None,
                })
                .collect();
            let layers = match layers.len() {
                0 => String::new(),
                1 => format!(", layer {}", runs(&layers)),
                _ => format!(", layers {}", runs(&layers)),
            };
            let name = name_of(&group);
            let by = match it.found_by {
                FoundBy::Mechanism => "",
                FoundBy::Name => " (found by its name)",
                FoundBy::Content => " (found by its numbers)",
            };
            let (name, kind) = (sanitize::sentence(&name), kind_title(it.kind.key()));
            let _written = write!(text, "\n  {name}{layers}: {kind}{by}. {}", it.verdict);
        }
        text
    }

    /// Tensors as views list them.
    pub(super) fn listed(&self) -> Vec<ListedTensor> {
        let tensors = self.groups().into_iter().map(|group| {
            let it = group[0];
            let name = name_of(&group);
            let shape: Vec<String> = it.shape.iter().map(u64::to_string).collect();
            let num = match group.len() {
                1 => String::new(),
                num => format!("{num} of "),
            };
            ListedTensor {
                name: sanitize::ends(&name),
                value: format!(
                    "{}, {num}{} {}",
                    kind_title(it.kind.key()),
                    shape.join(" × "),
                    type_of(it)
                ),
                verdict: it.verdict.clone(),
                is_wrong: it.agrees == Some(false),
                scene: it.scene.clone(),
                source: (it.file.clone(), it.name.clone()),
            }
        });
        tensors.collect()
    }

    /// Learned biases as views list them.
    pub(super) fn biases(&self) -> Vec<ListedBias> {
        let stack = |name: &str| {
            let is_encoder = |it: &str| it.starts_with("enc");
            let part = name.split('.').find(|it| is_encoder(it) || it.starts_with("dec"))?;
            Some(if is_encoder(part) { "encoder" } else { "decoder" })
        };
        let own = self.tensors.iter().filter_map(|it| {
            let layer = match it.layers {
                LayersOf::One(layer) => Some(layer),
                LayersOf::Input | LayersOf::All => None,
            };
            Some(ListedBias { stack: stack(&it.name), layer, bias: it.bias.clone()? })
        });
        own.collect()
    }

    /// Tensors that differ only in their layer and say the same, together.
    pub(super) fn groups(&self) -> Vec<Vec<&PositionalTensor>> {
        let mut groups: Vec<Vec<&PositionalTensor>> = Vec::new();
        for it in &self.tensors {
            let is_alike = |group: &&mut Vec<&PositionalTensor>| {
                let other = group[0];
                (other.kind, &other.verdict, &other.shape) == (it.kind, &it.verdict, &it.shape)
                    && find::template(&other.name) == find::template(&it.name)
            };
            match groups.iter_mut().find(is_alike) {
                Some(group) => group.push(it),
                None => groups.push(vec![it]),
            }
        }
        groups
    }
}

/// Name of a group, with a star where its tensors have several.
fn name_of(group: &[&PositionalTensor]) -> String {
    find::common_name(&group.iter().map(|it| it.name.as_str()).collect::<Vec<_>>())
}

/// Type of a tensor, in the words of this program or of the file.
pub(super) fn type_of(it: &PositionalTensor) -> String {
    match &it.element {
        Ok(element) => element.key().to_owned(),
        Err(other) => sanitize::word(other),
    }
}

fn tensor(
    checkpoint: &Checkpoint,
    it: &TensorCandidate<'_>,
    known: Known<'_>,
    budget: &mut content::Budget,
) -> (PositionalTensor, TensorContent) {
    let file = checkpoint.path(it.tensor).to_owned();
    let content = content::read(checkpoint, it, budget);
    let mut judged = verdict::judge(it, &content, known);
    let scene = scenes::scene(it, &content, &file, known.mechanisms);
    let bias = heads::bias(scene.as_deref(), &content, it.kind);
    let heads = bias.as_deref().map_or_else(Vec::new, heads::of);
    judged.sentences.extend(heads::sentence(&heads));
    let tensor = PositionalTensor {
        scene,
        bias,
        heads,
        name: it.tensor.facts.name.clone(),
        kind: it.kind,
        found_by: it.found_by,
        place: it.mechanism.map(|at| known.mechanisms[at].place.clone()),
        shape: it.tensor.facts.shape.clone(),
        element: it.tensor.facts.element.clone(),
        layers: it.layers.clone(),
        agrees: judged.agrees,
        verdict: judged.sentences.join(" "),
        file,
    };
    (tensor, content)
}

fn head_json(it: &HeadOfBias) -> Value {
    let SlopeFit { slope, intercept, r_squared } = it.fit;
    json!({
        "slope": slope,
        "intercept": intercept,
        "r_squared": r_squared,
        "half": it.half,
        "far": it.far.1,
    })
}

/// Sentences about tables that the class has and the files lack.
fn absent(candidates: &[TensorCandidate<'_>], mechanisms: &[Mechanism]) -> Vec<String> {
    let is_stored =
        |it: &Mechanism| matches!(it.kind, MechanismKind::Learned | MechanismKind::T5Bias);
    let is_found = |at: usize| candidates.iter().any(|it| it.mechanism == Some(at));
    let lacking = mechanisms.iter().enumerate().filter(|(at, it)| is_stored(it) && !is_found(*at));
    lacking
        .filter_map(|(_, it)| {
            let name = it.tensor.as_ref()?;
            Some(format!(
                "No tensor is named {name}, the {} of {}.",
                title(it.kind.key()),
                it.place
            ))
        })
        .collect()
}

/// Name of a kind in a sentence.
fn title(kind: &str) -> &'static str {
    if kind == "t5_bias" { "bias by buckets" } else { "learned positions" }
}
