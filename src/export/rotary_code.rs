//! Code that makes the caches of a rotary encoding and turns heads by them.

use super::language::{Language, comment, python_number};
use crate::{
    encoding::rotary::{
        Rotary,
        pairing::Pairing,
        scaling::{Llama3, Scaling},
    },
    picture::number,
    scene::Scene,
};

/// Words of a Python library that differ from library to library.
struct Library {
    import: &'static str,
    module: &'static str,
    /// Numbers 0, 1, 2 … up to a number, in `f64`.
    range: &'static str,
    /// Array of a list, in `f64`.
    array: &'static str,
}

impl Library {
    fn of(language: Language) -> Self {
        match language {
            Language::PyTorch => Self {
                import: "import torch\n",
                module: "torch",
                range: "torch.arange({}, dtype=torch.float64)",
                array: "torch.tensor({}, dtype=torch.float64)",
            },
            Language::Jax => Self {
                import: "import jax\nimport jax.numpy as jnp\n\n\
                         jax.config.update(\"jax_enable_x64\", True)\n",
                module: "jnp",
                range: "jnp.arange({}).astype(jnp.float64)",
                array: "jnp.array({}, dtype=jnp.float64)",
            },
            _ => Self {
                import: "import numpy as np\n",
                module: "np",
                range: "np.arange({}, dtype=np.float64)",
                array: "np.array({}, dtype=np.float64)",
            },
        }
    }

    fn range(&self, end: &str) -> String {
        self.range.replace("{}", end)
    }

    fn array(&self, list: &[f64]) -> String {
        let numbers: Vec<String> = list.iter().map(|&it| python_number(it)).collect();
        self.array.replace("{}", &format!("[{}]", numbers.join(", ")))
    }

    fn clamped(&self, text: &str) -> String {
        let function = if self.module == "torch" { "clamp" } else { "clip" };
        format!("{}.{function}({text}, 0.0, 1.0)", self.module)
    }
}

/// Code in `f64` that makes the caches of a scene's rotary encoding and turns heads by them.
pub(super) fn rotary_code(scene: &Scene, rotary: &Rotary, language: Language) -> String {
    match language {
        Language::Rust => rust(scene, rotary),
        Language::NumPy | Language::PyTorch | Language::Jax => python(scene, rotary, language),
    }
}

fn python(scene: &Scene, rotary: &Rotary, language: Language) -> String {
    let library = Library::of(language);
    let module = library.module;
    let num = rotary.num_pairs();
    let cast = if language == Language::PyTorch { ".to(torch.float64)" } else { "" };
    format!(
        "{import}\n{comment}\
         base, num_pairs = {base}, {num}\n\
         k = {range}\n\
         inv_freq = base ** (-2.0 * k / {dim}.0)\n\
         {scaled}\
         attention_factor = {factor}\n\n\n\
         def caches(positions):\n    \
             \"\"\"Cosines and sines: (positions, num_pairs).\"\"\"\n    \
             angles = positions{cast}[:, None] * inv_freq\n    \
             return attention_factor * {module}.cos(angles), attention_factor * {module}.sin(angles)\n\n\n\
         {turned}",
        import = library.import,
        comment = comment(scene, "#"),
        base = python_number(rotary.base()),
        range = library.range("num_pairs"),
        dim = rotary.exponent_dim(),
        scaled = scaled(rotary, &library),
        factor = python_number(rotary.attention_factor()),
        turned = turned(rotary, language),
    )
}

/// Lines that scale the frequencies.
fn scaled(rotary: &Rotary, library: &Library) -> String {
    let number = python_number;
    let module = library.module;
    match rotary.scaling() {
        Scaling::Default => String::new(),
        Scaling::Linear { factor } => format!("inv_freq = inv_freq / {}\n", number(*factor)),
        Scaling::Dynamic { .. } | Scaling::Ntk { .. } => {
            // The base has grown already by the length of the sequence.
            let all: Vec<f64> = rotary.omegas().iter().map(|omega| omega.hi).collect();
            format!(
                "# {}, with its base for this length\ninv_freq = {}\n",
                rotary.scaling().key(),
                library.array(&all)
            )
        }
        Scaling::Yarn(yarn) => {
            let (low, high) = yarn.ramp(rotary.base(), rotary.exponent_dim());
            let width = if low == high { 0.001 } else { high - low };
            format!(
                "# yarn: pairs up to {low} keep their frequency, those from {high} on are divided\n\
                 divided = {ramp}\n\
                 inv_freq = inv_freq * (1.0 - divided) + inv_freq / {factor} * divided\n",
                ramp = library.clamped(&format!("(k - {}) / {}", number(low), number(width))),
                factor = number(yarn.factor),
            )
        }
        Scaling::LongRope(longrope) => {
            let is_long = rotary.context().is_some_and(|it| it as f64 > longrope.original_length);
            let list = if is_long { &longrope.long_factor } else { &longrope.short_factor };
            format!("inv_freq = inv_freq / {}\n", library.array(list))
        }
        Scaling::Llama3(Llama3 { factor, low_freq_factor, high_freq_factor, original_length }) => {
            let ramp = format!(
                "(turns - {low}) / ({high} - {low})",
                low = number(*low_freq_factor),
                high = number(*high_freq_factor),
            );
            format!(
                "turns = {length} * inv_freq / (2.0 * {pi})\n\
                 kept = {ramp}\n\
                 inv_freq = kept * inv_freq + (1.0 - kept) * inv_freq / {factor}\n",
                length = number(*original_length),
                pi = number::shortest(std::f64::consts::PI),
                ramp = library.clamped(&ramp),
                factor = number(*factor),
            )
        }
        Scaling::Proportional { factor, num_turning } => format!(
            "inv_freq = {module}.where(k < {num_turning}, inv_freq / {}, 0.0 * inv_freq)\n",
            number(*factor)
        ),
    }
}

/// Function that turns heads.
fn turned(rotary: &Rotary, language: Language) -> String {
    let num = rotary.num_pairs();
    let end = 2 * num;
    let pairing = rotary.pairing().unwrap_or(Pairing::Halves);
    let (halves, adjacent) = (
        [format!("..., :{num}"), format!("..., {num}:{end}")],
        [format!("..., 0:{end}:2"), format!("..., 1:{end}:2")],
    );
    let (read, written) = match pairing {
        Pairing::Halves => (&halves, &halves),
        Pairing::Adjacent => (&adjacent, &adjacent),
        Pairing::AdjacentToHalves => (&adjacent, &halves),
    };
    let doubt = match rotary.pairing() {
        Some(_) => "",
        None => "    # The configuration does not say which dimensions turn together.\n",
    };
    let (cast, copy) = match language {
        Language::PyTorch => {
            ("    cos, sin = cos.to(x.dtype), sin.to(x.dtype)\n", "    out = x.clone()\n")
        }
        Language::Jax => ("", "    out = x\n"),
        _ => ("", "    out = x.copy()\n"),
    };
    let set = |index: &str, value: &str| match language {
        Language::Jax => format!("    out = out.at[{index}].set({value})\n"),
        _ => format!("    out[{index}] = {value}\n"),
    };
    format!(
        "def rotate(x, positions):\n    \
             \"\"\"Queries or keys turned by their positions: (..., positions, head_dim).\"\"\"\n\
         {doubt}    \
             cos, sin = caches(positions)\n\
         {cast}    \
             a, b = x[{}], x[{}]\n\
         {copy}{}{}    \
             return out\n",
        read[0],
        read[1],
        set(&written[0], "a * cos - b * sin"),
        set(&written[1], "b * cos + a * sin"),
    )
}

fn rust(scene: &Scene, rotary: &Rotary) -> String {
    let numbers: Vec<String> =
        rotary.omegas().iter().map(|omega| python_number(omega.hi)).collect();
    let num = rotary.num_pairs();
    let pairing = rotary.pairing().unwrap_or(Pairing::Halves);
    let halves = ("k", "k + INV_FREQ.len()");
    let adjacent = ("2 * k", "2 * k + 1");
    let (read, written) = match pairing {
        Pairing::Halves => (halves, halves),
        Pairing::Adjacent => (adjacent, adjacent),
        Pairing::AdjacentToHalves => (adjacent, halves),
    };
    format!(
        "{comment}const INV_FREQ: [f64; {num}] = [\n    {numbers},\n];\n\
         const ATTENTION_FACTOR: f64 = {factor};\n\n\
         /// Turns a query or a key by its position.\n\
         pub fn rotate(head: &[f64], position: i64) -> Vec<f64> {{\n    \
             let mut out = head.to_vec();\n    \
             for (k, omega) in INV_FREQ.iter().enumerate() {{\n        \
                 let (sin, cos) = (omega * position as f64).sin_cos();\n        \
                 let (cos, sin) = (ATTENTION_FACTOR * cos, ATTENTION_FACTOR * sin);\n        \
                 let (a, b) = (head[{}], head[{}]);\n        \
                 out[{}] = a * cos - b * sin;\n        \
                 out[{}] = b * cos + a * sin;\n    \
             }}\n    \
             out\n\
         }}\n",
        read.0,
        read.1,
        written.0,
        written.1,
        comment = comment(scene, "//"),
        numbers = numbers.join(",\n    "),
        factor = python_number(rotary.attention_factor()),
    )
}
