/** Where two JSON values differ: a JSON Pointer (RFC 6901) and what stands at either side; at most `most` of them. */
export function differences(expected: unknown, actual: unknown, most = 5): string[] {
  const found: string[] = [];
  compare(expected, actual, '', found, most);
  return found;
}

function compare(expected: unknown, actual: unknown, pointer: string, found: string[], most: number): void {
  if (found.length >= most || Object.is(expected, actual)) return;
  const lines = bothAsJsonLines(expected, actual);
  if (lines) {
    compare(lines[0], lines[1], pointer, found, most);
    return;
  }
  if (isHolder(expected) && isHolder(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    for (const key of keys) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      compare(expected[key], actual[key], at, found, most);
    }
    return;
  }
  if (isText(expected) && isText(actual) && withoutMarks(expected) === withoutMarks(actual)) return;
  found.push(`${pointer || '(whole)'}: ${sides(expected, actual)}`);
}

const isText = (value: unknown) => typeof value === 'string';

/** A mark is drawn for each prompt of a judge, and replies that could not be read hold it. */
const withoutMarks = (text: string) => text.replace(/(mark\W{1,12})[0-9a-f]{16}\b/g, '$1');

/** JSON lines are compared as what they say: the order of members means nothing in JSON. */
function bothAsJsonLines(expected: unknown, actual: unknown): [unknown[], unknown[]] | null {
  const [one, other] = [jsonLines(expected), jsonLines(actual)];
  return one && other && [one, other];
}

function jsonLines(text: unknown): unknown[] | null {
  if (typeof text !== 'string' || !/^\{.*\}\n/.test(text)) return null;
  try {
    return text.split('\n').map((line) => (line === '' ? '' : JSON.parse(line)));
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const BESIDE = 60;

/** Of two texts, what is around the first character that differs. */
function sides(expected: unknown, actual: unknown): string {
  if (typeof expected !== 'string' || typeof actual !== 'string')
    return `${shown(expected)} became ${shown(actual)}`;
  let at = 0;
  while (expected[at] === actual[at]) at++;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - BESIDE), at + BESIDE));
  return `from character ${at} on ${part(expected)} became ${part(actual)}`;
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'absent';
  return json.length > 2 * BESIDE ? `${json.slice(0, 2 * BESIDE)}…` : json;
}
