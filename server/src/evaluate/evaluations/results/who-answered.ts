import { count, joinNames, percent, plural } from '@touchstone/report/figures';
import type { Static } from 'typebox';
import { nameInSentence } from '../../../decide/slo/slo.ts';
import {
  isFallbackRoute,
  isNameOfAskedModel,
  isNameOfOtherModel,
  needsNetwork,
} from '../../../models/models.ts';
import type { Plan, PlannedTarget } from '../plan/plan.ts';
import type { OtherModels } from '../schemas/result-schemas.ts';
import type { Calls } from './aggregate.ts';

/** Responses of a target that came from another model than requested, or from a gateway's fallback. */
export interface OtherAnswers extends Static<typeof OtherModels> {
  /** Such as `60 of 60 responses (100 %) came from a different model than gpt-4o: gpt-4o-mini (60)`. */
  said: string;
}

type NamedCalls = Pick<Calls, 'models' | 'routes'>;

/**
 * Targets with responses from another model: by samples or, without any, by load. Each source is compared with its
 * own names, because a server may return an alias under load and the model behind it elsewhere.
 */
export function otherModelAnswers(
  plan: Plan,
  calls: readonly NamedCalls[],
  underLoad: readonly NamedCalls[],
): OtherAnswers[] {
  const own = answersOfOthers(plan, calls);
  const told = new Set(own.map(({ target_label }) => target_label));
  const ofLoad = answersOfOthers(plan, underLoad).filter(({ target_label }) => !told.has(target_label));
  return [...own, ...ofLoad.map((one) => ({ ...one, said: `${one.said} (under load)` }))];
}

/** Targets with responses from other models, those with most first. */
function answersOfOthers(plan: Plan, calls: readonly NamedCalls[]): OtherAnswers[] {
  return plan.targets.flatMap((target, i) => {
    const { models = {}, routes = {} } = calls[i] ?? {};
    const { expected, isPlain, isOther } = expectationOf(target, namesIn(plan, i, calls[i]), models);
    const others = pick(models, isOther);
    const fallbacks = pick(routes, isFallbackRoute);
    const [all, ofModels, ofFallbacks] = [sum(models), sum(others), sum(fallbacks)];
    if (ofModels + ofFallbacks === 0) return [];
    // Fallbacks mostly return their own model name, so both counts concern the same responses.
    const other_answers = Math.min(all, Math.max(ofModels, ofFallbacks));
    const plain = Math.max(isPlain ? ofModels : 0, ofFallbacks);
    const who = Object.entries({ ...others, ...fallbacks })
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_NAMED)
      .map(([name, n]) => `${name} (${count(n)})`);
    const share = `${count(other_answers)} of ${plural(all, 'response')} (${percent(other_answers / Math.max(1, all))})`;
    return [
      {
        target_label: target.label,
        expected_model: expected,
        answers: all,
        others: { ...others, ...fallbacks },
        other_answers,
        ...(2 * plain > all && { is_most: true as const }),
        said: `${share} came from a different model than ${expected}: ${joinNames(who)}`,
      },
    ];
  });
}

/** The indexes of targets of which most responses plainly came from another model. */
export function targetsOfOtherModels(plan: Plan, calls: readonly Calls[]): ReadonlySet<number> {
  const most = answersOfOthers(plan, calls).filter((one) => one.is_most);
  const labels = new Set(most.map(({ target_label }) => target_label));
  return new Set([...plan.targets.keys()].filter((i) => labels.has(plan.targets[i]?.label ?? '')));
}

/** The sentence about a target with responses from another model. */
export const otherAnswersSentence = ({ target_label, said, expected_model }: OtherAnswers) =>
  `${nameInSentence(target_label)}: ${said}. Its figures are not those of ${expected_model} alone.`;

/** Targets whose server returns only a name other than the requested one, which may be an alias or a fallback. */
export function describeAliases(
  plan: Pick<Plan, 'targets' | 'preflight'>,
  calls: readonly Calls[] = [],
): string[] {
  return plan.targets.flatMap((target, i) => {
    const names = namesIn(plan, i, calls[i]);
    const { isKnown, isPlain } = expectationOf(target, names, calls[i]?.models);
    if (target.endpoint || !needsNetwork(target) || isKnown || isPlain || names.length === 0) return [];
    const said = joinNames(names.slice(0, MAX_NAMED));
    return [
      `${nameInSentence(target.label)}: responses name ${said} as the model, but ${target.modelId} was requested. If ${target.modelId} is an alias for it, list the name in answers_as of the provider; otherwise another model responded.`,
    ];
  });
}

/** The model names that a server returned for a target, that of the preflight first. */
function namesIn(
  { preflight }: Pick<Plan, 'preflight'>,
  target: number,
  calls: NamedCalls | undefined,
): string[] {
  const named = preflight?.targets[target]?.returnedModel ?? '';
  return [...new Set([named, ...Object.keys(calls?.models ?? {})])].filter((name) => name !== '');
}

/**
 * Decides which returned names are those of another model. If some response names the requested model, every other
 * name is; if a name plainly is that of another model, it is. Otherwise the requested name may be an alias, and only
 * a change of name during the run is reported, because an alias may lead to several models.
 */
function expectationOf(
  target: PlannedTarget,
  names: readonly string[],
  ofRun: Readonly<Record<string, number>> = {},
) {
  const { modelId, endpoint } = target;
  const [first = modelId] = names;
  // A name from the preflight alone, or from its single response, says nothing about the others: the preflight
  // streams, and a server may return an alias there and the model behind it elsewhere.
  const often = Object.entries(ofRun).flatMap(([name, n]) => (name !== '' && n > 1 ? [name] : []));
  // An application may name its models as it likes.
  const own =
    endpoint === undefined
      ? (often.length > 0 ? often : names).find((name) => isNameOfAskedModel(target, name))
      : undefined;
  const isKnown = own !== undefined;
  const isPlain =
    endpoint === undefined && (isKnown || names.some((name) => isNameOfOtherModel(target, name)));
  return {
    /** Whether some response names the requested model. */
    isKnown,
    /** Whether other names are plainly those of another model. */
    isPlain,
    expected: isPlain ? (own ?? modelId) : first,
    isOther: (name: string) => {
      if (name === '') return false;
      if (isKnown) return !isNameOfAskedModel(target, name);
      return isPlain ? isNameOfOtherModel(target, name) : !isNameOfAskedModel({ modelId: first }, name);
    },
  };
}

const pick = (names: Readonly<Record<string, number>>, keeps: (name: string) => boolean) =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([name]) => keeps(name))
      .toSorted(([, a], [, b]) => b - a),
  );

const MAX_NAMED = 5;

const sum = (names: Readonly<Record<string, number>>) => Object.values(names).reduce((all, n) => all + n, 0);
