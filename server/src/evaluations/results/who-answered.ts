import { count, listed, percent } from '@touchstone/report/figures';
import { inSentence } from '../../slo/slo.ts';
import type { Plan } from '../plan/plan.ts';
import type { Calls } from './aggregate.ts';
import { isOtherModel } from './model-names.ts';

/** Answers of a target that another model gave than the one that was asked, or a fallback of a gateway. */
export interface OtherAnswers {
  target_label: string;
  /** The model that was expected: as the server named it before the run, or else as it was asked for. */
  expected_model: string;
  answers: number;
  /** Names of other models, and of fallbacks, with how many answers each gave. */
  others: Record<string, number>;
  other_answers: number;
  sentence: string;
}

/** By which an adapter names the route of an answer that a gateway’s fallback gave. */
const IS_FALLBACK = /^fallback\b/;

/** Who answered in the place of who was asked, a target each, most answers first. */
export function answersOfOthers(plan: Plan, calls: readonly Calls[]): OtherAnswers[] {
  return plan.targets.flatMap(({ label, modelId, endpoint }, i) => {
    const { models = {}, routes = {} } = calls[i] ?? {};
    const named = plan.preflight?.targets[i]?.returnedModel ?? null;
    // What an application says of its models is its own matter.
    const isAsked = endpoint === undefined;
    const expected = named !== null && !(isAsked && isOtherModel(modelId, named)) ? named : modelId;
    const isOther = (name: string) =>
      name !== '' && (expected === named ? name !== named : isAsked && isOtherModel(modelId, name));
    const others = pick(models, isOther);
    const fallbacks = pick(routes, (route) => IS_FALLBACK.test(route));
    const [all, ofModels, ofFallbacks] = [sum(models), sum(others), sum(fallbacks)];
    if (ofModels + ofFallbacks === 0) return [];
    // The same answers, told twice: a fallback mostly names its own model.
    const other_answers = Math.min(all, Math.max(ofModels, ofFallbacks));
    const who = Object.entries({ ...others, ...fallbacks }).map(([name, n]) => `${name} (${count(n)})`);
    const share = `${count(other_answers)} of ${count(all)} answers (${percent(other_answers / Math.max(1, all))})`;
    return [
      {
        target_label: label,
        expected_model: expected,
        answers: all,
        others: { ...others, ...fallbacks },
        other_answers,
        sentence: `${inSentence(label)}: ${share} came from another model than ${expected}: ${listed(who)}. Its figures are not those of ${expected} alone.`,
      },
    ];
  });
}

const pick = (names: Readonly<Record<string, number>>, keeps: (name: string) => boolean) =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([name]) => keeps(name))
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MOST_NAMED),
  );

const MOST_NAMED = 5;

const sum = (names: Readonly<Record<string, number>>) => Object.values(names).reduce((all, n) => all + n, 0);
