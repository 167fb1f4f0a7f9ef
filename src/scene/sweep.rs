//! Sweeps: one key of a scene takes several values, with a file or a picture for each.

use std::collections::HashMap;

use thiserror::Error;

use super::{Key, Scene, SceneDraft, SceneError, key::NoKey, overrides::PREFIX};
use crate::picture::number;

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
        "invalid sweep {0:?}: expected KEY=VALUE,VALUE,… or KEY=START..END[:STEP], whose END is left out, such as \
         d_model=64,128,256 or offset=0..64"
    )]
    NotASweep(String),
    /// Key of B.
    #[error("{0} cannot be swept: a sweep changes a key of A, such as {key}", key = .0.trim_start_matches(PREFIX))]
    OfB(String),
    /// Key that does not exist.
    #[error("unknown scene key {key:?}: {source}")]
    UnknownKey {
        /// Key as written.
        key: String,
        /// Nearest keys.
        source: NoKey,
    },
    /// Too many scenes.
    #[error("a sweep of {0} scenes is too long: at most {most}", most = Sweep::MOST)]
    TooLong(usize),
    /// Key that two sweeps of one request change.
    #[error("{0} is swept twice: name all of its values in one sweep")]
    Twice(&'static str),
    /// File name that would be the same for several scenes.
    #[error("the name {name:?} is the same for all: put {{{key}}} into it, or {{n}} for a number")]
    SameName {
        /// File name as given.
        name: String,
        /// Swept key that the file name lacks.
        key: &'static str,
    },
    /// Two scenes whose file names come out equal.
    #[error(
        "scenes {first} and {second} would both be {name:?}: put {{n}} into the name for a number"
    )]
    EqualNames {
        /// File name of both.
        name: String,
        /// Number of the first scene.
        first: usize,
        /// Number of the second scene.
        second: usize,
    },
    /// Value that the scene does not allow.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

impl Sweep {
    /// Maximum number of scenes.
    pub const MOST: usize = 10_000;

    /// Parses `KEY=VALUE,VALUE,…`, `KEY=START..END` or `KEY=START..END:STEP`; END is left out.
    pub fn parse(text: &str) -> Result<Self, SweepError> {
        let refuse = || SweepError::NotASweep(text.to_owned());
        let (name, values) = text.split_once('=').ok_or_else(refuse)?;
        let name = name.trim().replace('-', "_");
        if name.starts_with(PREFIX) {
            return Err(SweepError::OfB(name));
        }
        let key =
            Key::named(&name).map_err(|source| SweepError::UnknownKey { key: name, source })?;
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
    /// draft alone. What the draft sets itself, such as the layout, stays when the convention is swept.
    pub fn scenes(sweeps: &[Self], draft: &SceneDraft) -> Result<Vec<Swept>, SweepError> {
        let earlier = |i: usize| sweeps[..i].iter().any(|other| other.key == sweeps[i].key);
        if let Some(twice) = (0..sweeps.len()).find(|&i| earlier(i)) {
            return Err(SweepError::Twice(sweeps[twice].key.key()));
        }
        let count = sweeps.iter().map(|sweep| sweep.values.len()).fold(1, usize::saturating_mul);
        if count > Self::MOST {
            return Err(SweepError::TooLong(count));
        }
        let mut combinations = vec![Vec::new()];
        for sweep in sweeps {
            let with = |values: &Vec<(Key, String)>| {
                let values = values.clone();
                let each = sweep.values.iter().map(|value| (sweep.key, value.clone()));
                each.map(move |value| [values.as_slice(), &[value]].concat()).collect::<Vec<_>>()
            };
            combinations = combinations.iter().flat_map(with).collect();
        }
        let mut out = Vec::new();
        for (number, values) in (1..).zip(combinations) {
            let mut swept = draft.clone();
            // The convention comes first, so that the other keys override it.
            let mut settings = values.clone();
            settings.sort_by_key(|&(key, _)| key);
            for (key, value) in &settings {
                swept.set(*key, value)?;
                if *key == Key::Convention {
                    swept.encoding.exponent = draft.encoding.exponent;
                    swept.encoding.layout = draft.encoding.layout;
                    swept.encoding.order = draft.encoding.order;
                    swept.encoding.components = draft.encoding.components;
                }
            }
            out.push(Swept { scene: Scene::new(swept)?, values, number });
        }
        Ok(out)
    }
}

impl Swept {
    /// File names of all scenes of a request, with the values filled in.
    ///
    /// `pe_{d_model}.npy` becomes `pe_64.npy`, and `{n}` becomes the number of the scene, with at least four digits.
    /// A key that is not swept gives the value of the scene. Two equal names are an error.
    pub fn names(all: &[Self], template: &str) -> Result<Vec<String>, SweepError> {
        const FEWEST_DIGITS: usize = 4;
        let digits = all.len().to_string().len().max(FEWEST_DIGITS);
        let mut scenes: HashMap<String, usize> = HashMap::new();
        let mut names = Vec::new();
        for swept in all {
            let name = swept.named(template, digits)?;
            if let Some(first) = scenes.insert(name.clone(), swept.number) {
                return Err(SweepError::EqualNames { name, first, second: swept.number });
            }
            names.push(name);
        }
        Ok(names)
    }

    /// Swept values, as a picture says them: `k = 10`.
    pub fn state(&self) -> String {
        let clause = |(key, value): &(Key, String)| {
            let symbol = match key {
                Key::Position => "t",
                Key::Offset => "k",
                Key::Column => "j",
                other => other.key(),
            };
            let number = value.parse::<i64>();
            let value = number.map_or_else(|_| number::typographic(value), number::grouped);
            format!("{symbol} = {value}")
        };
        self.values.iter().map(clause).collect::<Vec<_>>().join(", ")
    }

    /// File name with the values filled in, and a number of at least `digits` digits.
    fn named(&self, template: &str, digits: usize) -> Result<String, SweepError> {
        let place = |key: Key| format!("{{{}}}", key.key());
        for (key, _) in &self.values {
            if !template.contains(&place(*key)) && !template.contains("{n}") {
                let name = template.to_owned();
                return Err(SweepError::SameName { name, key: key.key() });
            }
        }
        let value = |name: &str| {
            if name == "n" {
                return Some(format!("{:0digits$}", self.number));
            }
            let swept = self.values.iter().find(|(key, _)| key.key() == name);
            let value = swept.map_or_else(
                || self.scene.value(Key::from_key(name).ok()?),
                |(_, value)| Some(value.clone()),
            );
            // A value must not lead into another folder.
            value.map(|value| value.replace(['/', '\\'], "_"))
        };
        // Every place is filled once: braces in a value are no places.
        let mut name = String::new();
        let mut rest = template;
        while let Some(start) = rest.find('{') {
            name.push_str(&rest[..start]);
            rest = &rest[start..];
            let inside = rest[1..].split_once('}').and_then(|(inside, after)| {
                let value = value(inside)?;
                Some((value, after))
            });
            if let Some((value, after)) = inside {
                name.push_str(&value);
                rest = after;
            } else {
                name.push('{');
                rest = &rest[1..];
            }
        }
        name.push_str(rest);
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
        Swept::names(&scenes, template)
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
    fn names_and_scenes_of_two_sweeps_agree() {
        assert_eq!(
            names(&["d_model=4,8", "offset=1,2"], "{n}_{d_model}.png"),
            Ok(["0001_4.png", "0002_4.png", "0003_8.png", "0004_8.png"].map(String::from).to_vec())
        );
        assert_eq!(
            names(&["offset=1,2"], "{d_model}_{layout}_{offset}_{unknown}.png"),
            Ok(["128_interleaved_1_{unknown}.png", "128_interleaved_2_{unknown}.png"]
                .map(String::from)
                .to_vec()),
            "a key that is not swept"
        );
        assert_eq!(
            names(&["offset=0..10000"], "{n}").unwrap().first().map(String::as_str),
            Some("00001"),
            "names in the order of their numbers"
        );
        let layouts = Sweep::parse("layout=interleaved,split").unwrap();
        let conventions = Sweep::parse("convention=paper,fairseq").unwrap();
        let scenes = Sweep::scenes(&[layouts, conventions], &SceneDraft::default()).unwrap();
        for swept in &scenes {
            assert_eq!(
                swept.scene.value(Key::Layout).as_deref(),
                Some(swept.values[0].1.as_str()),
                "the convention does not replace the layout"
            );
        }
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
        assert_eq!(
            message(&["d_model=4,8", "offset=1,1"], "{d_model}_{offset}.png"),
            "scenes 1 and 2 would both be \"4_1.png\": put {n} into the name for a number"
        );
        assert_eq!(
            message(&["d_model=4,8", "d_model=16"], "{n}.png"),
            "d_model is swept twice: name all of its values in one sweep"
        );
    }
}
