//! Settings that are values of one field of the draft: a row for each, with how it is read.

/// Calls a macro with a row for each key whose value is a field of the draft: documentation, key, type, field, whether
/// the field is the `value` or an `option` of it, and how [`Text`](super::text_value::SceneText) reads it.
macro_rules! for_fields {
    ($with:ident) => {
        $with! {
            /// File with the learned numbers of a bias.
            BiasTable(FilePath) bias_table option, |it| {
                it.allowed(FilePath::new(it.text), FilePath::ALLOWED)
            };
            /// Seed of the random vectors.
            Seed(u64) seed value, |it| Ok(it.whole(0..=SEED_MAX)? as u64);
            /// Number of octaves of Fourier features.
            Octaves(u32) octaves value,
                |it| Ok(it.whole(1..=Fourier::MOST_OCTAVES.into())? as u32);
            /// Factor of the frequencies of Fourier features.
            Pi(FourierFactor) pi value, |it| it.keyed(FourierFactor::from_key);
            /// True if the first column of Fourier features is the coordinate itself.
            Identity(bool) identity value, |it| it.parsed("expected true or false");
            /// Shape of a grid.
            Grid(GridShape) grid option, |it| it.parsed(GridShape::ALLOWED);
            /// Number of columns.
            DModel(u32) d_model value, |it| Ok(it.whole(1..=Limits::D_MODEL_MAX.into())? as u32);
            /// Position of the first row.
            Start(f64) start option, |it| it.real(|_| true, "a number");
            /// Distance between the positions of two rows.
            Step(f64) step option, |it| it.real(|step| step != 0.0, "a number other than 0,");
            /// Number of positions.
            Length(u64) length value, |it| Ok(it.whole(1..=Limits::LENGTH_MAX as i64)? as u64);
            /// Base.
            Base(f64) base option, |it| {
                it.number(Limits::is_base, &format!("expected {}", Limits::BASES))
            };
            /// Exponent rule.
            Exponent(Exponent) exponent option, |it| it.keyed(Exponent::from_key);
            /// Layout.
            Layout(Layout) layout option, |it| match it.text {
                // As people with Fourier features call it.
                "grouped" => Ok(Layout::Split),
                _ => it.keyed(Layout::from_key),
            };
            /// Order.
            Order(Order) order option, |it| it.keyed(Order::from_key);
            /// Components.
            Components(Components) components option, |it| it.keyed(Components::from_key);
            /// Types that the stages of the computation are rounded to.
            Round(Stages) round value, |it| it.told();
            /// Sides that views show.
            Side(Sides) sides value, |it| it.keyed(Sides::from_key);
            /// Largest |A − B| that counts as equal.
            Tolerance(f64) tolerance value, |it| {
                it.number(|it| it >= 0.0 && it.is_finite(), "expected a number from 0")
            };
            /// Scale of A − B.
            DifferenceScale(DifferenceScale) difference_scale value,
                |it| it.keyed(DifferenceScale::from_key);
            /// Offset k.
            Offset(i64) offset value, |it| it.whole(POSITIONS);
            /// Second offset a.
            OffsetA(i64) offset_a value, |it| it.whole(POSITIONS);
            /// Second length.
            OtherLength(u64) other_length value,
                |it| Ok(it.whole(1..=Limits::LENGTH_MAX as i64)? as u64);
            /// Selected candidate and criterion.
            CriteriaSelection(CriteriaSelection) criteria_selection value, |it| it.told();
            /// Axes of the curve of positions.
            Axes(CurveAxes) axes value, |it| it.parsed(CurveAxes::ALLOWED);
            /// Decimals in the table of values.
            Digits(Digits) digits value,
                |it| Ok(Digits::new(it.whole(Digits::FEWEST as i64..=Digits::MOST as i64)?));
            /// Text and images whose tokens have three positions.
            Sequence(Sequence) sequence value, |it| it.parsed(Sequence::ALLOWED);
            /// Shape that a grid is resized to.
            Resize(GridShape) resize option, |it| {
                let shape = it.parsed(GridShape::ALLOWED_SIDES)?;
                it.allowed(Some(shape).filter(|it: &GridShape| !it.has_frames()), GridShape::ALLOWED_SIDES)
            };
            /// Sentence whose words become rows.
            Sentence(Sentence) sentence value, |it| it.allowed(Sentence::new(it.text), Sentence::ALLOWED);
            /// True if embeddings are multiplied by √`d_model`.
            Scaled(bool) scaled value, |it| it.parsed("expected true or false");
            /// Model whose positions the encoding shows.
            About(FilePath) about option, |it| {
                it.allowed(FilePath::new(it.text), FilePath::ALLOWED)
            };
            /// Operation that combines embedding and encoding.
            Join(Join) join value, |it| it.keyed(Join::from_key);
            /// Treatment of a sentence longer than the table.
            Overlong(Overlong) overlong value, |it| it.keyed(Overlong::from_key);
            /// Open views.
            Views(Views) views value, |it| {
                let refused = |_unknown: UnknownKey| it.refused(views_expected(it.text));
                it.text.parse().map_err(refused)
            };
            /// Selected position. The limits are checked together with the table, whose last rows may lie beyond them.
            Position(i64) position value,
                |it| number::parse_whole(it.text).map_or_else(|| it.whole(POSITIONS), Ok);
            /// Selected column.
            Column(u32) column value, |it| Ok(it.whole(0..=i64::from(Limits::D_MODEL_MAX) - 1)? as u32);
            /// Selected head.
            Head(u32) head value, |it| Ok(it.whole(0..=i64::from(Bias::MOST_HEADS) - 1)? as u32);
            /// Measure of similarity.
            Measure(Measure) measure value, |it| it.keyed(Measure::from_key);
            /// True if compared tables have their names beside their letters.
            SideNames(bool) side_names value, |it| it.parsed("expected true or false");
            /// True if the heatmap has positions across.
            Transpose(bool) transpose value, |it| it.parsed("expected true or false");
            /// Rule for pixels that cover several cells.
            Pixels(Pixels) pixels value, |it| it.keyed(Pixels::from_key);
            /// Columns drawn as waves.
            Curves(Curves) curves value, |it| it.parsed(Curves::ALLOWED);
            /// Columns whose waves are hidden.
            Hidden(Curves) hidden value, |it| {
                it.allowed(Curves::parse_hidden(it.text).ok(), Curves::HIDDEN_ALLOWED)
            };
            /// True if heatmap and waves show the same positions.
            Link(bool) link value, |it| it.parsed("expected true or false");
        }
    };
}

/// Pattern of every setting of a row, where `Setting` is in scope: `for_fields!(any_field)`.
macro_rules! any_field {
    ($( $(#[$doc:meta])* $name:ident($type:ty) $field:ident $kind:ident, $read:expr; )+) => {
        $( Setting::$name(_) )|+
    };
}

pub(super) use {any_field, for_fields};
