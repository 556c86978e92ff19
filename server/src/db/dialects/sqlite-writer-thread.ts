import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Statement, StatementResult } from '../batch.ts';
import { openConnection } from './sqlite-connection.ts';
import { type BatchAnswer, createWriter, toFailure } from './sqlite-writer.ts';

/** Work on the file itself, between batches. */
export type Upkeep = 'checkpoint' | 'space' | 'shrink';
export type WriterRequest = { statements: Statement[] } | { upkeep: Upkeep };

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
const connection = openConnection((workerData as { path: string }).path, { readOnly: false });
const writer = createWriter(connection);

type Mail = [id: number, request: WriterRequest];

/** Given back at once. `bench/shrink.ts` prints how long that takes: less than a batch may hold the writer. */
const SLICE_PAGES = 64;

const SPACE = `SELECT page_count AS pages, freelist_count AS free, auto_vacuum = 2 AS shrinks
  FROM pragma_page_count, pragma_freelist_count, pragma_auto_vacuum`;

const UPKEEP: Readonly<Record<Upkeep, () => StatementResult>> = {
  checkpoint: () => connection.run('PRAGMA wal_checkpoint(TRUNCATE)', []),
  space: () => connection.run(SPACE, []),
  shrink() {
    // One page a step: only `exec` takes all of them.
    connection.db.exec(`PRAGMA incremental_vacuum(${SLICE_PAGES})`);
    return connection.run(SPACE, []);
  },
};

function keepUp(upkeep: Upkeep): BatchAnswer {
  try {
    return { results: [UPKEEP[upkeep]()] };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}

/** Everything that has arrived by now, so that it can share a transaction. */
function drain(waiting: Mail[]): void {
  for (let next = receiveMessageOnPort(port as never); next; next = receiveMessageOnPort(port as never)) {
    if (next.message === 'stop') stopped = true;
    else waiting.push(...(next.message as Mail[]));
  }
}

let stopped = false;

function work(waiting: Mail[]): void {
  while (waiting.length > 0) {
    drain(waiting);
    const [id, first] = waiting[0] as Mail;
    if ('upkeep' in first) {
      waiting.shift();
      port?.postMessage([[id, keepUp(first.upkeep)]]);
      continue;
    }
    const end = waiting.findIndex(([, request]) => 'upkeep' in request);
    const group = end === -1 ? waiting : waiting.slice(0, end);
    const answers = writer.commitGroup(
      group.map(([, request]) => ('statements' in request ? request.statements : [])),
    );
    port?.postMessage(waiting.splice(0, answers.length).map(([mail], i) => [mail, answers[i]]));
  }
}

port.on('message', (message: Mail[] | 'stop') => {
  if (message === 'stop') stopped = true;
  else work(message);
  if (stopped) {
    connection.close();
    port.close();
  }
});
