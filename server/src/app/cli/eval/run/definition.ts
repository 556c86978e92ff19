import { basename, dirname, resolve } from 'node:path';
import type { Schemas } from '@touchstone/client';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { ColumnMapping } from '../../../../knowledge/reading/tables/column-mapping.ts';
import { UsageError } from '../../terminal/arguments.ts';
import { parseYaml, readText } from '../../terminal/read-file.ts';
import { datasetContent } from './dataset-content.ts';
import { FAIL_ON_LEVELS } from './gate.ts';

const closed = { additionalProperties: false } as const;
const Name = Type.String({ minLength: 1 });

/** Content that the service validates. */
const Given = Type.Object({}, { additionalProperties: true });

const Dataset = Type.Object(
  {
    name: Type.Optional(Name),
    file: Name,
    sheet: Type.Optional(Name),
    columns: Type.Optional(Type.Unsafe<ColumnMapping>({ ...ColumnMapping, minProperties: 1 })),
    grader: Type.Optional(Type.Union([Name, Given])),
  },
  closed,
);

/**
 * The content of an evaluation file. Stacks, scenarios, custom_eval and methodology have the form of the API, which
 * validates them.
 */
const Definition = Type.Object(
  {
    name: Name,
    description: Type.Optional(Type.String()),
    evaluation_type: Type.Optional(Name),
    workspace: Type.Optional(Name),
    datasets: Type.Optional(Type.Array(Dataset)),
    stacks: Type.Optional(
      Type.Array(Type.Object({ name: Name, model: Type.Object({}) }, { additionalProperties: true })),
    ),
    scenarios: Type.Optional(Type.Array(Type.Object({ name: Name }, { additionalProperties: true }))),
    targets: Type.Optional(
      Type.Array(
        Type.Object(
          {
            stack: Type.Optional(Name),
            model: Type.Optional(Name),
            scenario: Type.Optional(Name),
            label: Type.Optional(Name),
          },
          closed,
        ),
      ),
    ),
    benchmarks: Type.Optional(
      Type.Array(
        Type.Object(
          {
            dataset: Type.Optional(Name),
            benchmark_type: Type.Optional(Name),
            subset: Type.Optional(Name),
            dataset_version: Type.Optional(Name),
            num_samples: Type.Optional(Type.Integer({ minimum: 1 })),
            trace: Type.Optional(Given),
            sessions: Type.Optional(Given),
            prefix_cache: Type.Optional(
              Type.Unsafe<'allow' | 'defeat'>({ type: 'string', enum: ['allow', 'defeat'] }),
            ),
            prompts: Type.Optional(
              Type.Unsafe<'items' | 'synthetic'>({ type: 'string', enum: ['items', 'synthetic'] }),
            ),
            generators: Type.Optional(Type.Integer({ minimum: 1 })),
            k: Type.Optional(Type.Integer({ minimum: 1 })),
            conditions: Type.Optional(
              Type.Array(
                Type.Unsafe<'retrieved' | 'gold' | 'none'>({
                  type: 'string',
                  enum: ['retrieved', 'gold', 'none'],
                }),
              ),
            ),
          },
          closed,
        ),
      ),
    ),
    custom_eval: Type.Optional(Type.Object({ dataset: Type.Optional(Name) }, { additionalProperties: true })),
    methodology: Type.Optional(Type.Object({}, { additionalProperties: true })),
    preset: Type.Optional(Type.Unsafe<'equivalence'>({ type: 'string', enum: ['equivalence'] })),
    baseline: Type.Optional(Name),
    fail_on: Type.Optional(Name),
  },
  closed,
);

export interface EvalDefinition extends Omit<Static<typeof Definition>, 'datasets'> {
  datasets: readonly { name: string; content: string; file?: string }[];
}

/** The evaluation file, if there is one, and its datasets. */
export function filesOfDefinition(file: string | undefined, { datasets }: EvalDefinition): string[] {
  return [file, ...datasets.map((dataset) => dataset.file)].filter((one) => one !== undefined);
}

/** Reads an evaluation file and its datasets, relative to it. Throws `UsageError` with every error. */
export async function readDefinition(file: string): Promise<EvalDefinition> {
  const given = parseYaml(file, await readText(file));
  const problems = Value.Errors(Definition, given)
    // An unknown field is already reported at its object.
    .filter(({ keyword }) => keyword !== 'boolean')
    .map(
      ({ instancePath, message, params }) =>
        `  ${instancePath === '' ? '/' : instancePath}${nameAtPointer(given, instancePath)} ${unknownNames(params) ?? message}`,
    );
  if (problems.length > 0) {
    throw new UsageError(
      `${file} is not an evaluation file:\n${problems.join('\n')}\nSee docs/how-to/ci.md.`,
    );
  }
  const definition = given as Static<typeof Definition>;
  const datasets: { name: string; content: string; file: string }[] = [];
  for (const dataset of definition.datasets ?? []) {
    const path = resolve(dirname(file), dataset.file);
    const name = dataset.name ?? basename(path);
    const isGraded = (definition.benchmarks ?? []).some((benchmark) => benchmark.dataset === name);
    datasets.push({ name, content: await datasetContent(path, { ...dataset, isGraded }), file: path });
  }
  refuseUnknown(file, definition, datasets);
  return { ...definition, datasets };
}

const unknownNames = (params: object) =>
  'additionalProperties' in params
    ? `has unknown fields: ${[params.additionalProperties].flat().join(', ')}`
    : undefined;

/** The name of the dataset, stack, scenario, target or benchmark that contains the pointer, in brackets. */
function nameAtPointer(given: unknown, pointer: string): string {
  const [, list = '', place = ''] = pointer.split('/');
  const all = (given as Record<string, unknown> | null)?.[list];
  const part = Array.isArray(all) ? (all[Number(place)] as Record<string, unknown> | null) : null;
  const name = NAMING_FIELDS.map((field) => part?.[field]).find((value) => typeof value === 'string');
  return name === undefined ? '' : ` ("${name}")`;
}

const NAMING_FIELDS = ['name', 'label', 'file', 'stack', 'scenario', 'model', 'dataset', 'benchmark_type'];

/** Refuses names that the file does not define, before anything is sent. */
function refuseUnknown(
  file: string,
  definition: Static<typeof Definition>,
  datasets: readonly { name: string }[],
): void {
  const stacks = (definition.stacks ?? []).map(({ name }) => name);
  const scenarios = (definition.scenarios ?? []).map(({ name }) => name);
  const problems: string[] = [];
  for (const { stack, model, scenario } of definition.targets ?? []) {
    if ([stack, model, scenario].filter((one) => one !== undefined).length !== 1)
      problems.push('each target needs exactly one of stack, model and scenario');
    else if (scenario !== undefined && !scenarios.includes(scenario))
      problems.push(`no scenario here is called "${scenario}"`);
    else if (stack !== undefined && !stacks.includes(stack))
      problems.push(`no stack here is called "${stack}"`);
    else if (model !== undefined && !model.includes('/')) problems.push(`"${model}" is not provider/model`);
  }
  const { benchmarks = [], custom_eval } = definition;
  for (const { dataset, benchmark_type } of benchmarks) {
    if ((dataset === undefined) === (benchmark_type === undefined))
      problems.push('each benchmark needs either dataset or benchmark_type');
  }
  for (const { dataset } of [...benchmarks, ...(custom_eval ? [custom_eval] : [])]) {
    if (dataset !== undefined && !datasets.some(({ name }) => name === dataset))
      problems.push(`no dataset here is called "${dataset}"`);
  }
  if (benchmarks.length === 0 && custom_eval === undefined && definition.preset === undefined)
    problems.push('it has neither benchmarks nor custom_eval');
  if (targetsOf(definition).length === 0) problems.push('it has neither targets nor stacks');
  problems.push(...unknownBaseline(definition), ...unusedParts(definition, datasets));
  const { fail_on } = definition;
  if (fail_on !== undefined && !FAIL_ON_LEVELS.some((level) => level === fail_on))
    problems.push(`fail_on must be one of ${FAIL_ON_LEVELS.join(', ')}, not "${fail_on}"`);
  if (problems.length > 0) throw new UsageError(`${file}: ${[...new Set(problems)].join('; ')}.`);
}

/** A baseline must be the label of a called target. */
function unknownBaseline(definition: Static<typeof Definition>): string[] {
  const { baseline } = definition;
  const labels = targetsOf(definition).flatMap(({ stack, model, label }) => {
    const name = stack ?? model;
    return name === undefined ? [] : [label ?? name];
  });
  if (baseline === undefined || labels.length === 0 || labels.includes(baseline)) return [];
  return [`the baseline "${baseline}" is not one of the targets: ${labels.join(', ')}`];
}

/**
 * Parts that the file defines and never uses: a scenario that is missing from the targets would silently decide
 * nothing.
 */
function unusedParts(definition: Static<typeof Definition>, datasets: readonly { name: string }[]): string[] {
  const { stacks = [], scenarios = [], benchmarks, custom_eval } = definition;
  const targets = targetsOf(definition);
  const texts = new Set(textsIn([benchmarks, custom_eval, scenarios]));
  // A condition or metric can follow the name, as in `subset: Questions/gold`.
  const isNamed = (name: string) => [...texts].some((text) => text === name || text.startsWith(`${name}/`));
  return [
    ...stacks
      .filter(({ name }) => !targets.some(({ stack }) => stack === name))
      .map(
        ({ name }) =>
          `the stack "${name}" is not a target, so it would not be evaluated: add { stack: ${name} } to targets`,
      ),
    ...scenarios
      .filter(({ name }) => !targets.some(({ scenario }) => scenario === name))
      .map(
        ({ name }) =>
          `the scenario "${name}" is not a target, so nothing would be checked against it: add { scenario: ${name} } to targets`,
      ),
    ...datasets
      .filter(({ name }) => !isNamed(name))
      .map(
        ({ name }) => `the dataset "${name}" is used by no benchmark: add { dataset: ${name} } to benchmarks`,
      ),
  ].map((problem) => `${problem}, or remove it`);
}

/** Every text in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

type NamedPart = Pick<Static<typeof Definition>, 'targets' | 'stacks' | 'scenarios'>;
type NamedTarget = NonNullable<NamedPart['targets']>[number];

/** The given targets, or every stack and scenario of the file. */
function targetsOf({ targets, stacks = [], scenarios = [] }: NamedPart): NamedTarget[] {
  return (
    targets ?? [
      ...stacks.map(({ name }) => ({ stack: name })),
      ...scenarios.map(({ name }) => ({ scenario: name })),
    ]
  );
}

/** The ids of the file's parts by name. */
export interface StoredIds {
  readonly stackIds: ReadonlyMap<string, string>;
  readonly scenarioIds: ReadonlyMap<string, string>;
  readonly sourceIds: ReadonlyMap<string, string>;
}

/** The request that creates the evaluation, once stacks and datasets are stored. */
export function toNewEvaluation(
  definition: EvalDefinition,
  { sourceIds, ...ids }: StoredIds,
): Schemas['NewEvaluation'] {
  const {
    name,
    description,
    evaluation_type,
    benchmarks = [],
    custom_eval,
    methodology,
    preset,
  } = definition;
  return {
    name,
    ...(description !== undefined && { description }),
    ...(evaluation_type !== undefined && { evaluation_type }),
    targets: targetsOf(definition).map((target) => toTarget(target, ids)),
    benchmarks: benchmarks.map(({ dataset, benchmark_type = 'dataset', subset: given, ...more }) => {
      const subset = dataset === undefined ? given : sourceIds.get(dataset);
      return {
        benchmark_type,
        ...(subset !== undefined && { subset }),
        ...more,
      };
    }),
    ...(custom_eval !== undefined && { custom_eval: toCustomEval(custom_eval, sourceIds) }),
    ...(methodology !== undefined && { methodology }),
    ...(preset !== undefined && { preset }),
  };
}

/** As in the file, with the source of its dataset; the service validates the rest. */
function toCustomEval(
  given: NonNullable<EvalDefinition['custom_eval']>,
  sourceIds: StoredIds['sourceIds'],
): Schemas['CustomEval'] {
  const { dataset } = given;
  const stored = dataset === undefined ? {} : { dataset: sourceIds.get(dataset) ?? '' };
  return { ...given, ...stored } as Schemas['CustomEval'];
}

function toTarget(
  { stack, model, scenario, label }: NamedTarget,
  { stackIds, scenarioIds }: Pick<StoredIds, 'stackIds' | 'scenarioIds'>,
): Schemas['Target'] {
  const named = label === undefined ? {} : { label };
  if (stack !== undefined) return { target_type: 'stack', target_id: stackIds.get(stack) ?? '', ...named };
  if (scenario !== undefined)
    return { target_type: 'scenario', target_id: scenarioIds.get(scenario) ?? '', ...named };
  const [provider = '', ...rest] = (model ?? '').split('/');
  return { target_type: 'model', model_provider: provider, model_id: rest.join('/'), ...named };
}
