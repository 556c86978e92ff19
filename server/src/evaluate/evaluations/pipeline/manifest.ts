import { completeWeights } from '../../../decide/slo/slo.ts';
import { toTimestamp } from '../../../kernel/clock.ts';
import { hashJson } from '../../../kernel/json.ts';
import { COST_ASSUMPTIONS, type Facts } from '../../../models/catalog/catalog.ts';
import type { Database } from '../../../platform/db/db.ts';
import { KINDS } from '../kinds/registry.ts';
import { describeLoadRequests } from '../plan/load-requests.ts';
import { benchmarksOfKind, countUnits, type Plan, type PlannedTarget, sentSeed } from '../plan/plan.ts';
import { type PreflightEntry, parametersSent } from '../plan/preflight.ts';
import { setPrice } from '../requirements/stack-findings.ts';
import type { Manifest } from '../schemas/manifest-schemas.ts';
import { type EvaluationHead, storedResults } from '../stores/evaluation-store.ts';
import { readItemHashes } from '../stores/item-store.ts';
import { presentPreflight } from './present-preflight.ts';
import type { RunConditions } from './run-conditions.ts';

/** With more items, the manifest omits their hashes; their common hash and the samples have them. */
const MAX_HASHES = 10_000;

/** Everything that determines the requests of an evaluation, and the models that responded. */
export async function buildManifest(
  db: Database,
  row: EvaluationHead,
  plan: Plan,
  /** Facts with the prices that applied when it was created. */
  catalogue: Facts,
): Promise<Manifest> {
  const facts = row.run_facts_json === null ? null : (JSON.parse(row.run_facts_json) as RunConditions);
  const benchmarks: Manifest['benchmarks'] = [];
  for (const [index, benchmark] of plan.benchmarks.entries()) {
    const requests = describeLoadRequests(plan, benchmark);
    benchmarks.push({
      benchmark: benchmark.key,
      type: benchmark.type,
      version: benchmark.version,
      items: benchmark.items,
      items_sha256: benchmark.itemsSha256 ?? null,
      prompts_sha256: benchmark.promptsSha256 ?? null,
      ...(requests !== null && { requests }),
      data: (benchmark.data ?? []).map(({ name, address, sha256 }) => ({ name, address, sha256 })),
      item_hashes: benchmark.items > MAX_HASHES ? null : await readItemHashes(db, row, index),
    });
  }
  return {
    evaluation_id: row.id,
    service_version: plan.serviceVersion ?? null,
    planned_at: toTimestamp(row.created_at),
    random_seed: plan.methodology.random_seed,
    epochs: plan.methodology.epochs,
    units: countUnits(plan),
    answers_shared: plan.methodology.cache === true,
    ...(plan.methodology.delivery === 'batch' && { delivery: 'batch' as const }),
    ...questionOf(plan),
    ...(plan.pricesOf !== undefined && { prices_of: plan.pricesOf }),
    ...(plan.scenarios && verdictInputs(plan)),
    benchmarks,
    targets: plan.targets.map((target, i) => {
      const set = plan.pricesOf === undefined ? null : setPrice(catalogue, target, plan.pricesOf);
      return {
        ...targetOf(plan, target, facts?.targets[i], plan.preflight?.targets[i]),
        ...(set && { set_price: set }),
      };
    }),
    ...gradedBy(row),
    ...(plan.preflight && { preflight: presentPreflight(plan.preflight) }),
    ...(await manifestOfKinds(db, row, plan)),
  };
}

function gradedBy(row: EvaluationHead): Pick<Manifest, 'graded_by'> {
  const graded_by = storedResults(row)?.graded_by;
  return graded_by === undefined ? {} : { graded_by };
}

/** Manifest fields of the plan's kinds. */
async function manifestOfKinds(db: Database, row: EvaluationHead, plan: Plan): Promise<Partial<Manifest>> {
  const parts: Partial<Manifest>[] = [];
  for (const kind of KINDS)
    if (benchmarksOfKind(plan, kind.name).length > 0)
      parts.push((await kind.manifest?.(db, row, plan)) ?? {});
  return Object.assign({}, ...parts);
}

/** The question `no_worse`, if it was asked. */
function questionOf({ methodology: { question, baseline, no_worse_margins } }: Plan) {
  if (question !== 'no_worse' || baseline === undefined) return {};
  return { question, baseline, no_worse_margins: { ...no_worse_margins } };
}

/** Inputs of the verdict other than measurements and catalogue facts. */
function verdictInputs({ methodology: { weights, cost_assumptions } }: Plan) {
  return {
    weights: { ...completeWeights(weights) },
    cost_assumptions: { ...COST_ASSUMPTIONS, ...cost_assumptions },
  };
}

function targetOf(
  plan: Plan,
  target: PlannedTarget,
  facts: RunConditions['targets'][number] | undefined,
  entry: PreflightEntry | null | undefined,
): Manifest['targets'][number] {
  const { label, provider, modelId, system, serving, endpoint, retrieval } = target;
  return {
    target_label: label,
    provider,
    model_id: modelId,
    returned_models: facts?.returned_models ?? {},
    ...(facts?.service_tiers && { service_tiers: facts.service_tiers }),
    ...(endpoint && { endpoint: { ...endpoint }, endpoint_sha256: hashJson(endpoint) }),
    ...(retrieval && { retrieval: { ...retrieval } }),
    parameters: namedParameters(parametersSent(target, sentSeed(plan, target), entry), endpoint),
    ...((serving ?? system) !== undefined && {
      serving: { ...serving, ...(system !== undefined && { system }) },
    }),
    request_timeout_ms: plan.methodology.request_timeout_ms,
    price: facts?.price ?? null,
    ...(facts?.batch_price && { batch_price: facts.batch_price }),
    limits: facts?.limits ?? null,
  };
}

/** An application receives only the parameters that its template names. */
function namedParameters(parameters: Record<string, number>, endpoint: PlannedTarget['endpoint']) {
  if (endpoint === undefined) return parameters;
  const request = JSON.stringify(endpoint.request ?? null);
  const named = ([name]: [string, number]) => new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`).test(request);
  return Object.fromEntries(Object.entries(parameters).filter(named));
}
