//! Reads as much of a scene's text as makes a scene: a version that cannot read one key keeps all others.

use super::{Scene, SceneDraft, SceneError, Setting, key_value::KeyValue, texts::unescaped};

/// Scene from a text that may have faults.
#[derive(Clone, Debug, PartialEq)]
pub struct Restored {
    /// Scene of all parts that can be read together.
    pub scene: Scene,
    /// Parts of the text that were left out.
    pub faults: Vec<Fault>,
}

/// Part of a scene's text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Key as written, such as `b.base`; the whole part if it has none.
    pub key: String,
    /// Reason.
    pub error: SceneError,
}

impl Fault {
    fn new(part: &str, error: SceneError) -> Self {
        let key = part.split_once('=').map_or(part, |(key, _)| key);
        Self { key: super::error::shortened(key), error }
    }
}

impl Restored {
    /// Reads a text. Parts that are no values of their keys are left out, then those that do not go with the parts
    /// before them. A text without faults gives the scene that parsing it gives.
    pub fn read(text: &str) -> Self {
        if let Ok(scene) = text.parse() {
            return Self { scene, faults: Vec::new() };
        }
        let (mut parts, mut faults): (Vec<&str>, Vec<Fault>) = (Vec::new(), Vec::new());
        let mut known: Vec<KeyValue<'_>> = Vec::new();
        for part in SceneDraft::parts(text) {
            match readable(part, &known) {
                Ok(pair) => {
                    known.push(pair);
                    parts.push(part);
                }
                Err(error) => faults.push(Fault::new(part, error)),
            }
        }
        let (scene, left_out) = together(&parts);
        faults.extend(left_out);
        Self { scene, faults }
    }
}

/// Key and value of a part that can be read by itself. No key is given twice, so that there are not many.
fn readable<'a>(part: &'a str, known: &[KeyValue<'a>]) -> Result<KeyValue<'a>, SceneError> {
    let pair = KeyValue::read(part, known)?;
    Setting::parse(pair.key, &unescaped(pair.value))?;
    Ok(pair)
}

/// Scene of the parts that go together, and the others. A part may depend on a later one: what does not fit is tried
/// again after all others.
fn together(parts: &[&str]) -> (Scene, Vec<Fault>) {
    let scene_of = |parts: &[&str]| parts.join("&").parse::<Scene>();
    if let Ok(scene) = scene_of(parts) {
        return (scene, Vec::new());
    }
    let (mut scene, mut taken) = (Scene::default(), Vec::new());
    let mut waiting = parts.to_vec();
    loop {
        let (num, mut faults) = (waiting.len(), Vec::new());
        let mut left = Vec::new();
        for part in waiting {
            taken.push(part);
            match scene_of(&taken) {
                Ok(larger) => scene = larger,
                Err(error) => {
                    taken.pop();
                    faults.push(Fault::new(part, error));
                    left.push(part);
                }
            }
        }
        if left.len() == num {
            return (scene, faults);
        }
        waiting = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str, keys: &[&str]) {
        let Restored { scene, faults } = Restored::read(text);
        assert_eq!(scene.to_string(), expected, "scene of {text:?}");
        let left_out: Vec<&str> = faults.iter().map(|fault| fault.key.as_str()).collect();
        assert_eq!(left_out, keys, "faults of {text:?}");
    }

    #[test]
    fn all_but_the_faulty_keys_are_restored() {
        check("", "", &[]);
        check("d_model=64&offset=3", "d_model=64&offset=3", &[]);
        check("d_model=64&slopes=0..x,0..1&offset=3", "d_model=64&offset=3", &["slopes"]);
        check("d_model=0&length=0&offset=3", "offset=3", &["d_model", "length"]);
        check(
            "offset=3&offset=4&sound=loud&nonsense",
            "offset=3",
            &["offset", "sound", "nonsense"],
        );
        check("b.offset=3&side=all&b.base=500", "side=all&b.base=500", &["b.offset"]);
    }

    #[test]
    fn what_depends_on_a_fault_is_left_out() {
        check("side=all&b.convention=nobody&offset=3", "offset=3", &["b.convention", "side"]);
        check("encoding=table&offset=3", "offset=3", &["encoding"]);
        check("encoding=table&table=pe.npy", "table=pe.npy", &[]);
        check("start=4294967290&step=9&length=9", "start=4294967290&length=9", &["step"]);
    }

    #[test]
    fn garbage_becomes_the_default_scene() {
        let long = "x&".repeat(100_000);
        let restored = Restored::read(&long);
        assert_eq!(restored.scene, Scene::default(), "nothing is left");
        assert_eq!(restored.faults.len(), 100_000, "every part is a fault");
    }
}
