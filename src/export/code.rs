//! Code that makes the same table, for pasting into a program.

use std::fmt::Write as _;

use super::{
    language::{Language, comment, python_number},
    rotary_code::rotary_code,
};
use crate::{
    encoding::{Column, Component, Spacing, Waves},
    scene::Scene,
};

/// Arithmetic progression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Steps {
    first: usize,
    count: usize,
    step: usize,
}

impl Steps {
    fn of(numbers: &[usize]) -> Self {
        let first = numbers.first().copied().unwrap_or_default();
        let step = numbers.get(1).map_or(1, |second| second - first);
        let is_even = numbers.windows(2).all(|pair| pair[1] - pair[0] == step);
        debug_assert!(is_even, "every layout has its columns at equal distances: {numbers:?}");
        Self { first, count: numbers.len(), step }
    }

    fn end(self) -> usize {
        self.first + (self.count - 1) * self.step + 1
    }

    /// Slice in Python.
    fn slice(self) -> String {
        let Self { first, step, .. } = self;
        let end = self.end();
        if step == 1 { format!("{first}:{end}") } else { format!("{first}:{end}:{step}") }
    }

    /// Slice in ndarray.
    fn rust_slice(self) -> String {
        let Self { first, step, .. } = self;
        let end = self.end();
        if step == 1 { format!("{first}..{end}") } else { format!("{first}..{end};{step}") }
    }
}

/// Columns that one line of code fills with the sines or cosines of some frequencies.
struct Group {
    component: Component,
    columns: Steps,
    frequencies: Steps,
}

/// Content of the code, independent of the language.
struct Plan {
    groups: Vec<Group>,
    num_frequencies: usize,
    /// e of frequency k is (`first` + `step`·k)/`divisor`.
    first: u32,
    step: u32,
    divisor: u32,
}

impl Plan {
    fn new(waves: &Waves) -> Self {
        // A repeated cosine has a frequency of its own in the table, but no new one in the code.
        let own: Vec<_> = waves.frequencies().iter().filter(|f| f.repeats.is_none()).collect();
        let mut groups = Vec::new();
        for component in [Component::Sin, Component::Cos] {
            let (mut columns, mut frequencies) = (Vec::new(), Vec::new());
            for (j, column) in waves.columns().iter().enumerate() {
                let Column::Wave { frequency, component: of_column } = *column else { continue };
                if of_column != component {
                    continue;
                }
                if let Some(repeated) = waves.frequencies()[frequency].repeats {
                    let at = |number| Steps { first: number, count: 1, step: 1 };
                    groups.push(Group { component, columns: at(j), frequencies: at(repeated) });
                    continue;
                }
                columns.push(j);
                frequencies.push(frequency);
            }
            if !columns.is_empty() {
                let (columns, frequencies) = (Steps::of(&columns), Steps::of(&frequencies));
                groups.push(Group { component, columns, frequencies });
            }
        }
        groups.sort_by_key(|group| group.columns.first);
        // A single zero column has no frequency.
        let (first, divisor) =
            own.first().map_or((0, 1), |f| (f.exponent.numerator, f.exponent.denominator));
        let step = own.get(1).map_or(0, |second| second.exponent.numerator - first);
        Self { groups, num_frequencies: own.len(), first, step, divisor }
    }

    /// (first + step·k), in the syntax that all of these languages share.
    fn numerator(&self, times: impl Fn(u32) -> String, plus: impl Fn(u32) -> String) -> String {
        match (self.first, self.step) {
            (0, 0 | 1) => "k".to_owned(),
            (0, step) => times(step),
            (first, 1) => format!("(k + {})", plus(first)),
            (first, step) => format!("({} + {})", times(step), plus(first)),
        }
    }

    /// Frequencies of a group.
    fn omega(&self, group: &Group, slice: &str) -> String {
        let is_whole = group.frequencies.step == 1
            && group.frequencies.first == 0
            && group.frequencies.count == self.num_frequencies;
        if is_whole { "omega".to_owned() } else { format!("omega[{slice}]") }
    }
}

/// Comparison of a table with the one that the code makes.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// The table is so many times the encoding.
    pub scale: f64,
    /// True if positions run across.
    pub is_transposed: bool,
    /// Largest difference that is allowed.
    pub tolerance: f64,
    /// Reason for the tolerance, in a line.
    pub reason: String,
}

/// Code that makes the table of a scene in `f64`, or that turns heads by a rotary encoding; `None` for all other
/// encodings.
pub fn code(scene: &Scene, language: Language) -> Option<String> {
    if !scene.draft().encoding.round.is_exact() {
        return None;
    }
    if let Some(rotary) = scene.rotary() {
        return Some(rotary_code(scene, rotary, language));
    }
    if !scene.draft().encoding.family.is_sinusoidal() {
        return None;
    }
    let waves = Waves::new(*scene.sinusoid());
    let plan = Plan::new(&waves);
    Some(match language {
        Language::Rust => rust(scene, &plan),
        Language::NumPy | Language::PyTorch | Language::Jax => python(scene, &plan, language),
    })
}

/// Code that makes the table of a scene, and a function that compares another table with it; `None` for an encoding
/// that is no sinusoid, and for Rust.
pub fn test_code(scene: &Scene, language: Language, assertion: &Assertion) -> Option<String> {
    let (import, cast, compare) = match language {
        Language::NumPy => {
            ("", "np.asarray(table, dtype=np.float64)", "np.testing.assert_allclose")
        }
        Language::PyTorch => {
            ("", "torch.as_tensor(table).to(torch.float64)", "torch.testing.assert_close")
        }
        Language::Jax => (
            "import numpy as np\n",
            "np.asarray(table, dtype=np.float64)",
            "np.testing.assert_allclose",
        ),
        Language::Rust => return None,
    };
    let own = code(scene, language).filter(|_| scene.rotary().is_none())?;
    let Assertion { scale, is_transposed, tolerance, ref reason } = *assertion;
    let expected = if is_transposed { "pe.T" } else { "pe" };
    let expected = if scale.to_bits() == 1.0_f64.to_bits() {
        expected.to_owned()
    } else {
        format!("{} * {expected}", python_number(scale))
    };
    Some(format!(
        "{import}{own}\n\n\
         def check(table):\n    \
             # atol: {reason}\n    \
             {compare}({cast}, {expected}, rtol=0, atol={tolerance:.2e})\n"
    ))
}

fn python(scene: &Scene, plan: &Plan, language: Language) -> String {
    let (p, extent) = (scene.sinusoid(), scene.extent());
    let (module, import, range) = match language {
        Language::NumPy => ("np", "import numpy as np\n", "np.arange({})"),
        Language::PyTorch => ("torch", "import torch\n", "torch.arange({}, dtype=torch.float64)"),
        _ => (
            "jnp",
            "import jax\nimport jax.numpy as jnp\n\n\
             jax.config.update(\"jax_enable_x64\", True)\n",
            "jnp.arange({})",
        ),
    };
    let range = |arguments: &str| range.replace("{}", arguments);
    let d_model = p.d_model();
    let divisor =
        if plan.divisor == d_model { "d_model".to_owned() } else { plan.divisor.to_string() };
    let numerator = plan.numerator(|step| format!("{step} * k"), |first| first.to_string());
    let (length, base) = (extent.length(), python_number(p.base()));
    let positions = match scene.spacing() {
        Some(Spacing { start, step }) => format!(
            "d_model, length, start, step, base = {d_model}, {length}, {}, {}, {base}\n\
             t = start + step * {}[:, None]\n",
            python_number(start),
            python_number(step),
            range("length"),
        ),
        None => format!(
            "d_model, length, start, base = {d_model}, {length}, {}, {base}\n\
             t = {}[:, None]\n",
            extent.start(),
            range("start, start + length"),
        ),
    };
    let mut out = format!(
        "{import}\n{}{positions}\
         k = {}\n\
         omega = base ** -({numerator} / {divisor})\n",
        comment(scene, "#"),
        range(&plan.num_frequencies.to_string()),
    );
    let zeros = match language {
        Language::PyTorch => "torch.zeros(length, d_model, dtype=torch.float64)".to_owned(),
        _ => format!("{module}.zeros((length, d_model))"),
    };
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!("pe = {zeros}"));
    for group in &plan.groups {
        let columns = group.columns.slice();
        let function = group.component.name();
        let omega = plan.omega(group, &group.frequencies.slice());
        let values = format!("{module}.{function}(t * {omega})");
        line(if language == Language::Jax {
            format!("pe = pe.at[:, {columns}].set({values})")
        } else {
            format!("pe[:, {columns}] = {values}")
        });
    }
    out
}

fn rust(scene: &Scene, plan: &Plan) -> String {
    let (p, extent) = (scene.sinusoid(), scene.extent());
    let (start, position) = match scene.spacing() {
        Some(Spacing { start, step }) => {
            let position =
                format!("({} + {} * t as f64)", python_number(start), python_number(step));
            (0, position)
        }
        None => (extent.start(), "t as f64".to_owned()),
    };
    let numerator = plan.numerator(|step| format!("{step}.0 * k"), |first| format!("{first}.0"));
    let mut out = format!(
        "use ndarray::{{Array2, s}};\n\n\
         {}pub fn positional_encoding() -> Array2<f64> {{\n    \
             let (d_model, length, start, base) = ({}, {}, {}_i64, {}_f64);\n    \
             let omega: Vec<f64> = (0..{})\n        \
                 .map(f64::from)\n        \
                 .map(|k| base.powf(-({numerator} / {}.0)))\n        \
                 .collect();\n    \
             let mut pe = Array2::zeros((length, d_model));\n    \
             for (t, mut row) in (start..).zip(pe.rows_mut()) {{\n",
        comment(scene, "//"),
        p.d_model(),
        extent.length(),
        start,
        python_number(p.base()),
        plan.num_frequencies,
        plan.divisor,
    );
    for group in &plan.groups {
        let Steps { first, step, .. } = group.frequencies;
        let end = group.frequencies.end();
        let by = if step == 1 { String::new() } else { format!(".iter().step_by({step})") };
        let reference = if step == 1 { "&" } else { "" };
        let written = writeln!(
            out,
            "        for (value, omega) in row.slice_mut(s![{}]).iter_mut().zip({reference}omega[{first}..{end}]{by}) {{\n            \
                 *value = (omega * {position}).{}();\n        \
             }}",
            group.columns.rust_slice(),
            group.component.name(),
        );
        debug_assert!(written.is_ok(), "a String takes every text");
    }
    out.push_str("    }\n    pe\n}\n");
    out
}
