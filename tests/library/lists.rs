//! Lists of frequencies that are recognized.

use phasor::{
    encoding::{
        Rounding,
        rotary::scaling::{Llama3, Scaling},
    },
    model::{Config, Preset, Reader},
    recognition::{recognize, recognize_list},
};

fn single(base: f64, scaling: &Scaling, num: u32) -> Vec<f64> {
    let all = scaling.frequencies(base, 2 * num, None);
    all.iter().map(|omega| f64::from(omega.hi as f32)).collect()
}

#[test]
fn bases_and_rules_are_found() {
    let llama = |factor| {
        Scaling::Llama3(Llama3 {
            factor,
            low_freq_factor: 1.0,
            high_freq_factor: 4.0,
            original_length: 4096.0,
        })
    };
    let proportional = Scaling::Proportional { factor: 1.0, num_turning: 9 };
    let cases = [
        (12_345.0, Scaling::Default, 48),
        (300_000.0, Scaling::Linear { factor: 6.0 }, 64),
        (700_000.0, llama(5.0), 64),
        (20_000.0, proportional, 24),
    ];
    for (base, scaling, num) in cases {
        let found = recognize(&single(base, &scaling, num));
        let best = found.first().unwrap();
        assert_eq!((best.base, &best.scaling, best.wrong), (base, &scaling, None), "{found:?}");
    }
}

#[test]
fn a_base_that_few_bits_do_not_tell_is_one_of_several() {
    let in_bf16 = |base: f64| {
        let values = single(base, &Scaling::Default, 64);
        values.into_iter().map(|value| Rounding::Bf16.nearest(value)).collect::<Vec<_>>()
    };
    let best = recognize(&in_bf16(12_345.0)).remove(0);
    let (least, most) = best.same_bases.unwrap();
    assert!((least..=most).contains(&12_345.0) && !best.is_certain, "{best:?}");
    // Nobody else would have chosen a number of so few digits.
    for base in [10_000.0, 500_000.0, 12_000.0] {
        let best = recognize(&in_bf16(base)).remove(0);
        assert_eq!((best.base, best.same_bases, best.is_certain), (base, None, true));
    }
}

#[test]
fn short_progressions_are_not_said_to_be_scaled() {
    for list in [[64.0, 128.0, 256.0, 512.0], [96.0, 192.0, 384.0, 768.0]] {
        let best = recognize(&list.map(|it| 1.0 / it)).into_iter().next();
        assert!(best.is_none_or(|it| !it.is_certain), "{list:?} may be anything");
    }
    let best = recognize(&single(10_000.0, &Scaling::Default, 4)).remove(0);
    assert_eq!((best.base, best.is_certain), (10_000.0, true), "1, 0.1, 0.01, 0.001");
}

#[test]
fn presets_are_named() {
    let preset = Preset::named("llama-3.1-8b").unwrap();
    let model = Config::of_preset(preset).model(None, Reader::Transformers5).unwrap();
    let mut vector = single(500_000.0, &model.sets[0].scaling, 64);
    let named = recognize(&vector);
    assert_eq!(named[0].presets, [("llama-3.1-8b".to_owned(), "all".to_owned())]);
    // Memory that was never written.
    vector[0] = 6.93e-18;
    assert_eq!(recognize(&vector)[0].wrong, Some((0, 1)));
    // Few digits, as of a text.
    let mut text: Vec<f64> = single(500_000.0, &model.sets[0].scaling, 64);
    for value in &mut text {
        *value = format!("{value:.4e}").parse().unwrap();
    }
    let found = recognize(&text);
    assert_eq!(found[0].presets, [("llama-3.1-8b".to_owned(), "all".to_owned())]);
    assert_eq!((found[0].wrong, found[0].num_digits), (None, Some(5)));
    let noise: Vec<f64> = (0..64).map(|k| f64::from(k * k % 17) / 17.0).collect();
    assert_eq!(recognize(&noise), []);
}

/// The numbers of a blend are told by the frequencies between fast and slow ones, and no other rule stands for it.
#[test]
fn blends_have_the_numbers_of_their_frequencies() {
    for (high, length, factor) in [(2.0, 8192.0, 16.0), (3.0, 4096.0, 8.0), (2.5, 16_384.0, 32.0)] {
        let own = Scaling::Llama3(Llama3 {
            factor,
            low_freq_factor: 1.0,
            high_freq_factor: high,
            original_length: length,
        });
        let found = recognize(&single(500_000.0, &own, 64)).remove(0);
        assert_eq!((&found.scaling, found.wrong, found.is_certain), (&own, None, true));
    }
    // One blended frequency tells no numbers: other rules agree but for it.
    let short = Scaling::Llama3(Llama3 {
        factor: 10.0,
        low_freq_factor: 1.0,
        high_freq_factor: 1.5,
        original_length: 8192.0,
    });
    let found = recognize(&single(500_000.0, &short, 64)).remove(0);
    assert!(found.wrong.is_none() || !found.is_certain, "{found:?}");
}

#[test]
fn powers_of_a_short_number_are_nobodys_base() {
    for ratio in [3.0_f64, 1.5, 7.0] {
        let powers: Vec<f64> = (0..8).map(|k| ratio.powi(-k)).collect();
        let found = recognize(&powers);
        assert!(found.first().is_none_or(|it| !it.is_certain), "{ratio}: {found:?}");
    }
    let octaves = |first: i32| -> Vec<f64> { (first..first + 5).map(|k| 2_f64.powi(k)).collect() };
    let is_certain = |list: &[f64]| recognize_list(list).is_some_and(|it| it.list.is_certain());
    assert!(is_certain(&octaves(0)) && !is_certain(&octaves(6)), "64 to 1024 may be anything");
}
