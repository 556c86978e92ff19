import { cpus } from 'node:os';
import { parseJsonBody } from '../server/src/http/requests/json-body.ts';

/*
 * How long a JSON body holds the main loop: 31 MB of each sort without a limit of values and with the default one,
 * and the largest body of small values that the default lets through.
 */

const BYTES = 31_000_000;
const DEFAULT_VALUES = 200_000;

const filled = (piece: string) => piece.repeat(Math.floor(BYTES / piece.length));

function distinctKeys(members: number): string {
  return `{${Array.from({ length: members }, (_, i) => `"${i.toString(36)}":0`).join(',')}}`;
}

const BODIES: Record<string, string> = {
  'small members, each key once': distinctKeys(3_600_000),
  'small members, one key': `{${filled('"a":0,')}"a":0}`,
  'small numbers': `[${filled('0,')}0]`,
  'small objects': `[${filled('{"a":0},')}0]`,
  'one string of base64': `{"a":"${filled('A')}"}`,
  'one string of escaped quotes': `{"a":"${filled('\\"')}"}`,
  'as many members as the default': distinctKeys(DEFAULT_VALUES - 2),
};

function took(bytes: Uint8Array, mostValues: number): string {
  const started = performance.now();
  let outcome = 'accepted';
  try {
    parseJsonBody(bytes, mostValues);
  } catch (error) {
    outcome = (error as { code: string }).code;
  }
  return `${Math.round(performance.now() - started)} ms, ${outcome}`;
}

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
for (const [name, text] of Object.entries(BODIES)) {
  const bytes = Buffer.from(text);
  const megabytes = (bytes.length / 1e6).toFixed(1);
  console.log(
    `${name} (${megabytes} MB): no limit ${took(bytes, Number.POSITIVE_INFINITY)}; ` +
      `${DEFAULT_VALUES} values ${took(bytes, DEFAULT_VALUES)}`,
  );
}
