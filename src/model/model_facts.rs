//! Facts about positions that a configuration and a checkpoint state, as views list them.

use std::{path::PathBuf, sync::Arc};

use crate::encoding::bias::Bias;

/// Mechanism that tells a model where a token stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMechanism {
    /// Part of the model that has it.
    pub place: String,
    /// Kind in words.
    pub kind: String,
    /// Sentence about it.
    pub sentence: String,
    /// True if its numbers were trained, and stand in the checkpoint.
    pub is_trained: bool,
    /// Text of the scene that shows it; `None` if its numbers stand in no configuration.
    pub scene: Option<String>,
}

/// Tensor about positions, or several layers' tensors that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTensor {
    /// Name, with a star in place of the numbers of several layers.
    pub name: String,
    /// Kind, shape and type in words.
    pub value: String,
    /// Sentences about it.
    pub verdict: String,
    /// True if it is not as the configuration says.
    pub is_wrong: bool,
    /// Text of the scene that shows it; `None` if no view does.
    pub scene: Option<String>,
    /// File, and name in it, of the tensor that this scene shows.
    pub source: (PathBuf, String),
}

/// Learned bias of a layer, or of all layers of a stack.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedBias {
    /// Stack of layers that it belongs to, where the tensor's name says it.
    pub stack: Option<&'static str>,
    /// Its layer; `None` if all layers of the stack share it.
    pub layer: Option<u32>,
    /// The bias.
    pub bias: Arc<Bias>,
}

/// Facts about the positions of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelFacts {
    /// Type of the model, where its configuration says one.
    pub model_type: Option<String>,
    /// Number of tokens that fit, and a remark, in words; `None` if it is not known.
    pub tokens: Option<[String; 2]>,
    /// Mechanisms of the class, with the numbers of the configuration.
    pub mechanisms: Vec<ListedMechanism>,
    /// Tensors of the checkpoint, those of the model's class first.
    pub tensors: Vec<ListedTensor>,
    /// Learned biases by buckets, in the order of the tensors.
    pub biases: Vec<ListedBias>,
    /// True if a configuration was read without a checkpoint.
    pub is_config_alone: bool,
    /// Sentences about what is wrong.
    pub notices: Vec<String>,
}

impl ModelFacts {
    /// True if nothing is known.
    pub fn is_empty(&self) -> bool {
        self.mechanisms.is_empty() && self.tensors.is_empty() && self.notices.is_empty()
    }
}
