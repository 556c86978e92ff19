import type { EvaluationSummary } from '../../tools/tools.ts';
import type { Turn } from '../answer.ts';
import { quoteName } from '../plain.ts';
import { rowsNamedInText } from './names-in-text.ts';

/** Evaluations, scenarios and stacks that a question can name, newest first. */
export interface NamedResults {
  evaluations: readonly EvaluationSummary[];
  scenarios: readonly Row[];
  stacks: readonly Row[];
}

interface Row {
  id: string;
  name: string;
}

/** The evaluation to show, and the names of scenarios and stacks to which its results are limited. */
export type AskedResults = { id: string; names: readonly string[] } | { say: string };

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/iu;
const MAX_LISTED = 10;
const NO_RESULTS =
  'This workspace has no evaluation yet. Create one under Evaluations, and ask again when it has ended.';

/**
 * The results that a question names: those of an evaluation by its name, else the newest that compares the named
 * scenarios and stacks. Null if the question names nothing.
 */
export function findNamedResults(
  text: string,
  { evaluations, scenarios, stacks }: NamedResults,
): AskedResults | null {
  const rows = rowsNamedInText(text, [...evaluations, ...scenarios, ...stacks], ({ name }) => name);
  const [first, ...others] = evaluations.filter((one) => rows.includes(one));
  const targets = [...scenarios, ...stacks].filter((one) => rows.includes(one));
  const names = [...new Set(targets.map(({ name }) => name))];
  if (first && others.length > 0)
    return { say: `Several evaluations match. Ask again with the id of one:\n\n${list([first, ...others])}` };
  if (first) return { id: first.id, names };
  if (names.length === 0) return null;
  const compares = (evaluation: EvaluationSummary) => {
    const compared = targets.filter(({ id }) => evaluation.targets.some((target) => target.target_id === id));
    return new Set(compared.map(({ name }) => name)).size;
  };
  const ended = evaluations.filter(hasEnded);
  const fitting =
    ended.find((one) => compares(one) === names.length) ?? ended.find((one) => compares(one) > 0);
  if (fitting) return { id: fitting.id, names };
  return { say: `No evaluation of ${names.map(quoteName).join(' and ')} has ended yet.` };
}

/**
 * The results that a question requests: of an evaluation by its id, those that it or, without a name, an earlier
 * message names, else those of the newest evaluation that has ended.
 */
export function findAskedResults(text: string, before: readonly Turn[], all: NamedResults): AskedResults {
  const [id] = UUID.exec(text) ?? [];
  if (id !== undefined) return { id: id.toLowerCase(), names: [] };
  const said = before.filter(({ role }) => role === 'user').map(({ content }) => content);
  for (const words of [text, ...said.toReversed()]) {
    const meant = findNamedResults(words, all);
    if (meant) return meant;
  }
  const { evaluations } = all;
  if (evaluations.length === 0) return { say: NO_RESULTS };
  const ended = evaluations.find(hasEnded);
  if (ended) return { id: ended.id, names: [] };
  return {
    say: `No evaluation has ended yet, so there are no results. Ask again when one of these has:\n\n${list(evaluations)}`,
  };
}

const hasEnded = ({ status }: EvaluationSummary) => status !== 'queued' && status !== 'running';

function list(evaluations: readonly EvaluationSummary[]): string {
  const lines = evaluations.slice(0, MAX_LISTED).map(({ name, status, progress_percent, created_at, id }) => {
    const state = status === 'running' ? `running, ${progress_percent} %` : status;
    return `- ${quoteName(name)}, ${state}, of ${created_at.slice(0, 10)}, \`${id}\``;
  });
  const left = evaluations.length - lines.length;
  return [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
}
