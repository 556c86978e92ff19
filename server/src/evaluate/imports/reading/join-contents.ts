import type { Call } from '../formats/call.ts';
import type { CallContent } from '../formats/format.ts';
import type { Findings, Redactor } from '../redaction/redact.ts';

/** Calls that wait for their content, and contents that wait for their call, in the order of the file. */
export interface UnjoinedParts {
  calls: Call[];
  contents: CallContent[];
}

// They are stored with the import between parts of its file, so they must be few: a collector writes spans and their
// log records within seconds of each other. Calls and contents have separate limits on their characters; with a
// common one, contents without a call would push out every call before its content arrives.
const MOST_CALLS = 500;
const MOST_CHARACTERS = 500_000;

/**
 * Joins a call with content that came before, and keeps it for content that comes later. Returns the calls that no
 * longer wait.
 */
export function joinCall(held: UnjoinedParts, call: Call): Call[] {
  if (call.span === undefined || call.messages !== null) return [call];
  const at = held.contents.findIndex(({ span }) => span === call.span);
  if (at !== -1) for (const content of held.contents.splice(at, 1)) add(call, content);
  held.calls.push(call);
  return takeOldest(held.calls, MOST_CALLS);
}

/**
 * Joins content with its call, or keeps it until the call comes. Returns the calls that no longer wait, and the
 * number of dropped contents.
 */
export function joinContent(held: UnjoinedParts, content: CallContent): { calls: Call[]; givenUp: number } {
  const own =
    held.calls.find(({ span }) => span === content.span) ??
    held.contents.find(({ span }) => span === content.span);
  if (own) add(own, content);
  else held.contents.push(content);
  return { calls: takeOldest(held.calls, MOST_CALLS), givenUp: takeOldest(held.contents).length };
}

/** Removes the oldest beyond the limits. */
function takeOldest<T extends Call | CallContent>(waiting: T[], most = Infinity): T[] {
  let characters = waiting.reduce((sum, one) => sum + sizeOf(one), 0);
  let out = 0;
  for (const one of waiting) {
    if (characters <= MOST_CHARACTERS && waiting.length - out <= most) break;
    characters -= sizeOf(one);
    out++;
  }
  return waiting.splice(0, out);
}

function add(to: Call | CallContent, content: CallContent): void {
  sizes.set(to, sizeOf(to) + sizeOf(content));
  if (content.messages !== null) to.messages = [...(to.messages ?? []), ...content.messages];
  to.output ??= content.output;
}

/** Cached, because the sizes of all waiting calls and contents are summed for each record. */
const sizes = new WeakMap<Call | CallContent, number>();

function sizeOf(one: Call | CallContent): number {
  const size = sizes.get(one) ?? JSON.stringify(one).length;
  sizes.set(one, size);
  return size;
}

/** Redacts waiting calls and contents before they are stored. */
export async function redactUnjoined(
  { calls, contents }: UnjoinedParts,
  redactor: Redactor,
): Promise<Findings> {
  const texts = [
    ...calls.map(({ model, route, messages, output, attributes }) => ({
      model,
      route,
      messages,
      output,
      attributes,
    })),
    ...contents.map(({ messages, output }) => ({ messages, output })),
  ];
  const { values, found } = await redactor.redact(texts);
  for (const [i, one] of [...calls, ...contents].entries()) Object.assign(one, values[i]);
  return found;
}
