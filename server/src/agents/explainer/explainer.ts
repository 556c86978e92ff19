import type { EvaluationReport, EvaluationSummary, Tools } from '../../tools/tools.ts';
import type { Agent, Part } from '../answer.ts';
import { callTool } from '../rules/call-tool.ts';
import { explain } from './explain.ts';
import { findEvaluation, quotedIn, unknownName } from './find-evaluation.ts';

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
      const meant = findEvaluation(text, data, targets);
      if ('say' in meant) return yield { type: 'text', text: `${meant.say}\n` };
      const { id: evaluation_id } = meant;
      const report = yield* callTool<EvaluationReport>(tools, question, 'get_evaluation', { evaluation_id });
      signal.throwIfAborted();
      const unknown = unknownName(text, data, report);
      if (unknown !== null) return yield { type: 'text', text: `${unknown}\n` };
      yield { type: 'text', text: explain(text, report, pageOf(workspaceId, evaluation_id)) };
    },
  };
}
