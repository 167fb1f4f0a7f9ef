//! The bias of a scene.

use super::{Contents, EncodingDraft, SceneError};
use crate::encoding::bias::{Bias, BiasDraft, BiasRule, Buckets};

impl EncodingDraft {
    /// True for a bias by buckets, whose numbers are learned.
    pub(super) fn has_buckets(&self) -> bool {
        self.bias_convention.rule() == BiasRule::Buckets
    }

    /// Bias with these values; with the numbers of a file, heads and buckets are those of their table.
    pub(super) fn bias(&self) -> Result<Bias, SceneError> {
        let learned = self.contents.as_ref().and_then(Contents::data);
        if let Some(data) = learned.filter(|data| self.has_buckets() && !data.is_missing()) {
            return Ok(Bias::learned(self.max_distance, self.bidirectional, data.into())?);
        }
        let buckets = match self.bias_convention.rule() {
            BiasRule::Buckets => Buckets::new(self.buckets, self.max_distance, self.bidirectional)?,
            _ => Buckets::default(),
        };
        let (convention, num_heads) = (self.bias_convention, self.heads);
        Ok(Bias::new(BiasDraft { convention, num_heads, buckets })?)
    }
}
