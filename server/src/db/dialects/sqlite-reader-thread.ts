import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './sqlite-connection.ts';
import { type SqliteFailure, toFailure } from './sqlite-writer.ts';

export interface ReaderRequest {
  sql: string;
  parameters: readonly unknown[];
}
export type ReaderAnswer = { rows: unknown[] } | { failure: SqliteFailure };

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
const connection = openConnection((workerData as { path: string }).path, { readOnly: true });

function read({ sql, parameters }: ReaderRequest): ReaderAnswer {
  try {
    return { rows: connection.run(sql, parameters).rows };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}

port.on('message', (message: [number, ReaderRequest][] | 'stop') => {
  if (message === 'stop') {
    connection.close();
    port.close();
    return;
  }
  port.postMessage(message.map(([id, request]) => [id, read(request)]));
});
