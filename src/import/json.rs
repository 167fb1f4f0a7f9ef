//! Tables in JSON, as this program writes them.

use std::fmt;

use serde::de::{
    self, DeserializeSeed, Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::{
    shape::{TOO_MANY, TOO_MANY_CELLS},
    text::ReadNumbers,
};

/// Reads the JSON that this program writes: an object with the rows as `data`, or the rows alone.
///
/// # Errors
///
/// Returns a description of the problem.
pub(super) fn parse(text: &str) -> Result<ReadNumbers, String> {
    let mut source = serde_json::Deserializer::from_str(text);
    let numbers = source.deserialize_any(Document).and_then(|it| source.end().map(|()| it));
    let numbers = numbers.map_err(|error| error.to_string())?;
    if numbers.values.is_empty() {
        Err("it is empty".to_owned())
    } else {
        Ok(numbers.in_single_precision())
    }
}

/// Document with rows: they alone, or as `data` of an object. No cell takes more memory than its number.
struct Document;

impl<'de> Visitor<'de> for Document {
    type Value = ReadNumbers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of lists of numbers, as data")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<ReadNumbers, A::Error> {
        let mut numbers = ReadNumbers::default();
        let mut index = 0;
        while rows.next_element_seed(JsonRow { numbers: &mut numbers, index })?.is_some() {
            index += 1;
        }
        Ok(numbers)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<ReadNumbers, A::Error> {
        let mut numbers = None;
        while let Some(key) = fields.next_key::<String>()? {
            if key == "data" {
                numbers = Some(fields.next_value_seed(Self)?);
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        numbers.ok_or_else(|| {
            de::Error::custom("it has no rows: expected a list of lists of numbers, as data")
        })
    }
}

impl<'de> DeserializeSeed<'de> for Document {
    type Value = ReadNumbers;

    fn deserialize<D: de::Deserializer<'de>>(self, source: D) -> Result<ReadNumbers, D::Error> {
        source.deserialize_seq(self)
    }
}

/// Row of a document.
struct JsonRow<'a> {
    numbers: &'a mut ReadNumbers,
    index: usize,
}

impl<'de> DeserializeSeed<'de> for JsonRow<'_> {
    type Value = ();

    fn deserialize<D: de::Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for JsonRow<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} as a list of numbers", self.index)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut cells: A) -> Result<(), A::Error> {
        let Self { numbers, index } = self;
        let before = numbers.values.len();
        while let Some(cell) = cells.next_element::<Option<f64>>()? {
            if numbers.values.len() as u64 + 1 >= TOO_MANY_CELLS {
                return Err(de::Error::custom(format_args!("it has {TOO_MANY}")));
            }
            numbers.values.push(cell.unwrap_or(f64::NAN));
        }
        let num = numbers.values.len() - before;
        if index > 0 && num != numbers.width {
            let width = numbers.width;
            return Err(de::Error::custom(format!(
                "its row {index} has {num} numbers, and those before have {width}"
            )));
        }
        numbers.width = num;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_one_by_one() {
        let found = parse(r#"{"scene": {"a": [[1]]}, "data": [[1, null], [-2.5, 3e2]]}"#).unwrap();
        assert_eq!((found.width, found.values.len()), (2, 4), "rows of data");
        assert!(found.values[1].is_nan(), "null is no number");
        assert_eq!(parse("[[1],[2]]").unwrap().values, [1.0, 2.0], "rows alone");
        for (text, error) in [
            ("{}", "it has no rows"),
            ("[]", "it is empty"),
            ("[1]", "expected row 0 as a list of numbers"),
            ("[[1,2],[3]]", "its row 1 has 1 numbers, and those before have 2"),
            ("[[1,\"x\"]]", "invalid type: string"),
            ("[[1]] x", "trailing characters"),
        ] {
            let found = parse(text).unwrap_err();
            assert!(found.contains(error), "{text:?}: {found}");
        }
    }
}
