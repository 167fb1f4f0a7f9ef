//! Axes of the pairs, for models whose tokens have three positions.

use serde_json::Value;

use super::{block::ScalingBlock, llama_cpp::section_rule_of, origin::Sourced};
use crate::encoding::rotary::{SectionRule, Sections};

/// Rules of model types, whatever the file says, and the sizes that they assume.
///
/// Source: huggingface/transformers 5.24.0, `mrope_section` in `modeling_*.py`.
const OF_CLASSES: [(&str, SectionRule, [u32; 3]); 6] = [
    ("qwen3_vl", SectionRule::Interleaved, [24, 20, 20]),
    ("qwen3_5", SectionRule::Interleaved, [11, 11, 10]),
    ("qwen3_omni_moe", SectionRule::Interleaved, [24, 20, 20]),
    ("qwen4_exp", SectionRule::Interleaved, [11, 11, 10]),
    ("glm4v", SectionRule::Contiguous, [8, 12, 12]),
    ("ernie4_5_vl_moe", SectionRule::Alternating, [22, 22, 20]),
];

/// Sections of classes, and those that Qwen2-VL was published with.
pub fn known_sections() -> impl Iterator<Item = Sections> {
    let published = Sections { sizes: [16, 24, 24], rule: SectionRule::Contiguous };
    let of_classes = OF_CLASSES.iter().map(|&(_, rule, sizes)| Sections { sizes, rule });
    std::iter::once(published).chain(of_classes)
}

/// Axes of the pairs of a set of layers; `None` if tokens have one position.
pub(super) fn sections(model_type: &str, block: &ScalingBlock) -> Option<Sourced<Sections>> {
    let is_text = !model_type.contains("vision");
    let of_class = OF_CLASSES.iter().find(|(name, ..)| is_text && model_type.starts_with(name));
    let listed = |found: &Sourced<Value>| {
        let size = |value: &Value| u32::try_from(value.as_u64()?).ok();
        let sizes: Option<Vec<u32>> = found.value.as_array()?.iter().map(size).collect();
        Some(found.with(<[u32; 3]>::try_from(sizes?).ok()?))
    };
    let given = block.parameters.get("mrope_section").and_then(listed);
    let usual = || of_class.map(|&(_, _, sizes)| Sourced::class_default(sizes));
    let sizes = given.or_else(usual)?;
    let is_interleaved =
        block.parameters.get("mrope_interleaved").is_some_and(|it| it.value == true);
    let of_class = of_class.map(|(_, rule, _)| *rule);
    let of_architecture = || SectionRule::from_key(section_rule_of(model_type)?).ok();
    let rule = match of_class.or_else(of_architecture) {
        Some(rule) => rule,
        None if is_interleaved => SectionRule::Interleaved,
        None => SectionRule::Contiguous,
    };
    Some(sizes.with(Sections { sizes: sizes.value, rule }))
}
