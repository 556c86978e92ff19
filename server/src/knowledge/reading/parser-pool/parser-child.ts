import { writeSync } from 'node:fs';
import { FRAME_PIECE_SIZE, jsonFrame, readFrames } from '../../../kernel/frames.ts';
import { ReadingFailure } from '../failures.ts';
import type { ParsedDocument, ParseProgress, ParseTask } from '../parse-task.ts';
import { parseDocument } from '../parsers/parse-document.ts';
import type { FromChild, ToChild } from './parser-messages.ts';

// The entry of a parsing process: bytes arrive on standard input, results leave on descriptor 3. It may read only its
// own code, write nothing and use no network. The service ends it if it uses too much time or memory.

const RESULTS = 3;
const MARKS_AT_ONCE = 5_000;

const frames = readFrames(process.stdin);
for (let next = await frames.next(); !next.done; next = await frames.next()) {
  const message = next.value.kind === 'json' ? (next.value.value as ToChild) : { end: true };
  if (!('begin' in message)) throw new Error('Something else than a task arrived.');
  await answer(message.begin, bytesOfTask());
}

/**
 * The bytes of the task. One call at a time takes a frame, and no call takes one after the end: a failed parser may
 * still have a pending call, which must not take the next task.
 */
function bytesOfTask(): AsyncIterableIterator<Uint8Array> {
  let ended = false;
  let last: Promise<unknown> = Promise.resolve();

  async function take(): Promise<IteratorResult<Uint8Array>> {
    if (ended) return { done: true, value: undefined };
    const next = await frames.next();
    ended = next.done === true || next.value.kind === 'json';
    return !next.done && next.value.kind === 'bytes'
      ? { done: false, value: next.value.bytes }
      : { done: true, value: undefined };
  }

  return {
    next() {
      const taken = last.then(take);
      last = taken;
      return taken;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function answer(task: ParseTask, bytes: AsyncIterableIterator<Uint8Array>): Promise<void> {
  const outcome = await parsed(task, bytes);
  // A failure is sent at once, because the bytes may never end. Bytes that the parser did not read are still taken from
  // the pipe, so that the next task begins at the right place.
  if ('failed' in outcome) send(outcome);
  for await (const _ of bytes);
  if ('finished' in outcome) send(outcome);
}

async function parsed(task: ParseTask, bytes: AsyncIterable<Uint8Array>): Promise<FromChild> {
  try {
    const progress = (value: ParseProgress) => send({ progress: value });
    return { finished: await parseDocument(task, bytes, { progress, document: sendDocument }) };
  } catch (error) {
    return { failed: failureOf(error) };
  }
}

function failureOf(error: unknown): Extract<FromChild, { failed: unknown }>['failed'] {
  if (error instanceof ReadingFailure) return { code: error.code, detail: error.detail };
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return { code: 'too_complex', detail: '' };
  }
  console.error(error);
  return { code: 'parsing_crashed', detail: error instanceof Error ? error.name : '' };
}

function sendDocument({ kind, path, content, marks }: ParsedDocument): void {
  send({ document: { kind, path } });
  for (let at = 0; at < content.length; at += FRAME_PIECE_SIZE)
    send({ content: content.slice(at, at + FRAME_PIECE_SIZE) });
  for (let at = 0; at < marks.length; at += MARKS_AT_ONCE)
    send({ marks: marks.slice(at, at + MARKS_AT_ONCE) });
}

/** Blocks until the service has read the earlier messages, so that a fast parser does not fill its own memory. */
function send(message: FromChild): void {
  const bytes = jsonFrame(message);
  for (let at = 0; at < bytes.length; ) at += writeSync(RESULTS, bytes, at);
}
