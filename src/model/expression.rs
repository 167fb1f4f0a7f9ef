//! Expressions in keys of a configuration: numbers of rows and conditions, as `assets/models/mechanisms.json` writes
//! them.

use serde_json::Value;

/// Values of the names in an expression.
pub(super) trait Names {
    /// Value of a key, with dots between nested ones; `None` if neither the file nor the class has one.
    fn value(&self, name: &str) -> Option<Value>;
}

/// Number of an expression such as `(image_size/patch_size)^2 + 1`: pairs count as their product, and quotients are
/// rounded down, as patches are. `None` if it is no expression, or names a key without a value.
pub(super) fn number(text: &str, names: &dyn Names) -> Option<u64> {
    /// Largest number, up to which all whole numbers are exact.
    const MOST: f64 = 9_007_199_254_740_992.0;
    let value = evaluated(text, names, None)?;
    let numbers = numbers(&value)?;
    let product: f64 = numbers.iter().product();
    let is_whole = product.fract() == 0.0 && (0.0..=MOST).contains(&product);
    (!numbers.is_empty() && is_whole).then_some(product as u64)
}

/// Truth of a condition such as `layer_types[i] == 'conv'` for a layer i.
pub(super) fn truth(text: &str, names: &dyn Names, layer: Option<u32>) -> Option<bool> {
    if text == "all layers" {
        return Some(true);
    }
    match evaluated(text, names, layer)? {
        Value::Bool(is_true) => Some(is_true),
        _ => None,
    }
}

/// True if a condition speaks of single layers.
pub(super) fn is_of_layers(text: &str) -> bool {
    tokens(text).is_some_and(|all| all.contains(&Token::Name("i".to_owned())))
}

/// Last parts of the names in an expression, which a remark may follow; none if it is no expression.
pub(super) fn names(text: &str) -> impl Iterator<Item = String> {
    let own = text.rsplit_once(" (").map_or(text, |(own, _remark)| own);
    tokens(text).or_else(|| tokens(own)).unwrap_or_default().into_iter().filter_map(|token| {
        match token {
            Token::Name(name) => Some(name.rsplit('.').next().unwrap_or_default().to_owned()),
            Token::Number(_) | Token::Text(_) | Token::Sign(_) => None,
        }
    })
}

fn evaluated(text: &str, names: &dyn Names, layer: Option<u32>) -> Option<Value> {
    let whole = |text: &str| {
        let mut parser = Parser { tokens: tokens(text)?, at: 0, names, layer, compared: None };
        let value = parser.either()?;
        (parser.at == parser.tokens.len()).then_some(value)
    };
    // A remark may follow in parentheses.
    whole(text).or_else(|| whole(text.rsplit_once(" (")?.0))
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Text(String),
    Name(String),
    Sign(&'static str),
}

const SIGNS: [&str; 14] = ["==", "!=", "<=", ">", "(", ")", "[", "]", "+", "-", "*", "/", "^", "%"];

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end_of = |is_part: &dyn Fn(char) -> bool| {
            rest.find(|it: char| !is_part(it)).unwrap_or(rest.len())
        };
        let end = if first == '\'' {
            let inner = rest[1..].split('\'').next()?;
            found.push(Token::Text(inner.to_owned()));
            inner.len() + 2
        } else if first.is_ascii_digit() {
            let end = end_of(&|it| it.is_ascii_digit() || it == '.');
            found.push(Token::Number(rest[..end].parse().ok()?));
            end
        } else if first.is_alphabetic() || first == '_' {
            let end = end_of(&|it| it.is_alphanumeric() || it == '_' || it == '.');
            found.push(Token::Name(rest[..end].to_owned()));
            end
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
            found.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest.get(end..)?.trim_start();
    }
    Some(found)
}

/// Numbers of a value: one, or those of a list.
fn numbers(value: &Value) -> Option<Vec<f64>> {
    match value {
        Value::Array(all) => all.iter().map(Value::as_f64).collect(),
        value => Some(vec![value.as_f64()?]),
    }
}

fn calculated(a: &Value, b: &Value, operation: impl Fn(f64, f64) -> f64) -> Option<Value> {
    let (a, b) = (numbers(a)?, numbers(b)?);
    let num = a.len().max(b.len());
    let at = |of: &[f64], i: usize| if of.len() == 1 { Some(of[0]) } else { of.get(i).copied() };
    let all: Option<Vec<f64>> = (0..num).map(|i| Some(operation(at(&a, i)?, at(&b, i)?))).collect();
    let all = all?;
    Some(if num == 1 { all[0].into() } else { all.into() })
}

struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    names: &'a dyn Names,
    layer: Option<u32>,
    /// Left side of the last comparison, which `== 'a' or 'b'` compares again.
    compared: Option<Value>,
}

impl Parser<'_> {
    fn takes_sign(&mut self, sign: &'static str) -> bool {
        self.takes(&Token::Sign(sign))
    }

    fn takes_word(&mut self, word: &str) -> bool {
        self.takes(&Token::Name(word.to_owned()))
    }

    fn takes_words(&mut self, words: [&str; 2]) -> bool {
        let start = self.at;
        let are_next = words.iter().all(|word| self.takes_word(word));
        self.at = if are_next { self.at } else { start };
        are_next
    }

    fn takes(&mut self, token: &Token) -> bool {
        let is_next = self.tokens.get(self.at) == Some(token);
        self.at += usize::from(is_next);
        is_next
    }

    fn either(&mut self) -> Option<Value> {
        let mut value = self.both()?;
        while self.takes_word("or") {
            let other = match self.both()? {
                Value::String(text) => Value::Bool(self.compared.as_ref()? == &Value::String(text)),
                other => other,
            };
            value = Value::Bool(value.as_bool()? || other.as_bool()?);
        }
        Some(value)
    }

    fn both(&mut self) -> Option<Value> {
        let mut value = self.comparison()?;
        while self.takes_word("and") {
            let other = self.comparison()?;
            value = Value::Bool(value.as_bool()? && other.as_bool()?);
        }
        Some(value)
    }

    fn comparison(&mut self) -> Option<Value> {
        let left = self.sum()?;
        let is_equal = |a: &Value, b: &Value| match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => a == b,
            _ => a == b,
        };
        let truth = if self.takes_sign("==") {
            is_equal(&left, &self.sum()?)
        } else if self.takes_sign("!=") {
            !is_equal(&left, &self.sum()?)
        } else if self.takes_sign(">") {
            left.as_f64()? > self.sum()?.as_f64()?
        } else if self.takes_sign("<=") {
            left.as_f64()? <= self.sum()?.as_f64()?
        } else if self.takes_word("is") {
            let is_negated = self.takes_word("not");
            if self.takes_word("set") {
                left.is_null() == is_negated
            } else if self.takes_word("unset") || self.takes_word("None") || self.takes_word("null")
            {
                left.is_null() != is_negated
            } else {
                return None;
            }
        } else if self.takes_word("in") {
            self.sum()?.as_array()?.iter().any(|it| is_equal(it, &left))
        } else if self.takes_words(["not", "in"]) {
            !self.sum()?.as_array()?.iter().any(|it| is_equal(it, &left))
        } else {
            return Some(left);
        };
        self.compared = Some(left);
        Some(Value::Bool(truth))
    }

    fn sum(&mut self) -> Option<Value> {
        let mut value = self.grid()?;
        loop {
            let sign = if self.takes_sign("+") {
                1.0
            } else if self.takes_sign("-") {
                -1.0
            } else {
                return Some(value);
            };
            value = calculated(&value, &self.grid()?, |a, b| a + sign * b)?;
        }
    }

    /// Two sides by the same two sides are one grid.
    fn grid(&mut self) -> Option<Value> {
        let mut value = self.product()?;
        while self.takes_word("x") {
            let other = self.product()?;
            let sides = numbers(&value)?;
            value = if sides.len() == 2 && value == other {
                sides.iter().product::<f64>().into()
            } else {
                calculated(&value, &other, |a, b| a * b)?
            };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<Value> {
        let mut value = self.power()?;
        loop {
            value = if self.takes_sign("*") {
                calculated(&value, &self.power()?, |a, b| a * b)?
            } else if self.takes_sign("/") {
                calculated(&value, &self.power()?, |a, b| (a / b).floor())?
            } else if self.takes_sign("%") {
                calculated(&value, &self.power()?, f64::rem_euclid)?
            } else {
                return Some(value);
            };
        }
    }

    fn power(&mut self) -> Option<Value> {
        let value = self.atom()?;
        if !self.takes_sign("^") {
            return Some(value);
        }
        let exponent = self.atom()?.as_f64()?;
        let numbers = numbers(&value)?;
        // The square of two sides is their product.
        let is_of_sides = exponent == 2.0 && numbers.len() == 2;
        let power =
            if is_of_sides { numbers.iter().product() } else { value.as_f64()?.powf(exponent) };
        Some(power.into())
    }

    fn atom(&mut self) -> Option<Value> {
        let token = self.tokens.get(self.at)?.clone();
        self.at += 1;
        let mut value = match token {
            Token::Number(value) => value.into(),
            Token::Text(text) => Value::String(text),
            Token::Sign("(") => {
                let value = self.either()?;
                self.takes_sign(")").then_some(value)?
            }
            Token::Sign(_) => return None,
            Token::Name(name) => match name.as_str() {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                "None" | "null" => Value::Null,
                "i" => self.layer?.into(),
                name => self.named(name)?,
            },
        };
        while self.takes_sign("[") {
            let index = self.either()?;
            value = match (&value, &index) {
                (Value::Object(all), Value::String(key)) => {
                    all.get(key).cloned().unwrap_or(Value::Null)
                }
                (Value::Array(all), index) => all.get(index.as_f64()? as usize)?.clone(),
                // A number for all layers or sides.
                (value, _) if value.is_number() => value.clone(),
                _ => return None,
            };
            if !self.takes_sign("]") {
                return None;
            }
        }
        Some(value)
    }

    /// Value of a name. A name without one is null in a comparison, else `None`.
    fn named(&self, name: &str) -> Option<Value> {
        let follows = self.tokens.get(self.at);
        let is_compared = matches!(follows, Some(Token::Sign("==" | "!=")))
            || follows == Some(&Token::Name("is".to_owned()));
        self.names.value(name).or_else(|| is_compared.then_some(Value::Null))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    struct ExpressionKeys(Value);

    impl Names for ExpressionKeys {
        fn value(&self, name: &str) -> Option<Value> {
            name.split('.').try_fold(self.0.clone(), |value, key| value.get(key).cloned())
        }
    }

    #[test]
    fn rows_and_conditions_are_evaluated() {
        let keys = ExpressionKeys(json!({
            "image_size": [32, 48], "patch_size": 16, "n": 514, "text": {"n": 7},
            "layer_types": ["conv", "full"], "kind": "sine", "indices": [1],
        }));
        let rows = [
            ("(image_size/patch_size)^2 + 1", Some(7)),
            ("image_size/patch_size x image_size/patch_size", Some(6)),
            ("n + 2", Some(516)),
            ("2 * text.n - 1", Some(13)),
            ("2 (a projection, not a table)", Some(2)),
            ("image_size[0]/patch_size", Some(2)),
            ("2*size - 1 per axis; size = n", None),
            ("missing + 2", None),
        ];
        for (text, expected) in rows {
            assert_eq!(number(text, &keys), expected, "{text}");
        }
        let conditions = [
            ("layer_types[i] == 'conv'", Some(true)),
            ("layer_types[i % 2] != 'conv'", Some(false)),
            ("layer_types[i] == 'full' or 'conv'", Some(true)),
            ("missing is None or kind == 'x'", Some(true)),
            ("kind is set and n > 5", Some(true)),
            ("i not in indices", Some(true)),
            ("kind not 'sine'", None),
            ("kind == 'sine' (as in the paper)", Some(true)),
            ("training, or eval_size unset", None),
        ];
        for (text, expected) in conditions {
            assert_eq!(truth(text, &keys, Some(0)), expected, "{text}");
        }
    }
}
