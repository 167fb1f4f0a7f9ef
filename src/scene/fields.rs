//! Settings that are values of one field of the draft: a row for each, with how it is read.

/// Calls a macro with a row for each key whose value is a field of the draft: documentation, key, type, field, whether
/// the field is the `value` or an `option` of it, its default, and how [`Text`](super::text_value::SceneText) reads it.
macro_rules! for_fields {
    ($with:ident) => {
        $with! {
            /// File with the numbers that a bias by buckets has learned.
            BiasTable(FilePath) bias_table option = None, |it| {
                it.allowed(FilePath::new(it.text), FilePath::ALLOWED)
            };
            /// Number of heads of a bias.
            Heads(u32) heads value = 12, |it| Ok(it.whole(1..=Bias::MOST_HEADS.into())? as u32);
            /// Number of buckets of a bias.
            Buckets(u32) buckets value = Buckets::default().num(),
                |it| Ok(it.whole(1..=Buckets::MOST.into())? as u32);
            /// Distance from which all share the last bucket.
            MaxDistance(u32) max_distance value = Buckets::default().max_distance(),
                |it| Ok(it.whole(1..=Buckets::FARTHEST.into())? as u32);
            /// True if keys after the query have buckets of their own.
            Bidirectional(bool) bidirectional value = Buckets::default().is_bidirectional(),
                |it| it.parsed("expected true or false");
            /// Seed of the random vectors.
            Seed(u64) seed value = 0, |it| Ok(it.whole(0..=SEED_MAX)? as u64);
            /// Number of octaves of Fourier features.
            Octaves(u32) octaves value = 10,
                |it| Ok(it.whole(1..=Fourier::MOST_OCTAVES.into())? as u32);
            /// Factor of the frequencies of Fourier features.
            Pi(FourierFactor) pi value = FourierFactor::One, |it| it.keyed(FourierFactor::from_key);
            /// True if the first column of Fourier features is the coordinate itself.
            Identity(bool) identity value = true, |it| it.parsed("expected true or false");
            /// Shape of a grid; unless set, the usual one in the family of grids, and none in others.
            Grid(GridShape) grid option = None, |it| it.parsed(GridShape::ALLOWED);
            /// Number of columns.
            DModel(u32) d_model value = 128, |it| Ok(it.whole(1..=Limits::D_MODEL_MAX.into())? as u32);
            /// Position of the first row; unless set, that of the convention.
            Start(f64) start option = None, |it| it.real(|_| true, "a number");
            /// Distance between the positions of two rows, negative in reverse; unless set, 1, and for Fourier features
            /// one that ends at 1.
            Step(f64) step option = None, |it| it.real(|step| step != 0.0, "a number other than 0,");
            /// Number of positions.
            Length(u64) length value = 256, |it| Ok(it.whole(1..=Limits::LENGTH_MAX as i64)? as u64);
            /// Base; unless set, that of the convention.
            Base(f64) base option = None, |it| {
                it.number(Limits::is_base, &format!("expected {}", Limits::BASES))
            };
            /// Exponent rule; unless set, that of the convention.
            Exponent(Exponent) exponent option = None, |it| it.keyed(Exponent::from_key);
            /// Layout; unless set, that of the convention.
            Layout(Layout) layout option = None, |it| match it.text {
                // As people with Fourier features call it.
                "grouped" => Ok(Layout::Split),
                _ => it.keyed(Layout::from_key),
            };
            /// Order; unless set, that of the convention.
            Order(Order) order option = None, |it| it.keyed(Order::from_key);
            /// Components; unless set, those of the convention.
            Components(Components) components option = None, |it| it.keyed(Components::from_key);
            /// Types that the stages of the computation are rounded to.
            Round(Stages) round value = Stages::default(), |it| it.told();
            /// Sides that views show.
            Side(Sides) sides value = Sides::A, |it| it.keyed(Sides::from_key);
            /// Largest |A − B| that counts as equal.
            Tolerance(f64) tolerance value = 0.0, |it| {
                it.number(|it| it >= 0.0 && it.is_finite(), "expected a number from 0")
            };
            /// Scale of A − B.
            DifferenceScale(DifferenceScale) difference_scale value = DifferenceScale::Linear,
                |it| it.keyed(DifferenceScale::from_key);
            /// Offset k as set. [`Scene::offset`](super::Scene::offset) is how the encoding reads it.
            Offset(i64) offset value = 10, |it| it.whole(POSITIONS);
            /// Second offset a, to check that `M_a·M_k` equals `M_(a+k)`.
            OffsetA(i64) offset_a value = 3, |it| it.whole(POSITIONS);
            /// Second length, at which the criteria are measured as well.
            OtherLength(u64) other_length value = 512,
                |it| Ok(it.whole(1..=Limits::LENGTH_MAX as i64)? as u64);
            /// Selected candidate and criterion.
            CriteriaSelection(CriteriaSelection) criteria_selection value = CriteriaSelection::default(), |it| it.told();
            /// Axes of the curve of positions.
            Axes(CurveAxes) axes value = CurveAxes::default(), |it| it.parsed(CurveAxes::ALLOWED);
            /// Decimals in the table of values.
            Digits(Digits) digits value = Digits::default(),
                |it| Ok(Digits::new(it.whole(Digits::FEWEST as i64..=Digits::MOST as i64)?));
            /// Text and images whose tokens have three positions.
            Sequence(Sequence) sequence value = Sequence::default(), |it| it.parsed(Sequence::ALLOWED);
            /// Shape that a grid is resized to; unless set, half as many rows and columns again.
            Resize(GridShape) resize option = None, |it| {
                let shape = it.parsed(GridShape::ALLOWED_SIDES)?;
                it.allowed(Some(shape).filter(|it: &GridShape| !it.has_frames()), GridShape::ALLOWED_SIDES)
            };
            /// Sentence whose words become rows.
            Sentence(Sentence) sentence value = Sentence::default(), |it| it.allowed(Sentence::new(it.text), Sentence::ALLOWED);
            /// True if embeddings are multiplied by √`d_model`.
            Scaled(bool) scaled value = true, |it| it.parsed("expected true or false");
            /// Model whose positions the encoding shows: its folder, configuration or checkpoint.
            About(FilePath) about option = None, |it| {
                it.allowed(FilePath::new(it.text), FilePath::ALLOWED)
            };
            /// Operation that combines embedding and encoding.
            Join(Join) join value = Join::Add, |it| it.keyed(Join::from_key);
            /// Treatment of a sentence longer than the table.
            Overlong(Overlong) overlong value = Overlong::Cut, |it| it.keyed(Overlong::from_key);
            /// Open views.
            Views(Views) views value = Views::default(), |it| {
                let refused = |_unknown: UnknownKey| it.refused(views_expected(it.text));
                it.text.parse().map_err(refused)
            };
            /// Selected position, which may lie outside the table. The limits are checked together with the table,
            /// whose last rows may lie beyond them.
            Position(i64) position value = 42,
                |it| number::parse_whole(it.text).map_or_else(|| it.whole(POSITIONS), Ok);
            /// Selected column, which may lie beyond the end of the table.
            Column(u32) column value = 14, |it| Ok(it.whole(0..=i64::from(Limits::D_MODEL_MAX) - 1)? as u32);
            /// Selected head, which may lie beyond the last.
            Head(u32) head value = 0, |it| Ok(it.whole(0..=i64::from(Bias::MOST_HEADS) - 1)? as u32);
            /// Measure of similarity.
            Measure(Measure) measure value = Measure::Dot, |it| it.keyed(Measure::from_key);
            /// True if compared tables have their names beside their letters.
            SideNames(bool) side_names value = true, |it| it.parsed("expected true or false");
            /// True if the heatmap has positions across.
            Transpose(bool) transpose value = false, |it| it.parsed("expected true or false");
            /// Rule for pixels that cover several cells.
            Pixels(Pixels) pixels value = Pixels::Mean, |it| it.keyed(Pixels::from_key);
            /// Columns drawn as waves.
            Curves(Curves) curves value = Curves::default(), |it| it.parsed(Curves::ALLOWED);
            /// Columns whose waves are hidden.
            Hidden(Curves) hidden value = Curves::default(), |it| {
                it.allowed(Curves::parse_hidden(it.text).ok(), Curves::HIDDEN_ALLOWED)
            };
            /// True if heatmap and waves show the same positions.
            Link(bool) link value = false, |it| it.parsed("expected true or false");
        }
    };
}

/// Pattern of every setting of a row, where `Setting` is in scope: `for_fields!(any_field)`.
macro_rules! any_field {
    ($( $(#[$doc:meta])* $name:ident($type:ty) $field:ident $kind:ident = $default:expr, $read:expr; )+) => {
        $( Setting::$name(_) )|+
    };
}

pub(super) use {any_field, for_fields};
