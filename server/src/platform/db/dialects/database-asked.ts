import { createDiagnosticPoint } from '../../../kernel/point.ts';

/** A finished read or batch, timed as its caller waited for it. */
export interface DatabaseWork {
  work: 'read' | 'write';
  seconds: number;
}

export const databaseWorkDone = createDiagnosticPoint<DatabaseWork>('database.asked');

/** Runs `ask` and publishes its duration, however it ended. */
export function timeDatabaseWork<T>(work: DatabaseWork['work'], ask: () => Promise<T>): Promise<T> {
  if (!databaseWorkDone.isHeard) return ask();
  const began = performance.now();
  return ask().finally(() => databaseWorkDone.tell({ work, seconds: (performance.now() - began) / 1000 }));
}
