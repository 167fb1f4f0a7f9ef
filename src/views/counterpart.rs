//! B and A − B, which views show beside the encoding of the scene.

use std::sync::Arc;

use crate::{
    encoding::{Encoding, Table},
    scene::Scene,
};

/// B, at the positions of A, and A − B.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterpart {
    /// B, with all else as in the scene.
    pub scene: Scene,
    /// Encoding of B, at the positions of A.
    pub table: Table,
    /// A − B; `None` if the sides differ in width.
    pub difference: Option<Table>,
}

impl Counterpart {
    /// B of a scene whose own table is given; `None` if nothing is compared.
    pub fn new(scene: &Scene, table: &Table) -> Option<Self> {
        Self::renewed(None, scene, table)
    }

    /// The same for another scene. Encodings that are still the same are kept, in order to reuse what they have
    /// tabulated.
    pub fn renewed(known: Option<&Self>, scene: &Scene, table: &Table) -> Option<Self> {
        let b = scene.b()?.clone();
        let kept = known.filter(|known| *known.table.encoding.spec() == b.spec());
        let encoding = match kept {
            Some(known) => Arc::clone(&known.table.encoding),
            None => b.table().encoding,
        };
        let own = Table { encoding, extent: table.extent };
        let difference = Encoding::difference(&table.encoding, &own.encoding)
            .map(|encoding| Table { encoding: Arc::new(encoding), extent: table.extent });
        Some(Self { scene: b, table: own, difference })
    }

    /// Rows of B, which for a table from a file may begin and end elsewhere than those of A.
    pub fn own_rows(&self) -> Table {
        Table { extent: self.scene.own_extent(), ..self.table.clone() }
    }
}
