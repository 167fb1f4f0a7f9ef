//! Rotary encodings, compared with what the classes of transformers 5.23.0 computed.

use std::f64::consts::TAU;

use phasor::encoding::{
    Double,
    rotary::{
        pairing::Pairing,
        scaling::{Llama3, LongRope, Scaling, Yarn},
    },
};
use serde_json::Value;

const REFERENCE: &str = include_str!("../data/rotary.json");

fn number(block: &Value, key: &str) -> Option<f64> {
    block[key].as_f64()
}

fn required(block: &Value, key: &str) -> f64 {
    number(block, key).unwrap_or_else(|| panic!("{key} in {block}"))
}

fn numbers(block: &Value, key: &str) -> Vec<f64> {
    let list = block[key].as_array().unwrap_or_else(|| panic!("{key} in {block}"));
    list.iter().map(|it| it.as_f64().expect("a number")).collect()
}

/// A set of layers: its scaling, its base, what transformers printed, and the length of the sequence.
struct Set<'a> {
    name: String,
    scaling: Scaling,
    base: f64,
    length: Option<u64>,
    printed: &'a Value,
}

/// Sets of all models of the reference.
fn sets(reference: &Value) -> Vec<Set<'_>> {
    let mut all = Vec::new();
    for (name, model) in reference.as_object().expect("models by name") {
        for (set, printed) in model["sets"].as_object().expect("sets by name") {
            let (layers, length) =
                set.split_once('@').map_or((set.as_str(), None), |(layers, at)| {
                    (layers, Some(at.parse().expect("a length")))
                });
            let resolved = &model["resolved"];
            let block = if layers == "all" { resolved } else { &resolved[layers] };
            let num_pairs = numbers(printed, "inv_freq").len();
            all.push(Set {
                name: format!("{name} {set}"),
                scaling: scaling(block, &model["config"], num_pairs),
                base: required(block, "rope_theta"),
                length,
                printed,
            });
        }
    }
    all
}

impl Set<'_> {
    fn frequencies(&self) -> Vec<Double> {
        let rotary_dim = 2 * numbers(self.printed, "inv_freq").len() as u32;
        self.scaling.frequencies(self.base, rotary_dim, self.length)
    }
}

/// Scaling of a resolved block of rope parameters.
fn scaling(block: &Value, config: &Value, num_pairs: usize) -> Scaling {
    let max_length = number(config, "max_position_embeddings").unwrap_or(f64::NAN);
    let original = number(block, "original_max_position_embeddings");
    let original_length = original.unwrap_or(max_length);
    let factor = number(block, "factor").unwrap_or(1.0);
    match block["rope_type"].as_str().expect("a type") {
        "default" => Scaling::Default,
        "linear" => Scaling::Linear { factor },
        "dynamic" => Scaling::Dynamic { factor, max_length },
        "yarn" => Scaling::Yarn(Yarn {
            factor,
            original_length,
            beta_fast: number(block, "beta_fast").unwrap_or(32.0),
            beta_slow: number(block, "beta_slow").unwrap_or(1.0),
            is_truncated: block["truncate"].as_bool().unwrap_or(true),
            attention_factor: number(block, "attention_factor"),
            mscale: number(block, "mscale"),
            mscale_all_dim: number(block, "mscale_all_dim"),
        }),
        "longrope" => Scaling::LongRope(LongRope {
            short_factor: numbers(block, "short_factor").into(),
            long_factor: numbers(block, "long_factor").into(),
            original_length,
            factor: number(block, "factor").unwrap_or(max_length / original_length),
            attention_factor: number(block, "attention_factor"),
        }),
        "llama3" => Scaling::Llama3(Llama3 {
            factor,
            low_freq_factor: required(block, "low_freq_factor"),
            high_freq_factor: required(block, "high_freq_factor"),
            original_length,
        }),
        "proportional" => {
            let partial = required(block, "partial_rotary_factor");
            let num_turning = (partial * 2.0 * num_pairs as f64) as u32 / 2;
            Scaling::Proportional { factor, num_turning }
        }
        other => panic!("{other} is no rope_type"),
    }
}

#[test]
fn frequencies_and_attention_factors_are_those_of_transformers() {
    let reference: Value = serde_json::from_str(REFERENCE).unwrap();
    let sets = sets(&reference);
    assert!(sets.len() >= 35, "{} sets are compared", sets.len());
    for set in sets {
        let expected = numbers(set.printed, "inv_freq");
        for (k, (found, expected)) in set.frequencies().iter().zip(&expected).enumerate() {
            // A power in f32 is off by its exponent's error times ln θ, and by two roundings.
            let off = (found.hi - expected).abs();
            assert!(off <= 4e-7 * expected, "{}, pair {k}: {} and {expected}", set.name, found.hi);
        }
        let (found, expected) =
            (set.scaling.attention_factor(), required(set.printed, "attention_scaling"));
        assert!((found - expected).abs() < 1e-12, "{}: {found} and {expected}", set.name);
    }
}

#[test]
fn caches_and_turned_vectors_are_those_of_transformers() {
    let reference: Value = serde_json::from_str(REFERENCE).unwrap();
    let mut num_vectors = 0;
    for set in sets(&reference) {
        let (name, printed) = (&set.name, set.printed);
        let (omegas, factor) = (set.frequencies(), set.scaling.attention_factor());
        let num_pairs = omegas.len();
        for (key, of_angle) in
            [("cos_at_1000", f64::cos as fn(f64) -> f64), ("sin_at_1000", f64::sin)]
        {
            let cache = numbers(printed, key);
            for (k, omega) in omegas.iter().enumerate() {
                let expected = factor * of_angle(1000.0 * omega.hi);
                let bound = factor * (1000.0 * omega.hi * 4.0 / 8_388_608.0 + 1.0 / 4_194_304.0);
                // Programs keep a column for each pair, or for each dimension, in either order.
                let is_there =
                    |at: usize| cache.get(at).is_some_and(|it| (it - expected).abs() <= bound);
                let is_doubled = cache.len() == 2 * num_pairs;
                let is_halves = is_there(k) && (!is_doubled || is_there(k + num_pairs));
                let is_adjacent = is_doubled && is_there(2 * k) && is_there(2 * k + 1);
                assert!(is_halves || is_adjacent, "{name} {key}, pair {k}: {expected}");
            }
        }
        let Some(pairing) = printed["pairing"].as_str() else { continue };
        let pairing = Pairing::from_key(pairing).unwrap();
        let (head, expected) = (numbers(printed, "q"), numbers(printed, "q_rotated_at_17"));
        for &other in Pairing::ALL {
            let turned = other.rotated(&head, &omegas, factor, 17);
            let offs = turned.iter().zip(&expected).map(|(a, b)| (a - b).abs());
            let off = offs.fold(0.0, f64::max);
            assert_eq!(off < 1e-5, other == pairing, "{name} as {}: off by {off}", other.key());
        }
        num_vectors += 1;
    }
    assert!(num_vectors >= 30, "{num_vectors} vectors are compared");
}

#[test]
fn scores_agree_after_the_permutation() {
    let omegas = Scaling::Default.frequencies(1e4, 8, None);
    let (q, k) =
        ([0.3, -1.0, 0.7, 2.0, -0.4, 0.1, 1.5, -0.6], [1.0, 0.2, -0.9, 0.4, 0.8, -1.1, 0.3, 0.5]);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let score = |pairing: Pairing, q: &[f64], k: &[f64]| {
        dot(&pairing.rotated(q, &omegas, 1.0, 5), &pairing.rotated(k, &omegas, 1.0, 12))
    };
    let expected = score(Pairing::Halves, &q, &k);
    for &other in Pairing::ALL {
        let order = Pairing::Halves.order_for(other, 4);
        let permuted = |head: &[f64]| order.iter().map(|&i| head[i]).collect::<Vec<f64>>();
        assert!(
            (score(other, &permuted(&q), &permuted(&k)) - expected).abs() < 1e-14,
            "{}",
            other.key()
        );
    }
    assert!((score(Pairing::Adjacent, &q, &k) - expected).abs() > 0.1, "without it they differ");
    assert_eq!(Pairing::Halves.order_for(Pairing::Adjacent, 4), [0, 4, 1, 5, 2, 6, 3, 7]);
}

/// Numbers of a scaling with the usual betas.
fn yarn(factor: f64, original_length: f64) -> Yarn {
    Yarn {
        factor,
        original_length,
        beta_fast: 32.0,
        beta_slow: 1.0,
        is_truncated: true,
        attention_factor: None,
        mscale: None,
        mscale_all_dim: None,
    }
}

#[test]
fn ramps_of_models_end_where_they_are_published() {
    let exact = |yarn: Yarn, base: f64, d: u32| Yarn { is_truncated: false, ..yarn }.ramp(base, d);
    let near = |(low, high): (f64, f64), expected: (f64, f64)| {
        assert!(
            (low - expected.0).abs() < 1e-4 && (high - expected.1).abs() < 1e-4,
            "{low}, {high}"
        );
    };
    let qwen = yarn(4.0, 32_768.0);
    near(exact(qwen, 1e6, 128), (23.5959, 39.6509));
    assert_eq!(qwen.ramp(1e6, 128), (23.0, 40.0));
    near(exact(yarn(32.0, 4096.0), 150_000.0, 64), (8.092_779, 17.398_025));
    // Kimi K2: both betas are 1, a ramp of one step.
    let kimi = Yarn { beta_fast: 1.0, ..yarn(32.0, 4096.0) };
    near(exact(kimi, 5e4, 64), (19.1646, 19.1646));
    let omegas = Scaling::Yarn(kimi).frequencies(5e4, 64, None);
    let own = Scaling::Default.frequencies(5e4, 64, None);
    let ratios: Vec<f64> = omegas.iter().zip(&own).map(|(a, b)| b.hi / a.hi).collect();
    let kept = ratios.iter().filter(|it| (**it - 1.0).abs() < 1e-12).count();
    let divided = ratios.iter().filter(|it| (**it - 32.0).abs() < 1e-9).count();
    assert_eq!((kept, divided), (20, 12), "no pair is between");
}

#[test]
fn zones_of_llama_are_those_published() {
    let zones = |d: u32, factor: f64| {
        let llama =
            Llama3 { factor, low_freq_factor: 1.0, high_freq_factor: 4.0, original_length: 8192.0 };
        let scaled = Scaling::Llama3(llama).frequencies(5e5, d, None);
        let own = Scaling::Default.frequencies(5e5, d, None);
        let ratio = |k: usize| own[k].hi / scaled[k].hi;
        let kept = (0..scaled.len()).filter(|&k| (ratio(k) - 1.0).abs() < 1e-12).count();
        let divided = (0..scaled.len()).filter(|&k| (ratio(k) - factor).abs() < 1e-9).count();
        (kept, scaled.len() - kept - divided, divided)
    };
    assert_eq!(zones(128, 8.0), (29, 6, 29), "Llama 3.1");
    assert_eq!(zones(64, 32.0), (15, 3, 14), "Llama 3.2-1B");
}

#[test]
fn attention_factors_follow_their_rules() {
    let factor = |yarn: Yarn| Scaling::Yarn(yarn).attention_factor();
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-10, "{found}");
    near(factor(yarn(4.0, 32_768.0)), 1.138_629_436_1);
    near(factor(yarn(16.0, 16_384.0)), 1.277_258_872_2);
    near(factor(yarn(40.0, 4096.0)), 1.368_887_945_4);
    let both =
        |own, all| Yarn { mscale: Some(own), mscale_all_dim: Some(all), ..yarn(40.0, 4096.0) };
    near(factor(both(1.0, 1.0)), 1.0);
    near(factor(both(1.0, 0.0)), 1.368_887_945_4);
    near(factor(Yarn { attention_factor: Some(1.5), ..both(1.0, 1.0) }), 1.5);
}

#[test]
fn dynamic_scaling_begins_beyond_its_length() {
    let dynamic = Scaling::Dynamic { factor: 2.0, max_length: 4096.0 };
    let own = Scaling::Default.frequencies(1e4, 128, None);
    for length in [None, Some(1), Some(4096)] {
        assert_eq!(dynamic.frequencies(1e4, 128, length), own, "{length:?}");
    }
    // θ·(2·8192/4096 − 1)^(128/126), by the definition.
    let base = 1e4 * 3.0_f64.powf(128.0 / 126.0);
    let grown = dynamic.frequencies(1e4, 128, Some(8192));
    for (k, found) in grown.iter().enumerate() {
        let expected = base.powf(-(k as f64) / 64.0);
        assert!((found.hi / expected - 1.0).abs() < 1e-13, "pair {k}");
        assert!(k == 0 || TAU / found.hi > TAU / own[k].hi, "waves grow longer");
    }
}
