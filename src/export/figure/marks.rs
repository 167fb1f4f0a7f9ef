//! Marks by which a scene is found in an exported figure, and a frame of a film among other pictures.

/// Keyword of the text chunk that holds the scene.
pub(crate) const PNG_SCENE: &str = "Scene";
/// Keyword of the text chunk that holds the number of a frame.
pub(crate) const PNG_FRAME: &str = "Frame";
/// Start of the element that holds the provenance.
pub(crate) const SVG_SOURCE: &str = "<phasor:source ";
/// Prefix of the scene among the keywords of a document.
pub(crate) const SCENE_PREFIX: &str = "scene:";
