import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadExample } from '../src/cli/demo-example.ts';
import { getBenchmark } from '../src/evaluations/benchmarks/test-benchmarks.ts';
import { grade } from '../src/evaluations/graders/graders.ts';
import { createLog } from '../src/kernel/log.ts';
import { createModels } from '../src/models/models.ts';

interface Question {
  input: string;
  expected: string;
  grader: string | { type: string };
  cluster: string;
  metadata: { document: string; section: string; working?: string };
}

const example = await loadExample();
const questions = example.questionLines
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Question);
const dataset = await getBenchmark('dataset').items({
  subset: 'questions',
  sampleSize: questions.length,
  seed: 1,
  data: { name: 'questions', text: example.questionLines },
});

describe('the example documents', () => {
  it('are eight, each with a title and 200 to 600 words', () => {
    assert.equal(example.documents.length, 8);
    for (const { title, content } of example.documents) {
      assert.notEqual(title, '');
      const words = content.split(/\s+/).length;
      assert.ok(words >= 200 && words <= 600, `${title} has ${words} words`);
    }
  });
});

describe('the example questions', () => {
  it('are all read as a dataset, without a problem, a warning or a repetition', () => {
    assert.deepEqual(dataset.warnings, []);
    assert.equal(dataset.items.length, questions.length);
    assert.ok(questions.length >= 120);
  });

  it('grade their own expected answer as right, and a refusal as wrong', () => {
    for (const { grader, expected } of dataset.items) {
      assert.equal(scoreOf(grade(grader, expected, said(`Some thoughts.\nAnswer: ${expected}`))), 1);
      assert.equal(scoreOf(grade(grader, expected, said('Answer: I cannot say.'))), 0);
    }
  });

  it('quote their section of their document word for word', () => {
    for (const { input, metadata } of questions) {
      const passage = passageOf(metadata);
      assert.ok(input.includes(`\n\n${passage}\n\nQuestion: `), `${metadata.document}, ${metadata.section}`);
    }
  });

  it('find their answer in the passage, or say how it is worked out', async () => {
    for (const question of questions) {
      const { expected, metadata } = question;
      if (metadata.working !== undefined) {
        assert.equal(await workedOut(metadata.working), Number(expected), questionOf(question));
      } else assert.ok(holds(passageOf(metadata), expected), `${questionOf(question)} ${expected}`);
    }
  });

  it('work with figures of the passage and the question: decimals, and whole numbers above 100', () => {
    for (const { input, metadata } of questions) {
      for (const [figure] of (metadata.working ?? '').matchAll(/\d+(?:\.\d+)?/g)) {
        if (!figure.includes('.') && Number(figure) <= 100) continue;
        assert.ok(holds(input, figure), `${figure} of ${metadata.working}`);
      }
    }
  });

  it('share a cluster exactly where they share a passage', () => {
    for (const { cluster, metadata } of questions) {
      assert.equal(cluster, `${metadata.document}#${metadata.section}`);
    }
    assert.ok(new Set(questions.map(({ cluster }) => cluster)).size >= 30, 'enough clusters for a finding');
  });
});

describe('the rest of the example', () => {
  it('draws every question of the dataset', () => {
    const chosen = example.evaluation.benchmarks?.find((one) => one.benchmark_type === 'dataset');
    assert.equal(chosen?.num_samples, questions.length);
  });

  it('calls everything simulated that is', () => {
    const simulated = example.stacks.filter(({ model }) => model.provider !== 'baseline');
    assert.equal(simulated.length, example.stacks.length - 1);
    for (const { name, description, model } of simulated) {
      assert.match(name, /\(simulated\)$/);
      assert.match(description ?? '', /mock model/);
      assert.ok(example.mocks[model.provider ?? '']?.prices[model.model_id ?? ''], name);
    }
  });

  it('takes prices, demands and budget from the shortlist notes', () => {
    const notes = documentOf('model-shortlist.md');
    const prices = Object.values(example.mocks).flatMap((mock) => Object.values(mock.prices));
    for (const price of prices) {
      for (const usd of Object.values(price)) assert.ok(holds(notes, usd), `${usd} USD`);
    }
    const { slo_requirements: slo, budget } = example.scenario;
    const availability = (slo?.availability ?? 0) * 100;
    for (const figure of [
      slo?.p50_latency_ms,
      slo?.p95_latency_ms,
      availability,
      budget?.monthly_limit_usd,
    ]) {
      assert.ok(holds(notes, String(figure)), String(figure));
    }
  });
});

function documentOf(name: string): string {
  const title = name.replace('.md', '').split('-')[0] ?? '';
  const found = example.documents.filter((document) => document.title.toLowerCase().startsWith(title));
  assert.equal(found.length, 1, name);
  return found[0]?.content ?? '';
}

function passageOf({ document, section }: Question['metadata']): string {
  const [, after = ''] = documentOf(document).split(`\n## ${section}\n\n`);
  return (after.split('\n## ')[0] ?? '').trim();
}

/** Whether the text holds the words or the number, and not as a part of longer ones. */
function holds(text: string, part: string): boolean {
  return new RegExp(`(?<![\\p{L}\\d.])${RegExp.escape(part)}(?![\\p{L}\\d]|\\.\\d)`, 'iu').test(text);
}

async function workedOut(working: string): Promise<number> {
  const models = createModels({ providers: [], log: createLog('silent') });
  const answer = await models
    .resolve('baseline', 'arithmetic')
    .call({ messages: [{ role: 'user', content: working }] }, { timeoutMs: 1000 });
  return answer.ok ? Number(answer.text.replace('Answer: ', '')) : Number.NaN;
}

function said(text: string) {
  return { text, reasoning: null, finishReason: 'stop' as const };
}

function scoreOf(result: ReturnType<typeof grade>): number | null {
  return result.state === 'scored' ? result.score : null;
}

function questionOf({ input }: Question): string {
  return /Question: (.*)/.exec(input)?.[1] ?? '';
}
