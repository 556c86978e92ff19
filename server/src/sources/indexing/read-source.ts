import type { JobContext } from '../../jobs/jobs.ts';
import {
  isAddressType,
  type Reading,
  type ReadingError,
  type ReadingService,
  type ReadingStage,
  type ReadRequest,
  readingError,
} from '../../reading/reading.ts';
import type { ExtractedText } from '../chunking/chunker.ts';
import { ReadingTimedOut, type ReadText, type TextReading } from '../chunking/chunker-client.ts';
import type { SourceRow } from '../source-store.ts';
import { titleOf } from '../source-title.ts';

/** A source that was read and cut, held in memory until it is forgotten. */
export interface ReadSource extends ReadText {
  extracted: ExtractedText;
  /** What the reader found out. */
  about: Pick<Reading, 'title' | 'mediaType' | 'charset' | 'language' | 'classification'>;
}

/** Why nothing was read, and when it may be tried again, in milliseconds since 1970, where that is known. */
export interface FailedReading {
  error: ReadingError;
  retryAt?: number | undefined;
}

export interface ReadingDeps {
  texts: TextReading;
  reading: ReadingService;
  maxChunks: number;
}

/** As much of a text as its title is looked for in. */
const BEGINNING_UNITS = 64 * 1024;

/** Reads and cuts a source; what is wrong with it is a value. Throws when the job is to end. */
export async function readSource(
  deps: ReadingDeps,
  owner: SourceRow,
  original: AsyncIterable<Uint8Array>,
  context: Pick<JobContext, 'signal' | 'heartbeat'>,
  onStage: (stage: ReadingStage) => void,
): Promise<ReadSource | FailedReading> {
  const bytes = watched(original, context);
  try {
    const { signal, heartbeat } = context;
    const request = await requestOf(owner, bytes);
    const result = await deps.reading.read(request, { signal, onStage });
    signal.throwIfAborted();
    if (!result.ok) return { error: result.error, retryAt: result.retryAt };
    const check = () => {
      signal.throwIfAborted();
      heartbeat();
    };
    return settle(await deps.texts.cut(result.documents, deps.maxChunks, check), titled(result, owner));
  } catch (error) {
    if (error instanceof ReadingTimedOut)
      return { error: readingError({ code: 'parsing_timed_out', detail: '' }) };
    throw error;
  }
}

/** A text that says no title of its own is called by its beginning, now that it can be read. */
function titled(result: Reading, { type, filename }: SourceRow): Reading {
  if (type !== 'text' || result.title !== '') return result;
  const beginning = result.documents[0]?.content.slice(0, BEGINNING_UNITS) ?? '';
  return { ...result, title: titleOf({ title: undefined, filename: filename ?? undefined, beginning }) };
}

function settle(text: ReadText, about: ReadSource['about']): ReadSource | FailedReading {
  const { extracted } = text;
  if (!('failure' in extracted)) return { ...text, extracted, about };
  text.forget();
  return { error: readingError({ code: extracted.failure, detail: '' }) };
}

async function requestOf(owner: SourceRow, bytes: AsyncIterable<Uint8Array>): Promise<ReadRequest> {
  const { type, url, filename, charset, media_type } = owner;
  if (isAddressType(type)) return { type, url: url ?? '' };
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  const upload = { type: type === 'pdf' ? type : 'text', bytes: Buffer.concat(pieces) } as const;
  const named = filename ?? (media_type === 'text/vtt' ? 'transcript.vtt' : '');
  return { ...upload, filename: named, ...(charset !== null && { charset }) };
}

async function* watched(
  original: AsyncIterable<Uint8Array>,
  { signal, heartbeat }: Pick<JobContext, 'signal' | 'heartbeat'>,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of original) {
    signal.throwIfAborted();
    heartbeat();
    yield bytes;
  }
}
