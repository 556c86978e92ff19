import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAnswer } from '@touchstone/client';
import { type ServeProcess, startServe, temporaryFolder } from '../server/test/support/cli-process.ts';
import { writeProviders } from '../server/test/support/evaluation-service.ts';
import { httpRequest } from '../server/test/support/http-request.ts';
import { ask, mb, residentBytes } from '../server/test/support/service-calls.ts';
import { describePercentiles, newWorkspace, numberArguments, printMachine } from './lib/harness.ts';
import { zipfText } from './lib/zipf-text.ts';

/**
 * What a conversation takes, in a service of its own with a model server in this process: `node bench/conversation.ts
 * [messages] [chunks] [answers] [questions]`, default 10,000 messages in the conversation and 100,000 chunks of text
 * sources in its workspace, 2,000 answers for the memory and 100 questions to the researcher. It prints
 *
 * - how long the researcher without a model takes for an answer from so many chunks;
 * - the time from the end of a sentence at the model to its arrival at a client, one answer at a time;
 * - how long a GET takes while 50 answers stream;
 * - the memory of the service before and after so many answers.
 */
const [messages, chunks, answers, questions] = numberArguments([10_000, 100_000, 2000, 100]);
const STREAMS = 50;
const SENTENCES = 40;
const EVERY_MS = 50;
const CHUNKS_PER_SOURCE = 200;
/** Words of a paragraph: it is a chunk, because two of them are longer than one may be. */
const WORDS = 180;

const text = zipfText(50_000, 20_260_101);
const place = temporaryFolder();
const model = await startModel();
printMachine();
const config = writeProviders(place.path, { url: model.url });
try {
  const path = await during([], fill);
  await during(['--touchstone-config', config, '--agent-model', 'mock/timed'], (service) =>
    measure(service, path),
  );
} finally {
  await model.stop();
  place.remove();
}

async function during<T>(flags: string[], work: (service: ServeProcess) => Promise<T>): Promise<T> {
  const service = await startServe([
    ...['--data-dir', place.path, '--log-level', 'error', '--port', '0'],
    ...flags,
  ]);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** Fills a workspace and asks its researcher, which quotes without a model; returns the path of its messages. */
async function fill(service: ServeProcess): Promise<string> {
  const workspace = await newWorkspace(service);
  const path = `${workspace}/messages`;
  for (let from = 0; from < messages; from += 100) {
    const some = Array.from({ length: Math.min(100, messages - from) }, (_, n) => ({
      content: `Message ${from + n}`,
      respond: false,
    }));
    await Promise.all(some.map((message) => ask(service, 'POST', path, message)));
  }
  const facts: string[] = [];
  for (let from = 0; from < chunks; from += CHUNKS_PER_SOURCE) {
    const about = text.wordOf(5000 + facts.length);
    const paragraphs = Array.from({ length: Math.min(CHUNKS_PER_SOURCE, chunks - from) }, () =>
      text.many(WORDS, text.draw),
    );
    paragraphs[0] += `. The limit of ${about} is ${100 + facts.length} requests per second.`;
    facts.push(about);
    const source = { type: 'text', title: `Document ${facts.length}`, content: paragraphs.join('\n\n') };
    await ask(service, 'POST', `${workspace}/sources`, source);
  }
  const made = await indexed(service, workspace, facts.length);
  console.log(`${messages} messages, ${made} chunks of ${facts.length} sources`);
  if (facts.length === 0) return path;

  const times: number[] = [];
  const searches: number[] = [];
  for (let n = 0; n < questions; n++) {
    const fact = Math.floor(text.random() * facts.length);
    const started = performance.now();
    const question = { content: `@researcher What is the limit of ${facts[fact]}?` };
    const { answer_id } = await ask(service, 'POST', path, question);
    for await (const { event, data } of readAnswer(`${service.url}${path}/${answer_id}`)) {
      if (event === 'step' && data.tool === 'search') searches.push(data.took_ms);
      if (event !== 'done') continue;
      times.push(performance.now() - started);
      if (!data.content.includes(`${100 + fact} requests`)) throw new Error(`not found: ${data.content}`);
    }
  }
  print('a question to the researcher without a model, to the end of its answer', times);
  print('the search in it', searches);
  return path;
}

/** Waits until every source is found by keyword and semantic search; returns the number of chunks. */
async function indexed(service: ServeProcess, workspace: string, sources: number): Promise<number> {
  const waiting = async (status: string) =>
    (await ask(service, 'GET', `${workspace}/sources?limit=1&status=${status}`)).data.length > 0;
  while ((await waiting('pending')) || (await waiting('processing'))) await sleep(500);
  const started = performance.now();
  const mode = async () =>
    (await ask(service, 'POST', `${workspace}/search`, { query: text.wordOf(500) })).mode;
  while (sources > 0 && (await mode()) !== 'hybrid' && performance.now() < started + 120_000)
    await sleep(500);
  let made = 0;
  for (let cursor = ''; ; ) {
    const page = await ask(service, 'GET', `${workspace}/sources?limit=100${cursor}`);
    for (const source of page.data) made += source.chunk_count;
    if (page.next_cursor === null) return made;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

async function measure(service: ServeProcess, path: string): Promise<void> {
  console.log(`${SENTENCES} sentences an answer, one each ${EVERY_MS} ms`);
  const alone: number[] = [];
  for (let n = 0; n < 5; n++) alone.push(...(await follow(service, path)));
  print('a sentence to the client, one answer at a time', alone);

  const together = Array.from({ length: STREAMS }, () => follow(service, path));
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
  const before = mb(await residentBytes(service));
  let at = performance.now();
  for (let from = 0; from < answers; from += STREAMS) {
    await Promise.all(Array.from({ length: STREAMS }, () => follow(service, path)));
    if (performance.now() - at < 20_000) continue;
    console.log(`  after ${from + STREAMS} answers ${mb(await residentBytes(service))}`);
    at = performance.now();
  }
  console.log(`memory ${before} before, ${mb(await residentBytes(service))} after ${answers} answers`);
}

/** Asks, and follows the answer; returns the time of each sentence from the model to here, in ms. */
async function follow(service: ServeProcess, path: string): Promise<number[]> {
  const { answer_id } = await ask(service, 'POST', path, { content: '@explainer Go' });
  const late: number[] = [];
  for await (const { event, data } of readAnswer(`${service.url}${path}/${answer_id}`)) {
    if (event === 'done' && data.status !== 'complete') throw new Error(JSON.stringify(data.error));
    if (event !== 'delta') continue;
    for (const [, letters = ''] of data.text.matchAll(/At ([a-j]+)\./g))
      late.push(performance.now() - fromLetters(letters));
  }
  return late;
}

/** Writes a time in letters, because sentences with figures are checked before they are shown. */
function toLetters(ms: number): string {
  return `${Math.round(ms * 1000)}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
}

function fromLetters(letters: string): number {
  return Number(letters.replace(/[a-j]/g, (letter) => `${'abcdefghij'.indexOf(letter)}`)) / 1000;
}

/** A model whose sentences contain the time at which they were sent. */
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

function print(what: string, times: readonly number[]): void {
  console.log(`${what}: ${describePercentiles(times)}`);
}
