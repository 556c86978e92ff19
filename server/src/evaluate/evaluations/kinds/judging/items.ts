import { AppError, type FieldError, impossibleField } from '../../../../kernel/errors.ts';
import { createYieldToEventLoop } from '../../../../kernel/yield-to-event-loop.ts';
import { type Item, toItem } from '../../../../measure/benchmarks/benchmarks.ts';
import { asksOutside, type GraderSpec, graderProblems } from '../../../../measure/graders/graders.ts';
import type { TextMessage } from '../../../../models/models.ts';
import { MAX_DATASET_CHARACTERS } from '../../plan/limits.ts';
import type { CustomEval } from '../../schemas/custom-eval-schemas.ts';
import { parseTemplate, type Template } from './template.ts';
import type { VariableRow } from './variable-rows.ts';

/** How a built-in grader decides one criterion of one item. */
export interface CriterionGrading extends GraderSpec {
  expected: string;
}

/** The grader name of custom evaluation items; the options contain what differs between items. */
const CUSTOM_GRADER = 'custom';

interface ParsedCriterion {
  pointer: string;
  grader: GraderSpec;
  expected: Template;
}

interface ParsedDefinition {
  prompt: Template;
  system: Template | null;
  /** By criterion; null for those of judges. */
  graded: (ParsedCriterion | null)[];
}

const MAX_NAMED = 20;
const EXPECTED = '{{expected}}';

/** The distinct items of a custom evaluation. Throws 422 with pointers below `/custom_eval`. */
export async function customItems(
  custom: CustomEval,
  rows: readonly VariableRow[],
  warnings: string[],
): Promise<Item[]> {
  const yieldToEventLoop = createYieldToEventLoop();
  const parsed = parse(custom);
  requireKnown(parsed, rows);
  await requireFillable(parsed, rows);
  const items = new Map<string, Item>();
  const errors: FieldError[] = [];
  for (const row of rows) {
    await yieldToEventLoop();
    const problems = rowProblems(parsed, row);
    if (problems.length > 0) errors.push(...problems);
    else {
      const item = itemOf(parsed, row);
      items.set(item.id, item);
    }
  }
  if (errors.length > 0) throw unusableRows(errors);
  if (items.size === 0)
    throw impossibleField(dataPointer(custom), 'There are no items, because no input has values.');
  if (items.size < rows.length)
    warnings.push(`custom_eval: ${rows.length - items.size} repeated inputs were removed.`);
  warnAboutUnused(custom, parsed, rows, warnings);
  return [...items.values()];
}

const dataPointer = ({ dataset }: CustomEval) => (dataset === undefined ? '/inputs' : '/dataset');

function parse({ prompt_template, system_prompt, criteria }: CustomEval): ParsedDefinition {
  return {
    prompt: requireText(prompt_template, '/prompt_template'),
    system: system_prompt === undefined ? null : requireText(system_prompt, '/system_prompt'),
    graded: criteria.map(({ grader, expected = EXPECTED }, i) => {
      if (grader === undefined) return null;
      const pointer = `/criteria/${i}`;
      return { pointer, grader: specOf(grader), expected: requireText(expected, `${pointer}/expected`) };
    }),
  };
}

function specOf(grader: NonNullable<CustomEval['criteria'][number]['grader']>): GraderSpec {
  return typeof grader === 'string'
    ? { type: grader, options: {} }
    : { type: grader.type, options: grader.options ?? {} };
}

function requireText(text: string, pointer: string): Template {
  const template = parseTemplate(text);
  if (typeof template === 'string') throw impossibleField(pointer, template);
  return template;
}

function templatesOf({
  prompt,
  system,
  graded,
}: ParsedDefinition): { pointer: string; template: Template }[] {
  return [
    { pointer: '/prompt_template', template: prompt },
    ...(system ? [{ pointer: '/system_prompt', template: system }] : []),
    ...graded.flatMap((one) => (one ? [{ pointer: `${one.pointer}/expected`, template: one.expected }] : [])),
  ];
}

/** A variable that no row has is one mistake in the template, not one in every row. */
function requireKnown(parsed: ParsedDefinition, rows: readonly VariableRow[]): void {
  const known = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  const there = known.size === 0 ? 'there are none' : `there are: ${[...known].slice(0, 50).join(', ')}`;
  const errors = templatesOf(parsed).flatMap(({ pointer, template }) =>
    template.variables
      .filter((name) => !known.has(name))
      .map((name) => ({ pointer, detail: `no input has a value for {{${name}}}; ${there}` })),
  );
  if (errors.length > 0) throw unusableRows(errors);
}

/** Maximum characters of one filled text, and of all together: a short template can expand to gigabytes. */
const MAX_FILLED = 1_000_000;
const MAX_TOGETHER = MAX_DATASET_CHARACTERS;

async function requireFillable(parsed: ParsedDefinition, rows: readonly VariableRow[]): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop();
  let together = 0;
  for (const { at, values } of rows) {
    await yieldToEventLoop();
    for (const { pointer, template } of templatesOf(parsed)) {
      const length = template.lengthWith(values);
      together += length;
      if (length <= MAX_FILLED && together <= MAX_TOGETHER) continue;
      const detail =
        length > MAX_FILLED
          ? `With ${at} this text has ${length} characters; the maximum after substitution is ${MAX_FILLED}.`
          : `The texts of an evaluation may have at most ${MAX_TOGETHER} characters in total after substitution.`;
      throw impossibleField(pointer, detail, 'limit_exceeded');
    }
  }
}

function rowProblems(parsed: ParsedDefinition, { at, values }: VariableRow): FieldError[] {
  const pointer = at.startsWith('inputs') ? `/${at}` : '/dataset';
  const missing = new Set(
    templatesOf(parsed).flatMap(({ template }) =>
      template.variables.filter((name) => !Object.hasOwn(values, name)),
    ),
  );
  if (missing.size > 0) {
    return [...missing].map((name) => ({ pointer, detail: `${at} has no value for {{${name}}}` }));
  }
  return gradingsOf(parsed, values).flatMap((grading, i) =>
    (grading ? gradingProblems(grading) : []).map((problem) => ({
      pointer: `/criteria/${i}/grader`,
      detail: `${at}: ${problem}`,
    })),
  );
}

function gradingProblems(grading: CriterionGrading): string[] {
  const problems = graderProblems(grading, grading.expected);
  if (problems.length > 0 || !asksOutside(grading)) return problems;
  return [`the grader ${grading.type} grades no criterion; use it in a dataset`];
}

function gradingsOf(
  { graded }: ParsedDefinition,
  values: VariableRow['values'],
): (CriterionGrading | null)[] {
  return graded.map((one) => one && { ...one.grader, expected: one.expected.fill(values) });
}

function itemOf(parsed: ParsedDefinition, { values }: VariableRow): Item {
  const { prompt, system } = parsed;
  // The right answer is excluded, because applications must not receive it.
  const { expected: _, cluster: __, ...fields } = values;
  const input: TextMessage[] = [
    ...(system ? [{ role: 'system' as const, content: system.fill(values) }] : []),
    { role: 'user', content: prompt.fill(values) },
  ];
  return toItem({
    input,
    expected: values.expected ?? '',
    grader: { type: CUSTOM_GRADER, options: { gradings: gradingsOf(parsed, values) } },
    ...(values.cluster !== undefined && { cluster: values.cluster }),
    ...(Object.keys(fields).length > 0 && { fields }),
  });
}

/** Warns about variables in `inputs` that no template uses. Columns of a dataset may serve other purposes. */
function warnAboutUnused(
  custom: CustomEval,
  parsed: ParsedDefinition,
  rows: readonly VariableRow[],
  warnings: string[],
) {
  if (custom.inputs === undefined) return;
  const used = new Set([
    'expected',
    'cluster',
    ...templatesOf(parsed).flatMap(({ template }) => template.variables),
  ]);
  const unused = new Set(rows.flatMap(({ values }) => Object.keys(values)).filter((name) => !used.has(name)));
  if (unused.size > 0) warnings.push(`custom_eval: no template uses ${[...unused].join(', ')}.`);
}

function unusableRows(errors: readonly FieldError[]): AppError {
  const more = errors.length > MAX_NAMED ? ` (and ${errors.length - MAX_NAMED} more)` : '';
  return new AppError(
    'impossible',
    `The custom evaluation cannot be carried out: ${errors[0]?.detail}.${more}`,
    {
      errors: errors.slice(0, MAX_NAMED),
    },
  );
}
