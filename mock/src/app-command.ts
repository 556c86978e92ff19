import { readFile } from 'node:fs/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type MockAppOptions, startMockApp } from './app/mock-app.ts';
import type { AppItem } from './app/retrieval.ts';
import { InvalidInput } from './invalid-input.ts';
import { untilSignal } from './until-signal.ts';

const USAGE = `touchstone mock-app: an application to be asked over HTTP, with retrieval, a tool and conversations

  --port N               port to listen on, on this machine only (default: any free one)
  --seed N               seed of all draws (default 0)
  --accuracy P           share of right answers, 0 to 1 (default 1)
  --recall P             share of the documents of a known question that it finds (default 1)
  --reader-accuracy P    share of right answers where it has these documents (default 1)
  --latency-ms MS        time before an answer
  --error-rate P         share of requests answered 500, 0 to 1
  --error-inside-rate P  share of requests answered 200 with an error inside
  --items FILE           JSON lines {"input", "expected", "documents"?}: questions it knows
  --documents FILE       JSON lines {"id", "text"}: what it retrieves from
  --help                 this text

Every answer is labelled as a mock. mock/application.md says what it answers.
`;

const OPTIONS = {
  port: { type: 'string' },
  seed: { type: 'string' },
  accuracy: { type: 'string' },
  recall: { type: 'string' },
  'reader-accuracy': { type: 'string' },
  'latency-ms': { type: 'string' },
  'error-rate': { type: 'string' },
  'error-inside-rate': { type: 'string' },
  items: { type: 'string' },
  documents: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options'];

/** Runs until SIGTERM or SIGINT. Returns the exit code: 0 stopped, 1 cannot listen, 2 wrong flags or files. */
export async function runMockAppCommand(args: string[]): Promise<number> {
  try {
    const { values } = parseFlags(args);
    if (values.help === true) {
      process.stdout.write(USAGE);
      return 0;
    }
    const app = await startMockApp(await toOptions(values));
    process.stdout.write(`mock application: ${app.url}/answer (every answer is made up)\n`);
    await untilSignal();
    await app.stop();
    return 0;
  } catch (error) {
    process.stderr.write(`touchstone mock-app: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof InvalidInput ? 2 : 1;
  }
}

function parseFlags(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: false });
  } catch (error) {
    throw new InvalidInput(`${error instanceof Error ? error.message : error} See --help.`);
  }
}

type Flags = ReturnType<typeof parseFlags>['values'];

async function toOptions(flags: Flags): Promise<MockAppOptions> {
  return {
    ...readNumberFlag(flags, 'port', 'port', 65_535),
    ...readNumberFlag(flags, 'seed', 'seed', 2 ** 32 - 1),
    ...readNumberFlag(flags, 'accuracy', 'accuracy', 1),
    ...readNumberFlag(flags, 'recall', 'recall', 1),
    ...readNumberFlag(flags, 'reader-accuracy', 'readerAccuracy', 1),
    ...readNumberFlag(flags, 'latency-ms', 'latencyMs', 3_600_000),
    ...readNumberFlag(flags, 'error-rate', 'errorRate', 1),
    ...readNumberFlag(flags, 'error-inside-rate', 'errorInsideRate', 1),
    ...(flags.items !== undefined && { items: await readItems(flags.items) }),
    ...(flags.documents !== undefined && { documents: await readLines(flags.documents, ['id', 'text']) }),
  };
}

function readNumberFlag(flags: Flags, flag: keyof Flags, name: keyof MockAppOptions, most: number) {
  const text = flags[flag];
  if (typeof text !== 'string') return {};
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= most) return { [name]: value };
  throw new InvalidInput(`--${flag} must be a number from 0 to ${most}, not "${text}".`);
}

/** Questions with their answers (null if there is none) and the ids of the documents that contain the answers. */
function readItems(path: string) {
  return readObjects<AppItem>(path, 'input and expected', (value) => {
    const { input, expected, documents = [] } = value as Partial<AppItem>;
    const ids: unknown = documents;
    return (
      typeof input === 'string' &&
      (typeof expected === 'string' || expected === null) &&
      Array.isArray(ids) &&
      ids.every((id) => typeof id === 'string')
    );
  });
}

/** Lines of JSON objects with these text fields. */
function readLines<K extends string>(path: string, names: readonly K[]) {
  return readObjects<Record<K, string>>(path, names.join(' and '), (value) =>
    names.every((name) => typeof value[name] === 'string'),
  );
}

async function readObjects<T extends object>(
  path: string,
  what: string,
  isOne: (value: Record<string, unknown>) => boolean,
): Promise<T[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new InvalidInput(`${path} cannot be read.`, { cause });
  });
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    const value = parseOrNull(line) as Record<string, unknown> | null;
    if (typeof value === 'object' && value !== null && isOne(value)) return [value as T];
    throw new InvalidInput(`${path}, line ${i + 1}: must be an object with ${what}.`);
  });
}

function parseOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
