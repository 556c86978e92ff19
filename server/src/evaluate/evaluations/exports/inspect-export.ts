import { impossibleField } from '../../../kernel/errors.ts';
import { asksForScores } from '../plan/plan.ts';
import type { Sample } from '../schemas/sample-schemas.ts';
import type { ExportInput } from './export-input.ts';
import { writeZip, type ZipPart } from './write-zip.ts';

/** The version of Inspect's log format. */
const LAYOUT = 2;
const SCORER = 'touchstone';

/**
 * Writes a log of Inspect (`.eval`): the samples of one target on one benchmark. Throws 422 if there are several and
 * none is chosen.
 */
export function createInspectExport(input: ExportInput): AsyncGenerator<Buffer> {
  return writeZip(parts(input, chosen(input)));
}

/** Throws 422 for an unknown target or benchmark, or if there are several and none is chosen. */
function chosen({ plan, target, benchmark }: ExportInput): { target: number; benchmark: number } {
  const labels = plan.targets.map(({ label }) => label);
  const asked = plan.benchmarks.flatMap((one, at) => (asksForScores(one) ? [{ key: one.key, at }] : []));
  const at = placeOf('target', target, labels);
  const keys = asked.map(({ key }) => key);
  return { target: at, benchmark: asked[placeOf('benchmark', benchmark, keys)]?.at as number };
}

function placeOf(what: 'target' | 'benchmark', wanted: string | undefined, all: readonly string[]): number {
  const at = wanted === undefined && all.length === 1 ? 0 : all.indexOf(wanted ?? '');
  if (at >= 0) return at;
  const said = all.length === 0 ? `it has no ${what} with responses` : `name one of: ${all.join(', ')}`;
  throw impossibleField(`/${what}`, `A log of Inspect holds one ${what} of an evaluation; ${said}.`);
}

async function* parts(input: ExportInput, of: ReturnType<typeof chosen>): AsyncGenerator<ZipPart> {
  const { plan, evaluation } = input;
  const target = plan.targets[of.target] as ExportInput['plan']['targets'][number];
  const benchmark = plan.benchmarks[of.benchmark] as ExportInput['plan']['benchmarks'][number];
  const model = target.endpoint ? target.label : `${target.provider}/${target.modelId}`;
  const created = evaluation.started_at ?? evaluation.created_at;
  const spec = {
    eval_id: evaluation.id,
    run_id: evaluation.id,
    created,
    task: benchmark.key,
    task_id: evaluation.id,
    task_version: benchmark.version,
    dataset: { name: benchmark.key, samples: benchmark.items },
    model,
    model_generate_config: generateConfig(target),
    config: { epochs: plan.methodology.epochs },
    packages: { touchstone: plan.serviceVersion ?? 'unknown' },
    metadata: { evaluation: evaluation.name, target_label: target.label },
  };
  const log = { eval: spec, plan: {} };
  yield { name: '_journal/start.json', content: JSON.stringify({ version: LAYOUT, ...log }) };
  const summaries: object[] = [];
  let [scored, sum] = [0, 0];
  for await (const sample of input.samples({ target: target.label, benchmark: benchmark.key })) {
    const own = toSample(sample, model);
    const { id, epoch, input: asked, target: expected, scores } = own;
    summaries.push({ id, epoch, input: asked, target: expected, ...(scores && { scores }), completed: true });
    if (sample.outcome === 'scored' && sample.score !== null) {
      scored++;
      sum += sample.score;
    }
    yield { name: `samples/${id}_epoch_${epoch}.json`, content: JSON.stringify(own) };
  }
  yield { name: 'summaries.json', content: JSON.stringify(summaries) };
  const metrics = scored === 0 ? {} : { mean: { name: 'mean', value: sum / scored } };
  const header = {
    version: LAYOUT,
    status: evaluation.status === 'completed' ? 'success' : 'cancelled',
    ...log,
    results: {
      total_samples: summaries.length,
      completed_samples: scored,
      scores: [{ name: SCORER, scorer: SCORER, metrics }],
    },
    stats: { started_at: created, completed_at: evaluation.completed_at ?? created },
  };
  yield { name: 'header.json', content: JSON.stringify(header) };
}

function generateConfig({ temperature, maxTokens, seed }: ExportInput['plan']['targets'][number]) {
  return {
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(seed !== undefined && { seed }),
  };
}

const STOP: Readonly<Record<string, string>> = {
  stop: 'stop',
  length: 'max_tokens',
  tool_calls: 'tool_calls',
  content_filter: 'content_filter',
};

function toSample(sample: Sample, model: string) {
  const { item, epoch, input, expected, answer, score, extracted, latency_ms, finish_reason } = sample;
  const failed = sample.outcome === 'failed';
  const content = answer ?? '';
  const usage = usageOf(sample);
  const said = { role: 'assistant', content, source: 'generate', model };
  const choices =
    answer === null ? [] : [{ message: said, stop_reason: STOP[finish_reason ?? ''] ?? 'unknown' }];
  return {
    id: item + 1,
    epoch: epoch + 1,
    input: input.length === 1 && input[0]?.role === 'user' ? input[0].content : input,
    target: expected,
    messages: [...input, ...choices.map(({ message }) => message)],
    output: {
      model,
      choices,
      completion: content,
      ...(usage && { usage }),
      ...(latency_ms !== null && { time: latency_ms / 1000 }),
    },
    ...(sample.outcome === 'scored' && {
      scores: {
        [SCORER]: { value: score, answer: extracted ?? content, metadata: { grader: sample.grader } },
      },
    }),
    metadata: { item_hash: sample.item_hash, sample_id: sample.id },
    ...(usage && { model_usage: { [model]: usage } }),
    ...(failed && {
      error: { message: sample.message ?? sample.reason ?? 'failed', traceback: '', traceback_ansi: '' },
    }),
  };
}

function usageOf({ input_tokens, output_tokens, cached_tokens }: Sample) {
  if (input_tokens === null || output_tokens === null) return null;
  return {
    input_tokens,
    output_tokens,
    total_tokens: input_tokens + output_tokens,
    ...(cached_tokens !== undefined && { input_tokens_cache_read: cached_tokens }),
  };
}
