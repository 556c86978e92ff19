import { Worker } from 'node:worker_threads';
import type { ReadDocument } from '../../reading/reading.ts';
import type { Extracted, ExtractedChunk } from './chunker.ts';
import type { TextReply, TextRequest } from './chunker-thread.ts';

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
  let thread: TextThread | null = null;
  let lastText = 0;

  function present(): TextThread {
    const own = thread?.ended === false ? thread : startTextThread();
    thread = own;
    return own;
  }

  async function finish(own: TextThread, text: number): Promise<ReadText> {
    const extracted = (await own.ask({ text, do: 'end' })) as Extracted;
    return {
      extracted,
      piece: async (at) => (await own.ask({ text, do: 'piece', at })) as string,
      chunks: async (from, count) => (await own.ask({ text, do: 'chunks', from, count })) as ExtractedChunk[],
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
          await own.ask({ text, do: 'add', document, maxChunks });
        }
        return await finish(own, text);
      } catch (error) {
        forget(own, text);
        throw error;
      }
    },
    stop: async () => thread?.end(new Error('The service is stopping.')),
  };
}

function forget(own: TextThread, text: number): void {
  own.ask({ text, do: 'forget' }).catch(() => {});
}

type Ask<R = TextRequest> = R extends TextRequest ? Omit<R, 'id'> : never;

interface Waiting {
  resolve(value: TextReply['value']): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

interface TextThread {
  readonly ended: boolean;
  ask(request: Ask): Promise<TextReply['value']>;
  end(error: Error): Promise<void>;
}

function startTextThread(): TextThread {
  const worker = new Worker(new URL('./chunker-thread.ts', import.meta.url), { name: 'text' });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended = false;
  worker.unref();

  function failAll(error: Error): void {
    ended = true;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    waiting.clear();
  }

  async function end(error: Error): Promise<void> {
    failAll(error);
    await worker.terminate();
  }

  worker.on('message', ({ id, value }: TextReply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    clearTimeout(asked?.timer);
    asked?.resolve(value);
  });
  worker.on('error', (error: Error) => failAll(error));
  worker.on('exit', () => failAll(new Error('The thread that reads texts ended.')));

  return {
    get ended() {
      return ended;
    },
    ask(request) {
      if (ended) return Promise.reject(new Error('The thread that reads texts has ended.'));
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => void end(new ReadingTimedOut('Cutting a text took too long.')),
          TIMEOUT_MS,
        );
        waiting.set(id, { resolve, reject, timer });
        worker.postMessage({ ...request, id } as TextRequest);
      });
    },
    end,
  };
}
