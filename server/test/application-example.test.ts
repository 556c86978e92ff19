import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startMockApp } from '@touchstone/mock';
import { onDisk } from './support/each-database.ts';
import { startEvaluationService } from './support/evaluation-service.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../examples/application/${name}`, import.meta.url), 'utf8');
const lines = (name: string) =>
  read(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('the example application is measured by its stack: answers, load, tokens and cost', async () => {
  const app = await startMockApp({
    items: lines('items.jsonl'),
    documents: lines('documents.jsonl'),
    latencyMs: 5,
  });
  const service = await startEvaluationService(
    onDisk(undefined, async () => {}),
    {},
  );
  try {
    const workspace = await service.newWorkspace();
    const stack = JSON.parse(read('stack.json'));
    stack.endpoint.url = `${app.url}/answer`;
    const made = await service.call('POST', `/workspaces/${workspace}/stacks`, stack);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const subset = await service.newSource(workspace, 'Questions', read('questions.jsonl'));
    const targets = [{ target_type: 'stack', target_id: made.body.id, label: 'Shop' }];
    const path = await service.start(workspace, {
      targets,
      benchmarks: [{ benchmark_type: 'dataset', subset }],
    });
    const { results, status } = await service.ended(path);
    assert.equal(status, 'completed');
    assert.equal(results.target_results[0].metrics[`dataset/Questions`] ?? 1, 1);
    const samples = await service.samples(path);
    assert.ok(
      samples.every(({ score, cost_usd }) => score === 1 && cost_usd > 0),
      JSON.stringify(samples[0]),
    );
    assert.equal(app.stats().sessions, samples.length);

    // Load has no fields, and needs a template without them.
    const { channel: _, ...request } = stack.endpoint.request;
    const endpoint = { ...stack.endpoint, request };
    const plain = await service.call('POST', `/workspaces/${workspace}/stacks`, {
      ...stack,
      name: 'Plain',
      endpoint,
    });
    const before = app.stats().requests;
    const load = await service.start(workspace, {
      targets: [{ target_type: 'stack', target_id: plain.body.id, label: 'Plain' }],
      benchmarks: [{ benchmark_type: 'latency', num_samples: 20 }],
    });
    const measured = await service.ended(load);
    assert.equal(measured.status, 'completed', JSON.stringify(measured.error_message));
    assert.ok(app.stats().requests - before >= 20);
  } finally {
    await service.stop();
    await app.stop();
  }
});
