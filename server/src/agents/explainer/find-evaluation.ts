import type { EvaluationReport, EvaluationSummary } from '../../tools/tools.ts';
import { named } from '../rules/markdown.ts';
import { namedIn } from '../rules/names-in-text.ts';

/** The evaluation that a question is about, or what to say where it is not clear which one that is. */
export type Meant = { id: string } | { say: string };

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/iu;
const QUOTED = /["“„«]([^"“”„«»]{1,200})["”“»]/gu;
const MOST_NAMED = 10;
const NONE =
  'Nothing was measured in this workspace yet: there is no evaluation. Make one under Evaluations, or ask @evaluator to compare candidates.';

/**
 * By its id, else by its name, else the newest one that has ended, with one of `targetIds` where such a one has.
 * `evaluations` are newest first.
 */
export function findEvaluation(
  text: string,
  evaluations: readonly EvaluationSummary[],
  targetIds: ReadonlySet<string>,
): Meant {
  const [id] = UUID.exec(text) ?? [];
  if (id !== undefined) return { id: id.toLowerCase() };
  if (evaluations.length === 0) return { say: NONE };
  const meant = namedIn(text, evaluations, ({ name }) => name);
  const [first, ...others] = meant;
  if (first && others.length === 0) return { id: first.id };
  if (first)
    return { say: `Several evaluations fit. Ask again with the id of the one you mean:\n\n${list(meant)}` };
  const allEnded = evaluations.filter(({ status }) => status !== 'queued' && status !== 'running');
  const compares = ({ targets }: EvaluationSummary) =>
    targets.some(({ target_id: target }) => target != null && targetIds.has(target));
  const ended = allEnded.find(compares) ?? allEnded[0];
  if (ended) return { id: ended.id };
  return {
    say: `No evaluation has ended yet, so there is no result to explain. Ask again when one of these has:\n\n${list(evaluations)}`,
  };
}

/** Whether a question names an evaluation, by its id or its name. */
export function namesOne(text: string, evaluations: readonly EvaluationSummary[]): boolean {
  return UUID.test(text) || namedIn(text, evaluations, ({ name }) => name).length > 0;
}

/** The names that stand in quotation marks. */
export function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].map(([, words = '']) => words.trim());
}

/** What is said of a name in quotation marks that is none of an evaluation, nor of what this one compares; else null. */
export function unknownName(
  text: string,
  evaluations: readonly EvaluationSummary[],
  { name, target_results = [], verdict = [], intervals = [] }: EvaluationReport,
): string | null {
  const known = [
    name,
    ...evaluations.map((one) => one.name),
    ...target_results.map((one) => one.target_label),
    ...verdict.map((one) => one.scenario_label),
    ...intervals.flatMap(({ target_label, benchmark }) => [target_label, benchmark]),
  ].map((one) => one.trim().toLowerCase());
  const quoted = quotedIn(text);
  const unknown = quoted.find((words) => !known.includes(words.toLowerCase()));
  if (unknown === undefined) return null;
  return `${named(unknown)} is no evaluation that I can find, and nothing that ${named(name)} compares. Evaluations, the newest first:\n\n${list(evaluations)}`;
}

function list(evaluations: readonly EvaluationSummary[]): string {
  const shown = evaluations.slice(0, MOST_NAMED).map(({ name, status, progress_percent, created_at, id }) => {
    const state = status === 'running' ? `running, ${progress_percent} %` : status;
    return `- ${named(name)}, ${state}, of ${created_at.slice(0, 10)}, \`${id}\``;
  });
  const left = evaluations.length - shown.length;
  return [...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
}
