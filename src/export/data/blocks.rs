//! Tables written in blocks: one thread computes the next block while the last is written, so memory
//! does not grow with the table.

use std::{io::Write, sync::mpsc, thread};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{
    export::DataExport,
    values::{BlockBuffer, DataPart, NumberSource},
};
use crate::export::{error::ExportError, progress::Progress};

/// Values in one block: enough for every thread, and few enough to stay in the cache until written.
const BLOCK_VALUES: u64 = 1 << 17;

impl DataExport {
    /// Writes the numbers, block after block.
    pub(super) fn write_blocks(
        &self,
        out: &mut impl Write,
        progress: &Progress,
    ) -> Result<(), ExportError> {
        let source = NumberSource::new(self, progress);
        thread::scope(|scope| {
            // One block is written while the next is computed; a third waits in between.
            let (send, ready) = mpsc::sync_channel::<(DataPart, BlockBuffer)>(1);
            let (give_back, written) = mpsc::channel();
            let compute = move || {
                for part in self.parts() {
                    let mut block = written.try_recv().unwrap_or_default();
                    source.fill(self, &part, &mut block, progress);
                    // The receiver is gone once writing has failed or is cancelled.
                    if send.send((part, block)).is_err() {
                        return;
                    }
                }
            };
            let workers = self.workers();
            scope.spawn(move || match workers {
                Some(workers) => workers.install(compute),
                None => compute(),
            });
            for (part, block) in ready {
                // What a cancelled export computed last is incomplete.
                progress.advance(0, 0)?;
                let bytes = block.write(out)?;
                // A row that is written in parts counts with its last part.
                let is_whole = part.columns.end == self.columns.end;
                let rows = if is_whole { part.rows.end - part.rows.start } else { 0 };
                progress.advance(rows, bytes)?;
                // Ignored: the receiver is gone after the last block.
                drop(give_back.send(block));
            }
            Ok(())
        })
    }

    /// Thread pool for formats that are written as fast as they are computed. It has one thread fewer than usual,
    /// since the thread that writes is as busy as the others. `None` for text, which keeps all threads busy.
    fn workers(&self) -> Option<ThreadPool> {
        if self.format.is_text() {
            return None;
        }
        let threads = rayon::current_num_threads().saturating_sub(1).max(1);
        ThreadPoolBuilder::new().num_threads(threads).build().ok()
    }

    /// Blocks in the order of the file: whole rows, or parts of a row that is longer than a block.
    fn parts(&self) -> impl Iterator<Item = DataPart> {
        let (height, width) = self.shape();
        let width = width.min(BLOCK_VALUES);
        let height = (BLOCK_VALUES / width).min(height).max(1);
        let (rows, columns) = (self.rows.clone(), self.columns.clone());
        rows.clone().step_by(height as usize).flat_map(move |row| {
            let rows = row..(row + height).min(rows.end);
            let end = columns.end;
            columns.clone().step_by(width as usize).map(move |column| DataPart {
                rows: rows.clone(),
                columns: column..(column + width).min(end),
            })
        })
    }
}
