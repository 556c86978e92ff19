import { basename } from 'node:path';
import { allPages, answer, type Client, type Schemas } from '@touchstone/client';
import { benchmarkFacts, usualMargins } from '@touchstone/client/benchmarks';
import { peakRpsOf } from '@touchstone/report/limits';
import { datasetContent } from '../eval/run/dataset-content.ts';
import { type EvalDefinition, readDefinition, toNewEvaluation } from '../eval/run/definition.ts';
import type { PreparedWorkspace } from '../eval/run/store-definition.ts';
import { findStackIfAny } from '../service/named-service.ts';
import { UsageError } from '../terminal/arguments.ts';
import type { Margins, MigrateOptions } from './options.ts';

/**
 * Reads what is stored before the evaluation is created: stacks, scenarios and datasets of the file and of --data.
 */
export async function readMigrationDefinition({
  file,
  data,
  benchmarks,
  datasets: stored,
  samples,
  from,
  to,
}: MigrateOptions): Promise<EvalDefinition> {
  const given =
    file === undefined
      ? { name: `Moving from ${from} to ${to.join(', ')}`.slice(0, 200), datasets: [] }
      : await readDefinition(file);
  const size = samples === undefined ? {} : { num_samples: samples };
  const datasets = [...given.datasets];
  for (const path of data)
    datasets.push({ name: basename(path), content: await datasetContent(path, { isGraded: true }) });
  return {
    ...given,
    datasets,
    benchmarks: [
      ...((given as Partial<EvalDefinition>).benchmarks ?? []),
      ...data.map((path) => ({ dataset: basename(path), ...size })),
      ...stored.map((subset) => ({ benchmark_type: 'dataset', subset, ...size })),
      ...benchmarks.map((one) => ({ ...one, ...size })),
    ],
  };
}

/**
 * The evaluation to create: the baseline first, then its candidates, then the load and cost benchmarks that scenarios
 * require. Flags override margins of the file. Throws `UsageError` for an unknown name.
 */
export async function toMigrationEvaluation(
  client: Client,
  definition: EvalDefinition,
  prepared: PreparedWorkspace,
  { from, to, scenarios: named, load, margins }: MigrateOptions,
): Promise<Schemas['NewEvaluation']> {
  const findTarget = createTargetFinder(client, prepared);
  const targets: Schemas['Target'][] = [];
  for (const name of [from, ...to]) targets.push(await findTarget(name));
  const scenarios = await scenariosOf(client, prepared, named);
  const asked = toNewEvaluation({ ...definition, targets: [] }, prepared);
  const kept = (asked.benchmarks ?? []).filter(({ benchmark_type }) => load || !isLoad(benchmark_type));
  const benchmarks = [...kept, ...withScenarios(asked, scenarios, load)];
  // A margin of the file for benchmarks that --no-load omits would be refused.
  const { latency_ratio, ...others } = asked.methodology?.no_worse_margins ?? {};
  const ofFile = load && latency_ratio !== undefined ? { ...others, latency_ratio } : others;
  return {
    ...asked,
    targets: [
      ...targets,
      ...scenarios.map(({ id, name }) => ({
        target_type: 'scenario' as const,
        target_id: id,
        label: name,
      })),
    ],
    benchmarks,
    methodology: {
      ...asked.methodology,
      question: 'no_worse',
      baseline: from,
      no_worse_margins: marginsOf(benchmarks, { ...ofFile, ...margins }),
    },
  };
}

/** A stack of the file, a stack of the workspace by name or id, or provider/model. */
function createTargetFinder(client: Client, { workspaceId, stackIds }: PreparedWorkspace) {
  return async (name: string): Promise<Schemas['Target']> => {
    const stored = stackIds.get(name) ?? (await findStackIfAny(client, workspaceId, name));
    if (stored !== undefined) return { target_type: 'stack', target_id: stored, label: name };
    const [provider, ...model] = name.split('/');
    if (provider !== undefined && model.length > 0)
      return { target_type: 'model', model_provider: provider, model_id: model.join('/'), label: name };
    const known = stackIds.size === 0 ? '' : ` Stacks of the file: ${[...stackIds.keys()].join(', ')}.`;
    throw new UsageError(
      `"${name}" is neither a stack of the file or the workspace nor provider/model.${known}`,
    );
  };
}

/** The scenarios of the file, and the named ones of the workspace. */
async function scenariosOf(
  client: Client,
  { workspaceId, scenarioIds }: PreparedWorkspace,
  named: readonly string[],
): Promise<Schemas['Scenario'][]> {
  const ofFile = new Set(scenarioIds.values());
  const found: Schemas['Scenario'][] = [];
  const path = { workspace_id: workspaceId };
  const pages = allPages((query) =>
    answer(client.GET('/workspaces/{workspace_id}/scenarios', { params: { path, query } })),
  );
  for await (const one of pages)
    if (ofFile.has(one.id) || named.includes(one.name) || named.includes(one.id)) found.push(one);
  const missing = named.find((name) => !found.some((one) => one.name === name || one.id === name));
  if (missing === undefined) return found;
  throw new UsageError(`No scenario of the workspace is called "${missing}".`);
}

/** Whether `--no-load` omits the benchmark. */
const isLoad = (type: string) => benchmarkFacts(type)?.counts === 'requests';

/** Adds the measurements that scenarios need and the file lacks. */
function withScenarios(
  { benchmarks = [] }: Schemas['NewEvaluation'],
  scenarios: readonly Schemas['Scenario'][],
  load: boolean,
): { benchmark_type: string }[] {
  if (scenarios.length === 0) return [];
  const has = (type: string) => benchmarks.some(({ benchmark_type }) => benchmark_type === type);
  const hasPeak = scenarios.some(({ slo_requirements = {} }) => peakRpsOf(slo_requirements) !== undefined);
  return [
    ...(load && hasPeak && !has('load') ? [{ benchmark_type: 'load' }] : []),
    ...(has('cost') ? [] : [{ benchmark_type: 'cost' }]),
  ];
}

/** Default margins of scores and tasks; latency and cost have none, because scenarios limit them. */
function marginsOf(benchmarks: readonly { benchmark_type: string }[], stated: Margins): Margins {
  return { ...usualMargins(benchmarks.map(({ benchmark_type }) => benchmark_type)), ...stated };
}
