import type { ChatMessage } from '../../../models/models.ts';
import type { Tool, Tools } from '../../tools/tools.ts';
import type { Agent, Citation, CreatedResource, Part, Question, Step } from '../answer.ts';
import { type AgentModelSettings, startAnswer } from './agent-model.ts';
import {
  type CheckedSentence,
  CITATION_PLACEHOLDER,
  checkSentence,
  isListItem,
  type SentenceEvidence,
} from './check-sentence.ts';
import { createPassages } from './passages.ts';
import type { Role } from './roles.ts';
import { runTools } from './run-tools.ts';
import { cutCompleteSentences } from './take-sentences.ts';

/** Maximum characters of a tool's output that a model sees. */
const MAX_SHOWN = 24_000;
/** Maximum number of unquoted sentences that are listed. */
const MAX_LEFT = 5;

type RefusedSentence = Extract<CheckedSentence, { ok: false }>;

/**
 * An agent with a model. Every sentence of the model is checked before a reader sees it: quotations against their
 * passages, figures against the outputs of tools. A rejected sentence is requested once more, then listed as not
 * found, or omitted.
 */
export function createModelAgent(role: Role, tools: Tools, settings: AgentModelSettings): Agent {
  const own = new Map(role.tools.map((name) => [name, toolNamed(tools, name)]));
  return {
    name: role.name,
    async *answer(question, signal): AsyncGenerator<Part> {
      const { connection, priceIn } = settings;
      const price = priceIn ? await priceIn(question.workspaceId) : connection.price;
      const model = startAnswer(settings, price, question.spending, signal);
      const passages = createPassages();
      const outputs: unknown[] = [];
      const grounds: SentenceEvidence = { passages, outputs, said: saidBy(question), quotes: role.quotes };
      const messages = conversation(role, question);
      const marks = createMarks();
      const refused: RefusedSentence[] = [];
      let shown = 0;
      let heading: Extract<CheckedSentence, { ok: true }> | null = null;

      async function* round(): AsyncGenerator<Part> {
        let waiting = '';
        for await (const part of runTools(model, own, question, messages, show)) {
          if (part.type === 'step') {
            yield* say(take(true));
            yield part;
            yield { type: 'usage', usage: model.usage() };
            const made = madeBy(part.step);
            if (made) yield { type: 'made', made };
          } else {
            waiting += part.text;
            yield* say(take(false));
          }
        }
        yield* say(take(true));
        if (heading) refused.push({ ok: false, claim: heading.text.trim(), why: 'not_quoted' });
        heading = null;
        yield { type: 'usage', usage: model.usage() };

        function take(isEnd: boolean): string[] {
          const { sentences, rest } = cutCompleteSentences(waiting, isEnd);
          waiting = rest;
          return sentences;
        }
      }

      function show(step: Step): string {
        const text = JSON.stringify({
          result: outputs.push(step.output),
          ...(step.failed && { failed: true }),
          data: passages.show(step),
        });
        return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)} … (cut; ask for less)`;
      }

      function* say(sentences: readonly string[]): Generator<Part> {
        for (const sentence of sentences) {
          const checked = checkSentence(sentence, grounds);
          if (checked.ok && checked.text.trim() === '') {
            yield { type: 'text', text: checked.text };
            continue;
          }
          // The heading of a list is shown with its first item; without one it is checked as a claim.
          if (heading) {
            if (checked.ok && isListItem(sentence)) yield { type: 'text', text: heading.text };
            else refused.push({ ok: false, claim: heading.text.trim(), why: 'not_quoted' });
            heading = null;
          }
          if (!checked.ok) refused.push(checked);
          else if (checked.isHeading) heading = checked;
          else {
            const { text, cited } = marks.put(checked);
            for (const citation of cited) yield { type: 'citation', citation };
            shown++;
            yield { type: 'text', text };
          }
        }
      }

      yield* round();
      if (refused.length > 0 && model.hasMore()) {
        messages.push({ role: 'user', content: askAgain(role, refused.splice(0)) });
        if (shown > 0) yield { type: 'text', text: '\n\n' };
        yield* round();
      }
      const left = whatIsLeft(role, refused, shown);
      if (left !== '') yield { type: 'text', text: left };
    },
  };
}

function toolNamed(tools: Tools, name: string): Tool {
  const tool = tools.get(name);
  if (!tool) throw new Error(`A role names the tool ${name}, which there is not.`);
  return tool;
}

/** The instructions of the role, the earlier messages, and the question. */
function conversation(role: Role, { text, before }: Question): ChatMessage[] {
  // Roles that can create drafts see only the person's own words, because an earlier answer may contain words of a
  // source.
  const told = before.filter(({ role: who }) => who === 'user' || (role.quotes && who === 'assistant'));
  return [
    { role: 'system', content: role.instructions },
    ...told.map(({ role: who, content }) => ({ role: who as 'user' | 'assistant', content })),
    { role: 'user', content: text },
  ];
}

function saidBy({ text, before }: Question): string {
  return [text, ...before.filter(({ role }) => role === 'user').map(({ content }) => content)].join('\n');
}

/** Numbers each quoted passage, always with the same number. */
function createMarks() {
  const marks = new Map<string, number>();
  return {
    put({ text, citations }: Extract<CheckedSentence, { ok: true }>): { text: string; cited: Citation[] } {
      const cited: Citation[] = [];
      let next = 0;
      const marked = text.replaceAll(CITATION_PLACEHOLDER, () => {
        const citation = citations[next++];
        if (!citation) return '';
        const key = `${citation.chunk_id} ${citation.start} ${citation.end}`;
        const known = marks.get(key);
        const mark = known ?? marks.size + 1;
        if (known === undefined) {
          marks.set(key, mark);
          cited.push({ mark, ...citation });
        }
        return ` [${mark}]`;
      });
      return { text: marked, cited };
    },
  };
}

const DRAFTS: Readonly<Record<string, CreatedResource['kind']>> = {
  create_scenario: 'scenario',
  create_stack: 'stack',
  request_evaluation: 'approval',
  request_benchmark_data: 'approval',
};

function madeBy({ tool, output, failed }: Step): CreatedResource | null {
  const kind = DRAFTS[tool];
  if (kind === undefined || failed) return null;
  if (kind !== 'approval') {
    const { id, name } = output as { id: string; name: string };
    return { kind, id, name };
  }
  const { id, evaluation_name: name } = (output as { approval: { id: string; evaluation_name: string } })
    .approval;
  return { kind, id, name };
}

function askAgain({ quotes }: Role, refused: readonly RefusedSentence[]): string {
  const list = refused.map(({ claim }) => `- ${claim}`).join('\n');
  return quotes
    ? `These sentences were not shown, because they had no words of a passage, or words or numbers that the passage does not hold:\n${list}\nWrite those of them again that a passage states, each with its exact words. Leave the others out, and repeat nothing else.`
    : `These sentences were not shown, because a figure in them was not a reference to a result:\n${list}\nWrite those of them again with references, {{STEP:/POINTER}}. Leave the others out, and repeat nothing else.`;
}

/** What the answer says about sentences that could not be shown. */
function whatIsLeft({ quotes }: Role, refused: readonly RefusedSentence[], shown: number): string {
  const gap = shown > 0 ? '\n\n' : '';
  if (!quotes) {
    if (refused.length === 0) return shown > 0 ? '' : 'The model gave no answer.';
    const many = refused.length === 1 ? 'One sentence was' : `${refused.length} sentences were`;
    return `${gap}*${many} left out, because no tool result contains the figures.*`;
  }
  const intro = shown > 0 ? '' : 'The sources do not say.';
  // A model that says only that is right not to quote anything.
  const claims = refused.filter(({ why, claim }) => why === 'not_found' || shown > 0 || !saysNothing(claim));
  if (claims.length === 0) return intro;
  const named = claims.slice(0, MAX_LEFT).map(({ claim }) => `- ${asPlain(claim)}`);
  const more = claims.length > MAX_LEFT ? `\n- and ${claims.length - MAX_LEFT} more` : '';
  return `${gap}${intro}${intro === '' ? '' : '\n\n'}**Not found in the sources** (the model says so):\n\n${named.join('\n')}${more}`;
}

/** Renders untrusted text as one plain line: no layout, no links. */
function asPlain(claim: string): string {
  return claim
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()<>#|~]/g, '\\$&')
    .slice(0, 500);
}

const saysNothing = (claim: string) =>
  /\b(?:sources?|passages?|documents?)\b.*\b(?:not|no|nothing)\b/i.test(claim);
