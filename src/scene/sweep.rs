//! Sweeps: one key of a scene takes several values, with a file or a picture for each.

use thiserror::Error;

use super::{Key, Scene, SceneDraft, SceneError};
use crate::{picture::number, stable_enum::UnknownKey};

/// Scene key and the values that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// Key that changes.
    pub key: Key,
    /// Values of the key, in order.
    pub values: Vec<String>,
}

/// One scene of a sweep, with the values that distinguish it.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// Scene with the swept values.
    pub scene: Scene,
    /// Swept keys and their values.
    pub values: Vec<(Key, String)>,
    /// Number of the scene, counted from 1.
    pub number: usize,
}

/// Error of parsing or running a sweep.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SweepError {
    /// Text that is not of the form `key=values`.
    #[error(
        "invalid sweep {0:?}: expected key=A,B,C or key=A..B or key=A..B:STEP, without B, such as \
         d_model=64,128,256 or offset=0..64"
    )]
    NotASweep(String),
    /// Key that does not exist.
    #[error("unknown scene key {key:?}: {source}")]
    UnknownKey {
        /// Key as written.
        key: String,
        /// Allowed keys.
        source: UnknownKey,
    },
    /// Too many scenes.
    #[error("a sweep of {0} scenes is too long: at most {most}", most = Sweep::MOST)]
    TooLong(usize),
    /// File name that would be the same for several scenes.
    #[error("the name {name:?} is the same for all: put {{{key}}} into it, or {{n}} for a number")]
    SameName {
        /// File name as given.
        name: String,
        /// Swept key that the file name lacks.
        key: &'static str,
    },
    /// Value that the scene does not allow.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

impl Sweep {
    /// Maximum number of scenes.
    pub const MOST: usize = 10_000;

    /// Parses `key=A,B,C`, `key=A..B` or `key=A..B:STEP`; B is excluded.
    pub fn parse(text: &str) -> Result<Self, SweepError> {
        let refuse = || SweepError::NotASweep(text.to_owned());
        let (name, values) = text.split_once('=').ok_or_else(refuse)?;
        let name = name.trim().replace('-', "_");
        let key =
            Key::from_key(&name).map_err(|source| SweepError::UnknownKey { key: name, source })?;
        let values = match values.split_once("..") {
            None => values.split(',').map(|value| value.trim().to_owned()).collect(),
            Some((first, rest)) => {
                let (end, step) = rest.split_once(':').unwrap_or((rest, "1"));
                let number = |text: &str| number::parse_whole(text).ok_or_else(refuse);
                let (first, end, step) = (number(first)?, number(end)?, number(step)?);
                let is_upward = first < end && step > 0;
                let is_downward = first > end && step < 0;
                if !is_upward && !is_downward {
                    return Err(refuse());
                }
                let count = (i128::from(end) - i128::from(first)).unsigned_abs();
                let count = count.div_ceil(u128::from(step.unsigned_abs()));
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                if count > Self::MOST {
                    return Err(SweepError::TooLong(count));
                }
                (0..count as i64).map(|i| (first + i * step).to_string()).collect()
            }
        };
        Ok(Self { key, values })
    }

    /// Scenes of all combinations of values; the last sweep varies fastest. Without a sweep, the scene of the
    /// draft alone.
    pub fn scenes(sweeps: &[Self], draft: &SceneDraft) -> Result<Vec<Swept>, SweepError> {
        let count = sweeps.iter().map(|sweep| sweep.values.len()).fold(1, usize::saturating_mul);
        if count > Self::MOST {
            return Err(SweepError::TooLong(count));
        }
        let mut drafts = vec![(draft.clone(), Vec::new())];
        for sweep in sweeps {
            let mut next = Vec::new();
            for (draft, values) in drafts {
                for value in &sweep.values {
                    let (mut draft, mut values) = (draft.clone(), values.clone());
                    draft.set(sweep.key, value)?;
                    values.push((sweep.key, value.clone()));
                    next.push((draft, values));
                }
            }
            drafts = next;
        }
        let mut out = Vec::new();
        for (number, (draft, values)) in (1..).zip(drafts) {
            out.push(Swept { scene: Scene::new(draft)?, values, number });
        }
        Ok(out)
    }
}

impl Swept {
    /// File name with the values filled in: `pe_{d_model}.npy` becomes `pe_64.npy`, and `{n}` becomes the number
    /// of the scene, with at least four digits.
    pub fn named(&self, template: &str) -> Result<String, SweepError> {
        let mut name = template.replace("{n}", &format!("{:04}", self.number));
        for (key, value) in &self.values {
            let place = format!("{{{}}}", key.key());
            if !name.contains(&place) && !template.contains("{n}") {
                let name = template.to_owned();
                return Err(SweepError::SameName { name, key: key.key() });
            }
            // A value must not lead into another folder.
            name = name.replace(&place, &value.replace(['/', '\\'], "_"));
        }
        Ok(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sweeps: &[&str], template: &str) -> Result<Vec<String>, SweepError> {
        let sweeps: Vec<Sweep> =
            sweeps.iter().map(|text| Sweep::parse(text)).collect::<Result<_, _>>()?;
        let scenes = Sweep::scenes(&sweeps, &SceneDraft::default())?;
        scenes.iter().map(|swept| swept.named(template)).collect()
    }

    #[test]
    fn values_fill_file_names() {
        let made =
            names(&["d_model=64,128", "convention=paper,fairseq"], "{convention}_{d_model}.npy");
        let expected = ["paper_64.npy", "fairseq_64.npy", "paper_128.npy", "fairseq_128.npy"]
            .map(String::from);
        assert_eq!(made, Ok(expected.to_vec()), "the last is the fastest");
        assert_eq!(
            names(&["offset=-2..3:2"], "k{offset}.png"),
            Ok(["k-2.png", "k0.png", "k2.png"].map(String::from).to_vec())
        );
        assert_eq!(
            names(&["offset=3..1:-1"], "{n}.png"),
            Ok(vec!["0001.png".into(), "0002.png".into()])
        );
        assert_eq!(
            names(&["d-model=7"], "{d_model}"),
            Ok(vec!["7".to_owned()]),
            "as on the command line"
        );
        assert_eq!(names(&[], "pe.npy"), Ok(vec!["pe.npy".to_owned()]), "no sweep, one scene");
    }

    #[test]
    fn invalid_sweeps_are_reported() {
        let message =
            |sweeps: &[&str], template: &str| names(sweeps, template).unwrap_err().to_string();
        assert!(message(&["d_model"], "x").starts_with("invalid sweep \"d_model\": expected"));
        assert!(message(&["offset=3..1"], "x").starts_with("invalid sweep"));
        assert!(message(&["offset=1..3:0"], "x").starts_with("invalid sweep"));
        assert!(message(&["width=1"], "x").starts_with("unknown scene key \"width\""));
        assert_eq!(
            message(&["offset=0..10001"], "x"),
            "a sweep of 10001 scenes is too long: at most 10000"
        );
        assert!(message(&["d_model=0"], "{d_model}").starts_with("invalid d_model \"0\""));
        assert!(message(&["offset=-4294967296..4294967296"], "x").contains("too long"));
        assert_eq!(
            message(&["d_model=4,8"], "pe.npy"),
            "the name \"pe.npy\" is the same for all: put {d_model} into it, or {n} for a number"
        );
    }
}
