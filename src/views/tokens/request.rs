//! Request for the rows of the scene's sentence.

use std::sync::Arc;

use crate::{encoding::Table, scene::Scene, tokens::TokensRequest};

/// Request for the rows of a scene's sentence.
pub(super) fn request(scene: &Scene, table: &Table) -> TokensRequest {
    let draft = scene.draft();
    TokensRequest {
        text: Arc::clone(draft.sentence.text()),
        vectors: draft.vectors.as_ref().map(|file| file.text().into()),
        table: table.clone(),
        is_scaled: draft.scaled,
        join: draft.join,
        overlong: draft.overlong,
        measure: draft.measure,
    }
}
