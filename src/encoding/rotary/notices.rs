//! Notices about unusual numbers of a scaling.

use super::{
    scaling::{Scaling, Yarn},
    sections::Sections,
};

/// Sentences about numbers of a rotation that do not fit together, and what programs make of them.
pub fn notices(num_pairs: u32, sections: Option<&Sections>, scaling: &Scaling) -> Vec<String> {
    let of_sections = sections.and_then(|it| it.notice(num_pairs));
    of_sections.into_iter().chain(scaling.notices(num_pairs)).collect()
}

/// Number of a configuration as text: its shortest digits, with an exponent below 0.00001 and from 10^16 on.
pub fn number_text(value: f64) -> String {
    let text = format!("{value:?}");
    text.strip_suffix(".0").map_or(text.as_str(), |whole| whole).to_owned()
}

impl Scaling {
    /// Factor s, by which frequencies are divided at most; `None` for the default.
    pub fn factor(&self) -> Option<f64> {
        match self {
            Self::Default => None,
            Self::Linear { factor }
            | Self::Dynamic { factor, .. }
            | Self::Ntk { factor }
            | Self::Proportional { factor, .. } => Some(*factor),
            Self::Yarn(yarn) => Some(yarn.factor),
            Self::Llama3(llama) => Some(llama.factor),
            Self::LongRope(longrope) => Some(longrope.factor),
        }
    }

    /// Sentences about unusual numbers, and what the original makes of them, for a number of pairs.
    pub fn notices(&self, num_pairs: u32) -> Vec<String> {
        let mut notices = Vec::new();
        match self.factor() {
            Some(factor) if factor < 0.0 => notices.push(format!(
                "factor {} is negative, and used as it is: divided pairs turn backward.",
                number_text(factor)
            )),
            Some(factor) if factor < 1.0 => {
                let factor = number_text(factor);
                notices.push(format!("factor {factor} is below 1, and used as it is."));
            }
            _ => {}
        }
        match self {
            Self::Yarn(yarn) => notices.extend(of_yarn(yarn)),
            Self::Llama3(llama) if llama.low_freq_factor >= llama.high_freq_factor => {
                notices.push(
                    "low_freq_factor is not below high_freq_factor: no frequency is blended."
                        .to_owned(),
                );
            }
            Self::LongRope(longrope) => {
                let lists = [
                    ("short_factor", &longrope.short_factor),
                    ("long_factor", &longrope.long_factor),
                ];
                let fits = |len: usize| len == num_pairs as usize || len == 1;
                // Without a width, the number of pairs is not known.
                let is_wrong = |len: usize| num_pairs > 0 && !fits(len);
                for (key, list) in lists.into_iter().filter(|(_, list)| is_wrong(list.len())) {
                    notices.push(format!(
                        "{key} has {} numbers for {num_pairs} pairs: the original refuses it; here missing divisors are 1.",
                        list.len()
                    ));
                }
            }
            _ => {}
        }
        notices
    }
}

fn of_yarn(yarn: &Yarn) -> Vec<String> {
    let mut notices = Vec::new();
    if yarn.beta_fast == yarn.beta_slow {
        notices
            .push("beta_fast equals beta_slow: the ramp is a step of at most one pair.".to_owned());
    } else if yarn.beta_fast < yarn.beta_slow {
        notices.push("beta_fast is below beta_slow: the ramp runs backward.".to_owned());
    }
    let is_one_alone = yarn.mscale.is_some() != yarn.mscale_all_dim.is_some();
    if is_one_alone && yarn.attention_factor.is_none() {
        notices.push(
            "of mscale and mscale_all_dim only one counts: the attention factor follows from factor alone."
                .to_owned(),
        );
    }
    notices
}
