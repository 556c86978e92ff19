import { createDiagnosticPoint } from '../../../kernel/point.ts';
import type { SampleEntry } from '../stores/sample-store.ts';

/** Publishes the outcomes of units once they are durable: right, wrong, compared, failed, unscored, measured. */
export const unitsFinished = createDiagnosticPoint<readonly string[]>('units.finished');

export function publishFinishedUnits(entries: readonly SampleEntry[]): void {
  if (!unitsFinished.isHeard) return;
  unitsFinished.tell(
    entries.flatMap((entry) => {
      const outcome = outcomeOf(entry);
      // Interrupted load and interrupted tasks are run again.
      return outcome === null || outcome === 'interrupted' ? [] : [outcome];
    }),
  );
}

function outcomeOf(entry: SampleEntry): string | null {
  if (entry.kind === 'graded') return entry.graded.outcome;
  if (entry.kind === 'asked' || entry.kind === 'said') return entry.sample?.outcome ?? null;
  return null;
}
