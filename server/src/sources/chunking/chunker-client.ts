import { openWorkerChannel, type WorkerChannel } from '../../kernel/worker-channel.ts';
import type { ReadDocument } from '../../reading/reading.ts';
import type { Extracted, ExtractedChunk } from './chunker.ts';
import type { ChunkerAnswer, ChunkerRequest } from './chunker-thread.ts';

/** A text that was read, wherever that was. */
export interface ReadText {
  readonly extracted: Extracted;
  piece(at: number): Promise<string>;
  chunks(from: number, count: number): Promise<ExtractedChunk[]>;
  /** Gives its memory back. */
  forget(): void;
}

export interface TextReading {
  /** Cuts documents that were read; `heartbeat` after each, and it may throw. */
  cut(documents: readonly ReadDocument[], maxChunks: number, heartbeat: () => void): Promise<ReadText>;
  stop(): Promise<void>;
}

const TIMEOUT_MS = 60_000;

/** Reading took too long; the thread was ended. */
export class ReadingTimedOut extends Error {
  override readonly name = 'ReadingTimedOut';
}

/** Cuts texts in a thread that is started when the first one comes. */
export function createTextReading(): TextReading {
  let thread: ChunkerChannel | null = null;
  let lastText = 0;

  function present(): ChunkerChannel {
    const own = thread?.ended === false ? thread : startChunker();
    thread = own;
    return own;
  }

  async function finish(own: ChunkerChannel, text: number): Promise<ReadText> {
    const extracted = (await call(own, { text, do: 'end' })) as Extracted;
    return {
      extracted,
      piece: async (at) => (await call(own, { text, do: 'piece', at })) as string,
      chunks: async (from, count) =>
        (await call(own, { text, do: 'chunks', from, count })) as ExtractedChunk[],
      forget: () => forget(own, text),
    };
  }

  return {
    async cut(documents, maxChunks, heartbeat) {
      const own = present();
      const text = ++lastText;
      try {
        for (const document of documents) {
          heartbeat();
          await call(own, { text, do: 'add', document, maxChunks });
        }
        return await finish(own, text);
      } catch (error) {
        forget(own, text);
        throw error;
      }
    },
    stop: async () => thread?.terminate(new Error('The service is stopping.')),
  };
}

const call = (own: ChunkerChannel, request: ChunkerRequest) => own.call(request, { timeoutMs: TIMEOUT_MS });

function forget(own: ChunkerChannel, text: number): void {
  call(own, { text, do: 'forget' }).catch(() => {});
}

type ChunkerChannel = WorkerChannel<ChunkerRequest, ChunkerAnswer>;

/** What a thread was told of a text ends with it, so a channel is one thread's life. */
function startChunker(): ChunkerChannel {
  return openWorkerChannel<ChunkerRequest, ChunkerAnswer>(new URL('./chunker-thread.ts', import.meta.url), {
    name: 'text',
    unref: true,
    noAnswer: (reason) => {
      if (reason.why === 'timed_out') return new ReadingTimedOut('Cutting a text took too long.');
      return (reason.why === 'died' && reason.cause) || new Error('The thread that reads texts has ended.');
    },
  });
}
