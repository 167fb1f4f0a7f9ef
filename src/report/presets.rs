//! Well-known models, in words and as JSON.

use serde_json::{Value, json};

use crate::model::{Config, Preset, Reader};

/// Presets as JSON, each with its sets of layers as transformers reads them.
pub fn presets_json() -> Value {
    let of = |preset: &'static Preset| {
        let model = Config::of_preset(preset).model(None, Reader::Transformers5).ok();
        let sets = model.iter().flat_map(|model| &model.sets).map(|set| {
            json!({
                "name": set.name,
                "base": set.base.as_ref().map(|it| it.value),
                "head_dim": set.head_dim.as_ref().map(|it| it.value),
                "rotary_dim": set.rotary_dim.as_ref().map(|it| it.value),
                "rope_type": set.rope_type.value,
                "pairing": set.pairing.as_ref().map(|it| it.value.key()),
            })
        });
        json!({
            "name": preset.name,
            "title": preset.title,
            "source": preset.source,
            "is_file_seen": preset.is_file_seen,
            "model_type": model.as_ref().and_then(|model| model.model_type.as_deref()),
            "sets": sets.collect::<Vec<_>>(),
        })
    };
    Preset::all().iter().map(of).collect()
}

/// Presets, one per line: name, display name, and what is known of the source.
pub fn presets_text() -> String {
    let width = Preset::all().iter().map(|preset| preset.name.len()).max().unwrap_or(0);
    let lines = Preset::all().iter().map(|preset| {
        let seen = if preset.is_file_seen { "" } else { "; the file itself was not seen" };
        format!("{:width$}  {} ({}{seen})\n", preset.name, preset.title, preset.source)
    });
    lines.collect()
}
