//! Finds the tensors about positions: by the patterns of the model's mechanisms, then by name.

use std::collections::BTreeMap;

use super::positional::{FoundBy, LayersOf};
use crate::{
    import::{Checkpoint, StoredTensor, TensorKind},
    model::{Mechanism, NamePattern},
};

/// Tensor that is about positions.
pub(super) struct TensorCandidate<'a> {
    pub(super) tensor: &'a StoredTensor,
    pub(super) kind: TensorKind,
    pub(super) found_by: FoundBy,
    /// Place of its mechanism in the list; `None` for a tensor found otherwise.
    pub(super) mechanism: Option<usize>,
    pub(super) layers: LayersOf,
    /// Number of tensors that its mechanism is made of, such as one for rows and one for columns.
    pub(super) num_parts: usize,
}

/// Name with a star in place of each number between dots.
pub(super) fn template(name: &str) -> String {
    let part = |part: &str| {
        let is_number = !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        if is_number { "*".to_owned() } else { part.to_owned() }
    };
    name.split('.').map(part).collect::<Vec<_>>().join(".")
}

/// Name with a star in place of each part between dots in which some names of as many parts differ.
pub(super) fn common_name(names: &[&str]) -> String {
    let all: Vec<Vec<&str>> = names.iter().map(|name| name.split('.').collect()).collect();
    let part = |(at, own): (usize, &&str)| {
        let is_common = all.iter().all(|it| it.get(at) == Some(own));
        if is_common { (*own).to_owned() } else { "*".to_owned() }
    };
    let parts = all.first().map_or(&[][..], Vec::as_slice).iter().enumerate().map(part);
    parts.collect::<Vec<_>>().join(".")
}

/// Numbers between the dots of a name.
fn numbers(name: &str) -> Vec<u32> {
    name.split('.').filter_map(|part| part.parse().ok()).collect()
}

/// True for kinds that a mechanism may have beside its own.
fn says_more(kind: TensorKind) -> bool {
    matches!(kind, TensorKind::Indices | TensorKind::InvFreq | TensorKind::Coordinates)
}

/// Kind of a mechanism's tensor; `None` for one whose tensors are not about positions alone.
fn kind_of(mechanism: &Mechanism, name: &str) -> Option<TensorKind> {
    // Its name may say more: frequencies of a rotary encoding, indices of a table.
    let named = TensorKind::of_name(name);
    match TensorKind::from_key(mechanism.kind.key()) {
        Ok(_) if named.is_some_and(says_more) => named,
        Ok(kind) => Some(kind),
        Err(_no_tensors) => named,
    }
}

/// All candidates, those of mechanisms first, each in the order of names with their numbers as numbers.
pub(super) fn candidates<'a>(
    checkpoint: &'a Checkpoint,
    mechanisms: &[Mechanism],
) -> Vec<TensorCandidate<'a>> {
    let patterns: Vec<Vec<NamePattern>> = mechanisms.iter().map(Mechanism::patterns).collect();
    let mut groups: BTreeMap<String, Vec<&StoredTensor>> = BTreeMap::new();
    for tensor in &checkpoint.tensors {
        groups.entry(template(&tensor.facts.name)).or_default().push(tensor);
    }
    let mut found = Vec::new();
    for tensors in groups.values_mut() {
        tensors.sort_by_cached_key(|it| (numbers(&it.facts.name), it.facts.name.clone()));
        let own: Vec<TensorCandidate<'_>> =
            tensors.iter().filter_map(|tensor| candidate(tensor, mechanisms, &patterns)).collect();
        found.extend(with_layers(own, &patterns, tensors.len()));
    }
    found.sort_by_key(|it| it.mechanism.map_or(usize::MAX, |at| at));
    found
}

fn candidate<'a>(
    tensor: &'a StoredTensor,
    mechanisms: &[Mechanism],
    patterns: &[Vec<NamePattern>],
) -> Option<TensorCandidate<'a>> {
    let name = &tensor.facts.name;
    let of = (0..mechanisms.len()).find(|&at| patterns[at].iter().any(|it| it.matches(name)));
    let of_mechanism = of.and_then(|at| {
        Some((Some(at), kind_of(&mechanisms[at], name)?, num_parts(&mechanisms[at])))
    });
    let (mechanism, kind, num_parts) =
        of_mechanism.or_else(|| Some((None, TensorKind::of_name(name)?, 1)))?;
    let found_by = if mechanism.is_some() { FoundBy::Mechanism } else { FoundBy::Name };
    Some(TensorCandidate { tensor, kind, found_by, mechanism, layers: LayersOf::Input, num_parts })
}

/// Number of tensors that a mechanism is made of.
fn num_parts(mechanism: &Mechanism) -> usize {
    mechanism.tensor.as_deref().map_or(1, |text| NamePattern::all(text).len())
}

/// Says which layers the tensors of a group belong to. Those with several numbers in their names, as stage and block,
/// are counted.
fn with_layers<'a>(
    mut own: Vec<TensorCandidate<'a>>,
    patterns: &[Vec<NamePattern>],
    num_alike: usize,
) -> Vec<TensorCandidate<'a>> {
    let mut counted: Vec<Vec<u32>> = Vec::new();
    for it in &mut own {
        let name = &it.tensor.facts.name;
        let numbers = layer_numbers(name);
        // A layer may have several.
        let known = counted.iter().position(|it| *it == numbers);
        let at = known.unwrap_or_else(|| {
            counted.push(numbers.clone());
            counted.len() - 1
        });
        let is_shared = it.mechanism.is_some_and(|place| {
            patterns[place].iter().any(|pattern| pattern.matches(name) && pattern.names_a_layer())
        });
        it.layers = match numbers.as_slice() {
            [] if it.kind == TensorKind::T5Bias => LayersOf::All,
            [] => LayersOf::Input,
            _ if it.kind == TensorKind::T5Bias && (is_shared || num_alike == 1) => LayersOf::All,
            [layer, ..] if has_one_layer_number(name) => LayersOf::One(*layer),
            _ => LayersOf::One(at as u32),
        };
    }
    own
}

/// Words before the number of a layer.
const LAYERS: [&str; 9] =
    ["layer", "layers", "block", "blocks", "blk", "h", "stages", "resblocks", "conformer_layers"];

/// Numbers of layers, stages and blocks in a name.
fn layer_numbers(name: &str) -> Vec<u32> {
    let parts: Vec<&str> = name.split('.').collect();
    let numbers = parts.windows(2).filter(|pair| LAYERS.contains(&pair[0]));
    numbers.filter_map(|pair| pair[1].parse().ok()).collect()
}

/// True if the first number of a name counts all layers: what follows are parts of a layer, as in T5's
/// `block.3.layer.0`.
fn has_one_layer_number(name: &str) -> bool {
    layer_numbers(name).len() == 1 || name.contains("block.") && name.contains(".layer.0.")
}
