//! Presets: scenes worth starting from.

use super::{Key, SceneDraft, Views};

/// Scene worth starting from.
pub struct ScenePreset {
    /// Name in the menu.
    pub title: &'static str,
    /// Description in one sentence.
    pub sentence: &'static str,
    /// Text form of the scene.
    pub text: &'static str,
}

impl ScenePreset {
    /// Text form, with the open views if it names none.
    pub fn text_with_views(&self, views: Views) -> String {
        if self.has_views() { self.text.to_owned() } else { format!("{}&views={views}", self.text) }
    }

    /// Text form without the views, for a window whose open views stay.
    pub fn text_without_views(&self) -> String {
        let parts =
            SceneDraft::parts(self.text).filter(|part| !SceneDraft::states(part, Key::Views));
        parts.collect::<Vec<_>>().join("&")
    }

    /// True if the preset sets the open views.
    pub fn has_views(&self) -> bool {
        SceneDraft::states(self.text, Key::Views)
    }
}

/// Title of the preset of four rows and four columns.
pub const WORKED_EXAMPLE: &str = "Worked example 4 × 4";

/// All presets, in menu order.
pub const PRESETS: &[ScenePreset] = &[
    ScenePreset {
        title: "Opening scene",
        sentence: "The paper's formula, 128 columns × 256 positions",
        text: "",
    },
    ScenePreset {
        title: "Attention Is All You Need",
        sentence: "The width of the paper's base model: 512 columns",
        text: "d_model=512&length=512",
    },
    ScenePreset {
        title: WORKED_EXAMPLE,
        sentence: "Small enough to check by hand",
        text: "d_model=4&length=4&offset=1&position=3&column=0",
    },
    ScenePreset {
        title: "Small table for teaching",
        sentence: "32 columns × 64 positions: every cell is easy to point at",
        text: "d_model=32&length=64&offset=4&position=12&column=6",
    },
    ScenePreset {
        title: "Two blocks",
        sentence: "The same frequencies with all sines before all cosines",
        text: "layout=split",
    },
    ScenePreset {
        title: "Sine alone",
        sentence: "Without the cosines no matrix moves every position by k",
        text: "components=sin",
    },
    ScenePreset {
        title: "Black and brown",
        sentence: "The sentence of a well-known notebook: black at 2, brown at 10, 512 columns",
        text: "d_model=512&start=1&length=32&offset=8&position=2&column=0&measure=cosine\
               &views=tokens,sum,word-similarity,two-words",
    },
];
