//! List of the tensors about positions in a checkpoint, as views show it.

use std::path::PathBuf;

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

/// Tensors about positions in a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TensorList {
    /// The tensors, those of the model's class first.
    pub tensors: Vec<ListedTensor>,
    /// Sentences about what is wrong.
    pub notices: Vec<String>,
}
