import type { Call } from '../formats/call.ts';
import type { CallContent } from '../formats/format.ts';
import type { Findings, Redactor } from '../redaction/redact.ts';

/** Calls whose content may still come, and contents whose call may; in the order of the file. */
export interface Held {
  calls: Call[];
  contents: CallContent[];
}

// They are kept with the import between parts of its file, so they are few: a collector writes spans and their log
// records within seconds of each other. Calls and contents have as many characters of JSON each: of one sum, contents
// that join no call would push out every call before its own content comes.
const MOST_CALLS = 500;
const MOST_CHARACTERS = 500_000;

/** Joins a call with its content that came before, and holds it for what comes later. Returns the calls to wait no longer for. */
export function joinCall(held: Held, call: Call): Call[] {
  if (call.span === undefined || call.messages !== null) return [call];
  const at = held.contents.findIndex(({ span }) => span === call.span);
  if (at !== -1) for (const content of held.contents.splice(at, 1)) add(call, content);
  held.calls.push(call);
  return takeOldest(held.calls, MOST_CALLS);
}

/**
 * Joins a content with its call, or holds it until that comes. Returns the calls to wait no longer for, and how many
 * contents were given up.
 */
export function joinContent(held: Held, content: CallContent): { calls: Call[]; givenUp: number } {
  const own =
    held.calls.find(({ span }) => span === content.span) ??
    held.contents.find(({ span }) => span === content.span);
  if (own) add(own, content);
  else held.contents.push(content);
  return { calls: takeOldest(held.calls, MOST_CALLS), givenUp: takeOldest(held.contents).length };
}

/** Takes out the oldest, so that the others are few. */
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

/** Kept, because all that is held is summed up for each record. */
const sizes = new WeakMap<Call | CallContent, number>();

function sizeOf(one: Call | CallContent): number {
  const size = sizes.get(one) ?? JSON.stringify(one).length;
  sizes.set(one, size);
  return size;
}

/** Takes secrets out of what is held, before it is kept. */
export async function redactHeld({ calls, contents }: Held, redactor: Redactor): Promise<Findings> {
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
