/** The longest output as JSON: about 8,000 tokens, a part of the context that any model has. */
export const MAX_OUTPUT_CHARACTERS = 32_000;
/** To which length texts are cut, one after the other until the output fits. */
const TEXT_LENGTHS = [4000, 1000];
/** A text that is cut shorter has lost its sense more often than a list its use: only where fewer rows do not do. */
const MIN_TEXT_LENGTH = 300;

interface Output {
  warnings?: string[];
}

/**
 * Cuts an output to the maximum length: first long texts are cut, then rows at the end of the longest list are left
 * out, then texts are cut shorter. `warnings` says what is missing. The shape stays valid for its schema.
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

/** Room for the sentences about lists. */
const ROOM_FOR_NOTES = 500;

const lengthOf = (value: unknown) => JSON.stringify(value).length;

function withTextsCut(value: unknown, length: number): unknown {
  if (typeof value === 'string') return value.length <= length ? value : cut(value, length);
  if (Array.isArray(value)) return value.map((each) => withTextsCut(each, length));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTextsCut(each, length)]));
}

/** The beginning of a text; no pair of surrogates is parted. */
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
