/** The longest output as JSON: about 8,000 tokens, a part of the context that any model has. */
export const MOST_CHARACTERS = 32_000;
/** To which length texts are cut, one after the other until the output fits. */
const TEXT_LENGTHS = [4000, 1000, 300];

interface Output {
  warnings?: string[];
}

/**
 * The output as it is, or so much of it that it fits: long texts are cut, then rows are left out at the end of the
 * longest list. `warnings` say what is missing. The shape stays, so that it still fits its schema.
 */
export function shortened(output: object, most: number = MOST_CHARACTERS): object {
  if (lengthOf(output) <= most) return output;
  const { warnings: own = [], ...rest } = output as Output & Record<string, unknown>;
  const said: string[] = [];
  let shown: Record<string, unknown> = rest;
  const room = () => most - lengthOf([...own, ...said]) - SAID;
  for (const length of TEXT_LENGTHS) {
    if (lengthOf(shown) <= room()) break;
    shown = withTextsCut(rest, length) as Record<string, unknown>;
    said.splice(0, said.length, `Texts longer than ${length} characters are cut.`);
  }
  const counts = new Map<string, [left: number, of: number]>();
  while (lengthOf(shown) > room()) {
    const longest = longestList(shown);
    if (longest === null) break;
    const rows = shown[longest] as unknown[];
    counts.set(longest, [Math.floor(rows.length / 2), counts.get(longest)?.[1] ?? rows.length]);
    shown = { ...shown, [longest]: rows.slice(0, Math.floor(rows.length / 2)) };
  }
  for (const [name, [left, of]] of counts)
    said.push(`${name} has the first ${left} of ${of}; ask for less, or read the rest elsewhere.`);
  return { ...shown, warnings: [...own, ...said] };
}

/** Room for the sentences about lists. */
const SAID = 500;

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

function longestList(output: Record<string, unknown>): string | null {
  const lists = Object.entries(output).filter(([, value]) => Array.isArray(value) && value.length > 0);
  const [longest] = lists.sort(([, a], [, b]) => lengthOf(b) - lengthOf(a));
  return longest?.[0] ?? null;
}
