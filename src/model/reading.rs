//! Reading of a configuration by the rules of a class: its sets of layers, and remarks about them.

use std::collections::BTreeSet;

use super::{
    block::{ScalingBlock, blocks, by_base},
    class::Class,
    error::ModelError,
    keys::Keys,
    layers::Layers,
    mechanisms,
    numbers::Numbers,
    parts::ConfigObject,
    reader::{Reader, own_keys},
    remarks,
    set::LayerSet,
    unread::unread,
};
use crate::encoding::grid::GridConvention;

/// Places of a configuration's numbers, and the values of absent ones.
pub(super) struct ReaderRules<'a> {
    pub(super) class: &'a Class,
    /// False if nothing is known of absent numbers.
    pub(super) is_known: bool,
    /// Blocks of parameters, where they do not stand under the keys of transformers.
    pub(super) blocks: Option<Vec<ScalingBlock>>,
}

/// Configuration that is read.
pub(super) struct Reading<'a> {
    own: &'a ConfigObject<'a>,
    rules: &'a ReaderRules<'a>,
    reader: Reader,
    keys: Keys<'a>,
    layers: Layers,
    /// Blocks of parameters that were read, each with its rule of scaling.
    blocks: Vec<(ScalingBlock, String)>,
    /// Sets of layers that rotate alike.
    pub(super) sets: Vec<LayerSet>,
    /// Sentences about what is unusual or not known.
    pub(super) notices: Vec<String>,
}

impl<'a> Reading<'a> {
    /// Reads the layers and their sets.
    pub(super) fn new(
        own: &'a ConfigObject<'a>,
        rules: &'a ReaderRules<'a>,
        reader: Reader,
        mut notices: Vec<String>,
    ) -> Result<Self, ModelError> {
        let keys = Keys::new(own.object, &rules.class.aliases);
        // The conditions of model types are those of transformers.
        let class_type = own.class_type().filter(|_| rules.is_known && rules.blocks.is_none());
        let mut layers = Layers::new(rules.class, &keys, class_type)?;
        if let Some(key) = Layers::unknown_list(own.object).filter(|_| !rules.is_known) {
            layers.num = None;
            notices.push(remarks::unknown_list(key));
        }
        let (blocks, sets) = (Vec::new(), Vec::new());
        let mut reading = Self { own, rules, reader, keys, layers, blocks, sets, notices };
        reading.read_sets()?;
        Ok(reading)
    }

    fn read_sets(&mut self) -> Result<(), ModelError> {
        let (class, keys, layers) = (self.rules.class, &self.keys, &self.layers);
        let blocks = match &self.rules.blocks {
            Some(own) => own.clone(),
            None => blocks(class, keys, &layers.types, self.reader, &mut self.notices)?,
        };
        for block in by_base(&blocks, layers, keys) {
            let numbers = Numbers {
                class,
                is_known: self.rules.is_known,
                keys,
                block: &block,
                reader: self.reader,
                model_type: self.own.class_type().unwrap_or_default(),
            };
            let mut set = numbers.set(layers, &mut self.notices)?;
            // Sections only assign pairs to axes: the frequencies stay those of the rule. An axial class without
            // sections has frequencies of its own.
            let has_axes = class.axial && set.sections.is_none();
            set.has_other_frequencies = has_axes && class.axis_share.is_none();
            if has_axes {
                let dims = set.rotary_dim.as_ref().filter(|_| class.axis_share.is_some());
                self.notices.push(remarks::axes(&class.name, dims.map(|it| it.value)));
            }
            self.blocks.push((block, set.rope_type.value.clone()));
            self.sets.push(set);
        }
        if let (Some(indexer), Some(first)) = (&class.indexer, self.sets.first()) {
            let indexer = first.of_indexer(indexer, keys, self.reader, &mut self.notices)?;
            self.sets.push(indexer);
        }
        Ok(())
    }

    /// Tells what is unusual about the sets, and what is not known.
    pub(super) fn tell(&mut self) {
        let Self { own, rules, reader, keys, blocks, sets, notices, .. } = self;
        let convention = own.part.model_type.as_deref().and_then(GridConvention::of_model_type);
        if let Some(it) = convention.filter(|_| sets.iter().any(|set| set.has_other_frequencies)) {
            notices.push(format!(
                "Its rule is the convention {}, whose d_model is the width of a head.",
                it.key()
            ));
        }
        remarks::questions(rules.is_known, sets, notices);
        if sets.iter().any(|set| set.pairing.is_none()) {
            notices.extend(remarks::namesake(keys));
        }
        remarks::others(keys, own.class_type(), notices);
        notices.extend(blocks.iter().filter_map(|(block, _)| remarks::query_factor(block)));
        if let Some(model_type) = own.class_type() {
            notices.extend(remarks::other_readers(model_type, keys, *reader));
        }
    }

    /// Keys about positions that are not read, with the nearest known one: neither by the class, nor by its model type
    /// for another purpose, nor by a reader of its own.
    pub(super) fn unread_keys(&self) -> Vec<(String, Option<String>)> {
        let mut unread = unread(self.rules.class, &self.keys, &self.blocks, &self.sets);
        if let Some(model_type) = self.own.class_type() {
            let is_read = |key: &str| {
                mechanisms::reads(model_type, key) || own_keys(model_type).any(|it| it.key == key)
            };
            unread.retain(|(key, _)| !is_read(key));
        }
        unread
    }

    /// Layers that do not rotate. If none rotates, no set is left.
    pub(super) fn take_unrotated(&mut self) -> Vec<u32> {
        let of_sets = self.sets.iter().map(|set| set.layers.as_deref());
        let Some(of_sets) = of_sets.collect::<Option<Vec<&[u32]>>>() else { return Vec::new() };
        let rotated: BTreeSet<u32> = of_sets.concat().into_iter().collect();
        let num = self.layers.num.unwrap_or(0);
        if rotated.is_empty() && num > 0 {
            self.sets.clear();
        }
        (0..num).filter(|layer| !rotated.contains(layer)).collect()
    }
}
