import { graderProblems } from '../../../measure/graders/graders.ts';
import type { CallMessage } from '../formats/call.ts';
import type { MeasuredCall, StoredCall } from '../import-store.ts';
import type { CallRow } from '../reading/read-block.ts';

/** Why a call is no item, decided without its content; null if it may be one. */
export function reasonNotAnItem(call: Pick<MeasuredCall, 'hash' | 'repeated' | 'failed'>): string | null {
  if (call.hash === '') return 'without a request';
  if (call.repeated === 1) return 'repeated';
  return call.failed === 1 ? 'failed' : null;
}

const ROLES = ['system', 'user', 'assistant'];

/**
 * The line of a dataset (docs/reference/graders.md) for a call, or why there is none. A dataset sends one question as
 * text, so requests with tools (even uncalled) or pictures, or that do not end with the user, are excluded.
 */
export function toItem(
  call: StoredCall,
  cluster: string | null,
  grader: string,
): { line: Record<string, unknown> } | { reason: string } {
  const content = JSON.parse(call.content_json) as CallRow['content'];
  const messages = content.messages ?? [];
  if (
    content.offersTools ||
    messages.some(
      ({ role, content: text }) => !ROLES.includes(role) || /^\[(tool|image|audio|file|blob|uri)/.test(text),
    )
  )
    return { reason: 'with tools or pictures' };
  const said = messages.filter((message) => message.content.trim() !== '');
  if (said.at(-1)?.role !== 'user') return { reason: 'not ending with the user' };
  const expected = content.expected ?? content.output;
  if (expected === null || expected === '') return { reason: 'without an answer' };
  const spec =
    typeof content.grader === 'object' ? content.grader : { type: content.grader ?? grader, options: {} };
  const answers = Array.isArray(expected) ? expected.map(String) : [String(expected)];
  if (graderProblems(spec, answers).length > 0)
    return { reason: `with an answer that ${known(spec.type)} cannot grade` };
  return {
    line: {
      input: inputOf(said),
      expected,
      grader: spec,
      ...(cluster !== null && { cluster }),
      metadata: {
        ...(call.model !== null && { model: call.model }),
        ...(call.route !== null && { route: call.route }),
        ...(call.at_us >= 0 && { at: new Date(call.at_us / 1000).toISOString() }),
        ...(call.input_tokens !== null && { input_tokens: call.input_tokens }),
        ...(call.output_tokens !== null && { output_tokens: call.output_tokens }),
        ...content.attributes,
      },
    },
  };
}

/** The name of a grader comes from the file, so an unknown one is not repeated. */
const known = (type: string) => (/^[a-z_\d]{1,40}$/.test(type) ? type : 'its grader');

function inputOf(messages: readonly CallMessage[]): string | readonly CallMessage[] {
  const [only] = messages;
  return messages.length === 1 && only ? only.content : messages;
}
