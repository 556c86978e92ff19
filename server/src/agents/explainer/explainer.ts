import type { EvaluationReport, EvaluationSummary, Tools } from '../../tools/tools.ts';
import type { Agent, Part, Question } from '../answer.ts';
import { callTool } from '../rules/call-tool.ts';
import { lastMentioned, referredTo, takeReference } from '../rules/references.ts';
import { explain } from './explain.ts';
import { findEvaluation, namesOne, quotedIn, unknownName } from './find-evaluation.ts';
import { type Asked, askedLast, whereItStands } from './where-it-stands.ts';

export interface ExplainerDeps {
  tools: Tools;
  /** Where a person reads an evaluation. */
  pageOf: (workspaceId: string, evaluationId: string) => string;
}

type Named = { data: { id: string; name: string }[] };

/** So many of the newest evaluations can be asked for by name; any by its id. */
const NEWEST = 50;

/** The explainer without a model: says what the results of an evaluation hold, in their own words and figures. */
export function createExplainer({ tools, pageOf }: ExplainerDeps): Agent {
  return {
    name: 'explainer',
    async *answer(question, signal): AsyncGenerator<Part> {
      const { text, workspaceId } = question;
      const { data } = yield* callTool<{ data: EvaluationSummary[] }>(tools, question, 'list_evaluations', {
        limit: NEWEST,
      });
      signal.throwIfAborted();
      const targets = new Set<string>();
      const names = quotedIn(text).map((name) => name.toLowerCase());
      for (const list of names.length > 0 && data.length > 0 ? ['list_scenarios', 'list_stacks'] : []) {
        const made = yield* callTool<Named>(tools, question, list, { limit: NEWEST });
        for (const { id, name } of made.data) if (names.includes(name.trim().toLowerCase())) targets.add(id);
      }
      signal.throwIfAborted();
      const asked = namesOne(text, data) || targets.size > 0 ? null : yield* lastAsked(question);
      const stands = asked && whereItStands(asked, data);
      if (stands !== null && 'say' in stands) return yield { type: 'text', text: `${stands.say}\n` };
      const meant = stands ?? findEvaluation(text, data, targets);
      if ('say' in meant) return yield { type: 'text', text: `${meant.say}\n` };
      const { id: evaluation_id } = meant;
      const report = yield* callTool<EvaluationReport>(tools, question, 'get_evaluation', { evaluation_id });
      signal.throwIfAborted();
      const unknown = unknownName(text, data, report);
      if (unknown !== null) return yield { type: 'text', text: `${unknown}\n` };
      const about = yield* withNames(question);
      yield { type: 'text', text: explain(about, report, pageOf(workspaceId, evaluation_id)) };
    },
  };

  /** What was asked for last in this conversation, with what became of it; null for nothing. */
  async function* lastAsked(question: Question): AsyncGenerator<Part, Asked | null> {
    const approval_id = askedLast(question.before);
    if (approval_id === null) return null;
    return yield* callTool<Asked>(tools, question, 'get_approval', { approval_id });
  }

  /** The question with the names of those that it refers to: *the second one*. */
  async function* withNames(question: Question): AsyncGenerator<Part, string> {
    const { text, before } = question;
    const { reference } = takeReference(text);
    if (reference === null || reference.places === 'all') return text;
    const { data } = yield* callTool<Named>(tools, question, 'list_stacks', { limit: NEWEST });
    const meant = referredTo(reference, lastMentioned(before, data, 'stack')) ?? [];
    return [text, ...meant.map(({ name }) => name)].join(' ');
  }
}
