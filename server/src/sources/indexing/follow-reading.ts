import type { ReadingStage } from '../../reading/reading.ts';
import type { StageName } from '../source-schemas.ts';

const EVERY_MS = 500;
const NAMES = { fetching: 'fetch', parsing: 'parse' } as const;

/** What a source's row says of how far it is; a `total` of 0 is not known. */
export function stageText(name: StageName, done: number, total: number, unit?: ReadingStage['unit']): string {
  return JSON.stringify({ name, done, total, ...(unit && { unit }) });
}

/**
 * Writes a reading's stages down as they come, one at a time and at most twice a second, and calls the reading off
 * through `signal` once `write` answers that the source is gone, or throws. `end` waits for the last write.
 */
export function followReading(outer: AbortSignal, write: (stage: string) => Promise<boolean>) {
  const gone = new AbortController();
  let last = performance.now();
  let busy: Promise<void> | null = null;

  async function put(stage: string): Promise<void> {
    try {
      if (!(await write(stage))) gone.abort();
    } catch (error) {
      gone.abort(error);
    } finally {
      busy = null;
    }
  }

  return {
    signal: AbortSignal.any([outer, gone.signal]),
    onStage({ name, unit, done, total }: ReadingStage): void {
      if (busy || performance.now() - last < EVERY_MS) return;
      last = performance.now();
      busy = put(stageText(NAMES[name], done, total ?? 0, unit));
    },
    async end(): Promise<void> {
      await busy;
    },
    /** The source was deleted while it was read. */
    isGone: () => gone.signal.aborted && gone.signal.reason instanceof DOMException,
  };
}
