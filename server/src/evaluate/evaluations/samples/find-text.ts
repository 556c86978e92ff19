import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';
import { createItemReader } from '../stores/item-reader.ts';
import { findItemsWithText, findUnitsWithText } from '../stores/sample-code-store.ts';
import type { ItemRows, RowRange } from './item-rows.ts';

/**
 * Rows of a block whose prompt or response contains a text, as indexes in the block. ASCII case-insensitive. An
 * item's JSON contains more than its prompt, so its matches are checked.
 */
export async function findText(
  db: Database,
  evaluation: EvaluationHead,
  { plan }: ItemRows,
  { stretch, from, rows }: { stretch: RowRange; from: number; rows: number },
  text: string,
): Promise<Set<number>> {
  const of = { workspaceId: evaluation.workspace_id, id: evaluation.id };
  const { epochs } = plan.methodology;
  const first = stretch.firstUnit + from * stretch.cells;
  const units = await findUnitsWithText(db, of, { from: first, to: first + rows * stretch.cells }, text);
  const found = new Set(units.map((unit) => Math.floor((unit - first) / stretch.cells)));
  const items = { from: Math.floor(from / epochs), to: Math.ceil((from + rows) / epochs) };
  const itemOf = createItemReader(db, of);
  const wanted = text.toLowerCase();
  for (const item of await findItemsWithText(db, of, { benchmark: stretch.itemsOf, ...items }, text)) {
    const { input } = await itemOf(stretch.itemsOf, item);
    if (!input.some(({ content }) => content.toLowerCase().includes(wanted))) continue;
    for (let epoch = 0; epoch < epochs; epoch++) {
      const row = item * epochs + epoch - from;
      if (row >= 0 && row < rows) found.add(row);
    }
  }
  return found;
}
