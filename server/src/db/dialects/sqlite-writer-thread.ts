import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Statement } from '../batch.ts';
import { openConnection } from './sqlite-connection.ts';
import { type BatchAnswer, createWriter, toFailure } from './sqlite-writer.ts';

export type WriterRequest = { statements: Statement[] } | { checkpoint: true };

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
const connection = openConnection((workerData as { path: string }).path, { readOnly: false });
const writer = createWriter(connection);

type Mail = [id: number, request: WriterRequest];

function checkpoint(): BatchAnswer {
  try {
    return { results: [connection.run('PRAGMA wal_checkpoint(TRUNCATE)', [])] };
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
    if ('checkpoint' in first) {
      waiting.shift();
      port?.postMessage([[id, checkpoint()]]);
      continue;
    }
    const end = waiting.findIndex(([, request]) => 'checkpoint' in request);
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
