/** Maximum characters of an output as JSON: about 8,000 tokens, which fits the context of any model. */
export const MAX_OUTPUT_CHARACTERS = 32_000;
/** Lengths to which texts are cut, tried in order until the output fits. */
const TEXT_LENGTHS = [4000, 1000];
/**
 * Shorter texts are less useful than shorter lists, so texts are cut to this length only if fewer rows do not
 * suffice.
 */
const MIN_TEXT_LENGTH = 300;

interface Output {
  warnings?: string[];
}

/**
 * Shortens an output to the maximum length: first it cuts long texts, then it omits rows at the end of the longest
 * list, then it cuts texts further. `warnings` states what is missing. The output stays valid for its schema.
 */
export function shortenOutput(output: object, most: number = MAX_OUTPUT_CHARACTERS): object {
  if (lengthOf(output) <= most) return output;
  const { warnings: own = [], ...rest } = output as Output & Record<string, unknown>;
  const said: string[] = [];
  let shown: Record<string, unknown> = rest;
  const room = () => most - lengthOf([...own, ...said]) - ROOM_FOR_NOTES;
  for (const length of TEXT_LENGTHS) {
    if (lengthOf(shown) <= room()) break;
    shown = withTextsCut(rest, length) as Record<string, unknown>;
    said.splice(0, said.length, `Texts longer than ${length} characters are cut.`);
  }
  const left = new Map<string, string>();
  while (lengthOf(shown) > room()) {
    const longest = longestList(shown);
    if (longest === null) break;
    const rows = longest.rows.slice(0, Math.floor(longest.rows.length / 2));
    const of = listAt(rest, longest.path).length;
    left.set(longest.path.join('.'), `${longest.path.join('.')} has the first ${rows.length} of ${of}`);
    shown = withListAt(shown, longest.path, rows);
  }
  if (lengthOf(shown) > room()) {
    shown = withTextsCut(shown, MIN_TEXT_LENGTH) as Record<string, unknown>;
    said.splice(0, 1, `Texts longer than ${MIN_TEXT_LENGTH} characters are cut.`);
  }
  for (const each of left.values()) said.push(`${each}; request less, or read the rest elsewhere.`);
  return { ...shown, warnings: [...own, ...said] };
}

/** Characters reserved for the warnings about lists. */
const ROOM_FOR_NOTES = 500;

const lengthOf = (value: unknown) => JSON.stringify(value).length;

function withTextsCut(value: unknown, length: number): unknown {
  if (typeof value === 'string') return value.length <= length ? value : cut(value, length);
  if (Array.isArray(value)) return value.map((each) => withTextsCut(each, length));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTextsCut(each, length)]));
}

/** The beginning of a text, without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  const end = text.codePointAt(length - 1) ?? 0;
  return `${text.slice(0, end > 0xffff ? length - 1 : length)} … (cut; ${text.length} characters in all)`;
}

type Path = readonly [string] | readonly [string, string];

/** The longest list of the output or of an object in it. */
function longestList(output: Record<string, unknown>): { path: Path; rows: unknown[] } | null {
  const lists = Object.entries(output).flatMap(([name, value]): { path: Path; rows: unknown[] }[] => {
    if (Array.isArray(value)) return [{ path: [name], rows: value }];
    if (value === null || typeof value !== 'object') return [];
    return Object.entries(value)
      .filter(([, inside]) => Array.isArray(inside))
      .map(([inside, rows]) => ({ path: [name, inside], rows }));
  });
  const filled = lists.filter(({ rows }) => rows.length > 0);
  return filled.sort((a, b) => lengthOf(b.rows) - lengthOf(a.rows))[0] ?? null;
}

function listAt(output: Record<string, unknown>, [name, inside]: Path): unknown[] {
  const value = output[name];
  return (inside === undefined ? value : (value as Record<string, unknown>)[inside]) as unknown[];
}

function withListAt(output: Record<string, unknown>, [name, inside]: Path, rows: unknown[]) {
  return { ...output, [name]: inside === undefined ? rows : { ...(output[name] as object), [inside]: rows } };
}
