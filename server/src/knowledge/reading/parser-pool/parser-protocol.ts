import type { ContainedProcess } from '../../../kernel/contained-process.ts';
import { bytesFrame, FRAME_PIECE_SIZE, jsonFrame, type readFrames } from '../../../kernel/frames.ts';
import { isReadingFailureCode, ReadingFailure, type ReadingFailureCode } from '../failures.ts';
import type { ParsedDocument, ParsedSource, ParseProgress, ParseTask } from '../parse-task.ts';
import type { FromChild, ToChild } from './parser-messages.ts';

export interface Parser {
  process: ContainedProcess;
  frames: ReturnType<typeof readFrames>;
}

export type Outcome = { parsed: ParsedSource } | { failed: { code: ReadingFailureCode; detail: string } };

/** Maximum UTF-16 code units in all documents of one source together. */
const MAX_TEXT = 120e6;
/** Messages without content also use memory, so their number is limited. */
const MAX_MESSAGES = 1e6;

/**
 * Sends one document to a parsing process and receives the result. Throws if the exchange fails: the source of the
 * bytes failed, or the process ended or sent something invalid. A parser's failure is returned at once, while bytes may
 * still arrive (an endless archive would never end otherwise); the process is then not reusable.
 */
export async function requestParse(
  { process, frames }: Parser,
  task: ParseTask,
  bytes: AsyncIterable<Uint8Array>,
  onProgress: (progress: ParseProgress) => void,
): Promise<{ outcome: Outcome; isReusable: boolean }> {
  let sent = false;
  const sending = sendAll(process, task, bytes).then(() => {
    sent = true;
  });
  const receiving = receive(frames, onProgress);
  // The first one to fail has the reason. The other one fails with the process, and its error is ignored.
  await Promise.race([receiving, sending.then(() => receiving)]);
  const outcome = await receiving;
  if ('parsed' in outcome) await sending;
  else sending.catch(() => {});
  return { outcome, isReusable: sent };
}

async function sendAll(process: ContainedProcess, task: ParseTask, bytes: AsyncIterable<Uint8Array>) {
  await write(process, jsonFrame({ begin: task } satisfies ToChild));
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += FRAME_PIECE_SIZE) {
      await write(process, bytesFrame(piece.subarray(at, at + FRAME_PIECE_SIZE)));
    }
  }
  await write(process, jsonFrame({ end: true } satisfies ToChild));
}

/** Writes a frame, and waits for the process if the pipe is full. */
function write({ input }: ContainedProcess, frame: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      input.off('drain', drained);
      input.off('close', closed);
    };
    const drained = () => {
      leave();
      resolve();
    };
    const closed = () => {
      leave();
      reject(new Error('The parsing process ended while it was written to.'));
    };
    if (input.destroyed) closed();
    else if (input.write(frame)) resolve();
    else input.on('drain', drained).on('close', closed);
  });
}

async function receive(
  frames: Parser['frames'],
  onProgress: (progress: ParseProgress) => void,
): Promise<Outcome> {
  const documents: ParsedDocument[] = [];
  let room = MAX_TEXT;
  for (let messages = 0; messages < MAX_MESSAGES; messages++) {
    const message = await nextMessage(frames);
    if ('finished' in message) return { parsed: { ...message.finished, documents } };
    if ('failed' in message) return { failed: checkedFailure(message.failed) };
    if ('progress' in message) onProgress(message.progress);
    else room -= add(documents, message);
    if (room < 0) break;
  }
  throw new ReadingFailure('too_large', `more than ${MAX_TEXT / 1e6} million characters of text`);
}

async function nextMessage(frames: Parser['frames']): Promise<FromChild> {
  const next = await frames.next();
  if (next.done) throw new Error('The parsing process ended before its answer did.');
  if (next.value.kind !== 'json') throw new Error('The parsing process sent raw bytes.');
  return next.value.value as FromChild;
}

function add(documents: ParsedDocument[], message: FromChild): number {
  if ('document' in message) {
    documents.push({ ...message.document, content: '', marks: [] });
    return 0;
  }
  const current = documents.at(-1);
  if (!current) throw new Error('The parsing process sent content without a document.');
  if ('marks' in message) for (const mark of message.marks) current.marks.push(mark);
  else if ('content' in message) current.content += message.content;
  else throw new Error('The parsing process sent an unknown message.');
  return 'content' in message ? message.content.length : 0;
}

function checkedFailure({ code, detail }: { code: unknown; detail: unknown }) {
  return {
    code: isReadingFailureCode(code) ? code : ('parsing_crashed' as const),
    detail: typeof detail === 'string' ? detail.slice(0, 200) : '',
  };
}
