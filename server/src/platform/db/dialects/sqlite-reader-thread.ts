import { workerData } from 'node:worker_threads';
import { serveBatches } from '../../../kernel/worker-channel.ts';
import { openConnection } from './sqlite-connection.ts';
import { type SqliteFailure, toSqliteFailure } from './sqlite-writer.ts';

export interface ReaderRequest {
  sql: string;
  parameters: readonly unknown[];
}
export type ReaderAnswer = { rows: unknown[] } | { failure: SqliteFailure };

const connection = openConnection((workerData as { path: string }).path, { readOnly: true });

function read({ sql, parameters }: ReaderRequest): ReaderAnswer {
  try {
    return { rows: connection.run(sql, parameters).rows };
  } catch (error) {
    return { failure: toSqliteFailure(error) };
  }
}

serveBatches<ReaderRequest, ReaderAnswer>(
  (requests, port) => port.answer(requests.map(([id, request]) => [id, read(request)])),
  connection.close,
);
