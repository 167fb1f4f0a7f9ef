//! Random scenes, with every key: what is written is read again.

use std::collections::BTreeSet;

use fastrand::Rng;
use proptest::prelude::*;

use super::{Key, Named, Restored, Scene, SceneError, Setting, overrides::PREFIX, texts::escaped};
use crate::encoding::Family;

/// Numbers at the limits of keys, and some whose text is long.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "-1",
    "3",
    "0.1",
    "-0.25",
    "0.30000000000000004",
    "1.000001",
    "1e-9",
    "1e12",
    "4294967296",
    "-4294967296",
    "16384",
    "8192",
];
/// Texts with what ends a value, a scene or a link.
const TEXTS: [&str; 7] =
    ["a", "binary,unique", "salt & pepper = 100 %", "#(\\)\"<>", "ä/ö +é.npy", "a%20b", "b.base=5"];

/// Values that the error for a wrong one lists.
fn listed(key: Key) -> Vec<String> {
    let Err(SceneError::BadValue { allowed, .. }) = Setting::parse(key, "?") else {
        return Vec::new();
    };
    match allowed.strip_prefix("expected one of ") {
        Some(all) => all.split(", ").map(str::to_owned).collect(),
        None => ["true", "false", "none", "all", "random"].map(str::to_owned).to_vec(),
    }
}

/// Finite number of any size.
fn number(rng: &mut Rng) -> f64 {
    match rng.u8(0..4) {
        0 => f64::from(rng.i32(-9..20)),
        1 => 200.0 * rng.f64() - 100.0,
        _ => Some(f64::from_bits(rng.u64(..))).filter(|it| it.is_finite()).unwrap_or(0.5),
    }
}

fn span(rng: &mut Rng) -> String {
    let (a, b) = (number(rng), number(rng));
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low < high { format!("{low:e}..{high:e}") } else { "0..1".to_owned() }
}

/// Value of a key, among them the smallest, the largest and the longest.
fn value(key: Key, rng: &mut Rng) -> String {
    const TRIES: usize = 30;
    // Each family as often as the others, whatever its number of conventions.
    let family = rng.choice([Family::Sinusoidal, Family::Grid, Family::Bias]);
    let of_family = |it: &Named| family == Some(it.family());
    let conventions: Vec<&str> = Named::all().filter(of_family).map(Named::key).collect();
    let listed = listed(key);
    for _ in 0..TRIES {
        let text = match rng.u8(0..6) {
            0 => rng.choice(NUMBERS).unwrap_or("1").to_owned(),
            1 => format!("{},{}", span(rng), span(rng)),
            2 => rng.choice(TEXTS).unwrap_or("a").to_owned(),
            3 => number(rng).to_string(),
            4 if key == Key::Convention => rng.choice(&conventions).map_or("", |it| it).to_owned(),
            _ => rng.choice(&listed).cloned().unwrap_or_default(),
        };
        if Setting::parse(key, &text).is_ok() {
            return text;
        }
    }
    key.example().to_owned()
}

/// Scene of random values of many keys: of those that do not go together, some are left out.
fn random_scene(seed: u64) -> Scene {
    let mut rng = Rng::with_seed(seed);
    let share = rng.u8(1..6);
    let of_b = Key::ALL.iter().filter(|key| key.makes_encoding()).map(|&key| (PREFIX, key));
    let all = Key::ALL.iter().map(|&key| ("", key)).chain(of_b);
    let mut parts: Vec<String> = Vec::new();
    for (prefix, key) in all {
        if rng.u8(0..6) < share {
            parts.push(format!("{prefix}{}={}", key.key(), escaped(&value(key, &mut rng))));
        }
    }
    rng.shuffle(&mut parts);
    Restored::read(&parts.join("&")).scene
}

/// Checks that a scene of the same text has the same encodings and shows the same parts of its views.
fn check(scene: &Scene) -> Result<(), TestCaseError> {
    let text = scene.to_string();
    let read: Scene = match text.parse() {
        Ok(read) => read,
        Err(error) => return Err(TestCaseError::fail(format!("{error}: {text}"))),
    };
    let of_b = |scene: &Scene| scene.b().map(|b| (b.spec(), b.extent(), b.own_extent()));
    let all = |scene: &Scene| {
        let draft = scene.draft();
        let parts = (draft.viewports, draft.marked, draft.views);
        (scene.to_string(), scene.spec(), scene.extent(), of_b(scene), parts)
    };
    prop_assert!(all(&read) == all(scene), "read as {read}: {text}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn random_scene_of_every_key_is_read_again(seed in any::<u64>()) {
        check(&random_scene(seed))?;
    }
}

#[test]
fn random_scenes_write_every_key() {
    const NUM: u64 = 400;
    // Chance seldom leaves a bias of buckets, the only one that a file may hold.
    let of_file = Restored::read("convention=t5&bias_table=a.npy").scene.to_string();
    let random = (0..NUM).map(|seed| random_scene(seed).to_string());
    let texts: Vec<String> = random.chain([of_file]).collect();
    let written: BTreeSet<&str> = texts
        .iter()
        .flat_map(|text| text.split('&'))
        .filter_map(|it| it.split('=').next())
        .collect();
    let of_b = Key::ALL.iter().filter(|key| key.makes_encoding());
    let of_b = of_b.map(|key| format!("{PREFIX}{}", key.key()));
    let all = Key::ALL.iter().map(|key| key.key().to_owned()).chain(of_b);
    let missing: Vec<String> = all.filter(|key| !written.contains(key.as_str())).collect();
    assert_eq!(missing, [""; 0], "keys that no scene writes");
}
