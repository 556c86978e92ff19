// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
export type Body = any;

/** What two runs of one evaluation have in common: all but times, costs of what was interrupted, and ids. */
export type Figures = Record<string, unknown>;

export function figuresOf(evaluation: Body, samples: Body[]): Figures {
  const { status, stop_reason = null, progress_percent, results } = evaluation;
  return {
    status,
    stop_reason,
    progress_percent,
    scores: results.target_results.map(({ target_label, benchmark_scores }: Body) => [
      target_label,
      benchmark_scores,
    ]),
    intervals: results.intervals,
    coverage: results.coverage,
    comparisons: results.comparisons.filter(({ metric }: Body) => isScore(metric)),
    judges:
      results.judging?.judges.map(({ judge, judgements, failed }: Body) => [judge, judgements, failed]) ??
      null,
    criteria: results.judging?.criteria ?? null,
    preferences: results.judging?.preferences ?? null,
    requirements:
      results.requirements?.map(({ target_label, requirement, status }: Body) => [
        target_label,
        requirement,
        requirement === 'throughput_rps' ? null : status,
      ]) ?? null,
    load:
      results.load?.map(({ target_label, benchmark, attempted }: Body) => [
        target_label,
        benchmark,
        attempted,
      ]) ?? null,
    samples: samples.map(sampleFigures),
  };
}

/** What is graded, not timed. */
const isScore = (metric: string) => !/^(run|load|latency|availability)\//.test(metric);

/** Why a judge failed is said in the words of the version that asked it. */
function criterionFigures({ judges, ...criterion }: Body): unknown {
  const said = (one: Body) => (one.score === null ? { judge: one.judge, score: null } : one);
  return { ...criterion, ...(judges && { judges: judges.map(said) }) };
}

function sampleFigures(sample: Body): unknown {
  const {
    unit,
    target_label,
    benchmark,
    item,
    epoch,
    item_hash,
    input,
    expected,
    outcome,
    score,
    extracted,
  } = sample;
  const isMeasured = outcome === 'measured';
  return {
    ...{ unit, target_label, benchmark, item, epoch, item_hash, input, expected, outcome, score, extracted },
    answer: isMeasured ? null : sample.answer,
    reason: sample.reason,
    criteria: sample.criteria?.map(criterionFigures) ?? null,
    pair: sample.pair ? { ...sample.pair, sample_a: null, sample_b: null } : null,
  };
}
