//! Definition of the command line, for parsing, help, completions and the manual.

use clap::Arg;

use super::{
    arg::{flag, keys, option, output, quiet},
    handout,
};
use crate::{
    encoding::{Components, Exponent, Layout, Order, similarity::Measure},
    export::{
        AnimationFormat, CaptionForm, CellShape, Dtype, FigureFormat, Format, Language, TextForm,
        What,
    },
    import,
    lesson::NUM_BUNDLED,
    model::Reader,
    picture::{ColorMap, Part, Pixels, number},
    scene::{Key, View},
    tokens::{Join, Overlong},
};

/// Builds the command line, for parsing and for help.
pub fn command() -> clap::Command {
    let mut command = all();
    // Options of a scene are those of every command; where they are refused, the help does not list them.
    command.build();
    for name in WITHOUT_SCENE {
        command = command.mut_subcommand(name, |own| {
            own.mut_args(|arg| if is_of_scene(&arg) { arg.hide(true) } else { arg })
        });
    }
    command
}

/// Commands that take a scene.
const WITH_SCENE: [&str; 5] = ["export", "figure", "animate", "code", "measure"];

/// Commands that take no scene.
const WITHOUT_SCENE: [&str; 9] = [
    "handout",
    "compare",
    "identify",
    "model",
    "models",
    "conventions",
    "completions",
    "install-desktop",
    "man",
];

/// True for an option that describes a scene, and is not one of the command's own.
fn is_of_scene(arg: &Arg) -> bool {
    let id = arg.get_id().as_str();
    let is_key = Key::ALL.iter().any(|key| key.key() == id);
    arg.is_global_set() && (is_key || ["scene", "scene-from"].contains(&id))
}

fn all() -> clap::Command {
    clap::Command::new("phasor")
        .about("Explorer of positional encodings; without a command it opens the window")
        .version(env!("PHASOR_VERSION"))
        .subcommand(export())
        .subcommand(figure())
        .subcommand(animate())
        .subcommand(code())
        .subcommand(measure())
        .subcommand(handout::command())
        .subcommand(compare())
        .subcommand(identify())
        .subcommand(model())
        .subcommand(
            clap::Command::new("models")
                .about("Lists the models that come with the program, one per line")
                .arg(flag("json", "Answer as JSON")),
        )
        .subcommand(
            clap::Command::new("conventions")
                .about("Lists the named conventions, one per line")
                .arg(flag("json", "Answer as JSON")),
        )
        .subcommand(install_desktop())
        .subcommand(
            clap::Command::new("completions").about("Prints a completion script for a shell").arg(
                Arg::new("shell")
                    .value_name("SHELL")
                    .required(true)
                    .value_parser(clap::builder::EnumValueParser::<clap_complete::Shell>::new()),
            ),
        )
        .subcommand(
            clap::Command::new("man")
                .about("Prints the manual page of the program or of one command")
                .arg(
                    Arg::new("command")
                        .value_name("COMMAND")
                        .value_parser([&WITH_SCENE[..], &WITHOUT_SCENE].concat()),
                ),
        )
        .args(scene_args())
        .arg(Arg::new("lesson").long("lesson").value_name("LESSON").help(format!(
            "Open a lesson: 1 to {NUM_BUNDLED} for the bundled ones, or a Markdown file"
        )))
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .value_parser(clap::value_parser!(std::path::PathBuf))
                .conflicts_with_all(["scene", "scene-from", "lesson"])
                .help("Open a table, a file with a scene, or a lesson in the window"),
        )
        .arg(
            option(
                "temporary",
                "FILE",
                "File to remove when the window closes, with its folder if that is empty; may stand more than once",
            )
            .action(clap::ArgAction::Append)
            .value_parser(clap::value_parser!(std::path::PathBuf)),
        )
        .arg(flag("announce", "Print open on standard output once the window is open"))
        .arg(flag("timing", "Report on standard error when each frame is on the screen"))
}

fn export() -> clap::Command {
    clap::Command::new("export")
        .about("Writes numbers: the table, similarity, rotation matrix, frequencies; slopes, buckets or bias of heads")
        .arg(
            Arg::new("what")
                .value_name("WHAT")
                .required(true)
                .value_parser(keys(What::ALL, What::key)),
        )
        .arg(output())
        .arg(
            option("format", "F", "Format [default: the file's extension, csv for standard output]")
                .value_parser(keys(Format::ALL, Format::key)),
        )
        .arg(
            option("dtype", "TYPE", "Number type; f16 and bf16 where the format has them")
                .default_value("f32")
                .value_parser(keys(Dtype::ALL, Dtype::key)),
        )
        .arg(option(
            "digits",
            "N",
            "Decimals, 0 to 17 (significant digits for frequencies), or shortest [default: 4 for md and \
             tex, else shortest]",
        ))
        .arg(option("rows", "A..B", "Rows A to B-1, counted from 0 whatever their positions"))
        .arg(option("columns", "A..B", "Columns A to B-1, counted from 0"))
        .arg(
            option("offsets", "A..B", "Offsets A to B-1 of buckets or of a bias, key minus query: --offsets=-8..1")
                .allow_hyphen_values(true),
        )
        .arg(flag("siunitx", "Columns of the package siunitx in tex, with a caption and a label"))
        .arg(flag("force", "Allow more than 1000 values in md or tex (existing files are replaced in any case)"))
        .arg(sweep())
        .arg(quiet())
}

fn figure() -> clap::Command {
    clap::Command::new("figure")
        .about("Draws views as a figure: axes, color bar, title, caption")
        .arg(
            view()
                .value_name("VIEW[,VIEW...]")
                .value_delimiter(',')
                .help("View to draw, or several for the panels of one figure"),
        )
        .arg(option(
            "panels",
            "CxR",
            "Panels beside and below each other, such as 3x1 [default: all beside each other]",
        ))
        .arg(flag("letters", "Write (a), (b), (c) above the panels"))
        .arg(output())
        .arg(
            option(
                "format",
                "F",
                "Format [default: the file's extension, png for standard output]",
            )
            .value_parser(keys(FigureFormat::ALL, FigureFormat::key)),
        )
        .args(figure_args("1640x1200"))
        .arg(
            option(
                "caption",
                "FORM",
                "Write a caption beside the figure: fig.tex, with a label, for fig.pdf",
            )
            .value_parser(keys(CaptionForm::ALL, CaptionForm::key)),
        )
        .arg(flag("force", "Let a caption replace a file that Phasor did not write"))
        .arg(sweep())
        .arg(quiet())
}

fn animate() -> clap::Command {
    clap::Command::new("animate")
        .about("Draws a view repeatedly while a scene key changes")
        .arg(view())
        .arg(output().help("File to write, or the folder of the frames"))
        .arg(
            option("format", "F", "Format [default: the file's extension, frames for a folder]")
                .value_parser(keys(AnimationFormat::ALL, AnimationFormat::key)),
        )
        .arg(option("fps", "N", "Frames per second, 0.1 to 50 [default: 10]"))
        .args(figure_args("820x600"))
        .arg(sweep().required(true))
        .arg(quiet())
}

fn compare() -> clap::Command {
    let side = |name: &'static str, title: &'static str| {
        Arg::new(name).value_name(title).required(true).help(
            "Scene text (with =; table=FILE&tensor=NAME&start=N for a file), else an existing file \
             (npy, npz, safetensors, csv, tsv), - for standard input, else a convention",
        )
    };
    clap::Command::new("compare")
        .about(
            "Compares two tables value by value; exit code 0 within the tolerance, 1 beyond, 2 if \
             nothing was compared",
        )
        .arg(side("a", "A"))
        .arg(side("b", "B"))
        .arg(
            option("tolerance", "X", "Largest difference of equal values [default: 0]")
                .allow_hyphen_values(true),
        )
        .arg(option("tensor", "NAME", "Tensor of a file with several, in A as in B"))
        .arg(flag("resized", "Resize the patches of A, of a square image, to as many as B has"))
        .arg(flag(
            "procrustes",
            "Also say how much of B a rotation of A explains: of tables that were trained apart",
        ))
        .arg(flag("json", "Answer as JSON"))
}

fn identify() -> clap::Command {
    clap::Command::new("identify")
        .about(
            "Tells which encoding a table in a file is, and where it deviates; exit code 0 if it is \
             something, 1 if it is nothing, 2 if it cannot be read",
        )
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .help(format!("Table: {}; - is standard input", import::TABLE_FORMATS)),
        )
        .arg(option("tensor", "NAME", "Tensor of a file with several"))
        .arg(
            flag("all", "Ask every tensor of plausible shape in a checkpoint, by its numbers alone")
                .conflicts_with_all(["tensor", "test"]),
        )
        .arg(flag("json", "Answer as JSON"))
        .arg(
            option("test", "LANGUAGE", "Print code that compares a tensor with the recognized encoding")
                .value_parser(["numpy", "pytorch", "jax"])
                .conflicts_with("json"),
        )
}

fn model() -> clap::Command {
    clap::Command::new("model")
        .about(
            "Tells how a model knows positions: what its configuration says, number by number, and what its \
             checkpoint holds",
        )
        .arg(
            Arg::new("model")
                .value_name("MODEL")
                .required(true)
                .help("config.json, params.json, a safetensors or GGUF file, an index of shards, a model's folder, or a name that `phasor models` lists"),
        )
        .arg(option("part", "NAME", "Configuration within the file, such as vision_config [default: the text]"))
        .arg(option("length", "N", "Length of the sequence, on which dynamic and longrope depend"))
        .arg(
            option("as", "READER", "Program whose rules are applied")
                .default_value("transformers-5")
                .value_parser(keys(Reader::ALL, Reader::key)),
        )
        .arg(flag("json", "Answer as JSON"))
}

fn install_desktop() -> clap::Command {
    let folder = |arg: Arg| arg.value_parser(clap::value_parser!(std::path::PathBuf));
    clap::Command::new("install-desktop")
        .about("Adds menu entry, icon, file types, completions and manual pages to a Linux desktop")
        .arg(folder(option(
            "prefix",
            "DIR",
            "Folder whose share/ is written to, as packages do [default: the home folder's .local]",
        )))
        .arg(flag("remove", "Remove what was added"))
}

fn code() -> clap::Command {
    clap::Command::new("code").about("Prints code that produces the same table").arg(
        Arg::new("language")
            .value_name("LANGUAGE")
            .required(true)
            .value_parser(keys(Language::ALL, Language::key)),
    )
}

fn measure() -> clap::Command {
    clap::Command::new("measure")
        .about(
            "Measures a table as a learned one: norms, principal directions, spectrum, nearest sinusoids, how well simple \
             models read positions from it",
        )
        .arg(flag("json", "Answer as JSON"))
}

/// Options of every figure.
fn figure_args(size: &str) -> Vec<Arg> {
    vec![
        Arg::new("size").long("size").value_name("WxH").help(format!(
            "Pixels, or mm, cm, in or pt with type at print size, such as 88x60mm: without title, \
             words, caption and selection, unless --with names them [default: {size}]"
        )),
        option(
            "width",
            "WIDTH",
            "Width on paper instead of a size: column (88 mm), text (180 mm), or such as 120mm",
        )
        .conflicts_with("size"),
        option(
            "font-size",
            "PT",
            "Size of the type in points, such as 8pt [default: 7pt on paper]",
        ),
        option("x-label", "TEXT", "Name of the horizontal axis instead of its own"),
        option("y-label", "TEXT", "Name of the vertical axis instead of its own"),
        option("dpi", "N", "Pixels per inch, 30 to 2400 [default: 300 for millimeters]"),
        option("theme", "THEME", "Colors for a light or a dark background")
            .default_value("light")
            .value_parser(["light", "dark"]),
        option("with", "PARTS", "Parts to draw that a figure on paper leaves out")
            .value_delimiter(',')
            .value_parser(keys(Part::ALL, Part::key)),
        option(
            "without",
            "PARTS",
            "Parts to leave out, separated by commas; without ground the background is transparent",
        )
        .value_delimiter(',')
        .value_parser(keys(Part::ALL, Part::key)),
        option("cells", "SHAPE", "How the cells of a heatmap are written in svg and pdf")
            .default_value("raster")
            .value_parser(keys(CellShape::ALL, CellShape::key)),
        option(
            "text",
            "FORM",
            "Text in svg: outlines, which every program draws alike, or live text",
        )
        .default_value("outlines")
        .value_parser(keys(TextForm::ALL, TextForm::key)),
    ]
}

fn view() -> Arg {
    Arg::new("view").value_name("VIEW").required(true).value_parser(keys(View::ALL, View::key))
}

fn sweep() -> Arg {
    option(
        "sweep",
        "KEY=VALUES",
        "Once for each value: d_model=64,128,256, offset=0..64 without 64, or offset=0..64:8 in whole steps; the \
         file's name says which, as pe_{d_model}.npy, or with n in braces for a number; may stand more than once",
    )
    .action(clap::ArgAction::Append)
    .allow_hyphen_values(true)
}

/// Options `--scene`, `--scene-from` and `--trust-files`, and an option for every key of a scene.
fn scene_args() -> Vec<Arg> {
    let scene = option(
        "scene",
        "SCENE",
        "Scene text, as copied by Copy scene, or the name of a convention or preset; the options below override it",
    )
    .global(true);
    let file = option("scene-from", "FILE", "File written by Phasor whose scene is used")
        .global(true)
        .conflicts_with("scene");
    let trust = flag(
        "trust-files",
        "Read the files that a scene of --scene, --scene-from or a lesson names: tables and word vectors",
    )
    .global(true);
    [scene, file, trust]
        .into_iter()
        .chain(Key::ALL.iter().map(|&key| {
            Arg::new(key.key())
                .long(key.key().replace('_', "-"))
                .value_name(key.value_name())
                .allow_hyphen_values(true)
                .global(true)
                .help(number::plain(&format!("{}{}", key.help(), allowed(key))))
        }))
        .collect()
}

/// List of the values that a key allows; empty unless they are a short list of names.
pub(super) fn allowed(key: Key) -> String {
    fn list<T: Copy>(all: &[T], key: fn(T) -> &'static str) -> String {
        let keys: Vec<&str> = all.iter().map(|&value| key(value)).collect();
        format!(": {}", keys.join(", "))
    }
    match key {
        Key::Exponent => list(Exponent::ALL, Exponent::key),
        Key::Layout => list(Layout::ALL, Layout::key),
        Key::Order => list(Order::ALL, Order::key),
        Key::Components => list(Components::ALL, Components::key),
        Key::Measure => list(Measure::ALL, Measure::key),
        Key::Colors => list(ColorMap::ALL, ColorMap::key),
        Key::Pixels => list(Pixels::ALL, Pixels::key),
        Key::Join => list(Join::ALL, Join::key),
        Key::Overlong => list(Overlong::ALL, Overlong::key),
        Key::Views => list(View::ALL, View::key),
        _ => String::new(),
    }
}
