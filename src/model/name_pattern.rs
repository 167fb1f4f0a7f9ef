//! Patterns of tensor names, as `assets/models/mechanisms.json` writes them.

/// Pattern of the end of a name: what stands before it is the base model's, and differs between files.
///
/// Between dots, `*` alone stands for one or more parts, and within a part for any letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern(Vec<String>);

impl NamePattern {
    /// Patterns of a text: separated by commas, with alternatives in braces.
    pub fn all(text: &str) -> Vec<Self> {
        let (mut parts, mut depth) = (vec![String::new()], 0);
        for c in text.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            match parts.last_mut() {
                Some(last) if c != ',' || depth > 0 => last.push(c),
                _ => parts.push(String::new()),
            }
        }
        let alternatives = parts.iter().flat_map(|part| expanded(part.trim()));
        alternatives.map(|it| Self(it.split('.').map(ToOwned::to_owned).collect())).collect()
    }

    /// True for a name that ends as the pattern says.
    pub fn matches(&self, name: &str) -> bool {
        let name = without_parametrization(name);
        let parts: Vec<&str> = name.split('.').collect();
        (0..parts.len()).any(|first| matches(&self.0, &parts[first..]))
    }

    /// True if a single layer's name stands in the pattern, so that all layers share its tensor.
    pub fn names_a_layer(&self) -> bool {
        let names_one = self.0.iter().any(|part| part.parse::<u32>().is_ok());
        names_one && !self.0.iter().any(|part| part.contains('*'))
    }
}

/// Texts of a text with alternatives in braces.
fn expanded(text: &str) -> Vec<String> {
    let split = text.split_once('{').and_then(|(before, rest)| {
        let (all, after) = rest.split_once('}')?;
        Some((before, all, after))
    });
    let Some((before, all, after)) = split else { return vec![text.to_owned()] };
    let ends = expanded(after);
    let with = |it: &str| ends.iter().map(|end| format!("{before}{it}{end}")).collect::<Vec<_>>();
    all.split(',').flat_map(|it| with(it.trim())).collect()
}

/// Name before PyTorch divided a weight into norm and direction.
fn without_parametrization(name: &str) -> String {
    if let Some((before, after)) = name.split_once(".parametrizations.") {
        let own = after.split('.').next().unwrap_or_default();
        return format!("{before}.{own}");
    }
    let divided = name.strip_suffix("weight_g").or_else(|| name.strip_suffix("weight_v"));
    divided.map_or_else(|| name.to_owned(), |before| format!("{before}weight"))
}

fn matches(pattern: &[String], parts: &[&str]) -> bool {
    match (pattern.split_first(), parts.split_first()) {
        (None, None) => true,
        (Some((first, rest)), Some((_part, after))) if first == "*" => {
            matches(rest, after) || matches(pattern, after)
        }
        (Some((first, rest)), Some((part, after))) => {
            let is_alike = match first.split_once('*') {
                Some((before, end)) => {
                    part.len() >= first.len() && part.starts_with(before) && part.ends_with(end)
                }
                None => first == part,
            };
            is_alike && matches(rest, after)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, name: &str, is_match: bool) {
        let found = NamePattern::all(pattern).iter().any(|it| it.matches(name));
        assert_eq!(found, is_match, "{pattern} and {name}");
    }

    #[test]
    fn ends_of_names_match() {
        check("wpe.weight", "transformer.wpe.weight", true);
        check("wpe.weight", "swpe.weight", false);
        check(
            "block.*.layer.0.relative_attention_bias.weight",
            "encoder.block.11.layer.0.relative_attention_bias.weight",
            true,
        );
        check("block.0.layer.0.bias", "block.1.layer.0.bias", false);
        check("a.row.weight, a.{x,y}.weight", "m.a.y.weight", true);
        check("a.row.weight, a.{x,y}.weight", "m.a.z.weight", false);
        check("blocks.*.time_mix_*", "rwkv.blocks.0.attention.time_mix_key", true);
        check("blocks.*.time_mix_*", "rwkv.blocks.0.attention.time_decay", false);
        check(
            "pos_conv_embed.conv.weight",
            "encoder.pos_conv_embed.conv.parametrizations.weight.original0",
            true,
        );
        check("pos_conv_embed.conv.weight", "encoder.pos_conv_embed.conv.weight_g", true);
    }
}
