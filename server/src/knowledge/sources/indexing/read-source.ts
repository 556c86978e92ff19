import type { JobContext } from '../../../platform/jobs/jobs.ts';
import {
  isAddressType,
  type Reading,
  type ReadingError,
  type ReadingService,
  type ReadingStage,
  type ReadRequest,
  toReadingError,
} from '../../reading/reading.ts';
import type { ChunkingSummary } from '../chunking/chunker.ts';
import { type ChunkedText, type ChunkerClient, ChunkingTimedOut } from '../chunking/chunker-client.ts';
import type { SourceRow } from '../source-store.ts';
import { chooseTitle } from '../source-title.ts';
import { readTableSettings } from '../table-reading.ts';

/** A source that was read and split into chunks, kept in memory until it is released. */
export interface ReadSource extends Omit<ChunkedText, 'outcome'> {
  summary: ChunkingSummary;
  /** What reading found out about the source. */
  about: Pick<Reading, 'title' | 'mediaType' | 'charset' | 'language' | 'classification' | 'leftOut'>;
}

/** Why nothing was read. */
export interface FailedReading {
  error: ReadingError;
  /** When the server allows another request, in milliseconds since 1970. */
  retryAt?: number | undefined;
}

export interface ReadingDeps {
  chunker: ChunkerClient;
  reading: ReadingService;
  maxChunks: number;
}

/** How much of a text is searched for its title. */
const BEGINNING_UNITS = 64 * 1024;

/**
 * Reads a source and splits it into chunks. A failure of the source is returned as a value. Throws if the job has to
 * end.
 */
export async function readSource(
  deps: ReadingDeps,
  owner: SourceRow,
  original: AsyncIterable<Uint8Array>,
  context: Pick<JobContext, 'signal' | 'heartbeat'>,
  onStage: (stage: ReadingStage) => void,
): Promise<ReadSource | FailedReading> {
  const bytes = watchReading(original, context);
  try {
    const { signal, heartbeat } = context;
    // No variable refers to the bytes, so that they are freed once they are read.
    const result = await deps.reading.read(await requestOf(owner, bytes), { signal, onStage });
    signal.throwIfAborted();
    if (!result.ok) return { error: result.error, retryAt: result.retryAt };
    const check = () => {
      signal.throwIfAborted();
      heartbeat();
    };
    const about = readingMetadata(result, owner);
    return toReadSource(await deps.chunker.chunk(result.documents, deps.maxChunks, check), about);
  } catch (error) {
    if (error instanceof ChunkingTimedOut)
      return { error: toReadingError({ code: 'chunking_timed_out', detail: '' }) };
    throw error;
  }
}

/** Metadata of a reading without its documents, which would stay in memory until all chunks are written. */
function readingMetadata(result: Reading, owner: SourceRow): ReadSource['about'] {
  const { mediaType, charset, language, classification, leftOut } = result;
  return { title: titleFor(result, owner), mediaType, charset, language, classification, leftOut };
}

/** A text without a title of its own gets one from its beginning, which is decoded now. */
function titleFor({ title, documents }: Reading, { type, filename }: SourceRow): string {
  if (type !== 'text' || title !== '') return title;
  const beginning = documents[0]?.content.slice(0, BEGINNING_UNITS) ?? '';
  return chooseTitle({ title: undefined, filename: filename ?? undefined, beginning });
}

function toReadSource(
  { outcome, ...text }: ChunkedText,
  about: ReadSource['about'],
): ReadSource | FailedReading {
  if (!('failure' in outcome)) return { ...text, summary: outcome, about };
  text.release();
  return { error: toReadingError({ code: outcome.failure, detail: '' }) };
}

async function requestOf(owner: SourceRow, bytes: AsyncIterable<Uint8Array>): Promise<ReadRequest> {
  const { type, url, filename, charset, media_type } = owner;
  const { sheet } = readTableSettings(owner);
  if (isAddressType(type)) return { type, url: url ?? '' };
  const whole = Buffer.concat(await Array.fromAsync(bytes));
  const upload = { type: type === 'pdf' ? type : 'text', bytes: whole } as const;
  const named = filename ?? (media_type === 'text/vtt' ? 'transcript.vtt' : '');
  return {
    ...upload,
    filename: named,
    ...(charset !== null && { charset }),
    ...(sheet !== undefined && { sheet }),
  };
}

async function* watchReading(
  original: AsyncIterable<Uint8Array>,
  { signal, heartbeat }: Pick<JobContext, 'signal' | 'heartbeat'>,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of original) {
    signal.throwIfAborted();
    heartbeat();
    yield bytes;
  }
}
