import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { InvalidInput } from './invalid-input.ts';
import { isObject } from './script/fields.ts';
import type { MockScriptInput } from './script/script.ts';
import { type MockModelOptions, startMockModel } from './start.ts';
import { untilSignal } from './until-signal.ts';

const USAGE = `touchstone mock-model: a scriptable OpenAI-compatible model server for tests, demos and load

  --port N           port to listen on (default: any free one)
  --host HOST        address to listen on (default 127.0.0.1)
  --allow-remote     allow a --host that is not loopback; there is no access control
  --script FILE      JSON script, see mock/README.md
  --seed N           seed of all draws (default 0)
  --accuracy P       share of right answers, 0 to 1
  --latency-ms MS    constant time to the first token
  --error-rate P     share of requests answered 500, 0 to 1
  --log FILE         a JSON line for each request: how it ended, and its tokens
  --help             this text

Flags win over the script's seed and defaults; what the script says of a single model stays.
`;

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'allow-remote': { type: 'boolean' },
  script: { type: 'string' },
  seed: { type: 'string' },
  accuracy: { type: 'string' },
  'latency-ms': { type: 'string' },
  'error-rate': { type: 'string' },
  log: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options'];

type Flags = ReturnType<typeof readFlags>;

/**
 * Runs until SIGTERM or SIGINT. Prints the address on stdout, faults on stderr.
 * Returns the exit code: 0 stopped, 1 cannot listen, 2 wrong flags or script.
 */
export async function runMockModelCommand(args: string[]): Promise<number> {
  try {
    const flags = readFlags(args);
    if (flags.help === true) {
      process.stdout.write(USAGE);
      return 0;
    }
    const mock = await startMockModel(await toOptions(flags));
    process.stdout.write(`mock model: ${mock.url}/v1 (OpenAI-compatible; every answer is made up)\n`);
    await untilSignal();
    await mock.stop();
    return 0;
  } catch (error) {
    process.stderr.write(
      `touchstone mock-model: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    if (!(error instanceof InvalidInput)) return 1;
    for (const { pointer, detail } of error.errors) process.stderr.write(`  ${pointer || '/'}: ${detail}\n`);
    return 2;
  }
}

function readFlags(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new InvalidInput(`${message} See --help.`);
  }
}

async function toOptions(flags: Flags): Promise<MockModelOptions> {
  const script = flags.script === undefined ? {} : await readScript(flags.script);
  const port = numberFlag(flags, 'port');
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new InvalidInput('--port must be a whole number from 0 to 65535.');
  }
  return {
    script: withFlags(script, flags),
    allowRemote: flags['allow-remote'] === true,
    ...(flags.script === undefined ? {} : { baseDir: dirname(resolve(flags.script)) }),
    ...(flags.host === undefined ? {} : { host: flags.host }),
    ...(port === undefined ? {} : { port }),
    ...(flags.log === undefined ? {} : { log: flags.log }),
  };
}

/** The script in the file; `startMockModel` reports its errors. */
async function readScript(path: string): Promise<MockScriptInput> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new InvalidInput(`The script ${path} cannot be read.`, { cause });
  });
  try {
    return JSON.parse(text) as MockScriptInput;
  } catch (cause) {
    throw new InvalidInput(`The script ${path} is not valid JSON.`, { cause });
  }
}

function withFlags(script: MockScriptInput, flags: Flags): MockScriptInput {
  const seed = numberFlag(flags, 'seed');
  const accuracy = numberFlag(flags, 'accuracy');
  const latency = numberFlag(flags, 'latency-ms');
  const errorRate = numberFlag(flags, 'error-rate');
  if (!isScriptObject(script)) return script;
  const answers = script.defaults?.answers;
  const solver = answers?.kind === 'solver' ? answers : ({ kind: 'solver' } as const);
  return {
    ...script,
    ...(seed === undefined ? {} : { seed }),
    defaults: {
      ...script.defaults,
      ...(accuracy === undefined ? {} : { answers: { ...solver, accuracy } }),
      ...(latency === undefined ? {} : { latency: { distribution: 'constant', ms: latency } }),
      ...(errorRate === undefined ? {} : { error_rate: errorRate }),
    },
  };
}

// A file can hold any JSON; `startMockModel` refuses what is not an object.
function isScriptObject(script: MockScriptInput): boolean {
  return isObject(script);
}

function numberFlag(flags: Flags, name: 'port' | 'seed' | 'accuracy' | 'latency-ms' | 'error-rate') {
  const text = flags[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidInput(`--${name} must be a number, not "${text}".`);
}
