import { createSlots } from '../../../kernel/slots.ts';
import { openWorkerChannel, type WorkerChannel } from '../../../kernel/worker-channel.ts';
import type { ReadDocument } from '../../reading/reading.ts';
import type { PlacedChunk } from './chunk-document.ts';
import type { ChunkingOutcome } from './chunker.ts';
import type { ChunkerAnswer, ChunkerRequest } from './chunker-thread.ts';

/** A text and its chunks, kept in the thread until they are released. */
export interface ChunkedText {
  readonly outcome: ChunkingOutcome;
  piece(at: number): Promise<string>;
  chunks(from: number, count: number): Promise<PlacedChunk[]>;
  /** Frees their memory. */
  release(): void;
}

export type ChunkerClient = ReturnType<typeof createChunkerClient>;

const TIMEOUT_MS = 60_000;
/** Without a text for this long, the thread is ended: after one of 38 MB it kept 120 MB of garbage. */
const IDLE_MS = 5_000;

/** Splitting a text took too long, and the thread was ended. */
export class ChunkingTimedOut extends Error {
  override readonly name = 'ChunkingTimedOut';
}

/** Splits texts in a worker thread, which starts with the first text. */
export function createChunkerClient() {
  let thread: ChunkerChannel | null = null;
  let lastText = 0;
  const held = new Set<number>();
  // The thread does one thing at a time, so the time limit starts when it is free.
  const turns = createSlots(1);
  let idle: NodeJS.Timeout | undefined;

  function call(own: ChunkerChannel, request: ChunkerRequest): Promise<ChunkerAnswer> {
    return turns.run(() => own.call(request, { timeoutMs: TIMEOUT_MS }));
  }

  function hold(): number {
    clearTimeout(idle);
    held.add(++lastText);
    return lastText;
  }

  function release(own: ChunkerChannel, text: number): void {
    if (!held.delete(text)) return;
    call(own, { text, do: 'release' }).catch(() => {});
    if (held.size === 0)
      idle = setTimeout(() => void own.terminate(new Error('No text is left to split.')), IDLE_MS).unref();
  }

  function liveThread(): ChunkerChannel {
    const own = thread?.ended === false ? thread : startChunker();
    thread = own;
    return own;
  }

  async function finish(own: ChunkerChannel, text: number): Promise<ChunkedText> {
    const outcome = (await call(own, { text, do: 'end' })) as ChunkingOutcome;
    return {
      outcome,
      piece: async (at) => (await call(own, { text, do: 'piece', at })) as string,
      chunks: async (from, count) => (await call(own, { text, do: 'chunks', from, count })) as PlacedChunk[],
      release: () => release(own, text),
    };
  }

  return {
    /**
     * Splits documents into chunks. Calls `heartbeat` before each document; an error that it throws ends the splitting.
     * Throws `ChunkingTimedOut` if one step of this text took too long. Waiting for other texts does not count.
     */
    async chunk(
      documents: readonly ReadDocument[],
      maxChunks: number,
      heartbeat: () => void,
    ): Promise<ChunkedText> {
      const own = liveThread();
      const text = hold();
      try {
        for (const document of documents) {
          heartbeat();
          await call(own, { text, do: 'add', document, maxChunks });
        }
        return await finish(own, text);
      } catch (error) {
        release(own, text);
        throw error;
      }
    },
    async stop(): Promise<void> {
      clearTimeout(idle);
      await thread?.terminate(new Error('The service is stopping.'));
    },
  };
}

type ChunkerChannel = WorkerChannel<ChunkerRequest, ChunkerAnswer>;

/** A channel to a new thread. The texts of a thread are lost with it, so a channel never restarts its thread. */
function startChunker(): ChunkerChannel {
  return openWorkerChannel<ChunkerRequest, ChunkerAnswer>(new URL('./chunker-thread.ts', import.meta.url), {
    name: 'chunker',
    unref: true,
    noAnswer: (reason) => {
      if (reason.why === 'timed_out')
        return new ChunkingTimedOut('Splitting a text into chunks took too long.');
      return (reason.why === 'died' && reason.cause) || new Error('The thread that splits texts has ended.');
    },
  });
}
