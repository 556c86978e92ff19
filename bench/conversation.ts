import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAnswer } from '@touchstone/client';
import { startServe } from '../server/test/support/cli-process.ts';
import { onDisk } from '../server/test/support/each-database.ts';
import { writeProviders } from '../server/test/support/evaluation-service.ts';
import { httpRequest } from '../server/test/support/http-request.ts';
import { ask, mb, residentBytes } from './lib/service-calls.ts';

/**
 * What a conversation takes, in a service of its own with a model server in this process: `node bench/conversation.ts
 * [messages] [answers]`, default 10,000 messages in the conversation and 2,000 answers for the memory. It prints
 *
 * - the time from the end of a sentence at the model to its arrival at a client, one answer at a time;
 * - how long a GET takes while 50 answers stream;
 * - the memory of the service before and after so many answers.
 */
const [messages = 10_000, answers = 2000] = process.argv.slice(2).map(Number);
const STREAMS = 50;
const SENTENCES = 40;
const EVERY_MS = 50;

const place = onDisk(undefined, async () => {});
const model = await startModel();
const config = writeProviders(place.dataDir, { url: model.url });
const service = await startServe([
  ...['--data-dir', place.dataDir, '--log-level', 'error', '--port', '0'],
  ...['--touchstone-config', config, '--agent-model', 'mock/timed'],
]);
try {
  await measure();
} finally {
  await service.stop();
  await model.stop();
  await place.remove();
}

async function measure(): Promise<void> {
  const { id } = await post('/workspaces', { name: 'Conversation' });
  const path = `/workspaces/${id}/messages`;
  for (let from = 0; from < messages; from += 100) {
    const some = Array.from({ length: Math.min(100, messages - from) }, (_, n) => ({
      content: `Message ${from + n}`,
      respond: false,
    }));
    await Promise.all(some.map((message) => post(path, message)));
  }
  console.log(`${messages} messages; ${SENTENCES} sentences an answer, one each ${EVERY_MS} ms`);

  const alone: number[] = [];
  for (let n = 0; n < 5; n++) alone.push(...(await follow(path)));
  print('a sentence to the client, one answer at a time', alone);

  const together = Array.from({ length: STREAMS }, () => follow(path));
  const gets: number[] = [];
  const ended = Promise.all(together).then(() => true);
  while (!(await Promise.race([ended, sleep(10, false)]))) {
    const started = performance.now();
    await httpRequest('GET', `${service.url}${path}?limit=50&order=desc`);
    gets.push(performance.now() - started);
  }
  print(`a sentence to the client, ${STREAMS} answers at once`, (await Promise.all(together)).flat());
  print(`GET of 50 messages while ${STREAMS} answers stream`, gets);

  model.hurry();
  const before = await rssMb();
  let at = performance.now();
  for (let from = 0; from < answers; from += STREAMS) {
    await Promise.all(Array.from({ length: STREAMS }, () => follow(path)));
    if (performance.now() - at < 20_000) continue;
    console.log(`  after ${from + STREAMS} answers ${await rssMb()}`);
    at = performance.now();
  }
  console.log(`memory ${before} before, ${await rssMb()} after ${answers} answers`);
}

/** Asks, and follows the answer; how long each sentence took from the model to here, in ms. */
async function follow(path: string): Promise<number[]> {
  const { answer_id } = await post(path, { content: '@explainer Go' });
  const late: number[] = [];
  for await (const { event, data } of readAnswer(`${service.url}${path}/${answer_id}`)) {
    if (event === 'done' && data.status !== 'complete') throw new Error(JSON.stringify(data.error));
    if (event !== 'delta') continue;
    for (const [, letters = ''] of data.text.matchAll(/At ([a-j]+)\./g))
      late.push(performance.now() - fromLetters(letters));
  }
  return late;
}

/** A time as letters, because a sentence with figures would be held back. */
function toLetters(ms: number): string {
  return `${Math.round(ms * 1000)}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
}

function fromLetters(letters: string): number {
  return Number(letters.replace(/[a-j]/g, (letter) => `${'abcdefghij'.indexOf(letter)}`)) / 1000;
}

/** A model whose sentences say when they were sent. */
async function startModel() {
  let everyMs = EVERY_MS;
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', async () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const send = (delta: object, finish_reason: string | null = null) =>
        response.write(
          `data: ${JSON.stringify({ id: 'c', model: 'timed', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
        );
      for (let n = 0; n < SENTENCES && !response.destroyed; n++) {
        if (everyMs > 0) await sleep(everyMs);
        // The first letter of the next line shows that this one is complete.
        send({ content: `At ${toLetters(performance.now())}.\n\u2060` });
      }
      send({}, 'stop');
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hurry() {
      everyMs = 0;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function post(path: string, json: object) {
  return ask(service, 'POST', path, json);
}

async function rssMb(): Promise<string> {
  return mb(await residentBytes(service));
}

function print(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  console.log(`${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms (${times.length})`);
}
