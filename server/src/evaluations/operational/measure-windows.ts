import type { Database } from '../../db/db.ts';
import type { Held } from '../evaluation-store.ts';
import { type LoadSummary, summariseLoad } from '../load/load-summary.ts';
import { kindOf, type Plan } from '../plan.ts';
import { readAnswered } from '../sample-store.ts';
import { type KeptWindow, readWindow } from './window-record.ts';

/** What the windows of one target on one benchmark showed. */
export interface MeasuredWindows {
  /** The benchmark's key. */
  benchmark: string;
  target: number;
  windows: readonly KeptWindow[];
  summary: LoadSummary;
}

const AT_ONCE = 5;

/** Reads every window of an evaluation, a few at a time, and sums up those of each target and benchmark. */
export async function measureWindows(
  db: Database,
  of: Pick<Held, 'workspaceId' | 'id'>,
  plan: Plan,
): Promise<MeasuredWindows[]> {
  const measured: MeasuredWindows[] = [];
  for (const [index, benchmark] of plan.benchmarks.entries()) {
    if (kindOf(benchmark) !== 'window') continue;
    const byTarget = plan.targets.map((): KeptWindow[] => []);
    for await (const { target, window } of keptWindows(db, of, index)) byTarget[target]?.push(window);
    for (const [target, windows] of byTarget.entries()) {
      if (windows.length === 0) continue;
      const summary = summariseLoad(windows, plan.methodology.confidence_level);
      measured.push({ benchmark: benchmark.key, target, windows, summary });
    }
  }
  return measured;
}

async function* keptWindows(db: Database, of: Pick<Held, 'workspaceId' | 'id'>, benchmark: number) {
  for (let after = -1; ; ) {
    const page = await readAnswered(db, of, benchmark, after, AT_ONCE);
    for (const { target, answer } of page) yield { target, window: readWindow(answer ?? '') };
    const last = page.at(-1);
    if (!last) return;
    after = last.unit;
  }
}
