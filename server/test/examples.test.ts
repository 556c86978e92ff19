import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { EXAMPLE_CATALOG, loadExample } from '../src/app/cli/demo/example.ts';
import { createLog } from '../src/kernel/log.ts';
import { grade } from '../src/measure/graders/graders.ts';
import { createModels } from '../src/models/models.ts';
import { getBenchmark, sampleAll } from './support/benchmark-service.ts';

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
const dataset = await sampleAll(getBenchmark('dataset'), {
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
      const { provider = '', model_id = '' } = model;
      assert.ok(example.mocks[provider]?.models?.[model_id], name);
      assert.ok(
        example.models.some((one) => one.provider === provider && one.model_id === model_id),
        name,
      );
    }
  });

  it('takes prices and demands from the shortlist notes', () => {
    const notes = documentOf('model-shortlist.md');
    for (const { prices } of example.models) {
      for (const { input_usd_per_million, output_usd_per_million } of prices) {
        for (const usd of [input_usd_per_million, output_usd_per_million]) {
          assert.ok(holds(notes, usd.toFixed(2)), `${usd} USD`);
        }
      }
    }
    const [busy, blackFriday] = example.scenarios.map(({ slo_requirements }) => slo_requirements);
    const availability = (blackFriday?.availability ?? 0) * 100;
    for (const figure of [busy?.p50_latency_ms, busy?.p95_latency_ms, availability]) {
      assert.ok(holds(notes, String(figure)), String(figure));
    }
  });

  it('says of every fact of its catalogue that it is invented', async () => {
    const text = await readFile(EXAMPLE_CATALOG, 'utf8');
    const sources = [...text.matchAll(/"source": "([^"]*)"/g)].map(([, source]) => source);
    assert.ok(sources.length > 0);
    for (const source of sources) assert.equal(source, 'invented for this demonstration');
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
