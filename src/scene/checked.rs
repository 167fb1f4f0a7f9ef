//! Validated scene.

use std::{fmt, str::FromStr};

use super::{
    Contents, EncodingDraft, Key, Overrides, SceneDraft, SceneError, Sides, View,
    checked_encoding::CheckedEncoding, texts,
};
use crate::encoding::{Extent, Family, Limits, check_position};

/// Scene whose values are all within their limits.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    pub(super) draft: SceneDraft,
    /// What the encoding of the draft makes.
    pub(super) encoding: CheckedEncoding,
    /// Positions that are shown; those of A for B.
    pub(super) extent: Extent,
    b: Option<Box<Self>>,
}

impl Scene {
    /// Validates a draft. The only way to construct a [`Scene`].
    pub fn new(draft: SceneDraft) -> Result<Self, SceneError> {
        let mut scene = Self::of_a(draft)?;
        if !scene.draft.b.is_empty() {
            scene.b = Some(Box::new(scene.checked_b()?));
        } else if scene.draft.sides != Sides::A {
            return Err(SceneError::BadValue {
                key: Key::Side.key(),
                value: scene.draft.sides.key().to_owned(),
                allowed: "expected a scene with B, such as b.convention=fairseq".to_owned(),
            });
        }
        Ok(scene)
    }

    /// Scene of A alone.
    fn of_a(mut draft: SceneDraft) -> Result<Self, SceneError> {
        if draft.encoding.file_source().is_some() {
            // It says what it is about.
            draft.about = None;
        } else if draft.about.is_none() {
            draft.encoding.contents = None;
        }
        let encoding = CheckedEncoding::new(&mut draft.encoding)?;
        let extent = encoding.extent;
        check_position("offset", draft.offset)?;
        check_position("offset_a", draft.offset_a)?;
        if !extent.contains(draft.position) {
            check_position("position", draft.position)?;
        }
        let mut scene = Self { draft, encoding, extent, b: None };
        if scene.draft.link {
            let table = scene.whole_table();
            scene.draft.viewports.share_positions(View::Heatmap, table);
        }
        Ok(scene)
    }

    /// B, shown at the positions of A.
    fn checked_b(&self) -> Result<Self, SceneError> {
        let (extent, spacing) = (self.extent, self.encoding.spacing);
        let a = EncodingDraft {
            d_model: self.num_columns().min(Limits::D_MODEL_MAX),
            length: extent.length(),
            start: Some(spacing.map_or_else(|| extent.start() as f64, |it| it.start)),
            step: Some(spacing.map_or(1.0, |it| it.step)),
            ..self.draft.encoding.clone()
        };
        let draft = SceneDraft {
            encoding: self.draft.b.encoding(a),
            b: Overrides::default(),
            sides: Sides::A,
            about: None,
            ..self.draft.clone()
        };
        let mut b = Self::of_a(draft).and_then(Self::with_numbers).map_err(SceneError::of_b)?;
        b.extent = extent;
        if let Some(spacing) = &mut b.encoding.spacing {
            // Rows are numbered as those of A.
            spacing.start -= spacing.step * extent.start() as f64;
            b.encoding.extent = Extent::new(extent.start(), b.encoding.extent.length())?;
        }
        Ok(b)
    }

    /// The same scene with what its file holds. Without effect unless the scene names one.
    pub fn with_contents(mut self, contents: Contents) -> Result<Self, SceneError> {
        if self.draft.file_to_read().is_none() {
            return Ok(self);
        }
        self.draft.encoding.contents = Some(contents);
        Self::new(self.draft)
    }

    /// The same scene with what the file of B holds. Without effect unless B names one.
    pub fn with_contents_of_b(mut self, contents: Contents) -> Result<Self, SceneError> {
        if self.b.as_ref().is_none_or(|b| b.draft.encoding.file_source().is_none()) {
            return Ok(self);
        }
        self.draft.b.contents = Some(contents);
        Self::new(self.draft)
    }

    /// Encoding that is compared with that of the scene, A: its own values, and all else as in the scene. It is shown
    /// at the positions of A.
    pub fn b(&self) -> Option<&Self> {
        self.b.as_deref()
    }

    /// Draft of the scene with another encoding as B. Positions without a start of their own begin where those of B do.
    pub fn compared_with(&self, other: &Self) -> SceneDraft {
        let mut draft = self.draft.clone();
        draft.b = Overrides::of(&other.draft.encoding, &draft.encoding);
        draft.sides = Sides::All;
        let own = &mut draft.encoding;
        if own.start.is_none() && own.family != Family::Fourier && other.spacing().is_none() {
            own.start = Some(other.extent().start() as f64);
        }
        draft
    }

    /// Draft of the scene with A and B exchanged.
    pub fn swapped(&self) -> SceneDraft {
        let Some(b) = self.b() else { return self.draft.clone() };
        let mut encoding = b.draft.encoding.clone();
        let beside = Overrides::of(&self.draft.encoding, &encoding);
        // A start that the convention gives anyway is not written.
        let usual = encoding.usual_start();
        encoding.start = encoding.start.filter(|&start| start != usual);
        SceneDraft { encoding, b: beside, sides: self.draft.sides, ..b.draft.clone() }
    }

    /// Draft of the scene, without what has no effect in its family.
    pub fn draft(&self) -> &SceneDraft {
        &self.draft
    }

    /// Converts the scene into its draft, to be changed and validated again.
    pub fn into_draft(self) -> SceneDraft {
        self.draft
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> = Key::ALL
            .iter()
            .filter_map(|&key| {
                Some(format!("{}={}", key.key(), texts::escaped(&self.draft.get(key)?)))
            })
            .collect();
        let b = self.draft.b.to_string();
        let parts = pairs.into_iter().chain((!b.is_empty()).then_some(b));
        f.write_str(&parts.collect::<Vec<_>>().join("&"))
    }
}

impl FromStr for Scene {
    type Err = SceneError;

    fn from_str(text: &str) -> Result<Self, SceneError> {
        let mut draft = SceneDraft::default();
        draft.read(text)?;
        Self::new(draft)
    }
}
