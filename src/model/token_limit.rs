//! How many tokens fit, as far as mechanisms tell it.

use super::mechanisms::Mechanism;

/// Largest number of tokens of text that fit; of the only input, for a model without text. `None` if nothing limits it.
pub fn max_tokens(mechanisms: &[Mechanism]) -> Option<u64> {
    let has_text = mechanisms.iter().any(Mechanism::is_of_text);
    let of_input = mechanisms.iter().filter(|it| !has_text || it.is_of_text());
    // An encoder takes the tokens that are given, and a decoder those that come out.
    let has_encoder = mechanisms.iter().any(|it| it.place == "encoder");
    let of_input = of_input.filter(|it| !(has_encoder && it.place == "decoder"));
    of_input.filter_map(Mechanism::max_tokens).min()
}

/// True if nothing limits the number of tokens, as far as mechanisms tell it.
pub fn is_unlimited(mechanisms: &[Mechanism]) -> bool {
    const WITHOUT_ROWS: [&str; 5] =
        ["alibi", "t5_bias", "recurrent", "relative_sinusoidal", "convolutional"];
    let is_free = |it: &Mechanism| it.grows || WITHOUT_ROWS.contains(&it.kind.as_str());
    let is_none = |it: &Mechanism| it.kind == "none";
    max_tokens(mechanisms).is_none()
        && mechanisms.iter().any(is_free)
        && mechanisms.iter().all(|it| is_free(it) || is_none(it))
}
