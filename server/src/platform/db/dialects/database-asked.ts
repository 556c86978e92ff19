import { createPoint } from '../../../kernel/point.ts';

/** A read, or a batch that was written, as its caller waited for it. */
export interface DatabaseAsked {
  work: 'read' | 'write';
  seconds: number;
}

export const databaseAsked = createPoint<DatabaseAsked>('database.asked');

/** Runs `ask`, and tells how long it took, however it ended. */
export function timed<T>(work: DatabaseAsked['work'], ask: () => Promise<T>): Promise<T> {
  if (!databaseAsked.isHeard) return ask();
  const began = performance.now();
  return ask().finally(() => databaseAsked.tell({ work, seconds: (performance.now() - began) / 1000 }));
}
