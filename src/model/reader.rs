//! Programs whose reading of a configuration is known.

use std::sync::LazyLock;

use super::class::{BASE, SHARE, classes};
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Program that reads a configuration.
    pub enum Reader {
        /// Hugging Face transformers 5.
        Transformers5 = "transformers-5",
        /// Hugging Face transformers 4, before rotary parameters got a block of their own.
        Transformers4 = "transformers-4",
        /// vLLM.
        Vllm = "vllm",
        /// llama.cpp, by way of its converter.
        LlamaCpp = "llama.cpp",
    }
}

/// Key of a model's own code that transformers 5 ignores, but others use.
pub(super) struct OwnKey {
    model_type: &'static str,
    /// Name of the number.
    pub(super) name: &'static str,
    /// Path of the key.
    pub(super) key: &'static str,
    /// True if transformers 4 read it.
    is_read_by_4: bool,
}

/// Sources: vllm-project/vllm, `model_executor/models/config.py` and `dbrx.py`; ggml-org/llama.cpp,
/// `convert_hf_to_gguf.py`; huggingface/transformers 4.57, `modeling_dbrx.py`.
const OWN_KEYS: [OwnKey; 3] = [
    OwnKey { model_type: "nomic_bert", name: BASE, key: "rotary_emb_base", is_read_by_4: false },
    OwnKey {
        model_type: "nomic_bert",
        name: SHARE,
        key: "rotary_emb_fraction",
        is_read_by_4: false,
    },
    OwnKey { model_type: "dbrx", name: BASE, key: "attn_config.rope_theta", is_read_by_4: true },
];

/// Keys of the makers of a model type.
pub(super) fn own_keys(model_type: &str) -> impl Iterator<Item = &'static OwnKey> {
    OWN_KEYS.iter().filter(move |it| it.model_type == model_type)
}

impl Reader {
    /// True for releases of transformers.
    pub(super) fn is_transformers(self) -> bool {
        matches!(self, Self::Transformers5 | Self::Transformers4)
    }

    /// Key that the program reads for a number of a model type, where transformers 5 does not.
    pub(super) fn own_key(self, model_type: &str, name: &str) -> Option<&'static str> {
        let own = own_keys(model_type).find(|it| it.name == name)?;
        let is_read = match self {
            Self::Transformers5 => false,
            Self::Transformers4 => own.is_read_by_4,
            Self::Vllm | Self::LlamaCpp => true,
        };
        is_read.then_some(own.key)
    }

    /// Name without a release.
    pub fn short_title(self) -> &'static str {
        match self {
            Self::Transformers5 => "transformers 5",
            Self::Transformers4 => "transformers 4",
            Self::Vllm => "vLLM",
            Self::LlamaCpp => "llama.cpp",
        }
    }

    /// Name, with the release that the rules were read from if they were compared with it.
    pub fn title(self) -> &'static str {
        static WITH_RELEASE: LazyLock<String> =
            LazyLock::new(|| format!("transformers {}", classes().transformers));
        if self == Self::Transformers5 { &WITH_RELEASE } else { self.short_title() }
    }

    /// True if the block `rope_parameters` is read.
    pub(super) fn reads_parameters(self) -> bool {
        self != Self::Transformers4
    }

    /// True if the magnitude of yarn follows from its factor alone, whatever `attention_factor` and the mscales say.
    pub(super) fn drops_magnitudes(self, model_type: &str) -> bool {
        self == Self::Vllm && !model_type.starts_with("deepseek") && !model_type.starts_with("kimi")
    }

    /// Sentence about what is not certain of the rules; `None` if they were compared with the program itself.
    pub(super) fn doubt(self) -> Option<String> {
        let release = &classes().transformers;
        let origin = match self {
            Self::Transformers5 => return None,
            Self::Transformers4 => format!("class defaults are those of {release}"),
            Self::Vllm => format!(
                "defaults are those of transformers {release}, which it loads configurations with"
            ),
            Self::LlamaCpp => "its converter takes the numbers from the configuration".to_owned(),
        };
        let title = self.title();
        Some(format!("Read as {title}: {origin}; these rules were not compared with the program."))
    }
}
