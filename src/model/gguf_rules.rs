//! Rotation of a GGUF file: where its keys stand, and what llama.cpp does by architecture.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    block::ScalingBlock,
    class::{ALL, BASE, Class, KeyOfSets, LayerTypes, ORIGINAL},
    error::ModelError,
    gguf::{DIVISORS, GgufFields},
    llama_cpp::{
        Windows, attention_every, is_known, kind_without_rotation, pairing_of, switch_of,
        unrotated_of, windows_of,
    },
    mechanism_kind::MechanismKind,
    mechanisms::Mechanism,
    origin::{Origin, Sourced},
};

use crate::encoding::Limits;

/// Types of layers.
const FULL: &str = "full_attention";
const SLIDING: &str = "sliding_attention";
const UNROTATED: &str = "unrotated";
const RECURRENT: &str = "recurrent";

impl GgufFields {
    /// Number of a key of the architecture; the largest of a list for each layer.
    fn number(&self, architecture: &str, key: &str) -> Option<f64> {
        let value = self.values.get(&format!("{architecture}.{key}"))?;
        let list = value.as_array().map(|all| all.iter().filter_map(Value::as_f64));
        list.map_or_else(|| value.as_f64(), |all| all.reduce(f64::max))
    }

    /// List of a key of the architecture: a number for each layer.
    fn list(&self, architecture: &str, key: &str) -> Option<Vec<f64>> {
        let list = self.values.get(&format!("{architecture}.{key}"))?.as_array()?;
        let number = |it: &Value| it.as_f64().or_else(|| it.as_bool().map(f64::from));
        list.iter().map(number).collect()
    }

    /// Windows of the architecture's layers in this file.
    fn windows(&self, architecture: &str) -> Option<Windows> {
        let of_file = self.number(architecture, "block_count");
        let row = windows_of(architecture)
            .filter(|row| row.num_layers.is_none_or(|num| of_file == Some(f64::from(num))));
        // A file with a base for windows has layers with them.
        let has_base = self.number(architecture, "rope.freq_base_swa").is_some();
        row.or_else(|| has_base.then(Windows::default))
    }

    /// True if layers with a window rotate by a base of their own, or without the scaling of the others.
    fn has_sets(&self, architecture: &str) -> bool {
        self.windows(architecture).is_some_and(|it| !it.alone)
            && self.types(architecture).iter().any(|it| it == SLIDING)
    }

    /// Types of the layers; empty if all are alike, or if their number is not known.
    fn types(&self, architecture: &str) -> Vec<String> {
        let num = self
            .number(architecture, "block_count")
            .filter(|&it| it <= f64::from(Limits::LAYERS_MAX));
        let num = num.unwrap_or(0.0) as u32;
        let mut types = self.types_by_window(architecture, num);
        let mut mark = |kind: &'static str, is_it: &dyn Fn(u32) -> bool| {
            (0..num)
                .zip(&mut types)
                .filter(|(layer, _)| is_it(*layer))
                .for_each(|(_, it)| *it = kind);
        };
        let window = self.number(architecture, "attention.sliding_window");
        let unrotated = unrotated_of(architecture).filter(|row| {
            let has_none = window.is_none_or(|it| it == 0.0);
            let is_zero = window == Some(0.0);
            !(row.unless_no_window && is_zero || row.needs_window && has_none)
        });
        if let Some(row) = unrotated {
            mark(UNROTATED, &|layer| layer % row.period == row.at);
        }
        let interval = self.number(architecture, "full_attention_interval").map(|it| it as u32);
        let every = attention_every(architecture).map(|usual| interval.unwrap_or(usual));
        if let Some(every) = every.filter(|&it| it > 0) {
            mark(RECURRENT, &|layer| !(layer + 1).is_multiple_of(every));
        }
        let mut mark_zeros = |kind: &'static str, key: &str| {
            if let Some(list) = self.list(architecture, key) {
                mark(kind, &|layer| list.get(layer as usize) == Some(&0.0));
            }
        };
        mark_zeros(RECURRENT, "attention.head_count_kv");
        mark_zeros(UNROTATED, "attention.rope_pattern");
        if types.iter().all(|it| *it == FULL) {
            return Vec::new();
        }
        types.into_iter().map(ToOwned::to_owned).collect()
    }

    /// Types of the layers by their windows; layers without one may not rotate.
    fn types_by_window(&self, architecture: &str, num: u32) -> Vec<&'static str> {
        const PATTERN: &str = "attention.sliding_window_pattern";
        let row = self.windows(architecture).unwrap_or_default();
        let list = self.list(architecture, PATTERN);
        let of_file = self.number(architecture, PATTERN).filter(|_| list.is_none());
        let period = of_file.filter(|_| row.period > 0).map_or(row.period, |it| it as u32);
        let lead = self.number(architecture, "leading_dense_block_count").unwrap_or(0.0);
        let of_layer = |layer: u32| {
            let has_window = match &list {
                Some(list) => list.get(layer as usize).is_some_and(|&it| it != 0.0),
                None if period == 0 => false,
                None if row.full_first => !layer.is_multiple_of(period),
                None => layer % period != period - 1,
            };
            match (has_window, row.alone) {
                (true, _) => SLIDING,
                (false, true) if f64::from(layer) >= lead => UNROTATED,
                (false, _) => FULL,
            }
        };
        (0..num).map(of_layer).collect()
    }

    /// Class that says where the numbers stand.
    pub(super) fn class(&self, architecture: &str) -> Class {
        let key = |name: &str| format!("{architecture}.{name}");
        let holds = |name: &str| self.values.contains_key(&key(name));
        // Heads of latent attention are those before the compression.
        let head = if holds("attention.key_length_mla") {
            "attention.key_length_mla"
        } else {
            "attention.key_length"
        };
        let aliases = [
            ("hidden_size", "embedding_length"),
            ("num_attention_heads", "attention.head_count"),
            ("num_hidden_layers", "block_count"),
            ("max_position_embeddings", "context_length"),
            ("head_dim", head),
            ("head_dim_of_windows", "attention.key_length_swa"),
        ];
        // llama.cpp assumes 10,000.
        let mut sets = vec![(ALL, "rope.freq_base", 10_000.0)];
        if self.has_sets(architecture) {
            let base = self.windows(architecture).and_then(|it| it.base);
            let base = base.or_else(|| self.number(architecture, "rope.freq_base"));
            sets[0].0 = FULL;
            sets.push((SLIDING, "rope.freq_base_swa", base.unwrap_or(10_000.0)));
        }
        let base = sets.iter().map(|&(set, own, _)| {
            (key(own), KeyOfSets { sets: vec![set.to_owned()], dims: false })
        });
        let base: BTreeMap<String, KeyOfSets> = base.collect();
        let blocks = sets.iter().map(|&(set, _, base)| {
            let block = Map::from_iter([(BASE.to_owned(), Value::from(base))]);
            (set.to_owned(), block)
        });
        let of_sets = || sets.iter().map(|&(set, ..)| set.to_owned());
        let heads = |set: &str| -> Vec<String> {
            let of_windows = (set == SLIDING).then_some("head_dim_of_windows");
            of_windows.into_iter().chain(["head_dim"]).map(ToOwned::to_owned).collect()
        };
        let layers = self.types(architecture);
        Class {
            name: format!("llama.cpp's {architecture}"),
            aliases: aliases.map(|(name, own)| (name.to_owned(), key(own))).into(),
            blocks: blocks.collect(),
            base_keys: base.clone(),
            base_keys_in_block: base,
            head_keys: of_sets().map(|set| (set.clone(), heads(&set))).collect(),
            head: of_sets().map(|set| (set, None)).collect(),
            layer_types: (!layers.is_empty())
                .then(|| LayerTypes { layers, ..LayerTypes::default() }),
            rotated_key: Some(key("rope.dimension_count")),
            pairing: pairing_of(architecture).map(|it| it.key().to_owned()),
            logits: true,
            ..Class::default()
        }
    }

    /// Blocks of rotary parameters, by the names of transformers. Layers with a window of their own base are not
    /// scaled.
    ///
    /// # Errors
    ///
    /// Fails for an architecture that is not known, if no key says that it rotates.
    pub(super) fn blocks(&self, architecture: &str) -> Result<Vec<ScalingBlock>, ModelError> {
        let begins_with = |prefix: &str| self.values.keys().any(|key| key.starts_with(prefix));
        if !is_known(architecture) && !begins_with(&format!("{architecture}.rope.")) {
            return Err(ModelError::UnknownArchitecture(architecture.to_owned()));
        }
        if self.kind_without_rotation(architecture).is_some() || self.is_switched_off(architecture)
        {
            return Ok(Vec::new());
        }
        let block = self.block(architecture);
        if !self.has_sets(architecture) {
            return Ok(vec![block]);
        }
        let of = |set: &str| ScalingBlock { set: set.to_owned(), is_nested: true, ..block.clone() };
        let dims = format!("{architecture}.rope.dimension_count_swa");
        let dims = self.values.get(&dims).map(|it| Sourced::key(it.clone(), dims.clone()));
        let own = dims.into_iter().map(|it| ("dimension_count".to_owned(), it));
        Ok(vec![of(FULL), ScalingBlock { parameters: own.collect(), ..of(SLIDING) }])
    }

    /// Kind of positions of a file that rotates nothing.
    fn kind_without_rotation(&self, architecture: &str) -> Option<MechanismKind> {
        let num = self.number(architecture, "block_count");
        kind_without_rotation(architecture, num.map(|it| it as u32))
    }

    /// True if a key of the architecture switches the rotation off.
    fn is_switched_off(&self, architecture: &str) -> bool {
        let switch = switch_of(architecture);
        switch.is_some_and(|key| {
            self.values.get(&format!("{architecture}.{key}")) == Some(&Value::Bool(false))
        })
    }

    /// Mechanism of an architecture that rotates nothing, with the numbers of the file.
    pub(super) fn mechanism_without_rotation(&self, architecture: &str) -> Option<Mechanism> {
        let kind = match self.kind_without_rotation(architecture) {
            Some(kind) => kind,
            None if self.is_switched_off(architecture) => MechanismKind::Nothing,
            None => return None,
        };
        let number = |key: &str| self.number(architecture, key).map(|it| it as u64);
        let table =
            self.shapes.get("position_embd.weight").filter(|_| kind == MechanismKind::Learned);
        let side = |i: usize| table.and_then(|shape| shape.get(i)).copied();
        Some(Mechanism {
            kind,
            place: "text decoder".to_owned(),
            rows: match kind {
                MechanismKind::T5Bias => number("attention.relative_buckets_count"),
                _ => side(0),
            },
            first_row: table.map(|_| 0),
            tensor: table.map(|_| "position_embd.weight".to_owned()),
            width: side(1),
            heads: number("attention.head_count"),
            is_limit: table.is_some(),
            ..Mechanism::default()
        })
    }

    /// Block of rotary parameters of all layers.
    fn block(&self, architecture: &str) -> ScalingBlock {
        let mut parameters = BTreeMap::new();
        let mut note = |name: &str, own: &str, made: &dyn Fn(&Value) -> Option<Value>| {
            let key = format!("{architecture}.rope.{own}");
            let found = self.values.get(&key).and_then(made);
            if let Some(value) = found {
                parameters.insert(name.to_owned(), Sourced { value, origin: Origin::key(key) });
            }
        };
        let same = |value: &Value| Some(value.clone());
        // The key before there were types; a factor without a type is linear.
        for factor in ["scale_linear", "scaling.factor"] {
            let is_factor =
                |value: &Value| Some(value.clone()).filter(|it| it.as_f64() != Some(0.0));
            note("rope_type", factor, &|value| is_factor(value).map(|_| "linear".into()));
            note("factor", factor, &is_factor);
        }
        note("rope_type", "scaling.type", &|value| match value.as_str() {
            Some("none") => Some("default".into()),
            _ => Some(value.clone()),
        });
        note(ORIGINAL, "scaling.original_context_length", &same);
        note("beta_fast", "scaling.yarn_beta_fast", &same);
        note("beta_slow", "scaling.yarn_beta_slow", &same);
        note("rope_attn_factor", "scaling.attn_factor", &same);
        note("mrope_section", "dimension_sections", &|value| {
            let sizes = value.as_array()?.iter().take(3).cloned().collect::<Vec<_>>();
            sizes.iter().any(|it| it.as_u64() != Some(0)).then(|| sizes.into())
        });
        // The multiplier is a tenth of mscale_all_dim; the magnitude then goes to the logits alone.
        let tenfold = |value: &Value| Some(Value::from(10.0 * value.as_f64()?));
        note("mscale", "scaling.yarn_log_multiplier", &tenfold);
        note("mscale_all_dim", "scaling.yarn_log_multiplier", &tenfold);
        self.add_divisors(&mut parameters);
        // A type without the factor that it needs changes nothing.
        let is_of_type = |name: &str| {
            parameters.get("rope_type").is_some_and(|it: &Sourced<Value>| it.value == name)
        };
        let needs_factor = is_of_type("linear") || is_of_type("yarn");
        if needs_factor && !parameters.contains_key("factor") {
            parameters.remove("rope_type");
        }
        ScalingBlock::of_set(ALL, parameters)
    }

    /// Adds the divisors of the frequencies, which are those of longrope.
    fn add_divisors(&self, parameters: &mut BTreeMap<String, Sourced<Value>>) {
        let [always, long, short] = DIVISORS.map(|name| (name, self.divisors.get(name)));
        let named = |(name, found): (&'static str, Option<&Option<Vec<f64>>>)| {
            let value = Value::from(found?.clone()?);
            Some(Sourced { value, origin: Origin::key(name) })
        };
        let lists = match named(always) {
            Some(it) => Some((it.clone(), it)),
            None => named(short).zip(named(long)),
        };
        let Some((short, long)) = lists else {
            // Lists that were not read leave the frequencies open.
            let has_no_lists = |it: &Sourced<Value>| it.value == "longrope";
            if parameters.get("rope_type").is_some_and(has_no_lists) {
                parameters.remove("rope_type");
            }
            return;
        };
        parameters.insert("rope_type".to_owned(), short.with("longrope".into()));
        parameters.insert("factor".to_owned(), Sourced::class_default(1.0.into()));
        parameters.insert("short_factor".to_owned(), short);
        parameters.insert("long_factor".to_owned(), long);
        // llama.cpp has no magnitude beside that of the file.
        let one = || Sourced::class_default(1.0.into());
        parameters.entry("attention_factor".to_owned()).or_insert_with(one);
    }
}
