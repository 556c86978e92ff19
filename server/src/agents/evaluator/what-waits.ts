import { usd } from '@touchstone/report/figures';
import type { Tools } from '../../tools/tools.ts';
import type { Part, Question } from '../answer.ts';
import { callTool } from '../rules/call-tool.ts';
import { named } from '../rules/markdown.ts';
import { say } from '../rules/say.ts';

type Waiting = {
  id: string;
  evaluation_name: string;
  estimate: { cost_usd: number | null };
  cap_usd: number | null;
  expires_at: string;
};

const APPROVES =
  /^\s*(?:(?:yes|ok(?:ay)?|please|sure|ja|bitte|then|now)[\s,.!]*)*(?:(?:i\s+)?approve[ds]?|run|start|launch|go ahead|do it|freigeben|genehmigt?|starte?|los)?(?:\s+(?:it|that|this|them|all|with it|the\s+(?:run|evaluation|comparison|request)|es|das|now|please|bitte))*[\s.!]*$/iu;
const MOST_SHOWN = 3;

/** Whether a person tells an agent to approve or to begin, which no agent does. */
export const asksToApprove = (text: string) => /\p{L}/u.test(text) && APPROVES.test(text);

/** Says which requests wait for a person, and shows them: what a message says decides nothing. */
export async function* whatWaits(tools: Tools, question: Question): AsyncGenerator<Part> {
  const { data } = yield* callTool<{ data: Waiting[] }>(tools, question, 'list_approvals', {
    status: 'pending',
    limit: MOST_SHOWN,
  });
  if (data.length === 0)
    return yield say(
      'Nothing waits for an approval. Say what to compare, such as “Compare A and B on arithmetic”.',
    );
  for (const { id, evaluation_name: name } of data)
    yield { type: 'made', made: { kind: 'approval', id, name } };
  const lines = data.map(
    ({ evaluation_name: name, estimate: { cost_usd: cost }, cap_usd: cap, expires_at }) => {
      const price = cost === null ? 'its cost is not known' : `about ${usd(cost)}`;
      const most = cap === null ? '' : `, at most ${usd(cap)}`;
      return `- ${named(name)}: ${price}${most}; until ${expires_at}`;
    },
  );
  yield say(
    `A message approves nothing: press Approve on the card below, or run \`touchstone approvals\`. This waits:\n\n${lines.join('\n')}`,
  );
}
