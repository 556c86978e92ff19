import {
  COST_FIELDS,
  type EvaluationDraft,
  type Methodology,
  type NamedParts,
  NO_WORSE_FIELDS,
  type Texts,
  WEIGHT_FIELDS,
} from './draft.ts';
import { textOf } from './number-text.ts';
import { baselineLabel } from './targets.ts';
import { withChanges } from './with-changes.ts';

function questionOf(draft: ShownMethod): Methodology {
  if (draft.question !== 'no_worse') return {};
  const margins = NO_WORSE_FIELDS.flatMap((name) => {
    const text = draft.noWorse[name].trim();
    if (text === '') return [];
    const share = Number(text) / 100;
    return [[name, Number((name.endsWith('_ratio') ? 1 + share : share).toPrecision(12))] as const];
  });
  return {
    question: 'no_worse',
    ...(margins.length > 0 && { no_worse_margins: Object.fromEntries(margins) }),
  };
}

/** The fields of the method, with what it began as where they say the same. */
export function methodologyOf(draft: EvaluationDraft, named: readonly NamedParts[]): Methodology {
  const { began } = draft;
  const now = writtenMethod(draft);
  const was = began?.methodology;
  const method = was ? withChanges(was, writtenMethod(methodFrom(was)), now) : now;
  if (draft.question === 'no_worse') return { ...method, baseline: baselineLabel(draft, named) };
  if (was?.question !== 'no_worse') return method;
  const { baseline: _, ...others } = method;
  return others;
}

/** What the form shows of a method. */
type ShownMethod = Pick<
  EvaluationDraft,
  'method' | 'question' | 'noWorse' | 'correction' | 'delivery' | 'isFresh' | 'weights' | 'costs'
>;

export function methodFrom(methodology: Methodology): ShownMethod {
  const { confidence_level } = methodology;
  const texts = <K extends string>(keys: readonly K[], given: Partial<Record<K, number>> = {}) =>
    Object.fromEntries(keys.map((key) => [key, textOf(given[key])])) as Texts<K>;
  return {
    method: {
      size: textOf(methodology.sample_size),
      margin: textOf(methodology.margin, 100),
      confidence: textOf(confidence_level, (confidence_level ?? 0) > 1 ? 1 : 100),
      seed: textOf(methodology.random_seed),
      epochs: textOf(methodology.epochs),
      most_usd: textOf(methodology.max_cost_usd),
      calls: textOf(methodology.concurrency),
      most_calls: textOf(methodology.max_concurrency),
      wait: textOf(methodology.request_timeout_ms, 0.001),
    },
    question: methodology.question === 'no_worse' ? 'no_worse' : '',
    noWorse: Object.fromEntries(
      NO_WORSE_FIELDS.map((name) => {
        const margin = methodology.no_worse_margins?.[name];
        return [name, textOf(margin === undefined || !name.endsWith('_ratio') ? margin : margin - 1, 100)];
      }),
    ) as EvaluationDraft['noWorse'],
    correction: methodology.correction ?? '',
    delivery: methodology.delivery === 'batch' ? 'batch' : '',
    isFresh: methodology.cache === false,
    weights: texts(WEIGHT_FIELDS, methodology.weights),
    costs: texts(COST_FIELDS, methodology.cost_assumptions),
  };
}

function writtenMethod(draft: ShownMethod): Methodology {
  const { method, correction, delivery, isFresh, weights, costs } = draft;
  const number = (name: keyof Methodology, text: string, times = 1) =>
    text.trim() === '' ? {} : { [name]: Number((Number(text) * times).toPrecision(12)) };
  return {
    ...number('sample_size', method.size),
    ...number('margin', method.margin, 0.01),
    ...number('confidence_level', method.confidence, 0.01),
    ...number('random_seed', method.seed),
    ...number('epochs', method.epochs),
    ...number('max_cost_usd', method.most_usd),
    ...number('concurrency', method.calls),
    ...number('max_concurrency', method.most_calls),
    ...number('request_timeout_ms', method.wait, 1000),
    ...(correction !== '' && { correction }),
    ...(delivery !== '' && { delivery }),
    ...(isFresh && { cache: false }),
    ...numbers('weights', weights),
    ...numbers('cost_assumptions', costs),
    ...questionOf(draft),
  };
}

function numbers(name: string, texts: Record<string, string>): object {
  const said = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  if (said.length === 0) return {};
  return { [name]: Object.fromEntries(said.map(([key, text]) => [key, Number(text)])) };
}
