//! Compiles the exported Rust code and compares its tables with the program's own numbers.
//!
//! The files of `tests/snippets` are what the program exports; the test checks that they are up to date.

#![expect(unreachable_pub, reason = "the code is for crates of others")]

use std::{fs, path::Path};

use ndarray::Array2;
use phasor::{
    export::{Language, PROGRAM, code},
    scene::Scene,
};

macro_rules! snippets {
    ($( $name:ident: $scene:literal, )+) => {
        $(
            #[rustfmt::skip]
            mod $name { include!(concat!("../snippets/", stringify!($name), ".rs")); }
        )+
        const ALL: &[(&str, &str, fn() -> Array2<f64>)] =
            &[$( (stringify!($name), $scene, $name::positional_encoding), )+];
    };
}

snippets! {
    paper: "d_model=8&length=50",
    odd: "d_model=7&length=50",
    fairseq: "convention=fairseq&d_model=9&length=50",
    repeated: "convention=marian-cpp&d_model=9&length=50",
    per_column: "d_model=6&length=50&exponent=per-column",
    one_based: "d_model=6&length=50&exponent=one-based&layout=split&order=cos-first&start=-20",
    cosine_alone: "d_model=5&length=50&components=cos&base=500.5",
    single: "d_model=1&length=2",
    spaced: "d_model=6&length=50&start=12.5&step=-0.25",
}

#[test]
fn rust_code_makes_the_same_table() {
    for (name, scene, positional_encoding) in ALL {
        let scene: Scene = scene.parse().unwrap();
        let table = scene.table();
        let text = code(&scene, Language::Rust).unwrap();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/snippets/{name}.rs"));
        let kept = fs::read_to_string(&path).unwrap();
        // The version does not matter.
        let text = text.replace(PROGRAM, "Phasor");
        assert_eq!(kept, text, "{} is what the program prints", path.display());
        let own = table.block::<f64>(0..table.num_rows(), 0..table.num_columns());
        let table = positional_encoding();
        assert_eq!(table.shape(), own.shape(), "{name}: positions × columns");
        for (i, (value, expected)) in table.iter().zip(&own).enumerate() {
            let error = (value - expected).abs();
            assert!(error < 1e-13, "{name}: value {i} is {value}, not {expected}");
        }
    }
}
