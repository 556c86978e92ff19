import { workerData } from 'node:worker_threads';
import { type BatchPort, serveBatches } from '../../../kernel/worker-channel.ts';
import type { Statement, StatementResult } from '../batch.ts';
import { openConnection } from './sqlite-connection.ts';
import { openCommitMark } from './sqlite-mark.ts';
import { type BatchAnswer, createWriter, toSqliteFailure } from './sqlite-writer.ts';

/** Maintenance of the file, between batches. */
export type Maintenance = 'checkpoint' | 'space' | 'shrink';
export type WriterRequest = { statements: Statement[] } | { maintenance: Maintenance };

const { path } = workerData as { path: string };
const connection = openConnection(path, { readOnly: false });
const mark = openCommitMark(path, connection);
const writer = createWriter(connection, mark);

type NumberedRequest = [id: number, request: WriterRequest];

/** The number of pages returned in one step. A step holds the writer for less time than a batch may. */
const SLICE_PAGES = 64;

const SPACE = `SELECT page_count AS pages, freelist_count AS free, auto_vacuum = 2 AS shrinks
  FROM pragma_page_count, pragma_freelist_count, pragma_auto_vacuum`;

const MAINTENANCE: Readonly<Record<Maintenance, () => StatementResult>> = {
  checkpoint: () => connection.run('PRAGMA wal_checkpoint(TRUNCATE)', []),
  space: () => connection.run(SPACE, []),
  shrink() {
    // One page per step of the pragma: only `exec` runs all steps.
    connection.db.exec(`PRAGMA incremental_vacuum(${SLICE_PAGES})`);
    return connection.run(SPACE, []);
  },
};

function maintain(maintenance: Maintenance): BatchAnswer {
  try {
    return { results: [MAINTENANCE[maintenance]()] };
  } catch (error) {
    return { failure: toSqliteFailure(error) };
  }
}

function work(waiting: NumberedRequest[], port: BatchPort<WriterRequest, BatchAnswer>): void {
  while (waiting.length > 0) {
    // Everything that has arrived by now can share a transaction.
    waiting.push(...port.drain());
    const [id, first] = waiting[0] as NumberedRequest;
    if ('maintenance' in first) {
      waiting.shift();
      port.answer([[id, maintain(first.maintenance)]]);
      continue;
    }
    const end = waiting.findIndex(([, request]) => 'maintenance' in request);
    const group = end === -1 ? waiting : waiting.slice(0, end);
    const answers = writer.commitGroup(
      group.map(([, request]) => ('statements' in request ? request.statements : [])),
    );
    port.answer(answers.map((answer, i) => [(waiting[i] as NumberedRequest)[0], answer]));
    waiting.splice(0, answers.length);
  }
}

serveBatches(work, () => {
  connection.close();
  mark.close();
});
