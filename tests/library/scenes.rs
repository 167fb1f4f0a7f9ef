//! Scenes: errors, defaults and texts.

use phasor::{
    encoding::Layout,
    scene::{Key, PRESETS, Scene, SceneDraft, Setting},
};
use proptest::prelude::*;

#[track_caller]
fn check_error(text: &str, expected: &str) {
    let error = text.parse::<Scene>().expect_err("the text must be refused");
    assert_eq!(error.to_string(), expected, "error of {text:?}");
}

#[test]
fn errors_name_key_and_allowed_values() {
    check_error("length=0", "invalid length \"0\": expected a whole number from 1 to 4294967296");
    check_error("base=1", "invalid base \"1\": expected a number above 1, up to 1e12");
    check_error("base=NaN", "invalid base \"NaN\": expected a number above 1, up to 1e12");
    check_error(
        "start=4294967297",
        "invalid start \"4294967297\": expected a number from -4294967296 to 4294967296",
    );
    check_error(
        "measure=euclid",
        "invalid measure \"euclid\": expected one of dot, cosine, distance",
    );
    check_error(
        "round=bf15",
        "invalid round \"bf15\": expected none, stages such as frequency:bf16,result:f16 (once each of frequency, position, \
         product, result), a type for all stages (f64, f32, f16, bf16, tf32, e4m3, e4m3-overflow, e5m2), or one of pytorch-f32, numpy-f32, \
         cache-bf16, cache-f16, autocast-bf16, autocast-f16, inv-freq-bf16, positions-bf16, bf16, f16, ggml",
    );
    check_error("d_model=4&d_model=4", "d_model is given twice");
    for between in [" ", "; ", ", ", "\n"] {
        check_error(
            &format!("b.base=1000{between}side=all"),
            "keys of a scene are joined with &, as in \"b.base=1000&side=all\"",
        );
    }
    check_error(
        "convention=paper d_model=64",
        "keys of a scene are joined with &, as in \"convention=paper&d_model=64\"",
    );
    check_error("nonsense", "\"nonsense\" is not of the form key=value");
    check_error(
        "convention=papper",
        "unknown convention \"papper\": nearest are paper, whisper, per-column; \
         `phasor conventions` lists all",
    );
    check_error(
        "width=4",
        "unknown scene key \"width\": nearest are identity, grid, side; the help of the command line lists all",
    );
}

#[test]
fn pasted_text_gives_one_line_error() {
    for (text, begins) in [
        ("column=1\n\t\u{202e}4", "invalid column \"1   4\": expected "),
        (&format!("base={}", "9".repeat(1 << 20)), "invalid base \"999999999999"),
        (&"x".repeat(1 << 20), "\"xxxxxxxx"),
        (&format!("{}=1", "x".repeat(1 << 20)), "unknown scene key \"xxxxxxxx"),
    ] {
        let message = text.parse::<Scene>().unwrap_err().to_string();
        assert!(message.starts_with(begins), "{message}");
        assert!(message.chars().count() < 600 && !message.contains('\n'), "{message}");
    }
}

#[test]
fn copied_text_is_never_empty() {
    for text in ["", "d_model=64&position=7"] {
        let scene: Scene = text.parse().unwrap();
        let copied = scene.to_copy();
        assert!(!copied.is_empty(), "{text:?} is seen in what it is pasted into");
        assert_eq!(copied.parse(), Ok(scene), "{text:?} comes back");
    }
}

#[test]
fn overrides_survive_any_key_order() {
    let scene: Scene = "layout=interleaved&convention=hf-ctrl".parse().unwrap();
    assert_eq!(scene.sinusoid().layout(), Layout::Interleaved, "the override wins");
    assert_eq!(scene.convention_title(), "Transformers: CTRL, changed");
}

#[test]
fn convention_keeps_unrelated_values() {
    let text = "d_model=64&length=32&offset=3&position=7&column=5&measure=cosine";
    let mut draft = text.parse::<Scene>().unwrap().into_draft();
    draft.set(Key::Convention, "fairseq").unwrap();
    let scene = Scene::new(draft.clone()).unwrap();
    assert_eq!(scene.to_string(), format!("convention=fairseq&{text}"), "all else stays");
    assert_eq!(scene.extent().start(), 2, "the start that nobody set is fairseq's");
    draft.set(Key::Start, "10").unwrap();
    draft.set(Key::Convention, "ctranslate2").unwrap();
    assert_eq!(Scene::new(draft).unwrap().extent().start(), 10, "a start that is set stays");
}

#[track_caller]
fn scene(text: &str) -> Scene {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn b_follows_a_but_for_what_it_sets() {
    let both = scene("d_model=16&length=9&base=500&b.convention=fairseq&position=4");
    let b = both.b().unwrap();
    assert_eq!((b.num_columns(), b.extent()), (16, both.extent()), "width and rows are A's");
    assert_eq!(b.sinusoid().base().to_bits(), 1e4_f64.to_bits(), "the convention's own base");
    assert_eq!((b.position(), b.offset()), (4, 10), "the selection is shared");
    let changed = scene("base=500&layout=split&b.d_model=64");
    let b = changed.b().unwrap();
    assert_eq!((b.sinusoid().base().to_bits(), b.num_columns()), (500_f64.to_bits(), 64));
    assert_eq!(b.sinusoid().layout(), Layout::Split, "what B does not set is A's");
    for text in [
        "start=2&side=all&b.convention=fairseq&b.base=500",
        "b.encoding=random&b.seed=3",
        "round=result:bf16&side=b&b.convention=whisper&b.round=result:f16",
        "encoding=binary&tolerance=0.001&difference_scale=log&b.start=0.5&b.step=-0.25",
    ] {
        assert_eq!(scene(text).to_string(), text);
    }
}

#[test]
fn a_and_b_are_exchanged() {
    let both = scene("base=500&side=difference&b.convention=fairseq");
    let swapped = Scene::new(both.swapped()).unwrap();
    assert_eq!(
        swapped.to_string(),
        "convention=fairseq&start=0&side=difference&b.convention=paper&b.base=500"
    );
    let back = Scene::new(swapped.swapped()).unwrap();
    assert_eq!(back.spec(), both.spec());
    assert_eq!(back.b().unwrap().spec(), both.b().unwrap().spec());
}

#[test]
fn errors_name_the_side() {
    check_error(
        "side=b",
        "invalid side \"b\": expected a scene with B, such as b.convention=fairseq",
    );
    check_error(
        "b.offset=3",
        "b.offset is no key of B: A and B share offset; B has the keys that make an encoding, such as b.convention",
    );
    check_error("b.base=5&b.base=6", "b.base is given twice");
    check_error("b.base=1", "invalid base \"1\": expected a number above 1, up to 1e12");
}

#[test]
fn causal_bias_reads_the_offset_backwards() {
    for (text, read) in [
        ("", 10),
        ("convention=alibi-bloom", -10),
        ("convention=alibi-bloom&offset=-10", -10),
        ("convention=alibi-bloom&offset=3", -3),
        ("convention=t5", 10),
        ("convention=t5&bidirectional=false", -10),
    ] {
        let scene = scene(text);
        assert_eq!(scene.offset(), read, "offset of {text:?}");
        assert_eq!(scene.other_position(), 42 + read, "key of {text:?}");
        assert_eq!(scene.to_string(), text, "what was set stays");
    }
}

#[test]
fn redundant_overrides_are_omitted() {
    let scene: Scene = "components=both&layout=split&order=sin-first".parse().unwrap();
    assert_eq!(scene.to_string(), "layout=split");
}

#[test]
fn selection_is_clamped_but_remembered() {
    let scene: Scene = "length=4&position=42&d_model=8&column=14".parse().unwrap();
    assert_eq!((scene.position(), scene.column()), (3, 7), "nearest cell of the table");
    assert_eq!(scene.draft().position, 42, "the position asked for is kept");
}

#[test]
fn presets_round_trip() {
    for preset in PRESETS {
        let scene: Scene = preset.text.parse().unwrap();
        assert_eq!(scene.to_string().parse::<Scene>().unwrap(), scene, "{}", preset.title);
    }
}

proptest! {
    #[test]
    fn any_text_round_trips_or_is_rejected(text in ".{0,80}") {
        if let Ok(scene) = text.parse::<Scene>() {
            prop_assert_eq!(scene.to_string().parse::<Scene>().unwrap(), scene);
        }
    }
}

#[test]
fn fourier_features_say_where_their_rows_are() {
    let notices = |text: &str| text.parse::<Scene>().unwrap().notices();
    let rows = |ends: &str| vec![format!("Rows are at x from {ends}; positions below are rows")];
    assert_eq!(notices("encoding=fourier&length=7"), rows("−1 to 1"));
    assert_eq!(notices("encoding=fourier&start=0&step=0.125&length=5"), rows("0 to 0.5"));
    let scene: Scene = "encoding=fourier&length=7".parse().unwrap();
    let words = phasor::views::explanation::sentences(&scene, &scene.table()).join(" ");
    assert!(words.contains("x itself has grown by k steps"), "{words}");
    let spaced: Scene = "start=0.5&length=7".parse().unwrap();
    let words = phasor::views::explanation::sentences(&spaced, &spaced.table()).join(" ");
    assert!(!words.contains("Without frequencies"), "{words}");
}

/// Whether the value of a key says anything is told from the families of its row: what changes the numbers must be
/// among them.
#[test]
fn scene_depends_on_every_key_that_changes_its_numbers() {
    let mut num_changed = 0;
    for base in [
        "",
        "components=sin",
        "encoding=index",
        "encoding=fraction",
        "encoding=binary",
        "encoding=random",
        "encoding=fourier",
        "encoding=rotary",
        "encoding=rotary&scaling=yarn&factor=4&trained_length=64",
        "model=llama-3.1-8b",
        "convention=mae-2d",
        "convention=pixtral",
        "convention=alibi-bloom",
        "convention=t5",
    ] {
        let scene_of = |text: &str| text.parse::<Scene>();
        let own = scene_of(base).unwrap();
        for &key in Key::ALL.iter().filter(|key| !SceneDraft::states(base, **key)) {
            for value in [key.example(), "1", "3", "8", "0.5", "-1", "4x4", "true", "false", "sin"]
            {
                let pair = format!("{}={value}", key.key());
                let text = if base.is_empty() { pair } else { format!("{base}&{pair}") };
                let Ok(changed) = scene_of(&text) else { continue };
                let numbers = |it: &Scene| {
                    let table = it.table();
                    let rows = (0..table.num_rows().min(4)).map(|row| table.position(row));
                    let rows = rows.map(|t| table.encoding.row(t));
                    let rows: Vec<Vec<f64>> =
                        if table.encoding.has_rows() { rows.collect() } else { Vec::new() };
                    (rows, it.extent(), it.spacing(), it.bias().cloned())
                };
                if numbers(&changed) != numbers(&own) {
                    assert!(changed.depends_on(key), "{text} has other numbers than {base:?}");
                    num_changed += 1;
                }
            }
        }
    }
    assert!(num_changed > 200, "only {num_changed} values change anything");
}

#[test]
fn copy_of_a_stays_when_a_changes() {
    for text in [
        "base=500&layout=split",
        "encoding=binary",
        "encoding=random&seed=3",
        // Not Fourier features and fractions: their values depend on the rows, which are those of A.
        "encoding=rotary&scaling=yarn&factor=4&query=1,2",
        "model=llama-3.1-8b&cache=both",
        "convention=pixtral&head_dim=32&cache=sin",
        "convention=t5&heads=4&bidirectional=false",
    ] {
        let mut draft = scene(text).into_draft();
        draft.copy_to_b();
        let copied = Scene::new(draft.clone()).unwrap();
        let own = copied.spec();
        assert_eq!(copied.b().unwrap().spec(), own, "{text}");
        for other in ["convention=fairseq", "encoding=index", "convention=alibi-bloom"] {
            let mut draft = draft.clone();
            draft.read(other).unwrap();
            // B has the width of A, where its own is no other.
            draft.encoding.length = copied.extent().length();
            let changed = Scene::new(draft).unwrap();
            let b = changed.b().unwrap();
            if b.num_columns() == copied.num_columns() {
                assert_eq!(b.spec(), own, "{text}, A now {other}: {changed}");
            }
            let text = changed.to_string();
            assert_eq!(text.parse(), Ok(changed), "{text}");
        }
    }
}

#[test]
fn name_of_b_drops_what_belongs_to_another() {
    let b = |text: &str| scene(text).b().unwrap().draft().encoding.clone();
    let named = b("convention=t5&bias_table=learned.npy&b.convention=t5");
    assert_eq!(named.bias_table, None, "its numbers are not those of the file of A");
    let follows = b("convention=t5&bias_table=learned.npy&b.max_distance=64");
    assert_eq!(follows.bias_table.unwrap().text(), "learned.npy", "B without a name has them");
    let mut draft = scene("b.convention=alibi-bloom&b.heads=8").into_draft();
    draft.apply(Setting::parse(Key::Convention, "fairseq").unwrap().of_b());
    let text = Scene::new(draft).unwrap().to_string();
    assert_eq!(text, "b.convention=fairseq", "what has no effect is not written");
}
