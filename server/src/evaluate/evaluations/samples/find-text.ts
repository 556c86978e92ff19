import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';
import { createItemReader } from '../stores/item-reader.ts';
import { itemsWithText, unitsWithText } from '../stores/sample-code-store.ts';
import type { ItemRows, Stretch } from './item-rows.ts';

/**
 * Which rows of a block hold a text in their prompt or in an answer, as places in the block. The case of the letters A
 * to Z does not matter. An item's JSON holds more than its prompt, so what it seems to hold is looked at again.
 */
export async function findText(
  db: Database,
  evaluation: EvaluationHead,
  { plan }: ItemRows,
  { stretch, from, rows }: { stretch: Stretch; from: number; rows: number },
  text: string,
): Promise<Set<number>> {
  const of = { workspaceId: evaluation.workspace_id, id: evaluation.id };
  const { epochs } = plan.methodology;
  const first = stretch.firstUnit + from * stretch.cells;
  const units = await unitsWithText(db, of, { from: first, to: first + rows * stretch.cells }, text);
  const found = new Set(units.map((unit) => Math.floor((unit - first) / stretch.cells)));
  const items = { from: Math.floor(from / epochs), to: Math.ceil((from + rows) / epochs) };
  const itemOf = createItemReader(db, of);
  const wanted = text.toLowerCase();
  for (const item of await itemsWithText(db, of, { benchmark: stretch.itemsOf, ...items }, text)) {
    const { input } = await itemOf(stretch.itemsOf, item);
    if (!input.some(({ content }) => content.toLowerCase().includes(wanted))) continue;
    for (let epoch = 0; epoch < epochs; epoch++) {
      const row = item * epochs + epoch - from;
      if (row >= 0 && row < rows) found.add(row);
    }
  }
  return found;
}
