import type { JobContext } from '../jobs/jobs.ts';
import type { ExtractedText } from './extract-text.ts';
import {
  type Reading,
  type ReadingError,
  type ReadingService,
  type ReadingStage,
  type ReadRequest,
  readingError,
} from './reading/reading.ts';
import { isAddressType } from './source-input.ts';
import type { SourceRow } from './source-store.ts';
import { ReadingTimedOut, type ReadText, type TextReading } from './text-reading.ts';

/** A source that was read and cut, held in memory until it is forgotten. */
export interface ReadSource extends ReadText {
  extracted: ExtractedText;
  /** What the reader found out; null for a plain text, of which nothing but its text is known. */
  about: Pick<Reading, 'title' | 'mediaType' | 'language' | 'classification'> | null;
}

export interface ReadingDeps {
  texts: TextReading;
  reading: ReadingService;
  maxChunks: number;
}

/** Reads and cuts a source; what is wrong with it is a value. Throws when the job is to end. */
export async function readSource(
  deps: ReadingDeps,
  owner: SourceRow,
  original: AsyncIterable<Uint8Array>,
  context: Pick<JobContext, 'signal' | 'heartbeat'>,
  onStage: (stage: ReadingStage) => void,
): Promise<ReadSource | ReadingError> {
  const bytes = watched(original, context);
  try {
    if (isPlainText(owner)) {
      return settle(await deps.texts.read(bytes, owner.byte_size, deps.maxChunks), null);
    }
    const { signal, heartbeat } = context;
    const request = await requestOf(owner, bytes);
    const result = await deps.reading.read(request, { signal, onStage });
    signal.throwIfAborted();
    if (!result.ok) return result.error;
    const check = () => {
      signal.throwIfAborted();
      heartbeat();
    };
    return settle(await deps.texts.cut(result.documents, deps.maxChunks, check), result);
  } catch (error) {
    if (error instanceof ReadingTimedOut) return readingError({ code: 'parsing_timed_out', detail: '' });
    throw error;
  }
}

/** Transcripts have times, so they go to the readers; any other text is cut as it stands. */
export function isPlainText({ type, filename, media_type }: SourceRow): boolean {
  return type === 'text' && media_type !== 'text/vtt' && !/\.(vtt|srt)$/i.test(filename ?? '');
}

function settle(text: ReadText, about: ReadSource['about']): ReadSource | ReadingError {
  const { extracted } = text;
  if (!('failure' in extracted)) return { ...text, extracted, about };
  text.forget();
  return readingError({ code: extracted.failure, detail: '' });
}

async function requestOf(owner: SourceRow, bytes: AsyncIterable<Uint8Array>): Promise<ReadRequest> {
  const { type, url, filename } = owner;
  if (isAddressType(type)) return { type, url: url ?? '' };
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  const upload = { type: type === 'pdf' ? type : 'text', bytes: Buffer.concat(pieces) } as const;
  return { ...upload, filename: filename ?? (type === 'text' ? 'transcript.vtt' : '') };
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
