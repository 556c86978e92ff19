import { makeZip } from './make-xlsx.ts';

// Files in the layouts of other evaluation tools, with no more in them than what is read.

/** One question asked once: its number, whether the response was right, or why there is none. */
export interface LoggedAnswer {
  id: number;
  right?: boolean;
  epoch?: number;
  error?: string;
  question?: string;
}

export const question = (id: number) => `What is ${id} + ${id}?`;

/** A log of Inspect: its header and its samples. */
export function inspectParts(model: string, answers: readonly LoggedAnswer[], more: object = {}) {
  const samples = answers.map(({ id, right, epoch = 1, error, question: own = question(id) }) => ({
    id,
    epoch,
    input: own,
    target: String(2 * id),
    messages: [{ role: 'user', content: own }, ...(error ? [] : [{ role: 'assistant', content: '…' }])],
    output: error
      ? { model, choices: [] }
      : {
          model,
          choices: [
            {
              message: { role: 'assistant', content: right ? `It is ${2 * id}.` : 'No idea.' },
              stop_reason: 'stop',
            },
          ],
          time: 0.25,
        },
    scores: error ? null : { includes: { value: right ? 'C' : 'I', answer: right ? String(2 * id) : null } },
    model_usage: error ? {} : { [model]: { input_tokens: 12, output_tokens: 5, total_tokens: 17 } },
    ...(error && { error: { message: error, traceback: 'Traceback …' } }),
  }));
  const header = {
    version: 2,
    status: 'success',
    eval: {
      task: 'doubling',
      task_version: 3,
      model,
      dataset: { name: 'doubling', samples: answers.length, sample_ids: answers.map(({ id }) => id) },
      config: { epochs: 1 },
      packages: { inspect_ai: '0.3.200' },
      model_generate_config: { temperature: 0 },
    },
    results: { scores: [{ name: 'includes', scorer: 'includes' }] },
    ...more,
  };
  return { header, samples };
}

/** The same as an archive. */
export function inspectArchive(...log: Parameters<typeof inspectParts>): Buffer {
  const { header, samples } = inspectParts(...log);
  return makeZip({
    '_journal/start.json': JSON.stringify({ version: 2, eval: header.eval }),
    ...Object.fromEntries(
      samples.map((sample) => [`samples/${sample.id}_epoch_${sample.epoch}.json`, JSON.stringify(sample)]),
    ),
    'header.json': JSON.stringify(header),
  });
}

/** The same as one JSON document. */
export function inspectJson(...log: Parameters<typeof inspectParts>): string {
  const { header, samples } = inspectParts(...log);
  return JSON.stringify({ ...header, samples });
}

/** What lm-evaluation-harness writes: results, and the samples of one task. NaN is written as Python does. */
export function lmEvalFiles(model: string, answers: readonly LoggedAnswer[]) {
  const results = JSON.stringify({
    results: { doubling: { alias: 'doubling', 'exact_match,strict': 0.5 } },
    configs: { doubling: { num_fewshot: 0 } },
    versions: { doubling: 1 },
    'n-shot': { doubling: 0 },
    higher_is_better: { doubling: { exact_match: true, loss: false } },
    config: { model: 'local-completions', model_args: { model }, limit: null },
    lm_eval_version: '0.4.9',
    model_name: model,
  });
  const lines = answers.flatMap(({ id, right }) =>
    ['strict', 'flexible'].map((filter) =>
      JSON.stringify({
        doc_id: id,
        doc: { question: question(id) },
        target: String(2 * id),
        arguments: { gen_args_0: { arg_0: question(id), arg_1: { until: ['\n'] } } },
        resps: [[right ? String(2 * id) : '0']],
        filtered_resps: [right ? String(2 * id) : '0'],
        filter,
        metrics: ['exact_match', 'loss'],
        doc_hash: `hash of ${id}`,
        exact_match: right || filter === 'flexible' ? 1 : 0,
        loss: 'NAN',
      }).replace('"NAN"', 'NaN'),
    ),
  );
  return { results, samples: `${lines.join('\n')}\n` };
}

/** Results of promptfoo for two providers, on the same tests. */
export function promptfooResults(first: readonly LoggedAnswer[], second: readonly LoggedAnswer[]): string {
  const resultsOf = (provider: string, answers: readonly LoggedAnswer[]) =>
    answers.map(({ id, right = false, error }) => ({
      promptIdx: 0,
      testIdx: id,
      provider: { id: provider, label: '' },
      prompt: { raw: question(id), label: 'What is {{n}} + {{n}}?' },
      vars: { n: id },
      testCase: { vars: { n: id }, assert: [{ type: 'contains', value: String(2 * id) }] },
      response: error
        ? { error }
        : { output: right ? `${2 * id}` : '?', tokenUsage: { prompt: 9, completion: 2 }, cost: 0.001 },
      success: right,
      score: right ? 1 : 0.5,
      namedScores: {},
      latencyMs: 120,
      failureReason: error ? 2 : right ? 0 : 1,
      ...(error ? { error } : { gradingResult: { pass: right, score: right ? 1 : 0.5 } }),
    }));
  return JSON.stringify({
    evalId: 'eval-1',
    results: {
      version: 3,
      results: [...resultsOf('openai:large', first), ...resultsOf('openai:small', second)],
    },
    config: { description: 'Doubling' },
    metadata: { promptfooVersion: '0.120.0' },
  });
}

/** A log of OpenAI Evals. */
export function openaiEvalsLog(model: string, answers: readonly LoggedAnswer[]): string {
  const event = (id: number, type: string, data: object) =>
    JSON.stringify({ run_id: 'r', event_id: id, sample_id: `doubling.dev.${id}`, type, data });
  return [
    JSON.stringify({
      spec: { completion_fns: [model], eval_name: 'doubling.dev.v0', base_eval: 'doubling' },
    }),
    ...answers.flatMap(({ id, right = false }) => [
      event(id, 'sampling', {
        prompt: [{ role: 'user', content: question(id) }],
        sampled: [right ? String(2 * id) : '?'],
      }),
      event(id, 'match', { correct: right, expected: String(2 * id), picked: right ? String(2 * id) : null }),
    ]),
    JSON.stringify({ final_report: { accuracy: 0.5 } }),
  ].join('\n');
}

/** Rows of an experiment of Braintrust. */
export const braintrustRows = (model: string, answers: readonly LoggedAnswer[]) =>
  answers.map(({ id, right = false, error }) => ({
    id: `row-${model}-${id}`,
    input: question(id),
    output: error ? null : right ? String(2 * id) : '?',
    expected: String(2 * id),
    scores: error ? {} : { ExactMatch: Number(right) },
    metadata: { model },
    metrics: { duration: 0.5, prompt_tokens: 9, completion_tokens: 2 },
    error: error ?? null,
    is_root: true,
  }));

/** Rows of an experiment of Langfuse. */
export const langfuseRows = (answers: readonly LoggedAnswer[]) =>
  answers.map(({ id, right = false }) => ({
    datasetItemId: `item-${id}`,
    traceId: `trace-${id}`,
    input: { question: question(id) },
    output: right ? String(2 * id) : '?',
    expectedOutput: String(2 * id),
    scores: [{ name: 'correct', value: Number(right), dataType: 'NUMERIC' }],
    latency: 0.75,
    totalCost: 0.002,
  }));
