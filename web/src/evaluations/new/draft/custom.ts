import { optionsOf, toGrader } from '../../../ui/grader-options.ts';
import type {
  Criterion,
  CriterionDraft,
  CustomDraft,
  CustomEval,
  Judge,
  JudgeDraft,
  Judging,
  NewEvaluation,
  Source,
} from './draft.ts';
import { withChanges } from './with-changes.ts';

export function customOf(custom: CustomDraft, began: NewEvaluation['custom_eval']): CustomEval {
  const written = writtenCustom(custom);
  if (custom.from === undefined || began == null) return written;
  const { criteria, judge_config, ...now } = written;
  // Criteria and judges have changes of their own, by what each began as.
  const { criteria: _, judge_config: __, ...was } = began;
  const shown = writtenCustom({ ...shownCustom(began), dataset: custom.from.dataset });
  const judging = judgingFrom(began.judge_config, judge_config);
  return {
    ...withChanges<Omit<CustomEval, 'criteria' | 'judge_config'>>(was, withoutJudging(shown), now),
    criteria,
    ...(judging !== undefined && { judge_config: judging }),
  };
}

const withoutJudging = ({ criteria: _, judge_config: __, ...fields }: CustomEval) => fields;

function writtenCustom(custom: CustomDraft): CustomEval {
  const judges = custom.judges
    .filter(({ provider, model, was }) => was !== undefined || provider.trim() !== '' || model.trim() !== '')
    .map((one) => changedFrom(one, judgeFrom, judgeOf));
  const [only] = judges;
  return {
    prompt_template: custom.prompt,
    ...(custom.system.trim() !== '' && { system_prompt: custom.system }),
    ...(custom.dataset === '' ? { inputs: inputsOf(custom.inputs) } : { dataset: custom.dataset }),
    criteria: custom.criteria.map((one) => changedFrom(one, criterionFrom, criterionOf)),
    ...(only && {
      judge_config: {
        ...(judges.length === 1 ? only : { judges }),
        ...(custom.instructions.trim() !== '' && { instructions: custom.instructions.trim() }),
        ...(custom.pairwise && { pairwise: true }),
      },
    }),
  };
}

/** A row as the form has it, with what it does not show of what the row began as. */
function changedFrom<D extends { was?: T }, T>(draft: D, from: (was: T) => D, write: (draft: D) => T): T {
  const now = write(draft);
  return draft.was === undefined ? now : withChanges(draft.was, write(from(draft.was)), now);
}

/** How judges are told and called, in the shape that it had where it has as many judges still. */
function judgingFrom(
  was: CustomEval['judge_config'],
  now: CustomEval['judge_config'],
): CustomEval['judge_config'] {
  if (was == null) return now ?? was;
  const listed = (judging: Judging) => {
    const { judges, instructions, pairwise, ...one } = judging;
    return { judges: judges ?? [one], said: { instructions, pairwise } };
  };
  const [before, after] = [listed(was), now == null ? undefined : listed(now)];
  if (after === undefined) return undefined;
  const said = withChanges(
    before.said,
    {
      instructions: before.said.instructions?.trim() || undefined,
      pairwise: before.said.pairwise || undefined,
    },
    after.said,
  );
  const [only] = after.judges;
  const judges = was.judges === undefined && after.judges.length === 1 ? only : { judges: after.judges };
  return { ...judges, ...definedFields(said) } as Judging;
}

const definedFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The model stands where it stood: `model` says the same as `model_id`. */
const judgeOf = ({ provider, model, was }: JudgeDraft): Judge => ({
  provider: provider.trim(),
  ...((was?.model === undefined || was.model_id !== undefined) && { model_id: model.trim() }),
  ...(was?.model !== undefined && { model: model.trim() }),
});

const judgeFrom = (was: Judge): JudgeDraft => ({
  provider: was.provider ?? '',
  model: was.model_id ?? was.model ?? '',
  was,
});

function criterionOf(criterion: CriterionDraft): Criterion {
  const { name, by, description, scale, expected, weight } = criterion;
  return {
    name: name.trim(),
    ...(weight.trim() !== '' && { weight: Number(weight) }),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(by === 'judge'
      ? { scale }
      : {
          grader: toGrader(criterion.grader, criterion.options ?? {}),
          ...(expected.trim() !== '' && { expected: expected.trim() }),
        }),
  };
}

/** The parameters that a judge has and keeps, which the form does not ask for. */
export function judgeParameters({ was = {} }: JudgeDraft): object {
  const { provider: _, model_id: __, model: ___, ...parameters } = was;
  return parameters;
}

function criterionFrom(was: Criterion): CriterionDraft {
  return {
    name: was.name,
    by: was.grader === undefined ? 'judge' : 'grader',
    description: was.description ?? '',
    scale: was.scale ?? 'one_to_five',
    grader: typeof was.grader === 'string' ? was.grader : (was.grader?.type ?? ''),
    options: optionsOf(was.grader),
    expected: was.expected ?? '',
    weight: was.weight === undefined ? '' : String(was.weight),
    was,
  };
}

function inputsOf(text: string): NonNullable<CustomEval['inputs']> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, i) => {
    try {
      return JSON.parse(line);
    } catch {
      throw new Error(`Line ${i + 1} of the inputs is not a JSON object. Example: {"message": "Hello"}.`);
    }
  });
}

export function customFrom(was: CustomEval, sources: readonly Source[]): CustomDraft {
  const shown = shownCustom(was);
  const dataset = sources.find(({ title }) => title === shown.dataset)?.id ?? shown.dataset;
  return { ...shown, dataset, from: { dataset } };
}

/** What the form shows of it, its dataset by the name it has there. */
function shownCustom(was: CustomEval): CustomDraft {
  const { judge_config: judging } = was;
  const judges = judging?.judges ?? (judging ? [judgeIn(judging)] : []);
  return {
    prompt: was.prompt_template,
    system: was.system_prompt ?? '',
    dataset: was.dataset ?? '',
    inputs: (was.inputs ?? []).map((one) => JSON.stringify(one)).join('\n'),
    criteria: was.criteria.map(criterionFrom),
    judges: judges.map(judgeFrom),
    instructions: judging?.instructions ?? '',
    pairwise: judging?.pairwise ?? false,
  };
}

/** The one judge that stands among what all are told. */
function judgeIn({ judges: _, instructions: __, pairwise: ___, ...one }: Judging): Judge {
  return one;
}
