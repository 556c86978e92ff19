import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSolver } from '../answers/solver.ts';
import { createDraws, DRAW_PURPOSES, promptSha256 } from '../random.ts';
import type { LookupItem, SolverAnswers } from '../script/answers.ts';
import {
  type AppDocument,
  type AppItem,
  bestSentence,
  createRetrieval,
  plantedPassages,
} from './retrieval.ts';

export interface MockAppOptions {
  host?: string;
  /** Default 0: any free port. */
  port?: number;
  /** The seed; draws also depend on the question and how often it was asked. */
  seed?: number;
  /** Share of right answers among questions whose right answer it knows or can calculate. */
  accuracy?: number;
  /** The share of the relevant documents that the application finds for a known question. Default 1. */
  recall?: number;
  /** Share of right answers to known questions if all their documents are available. Default 1. */
  readerAccuracy?: number;
  /** Delay before the answer, or its first piece. */
  latencyMs?: number;
  /** Share of requests answered 500. */
  errorRate?: number;
  /** Share of requests answered 200 with an error inside. */
  errorInsideRate?: number;
  /** Questions with known answers. */
  items?: readonly AppItem[];
  /** Documents that the application retrieves from. */
  documents?: readonly AppDocument[];
}

export interface MockApp {
  /** Its answers are at `<url>/answer`. */
  url: string;
  stats(): MockAppStats;
  stop(): Promise<void>;
}

export interface MockAppStats {
  requests: number;
  answered: number;
  errors: number;
  sessions: number;
  /** Number of answers that the calculator gave. */
  tool_calls: number;
}

/** The reported price of a token in USD, so that costs can be added up by hand. */
const USD_PER_TOKEN = 0.000001;
const MAX_PASSAGES = 3;
const MAX_REMEMBERED = 10_000;
const MAX_BYTES = 1_000_000;
const UNKNOWN = 'I do not know.';

/**
 * A mock application with an HTTP endpoint, for tests and demonstrations: it retrieves passages, calculates sums with a
 * tool, keeps conversations, and is right at the configured rate. Every response says that it is a mock.
 */
export async function startMockApp(options: MockAppOptions = {}): Promise<MockApp> {
  const { host = '127.0.0.1', port = 0 } = options;
  const app = createMockApp(options);
  const server = createServer((request, response) => void app.handle(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${listening}`,
    stats: app.stats,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface AskedQuestion {
  question: string;
  session?: string;
  stream?: boolean;
  /** Passages to answer from, instead of retrieved ones. */
  passages?: readonly { id: string | null; text: string }[];
}

function createMockApp(options: MockAppOptions) {
  const { seed = 0, accuracy = 1, latencyMs = 0, errorRate = 0, errorInsideRate = 0 } = options;
  const { recall = 1, readerAccuracy = 1, documents = [], items = [] } = options;
  const retrieve = createRetrieval(documents, MAX_PASSAGES);
  const textOf = new Map(documents.map(({ id, text }) => [id, text]));
  const read = new Map(items.flatMap((one) => (one.documents ? [[one.input, one] as const] : [])));
  const solve = createSolver(solverOf(accuracy, items.flatMap(fromMemory)));
  const sessions = createMemory<string[]>();
  const attempts = createMemory<number>();
  const stats: MockAppStats = { requests: 0, answered: 0, errors: 0, sessions: 0, tool_calls: 0 };

  /** The response to a question with known documents, and its passages. */
  function answerFrom(item: Required<AppItem>, given: AskedQuestion['passages']) {
    const { input, expected, documents: wanted } = item;
    const draws = drawsOf(input);
    const isFound = (id: string) => draws.named(`${input}\n${id}`).item(DRAW_PURPOSES.retrieve) < recall;
    const passages =
      given ?? plantedPassages(documents, retrieve(input), wanted, { most: MAX_PASSAGES, isFound });
    const places = wanted.map((id) =>
      passages.findIndex((one) => one.id === id || one.text === textOf.get(id)),
    );
    const knows = expected === null || places.every((place) => place !== -1);
    const isRight = draws.item(DRAW_PURPOSES.accuracy) < readerAccuracy;
    if (expected === null) return { passages, text: isRight ? UNKNOWN : 'Answer: certainly' };
    if (!knows) return { passages, text: `Answer: ${UNKNOWN}` };
    const said = places.map((place) => {
      const sentence = bestSentence(passages[place] as AppDocument, input);
      return `${sentence} [${place + 1}: "${sentence}"]`;
    });
    return { passages, text: [...said, `Answer: ${isRight ? expected : 'something else'}`].join('\n') };
  }

  function answer({ question, session, passages: given }: AskedQuestion) {
    const id = session ?? randomUUID();
    const before = sessions.get(id) ?? [];
    if (before.length === 0) stats.sessions++;
    sessions.set(id, [...before, question]);
    const draws = drawsOf(question);
    // A question without results is treated as a follow-up to the previous one.
    const own = retrieve(question);
    const item = read.get(question);
    const planted = item && answerFrom(item as Required<AppItem>, given);
    const passages =
      planted?.passages ?? given ?? (own.length > 0 ? own : retrieve([...before, question].join(' ')));
    const known = planted?.text ?? solve(question, draws);
    const toolCalls = /^-?[\d.,/]+$/.test(known) ? [calculator(question, known)] : [];
    stats.tool_calls += toolCalls.length;
    const [best] = passages;
    const right = draws.item(DRAW_PURPOSES.accuracy) < accuracy;
    const found = best && (right ? bestSentence(best as AppDocument, question) : UNKNOWN);
    const text = planted?.text ?? (known !== UNKNOWN ? known : (found ?? UNKNOWN));
    const tokens = {
      in: tokensOf([question, ...passages.map((one) => one.text)].join(' ')),
      out: tokensOf(text),
    };
    return {
      mock: true,
      model: 'mock-app',
      answer: text,
      session_id: id,
      turn: before.length + 1,
      passages,
      tool_calls: toolCalls,
      tokens,
      cost_usd: Number(((tokens.in + tokens.out) * USD_PER_TOKEN).toFixed(6)),
    };
  }

  function drawsOf(question: string) {
    return createDraws(seed, promptSha256([question]), attempts.get(question) ?? 1);
  }

  async function reply(asked: AskedQuestion, response: ServerResponse): Promise<void> {
    const { question } = asked;
    attempts.set(question, (attempts.get(question) ?? 0) + 1);
    const fate = drawsOf(question).call(DRAW_PURPOSES.outcome);
    if (latencyMs > 0) await sleep(latencyMs);
    if (fate < errorRate + errorInsideRate) {
      stats.errors++;
      const error = { message: 'This fault was asked for.', type: 'mock_error' };
      return send(response, fate < errorRate ? 500 : 200, { mock: true, error });
    }
    stats.answered++;
    const { answer: text, ...rest } = answer(asked);
    if (asked.stream !== true) return send(response, 200, { answer: text, ...rest });
    response.writeHead(200, { 'content-type': 'text/event-stream', ...LABEL });
    for (const piece of text.match(/\S+\s*/g) ?? [])
      response.write(`data: ${JSON.stringify({ delta: piece })}\n\n`);
    response.end(`data: ${JSON.stringify(rest)}\n\ndata: [DONE]\n\n`);
  }

  return {
    stats: () => ({ ...stats }),
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { method, url } = request;
      response.on('error', () => {});
      if (method === 'GET' && url === '/healthz') return send(response, 200, { status: 'ok', mock: true });
      if (method === 'GET' && url === '/stats') return send(response, 200, stats);
      stats.requests++;
      const asked = await readAsked(request).catch(() => null);
      if (method !== 'POST' || url !== '/answer' || asked === null) {
        stats.errors++;
        const message =
          'POST /answer takes {"question": "…", "session"?: "…", "stream"?: true, "passages"?: […]}.';
        return send(response, 400, { mock: true, error: { message } });
      }
      await reply(asked, response);
    },
  };
}

const LABEL = { 'x-touchstone-mock': 'true' };

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', ...LABEL }).end(JSON.stringify(body));
}

async function readAsked(request: IncomingMessage): Promise<AskedQuestion | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  const asked = JSON.parse(Buffer.concat(chunks).toString()) as Partial<AskedQuestion> | null;
  if (typeof asked?.question !== 'string') return null;
  const { passages } = asked;
  return passages === undefined || (Array.isArray(passages) && passages.every(hasText))
    ? (asked as AskedQuestion)
    : null;
}

const hasText = (one: unknown) => typeof (one as { text?: unknown } | null)?.text === 'string';

const calculator = (question: string, result: string) => ({
  id: 'call_0',
  name: 'calculator',
  arguments: { expression: question.slice(0, 200) },
  result,
});

const tokensOf = (text: string) => Math.max(1, Math.ceil(text.length / 4));

const fromMemory = ({ input, expected, documents }: AppItem): LookupItem[] =>
  expected === null || documents !== undefined ? [] : [{ input, expected }];

function solverOf(accuracy: number, items: readonly LookupItem[]): SolverAnswers {
  return {
    kind: 'solver',
    programs: null,
    items,
    file: null,
    accuracy,
    step_accuracy: 1,
    cluster_correlation: 0,
    noise: 'per_item',
    otherwise: UNKNOWN,
  } as SolverAnswers;
}

/** Stores values for the newest names, up to a maximum. */
function createMemory<V>() {
  const known = new Map<string, V>();
  return {
    get: (name: string) => known.get(name),
    set(name: string, value: V) {
      known.delete(name);
      known.set(name, value);
      const [oldest] = known.keys();
      if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
    },
  };
}
