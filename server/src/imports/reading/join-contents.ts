import type { Call } from '../formats/call.ts';
import type { CallContent } from '../formats/format.ts';
import type { Findings, Redactor } from '../redaction/redact.ts';

/** Calls whose content may still come, and contents whose call may; in the order of the file. */
export interface Held {
  calls: Call[];
  contents: CallContent[];
}

// They are kept with the import between parts of its file, so they are few: a collector writes spans and their log
// records within seconds of each other.
const MOST_CALLS = 500;
const MOST_CHARACTERS = 500_000;

/** Joins a call with its content that came before, and holds it for what comes later. Returns the calls to wait no longer for. */
export function joinCall(held: Held, call: Call): Call[] {
  if (call.span === undefined || call.messages !== null) return [call];
  const at = held.contents.findIndex(({ span }) => span === call.span);
  if (at !== -1) for (const content of held.contents.splice(at, 1)) add(call, content);
  held.calls.push(call);
  return held.calls.splice(0, Math.max(0, held.calls.length - MOST_CALLS));
}

/** Joins a content with its call, or holds it until that comes. Returns how many contents were given up. */
export function joinContent(held: Held, content: CallContent): number {
  const own = held.calls.find(({ span }) => span === content.span);
  if (own) {
    add(own, content);
    return 0;
  }
  const earlier = held.contents.find(({ span }) => span === content.span);
  if (earlier) add(earlier, content);
  else held.contents.push(content);
  let characters = held.contents.reduce((sum, one) => sum + charactersOf(one), 0);
  let givenUp = 0;
  while (characters > MOST_CHARACTERS) {
    for (const one of held.contents.splice(0, 1)) characters -= charactersOf(one);
    givenUp++;
  }
  return givenUp;
}

function add(
  to: Pick<Call, 'messages' | 'output'>,
  { messages, output }: Pick<Call, 'messages' | 'output'>,
): void {
  if (messages !== null) to.messages = [...(to.messages ?? []), ...messages];
  to.output ??= output;
}

/** With something for each message, so that empty ones fill no memory either. */
function charactersOf({ messages, output }: CallContent): number {
  return (messages ?? []).reduce(
    (sum, { content }) => sum + content.length + 50,
    (output?.length ?? 0) + 100,
  );
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
