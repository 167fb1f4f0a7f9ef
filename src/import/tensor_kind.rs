//! Kinds of tensors about positions, by their names in checkpoints.

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Kind of a tensor that tells a model where a token stands. Those of mechanisms have the keys of
    /// `assets/models/mechanisms.json`.
    pub enum TensorKind {
        /// Table with a learned row for each position.
        Learned = "learned",
        /// Table of sines and cosines of the position.
        Sinusoidal = "sinusoidal",
        /// Table of sines and cosines of rows and columns.
        GridSinusoidal = "grid_sinusoidal",
        /// Learned bias of scores for each bucket of offsets and each head.
        T5Bias = "t5_bias",
        /// Learned biases or vectors for each offset.
        RelativeTable = "relative_table",
        /// Projections of sinusoids of offsets.
        RelativeSinusoidal = "relative_sinusoidal",
        /// Rotary frequencies, radians per position.
        InvFreq = "inv_freq",
        /// Numbers that divide rotary frequencies.
        Divisors = "divisors",
        /// Cosines and sines of a rotary encoding.
        RotaryCache = "rotary_cache",
        /// Convolution that tells positions.
        Convolutional = "convolutional",
        /// Layer that coordinates pass through.
        Coordinates = "coordinates",
        /// Layer that features of the time pass through.
        TimeFeatures = "time_features",
        /// State that order comes from.
        Recurrent = "recurrent",
        /// Numbers of positions, or of rows of a table.
        Indices = "indices",
    }
}

/// Parts of names with their kinds. The first that matches counts: longer parts stand before those within them.
const PARTS: &[(&str, TensorKind)] = &[
    ("position_ids", TensorKind::Indices),
    ("relative_position_index", TensorKind::Indices),
    ("relative_coords_table", TensorKind::Indices),
    ("attention_bias_idxs", TensorKind::Indices),
    ("pos_idx_to_embed", TensorKind::Sinusoidal),
    ("continuous_position_bias_mlp", TensorKind::Coordinates),
    ("relative_position_bias_table", TensorKind::RelativeTable),
    ("relative_position_bias", TensorKind::RelativeTable),
    ("relative_attention_bias_layer", TensorKind::RelativeTable),
    ("relative_attention_bias", TensorKind::T5Bias),
    ("relative_pos_embeddings", TensorKind::RelativeTable),
    ("pairwise_positional_embedding", TensorKind::RelativeTable),
    ("rel_embeddings", TensorKind::RelativeTable),
    ("rel_attn_embed", TensorKind::T5Bias),
    ("attn_rel_b", TensorKind::T5Bias),
    ("rel_pos_bias", TensorKind::T5Bias),
    ("rel_pos_x_bias", TensorKind::T5Bias),
    ("rel_pos_y_bias", TensorKind::T5Bias),
    ("rel_pos_emb", TensorKind::RelativeTable),
    ("rel_pos_h", TensorKind::RelativeTable),
    ("rel_pos_w", TensorKind::RelativeTable),
    ("emb_rel_k", TensorKind::RelativeTable),
    ("emb_rel_v", TensorKind::RelativeTable),
    ("pe_k", TensorKind::RelativeTable),
    ("distance_embedding", TensorKind::RelativeTable),
    ("attention_biases", TensorKind::RelativeTable),
    ("rpb", TensorKind::RelativeTable),
    ("pos_conv_embed", TensorKind::Convolutional),
    ("relative_k_proj", TensorKind::RelativeSinusoidal),
    ("linear_pos", TensorKind::RelativeSinusoidal),
    ("pos_bias_u", TensorKind::RelativeSinusoidal),
    ("pos_bias_v", TensorKind::RelativeSinusoidal),
    ("r_r_bias", TensorKind::RelativeSinusoidal),
    ("inv_freq", TensorKind::InvFreq),
    ("original_inv_freq", TensorKind::InvFreq),
    ("rope_freqs", TensorKind::Divisors),
    ("rope_factors_long", TensorKind::Divisors),
    ("rope_factors_short", TensorKind::Divisors),
    ("cos", TensorKind::RotaryCache),
    ("sin", TensorKind::RotaryCache),
    ("cos_cached", TensorKind::RotaryCache),
    ("sin_cached", TensorKind::RotaryCache),
    ("cos_cache", TensorKind::RotaryCache),
    ("sin_cache", TensorKind::RotaryCache),
    ("cos_sin_cache", TensorKind::RotaryCache),
    ("freqs_cis", TensorKind::RotaryCache),
    ("freqs_cos", TensorKind::RotaryCache),
    ("freqs_sin", TensorKind::RotaryCache),
    ("embed_positions", TensorKind::Learned),
    ("position_embedding_table", TensorKind::Learned),
    ("position_embeddings", TensorKind::Learned),
    ("position_embedding", TensorKind::Learned),
    ("positional_embeddings", TensorKind::Learned),
    ("positional_embedding", TensorKind::Learned),
    ("positional_embedding_vlm", TensorKind::Learned),
    ("positions_embed", TensorKind::Learned),
    ("position_embeds_layer", TensorKind::Learned),
    ("position_embed", TensorKind::Learned),
    ("position_embd", TensorKind::Learned),
    ("absolute_pos_embed", TensorKind::Learned),
    ("pos_embedding", TensorKind::Learned),
    ("pos_embeddings", TensorKind::Learned),
    ("pos_embeds", TensorKind::Learned),
    ("pos_embed", TensorKind::Learned),
    ("pos_embed_window", TensorKind::Learned),
    ("pos_emb", TensorKind::Learned),
    ("image_positions", TensorKind::Learned),
    ("wpe", TensorKind::Learned),
    ("position_enc", TensorKind::Sinusoidal),
    ("pos_enc", TensorKind::Sinusoidal),
    ("pos_encoding", TensorKind::Sinusoidal),
    ("positional_encoding", TensorKind::Sinusoidal),
    ("positional_encodings", TensorKind::Sinusoidal),
    ("pos_encoder", TensorKind::Sinusoidal),
    ("positional_encoder", TensorKind::Sinusoidal),
    ("pe", TensorKind::Sinusoidal),
];

/// Names of numbers that belong to a layer of another kind, such as a norm of positions.
const NORMS: [&str; 4] = ["norm", "layernorm", "layer_norm", "ln"];

impl TensorKind {
    /// Kind of a tensor by its name, such as `h.0.attn.rotary_emb.inv_freq`; `None` unless the name speaks of
    /// positions.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let (parents, own) = name.rsplit_once('.').unwrap_or(("", &name));
        // A layer within has a name of its own.
        let is_other = own == "bias" || NORMS.iter().any(|norm| parents.ends_with(norm));
        let &(_, kind) = PARTS.iter().find(|(part, _)| has_words(&name, part))?;
        let is_layer = matches!(kind, Self::Convolutional | Self::Coordinates);
        (is_layer || !is_other).then_some(kind)
    }

    /// True for a table with a row for each position, which is what is mostly looked for.
    pub fn is_table(self) -> bool {
        matches!(self, Self::Learned | Self::Sinusoidal | Self::GridSinusoidal)
    }
}

/// True if a name contains a part that begins and ends where words do.
fn has_words(name: &str, part: &str) -> bool {
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    // Short parts are whole names between dots.
    let is_whole = |c: Option<char>| c.is_none_or(|c| c == '.');
    name.match_indices(part).any(|(at, _)| {
        let (before, after) = (&name[..at], &name[at + part.len()..]);
        let (before, after) = (before.chars().next_back(), after.chars().next());
        if part.len() < 4 {
            is_whole(before) && is_whole(after)
        } else {
            is_end(before) && is_end(after)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_checkpoints_have_their_kinds() {
        for (name, kind) in [
            ("embeddings.position_embeddings.weight", Some(TensorKind::Learned)),
            ("transformer.wpe.weight", Some(TensorKind::Learned)),
            ("model.decoder.embed_positions.weight", Some(TensorKind::Learned)),
            (
                "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight",
                Some(TensorKind::T5Bias),
            ),
            (
                "layers.0.blocks.1.attn.relative_position_bias_table",
                Some(TensorKind::RelativeTable),
            ),
            ("layers.0.blocks.1.attn.relative_position_index", Some(TensorKind::Indices)),
            ("model.layers.3.self_attn.rotary_emb.inv_freq", Some(TensorKind::InvFreq)),
            ("rope_freqs.weight", Some(TensorKind::Divisors)),
            ("pos_encoder.pe", Some(TensorKind::Sinusoidal)),
            ("model.layers.0.pe_k.weight", Some(TensorKind::RelativeTable)),
            ("encoder.pos_conv_embed.conv.bias", Some(TensorKind::Convolutional)),
            ("pos_embed_norm.weight", None),
            ("embeddings.word_embeddings.weight", None),
            ("decoder.layers.0.self_attn.q_proj.weight", None),
            ("model.type_embedding.weight", None),
            ("pe_proj.weight", None),
        ] {
            assert_eq!(TensorKind::of_name(name), kind, "{name}");
        }
    }
}
