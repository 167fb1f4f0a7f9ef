//! Profiles of similarity.

use phasor::encoding::{
    Components, Convention, Extent, Profile, Sinusoid, SinusoidDraft, Waves, similarity::Measure,
};

fn waves(components: Components, d_model: u32) -> Waves {
    let draft = SinusoidDraft { components, ..Convention::PAPER.draft(d_model) };
    Waves::new(Sinusoid::new(draft).unwrap())
}

fn extent(length: u64) -> Extent {
    Extent::new(3, length).unwrap()
}

/// Compares a profile with one computed directly from all pairs of rows.
#[track_caller]
fn check(waves: &Waves, extent: Extent, measure: Measure) {
    let profile = Profile::new(waves, extent, measure, |_| true).unwrap();
    let rows: Vec<Vec<f64>> = (extent.start()..=extent.last()).map(|t| waves.row(t)).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let value = |a: &[f64], b: &[f64]| match measure {
        Measure::Dot => dot(a, b),
        Measure::Cosine => dot(a, b) / (dot(a, a) * dot(b, b)).sqrt(),
        Measure::Distance => a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt(),
    };
    for offset in 0..rows.len() {
        let values: Vec<f64> = rows.iter().zip(&rows[offset..]).map(|(a, b)| value(a, b)).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let band = profile.band(-(offset as i64)).unwrap();
        for (name, actual, expected) in [
            ("least", band.least, least),
            ("mean", band.mean, mean),
            ("greatest", band.greatest, greatest),
        ] {
            let close = (actual - expected).abs() < 1e-7;
            assert!(close, "{name} {measure:?} at {offset}: {actual}, not {expected}");
            let closer =
                name == "mean" || (actual - expected).abs() < 1e-12 * (1.0 + expected.abs());
            assert!(closer, "{name} {measure:?} at {offset}: {actual}, not {expected}");
        }
    }
    assert_eq!(profile.band(rows.len() as i64), None, "no two positions are so far apart");
    let lengths = rows.iter().map(|row| dot(row, row).sqrt());
    let (least, greatest) = profile.norms();
    let expected = lengths.clone().fold(f64::INFINITY, f64::min);
    assert!((least - expected).abs() < 1e-12, "least norm {least}, not {expected}");
    assert!((greatest - lengths.fold(0.0, f64::max)).abs() < 1e-12, "greatest norm");
}

#[test]
fn bands_match_all_pairs_of_rows() {
    for components in [Components::Both, Components::Sin, Components::Cos] {
        for &measure in Measure::ALL {
            check(&waves(components, 12), extent(70), measure);
            check(&waves(components, 7), extent(33), measure);
        }
    }
}

#[test]
fn first_turn_is_found() {
    let waves = waves(Components::Both, 2);
    let profile = |length| Profile::new(&waves, extent(length), Measure::Dot, |_| true);
    // One frequency of 1 radian: cos u falls to u = 3.
    assert_eq!(profile(10).unwrap().first_turn(), Some(3));
    assert_eq!(profile(3).unwrap().first_turn(), None, "the table ends before");
    let whole = profile(10).unwrap().over(-9..=9).unwrap();
    let cosines = (0..10).map(|u| f64::from(u).cos());
    assert!((whole.0 - cosines.fold(1.0, f64::min)).abs() < 1e-15, "least of all");
    assert!((whole.1 - 1.0).abs() < 1e-15, "greatest of all");
}

#[test]
fn unwanted_profile_is_cancelled() {
    for components in [Components::Both, Components::Sin] {
        let (waves, extent) = (waves(components, 2), extent(40_000));
        for last in [0.0, 0.1, 0.3, 0.7] {
            let asked = Profile::new(&waves, extent, Measure::Dot, |share| share < last);
            assert!(asked.is_none(), "given up at {last}");
        }
    }
}
