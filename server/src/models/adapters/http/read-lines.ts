import type { Flow, HttpHeaders, HttpPost, Transport } from './transport.ts';

/** Unread lines above which the connection is paused. */
const MAX_WAITING = 1000;
/** Maximum length of a line, which is one response. */
const MAX_CHARACTERS = 32 * 1024 * 1024;
/** Time without data after which reading is aborted. */
const IDLE_MS = 60_000;

/** The status of a response and its body as lines while it arrives, without empty lines. */
export interface LinesAnswer {
  status: number;
  headers: HttpHeaders;
  lines: AsyncGenerator<string>;
}

/**
 * Sends a request and reads a body of any length in bounded memory: the connection is paused while lines are unread.
 * Reading throws the connection error, or an error after `idleMs` without data.
 */
export async function readLines(
  transport: Transport,
  request: HttpPost,
  signal: AbortSignal,
  idleMs = IDLE_MS,
): Promise<LinesAnswer> {
  const head = Promise.withResolvers<{ status: number; headers: HttpHeaders }>();
  const decoder = new TextDecoder();
  let waiting: string[] = [];
  let rest = '';
  let held: Flow | null = null;
  let over: { error: unknown } | 'whole' | null = null;
  let wake = () => {};
  const stop = new AbortController();
  const idle = setTimeout(() => {
    // No data on a paused connection is not an idle server.
    if (held === null) stop.abort(new Error(`nothing came for ${idleMs / 1000} s`));
    else idle.refresh();
  }, idleMs);

  function add(text: string): void {
    const pieces = (rest + text).split('\n');
    rest = pieces.pop() ?? '';
    if (rest.length > MAX_CHARACTERS) throw new RangeError('A line of the answer is longer than 32 MB.');
    for (const line of pieces) if (line.trim() !== '') waiting.push(line);
  }

  function release(): void {
    if (held === null) return;
    const flow = held;
    // Buffered data is delivered while the connection resumes, and may pause it again.
    held = null;
    idle.refresh();
    flow.resume();
  }

  const receiver = {
    onHead(status: number, headers: HttpHeaders) {
      idle.refresh();
      head.resolve({ status, headers });
    },
    onData(chunk: Buffer, flow: Flow) {
      idle.refresh();
      add(decoder.decode(chunk, { stream: true }));
      if (waiting.length > MAX_WAITING) {
        held = flow;
        flow.pause();
      }
      wake();
    },
  };
  transport.post(request, receiver, AbortSignal.any([signal, stop.signal])).then(
    () => {
      clearTimeout(idle);
      add(`${decoder.decode()}\n`);
      over = 'whole';
      wake();
    },
    (error: unknown) => {
      clearTimeout(idle);
      head.reject(error);
      over = { error };
      wake();
    },
  );

  async function* lines(): AsyncGenerator<string> {
    try {
      for (;;) {
        const some = waiting;
        waiting = [];
        yield* some;
        if (waiting.length > 0) continue;
        if (over === 'whole') return;
        if (over !== null) throw over.error;
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        release();
        await woken;
      }
    } finally {
      stop.abort(new Error('nobody reads on'));
    }
  }

  return { ...(await head.promise), lines: lines() };
}
