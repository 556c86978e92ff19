import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Schemas } from '@touchstone/client';
import { temporaryFolder } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';
import { onDisk } from './support/each-database.ts';
import { arithmetic, type EvaluationService, startEvaluationService } from './support/evaluation-service.ts';

const DAY_MS = 86_400_000;
const END = new Date(Date.now() + 40 * DAY_MS).toISOString().slice(0, 10);
const sourced = { source: 'a page', as_of: '2026-11-23' };
const price = (input: string, output: string) => ({
  input_usd_per_million: input,
  output_usd_per_million: output,
});

/** Always right or always wrong, with answers of other lengths, so that no draw decides the test. */
const model = (accuracy: number, padding_tokens: number) => ({
  answers: { kind: 'solver' as const, accuracy },
  padding_tokens,
});

describe('touchstone migrate', () => {
  const folder = temporaryFolder();
  const files = Object.fromEntries(
    ['html', 'md', 'json'].map((end) => [end, join(folder.path, `page.${end}`)]),
  );
  let service: EvaluationService;
  let workspace: string;

  before(async () => {
    const place = onDisk(undefined, async () => {});
    const facts = join(place.dataDir, 'facts.json');
    const ending = { shutdown_at: { date: END, ...sourced }, replacement: { model_id: 'next', ...sourced } };
    const old = { provider: 'mock', model_id: 'old', kind: 'chat', ...ending, prices: [], ...sourced };
    writeFileSync(facts, JSON.stringify({ models: [old] }));
    const prices = {
      old: price('2', '8'),
      next: price('0.5', '2'),
      cheap: price('0.1', '0.2'),
      same: price('0.5', '2'),
    };
    service = await startEvaluationService(
      place,
      { seed: 1, models: { old: model(1, 40), next: model(1, 20), cheap: model(0, 5) } },
      { prices },
      { 'catalog-file': facts },
    );
    workspace = await service.newWorkspace();
    const made = await service.call('POST', `/workspaces/${workspace}/stacks`, {
      name: 'What we run',
      model: { provider: 'mock', model_id: 'old' },
    });
    assert.equal(made.status, 201);
    await service.call('POST', `/workspaces/${workspace}/scenarios`, {
      name: 'Right answers',
      workload_type: 'chat',
      quality: [{ benchmark: 'arithmetic', min: 0.8 }],
    });
  });
  after(async () => {
    await service.stop();
    folder.remove();
  });

  const migrate = (...args: string[]) =>
    runCommand(['migrate', '--url', service.url, '--workspace', workspace, ...args]);
  const ASKED = ['--from', 'What we run', '--to', 'mock/next,mock/cheap', '--benchmark', 'arithmetic'];
  const evaluations = async () =>
    (await service.call('GET', `/workspaces/${workspace}/evaluations`)).body.data as Schemas['Evaluation'][];

  it('shows the price and runs nothing where nobody agrees', async () => {
    const { code, stdout, stderr } = await migrate(...ASKED, '--samples', '30');
    assert.deepEqual([code, stderr], [3, 'Nothing was run. Answer yes, or use --yes, to run it.\n']);
    assert.match(stdout, /It costs about \$[\d.]+\./);
    assert.match(stdout, new RegExp(`The model mock/old ends on ${END}`));
    assert.deepEqual(await evaluations(), []);
  });

  it('ends in one page: what to do, in what no worse, how much cheaper, what changes its answer, and by when', async () => {
    const exports = Object.values(files).flatMap((file) => ['--export', file]);
    const flags = ['--samples', '100', '--scenario', 'Right answers', '--yes', ...exports];
    const { code, stdout, stderr } = await migrate(...ASKED, ...flags);
    assert.deepEqual([code, stderr], [1, '']);
    const words = stdout.replace(/\s+/g, ' ');
    const start = words.indexOf('Moving from What we run ─');
    assert.match(
      words.slice(start),
      /^Moving from What we run ─+ Move to mock\/next: it is no worse than What we run in every tested measure, and an answer costs [\d.]+ % less\. Do not move to mock\/cheap: mock\/cheap is worse than What we run in the score on arithmetic\./i,
    );
    assert.match(
      words,
      new RegExp(
        `Move before ${END}: mock/old \\(What we run\\) ends then, in \\d+ days \\(a page, as of 2026-11-23\\)\\. Its provider recommends next in its place\\.`,
      ),
    );
    assert.match(
      words,
      /at least 80 % on arithmetic: What we run meets it \(100\.0 %\), mock\/cheap misses it \(0\.0 %\)\./i,
    );
    // Ends of a range that read the same are said once.
    assert.match(
      words,
      /mock\/next costs ([\d.]+ % less) than What we run: \$\S+ instead of \$\S+ for an answer, \1 at 95 % confidence, over 100 items\./,
    );
    assert.match(words, / mock\/cheap cannot take over worse [\d.]+ times \([\d.]+ to [\d.]+\) /);
    const [made] = await evaluations();
    assert.deepEqual(
      [made?.methodology.question, made?.methodology.baseline, made?.methodology.no_worse_margins],
      ['no_worse', 'What we run', { score: 0.05 }],
    );
    assert.deepEqual(
      made?.results?.no_worse?.served?.map(({ target_label, models }) => [target_label, models]),
      [
        ['What we run', { old: 100 }],
        ['mock/next', { next: 100 }],
        ['mock/cheap', { cheap: 100 }],
      ],
    );

    const page = JSON.parse(readFileSync(files.json ?? '', 'utf8')) as Schemas['Migration'];
    const { body } = await service.call('GET', `/workspaces/${workspace}/evaluations/${made?.id}/migration`);
    assert.deepEqual(body, page);
    const [next, cheap] = page.candidates;
    assert.deepEqual([next?.fit, next?.end, next?.requirement_changes.length], ['move', null, 0]);
    assert.deepEqual(
      [
        cheap?.fit,
        cheap?.requirement_changes.map(({ baseline, candidate }) => [baseline.status, candidate.status]),
      ],
      ['keep', [['pass', 'fail']]],
    );
    assert.equal(page.baseline.end?.date, END);
    const [cost] = next?.costs ?? [];
    assert.ok(cost?.ratio && cost.ci_low && cost.ci_high, JSON.stringify(next?.costs));
    assert.ok(cost.ci_low < cost.ratio && cost.ratio < cost.ci_high && cost.ci_high < 0.25);
    assert.ok(Math.abs(cost.candidate_usd / cost.baseline_usd - cost.ratio) < 1e-9);

    const html = readFileSync(files.html ?? '', 'utf8');
    assert.match(html, /^<!doctype html>/);
    assert.match(html, /<p class="answer">Move to mock\/next: /);
    assert.doesNotMatch(html, /<script/);
    const markdown = readFileSync(files.md ?? '', 'utf8');
    assert.match(markdown, /^# Moving from What we run\n\n\*\*Move to mock\/next: /);
    assert.match(markdown, /\n\| Target \| Shutdown \|/);
  });

  it('is analysed again by other margins only beside the stated ones, marked as exploratory', async () => {
    const [made] = await evaluations();
    const path = `/workspaces/${workspace}/evaluations/${made?.id}`;
    const again = (body: object) => service.call('POST', `${path}/reanalysis`, body);
    const before = (await service.call('GET', path)).body;
    const calls = service.requestsTo('old');
    const { status, body } = await again({ no_worse_margins: { score: 0.2 } });
    assert.equal(status, 200, JSON.stringify(body));
    const found = body as Schemas['Reanalysis'];
    assert.deepEqual(found.stated, { baseline: 'What we run', no_worse_margins: { score: 0.05 } });
    assert.deepEqual(found.asked, { baseline: 'What we run', no_worse_margins: { score: 0.2 } });
    assert.match(found.note, /^Exploratory: .*changed after the responses were known/);
    assert.ok(found.no_worse.measures.every(({ exploratory, margin }) => exploratory && margin === 0.2));
    for (const { sentence } of [...found.no_worse.measures, ...found.no_worse.candidates])
      assert.match(sentence, / \(exploratory: chosen after the responses were known\)\.$/);
    assert.deepEqual((await service.call('GET', path)).body, before, 'what was planned stays the answer');
    assert.equal(service.requestsTo('old'), calls, 'no requests are sent');

    const other = (await again({ baseline: 'mock/cheap' })).body as Schemas['Reanalysis'];
    assert.deepEqual(
      other.no_worse.candidates.map(({ target_label, outcome }) => [target_label, outcome]),
      [
        ['What we run', 'no_worse'],
        ['mock/next', 'no_worse'],
      ],
    );
    for (const [input, pointer, says] of [
      [{ no_worse_margins: { score: 0.05 } }, '', /values were stated before the run/],
      [{ baseline: 'nobody' }, '/baseline', /No target is called/],
      [
        { no_worse_margins: { cost_ratio: 2 } },
        '/no_worse_margins/cost_ratio',
        /No benchmark of this evaluation supports/,
      ],
    ] as const) {
      const refused = await again(input);
      assert.equal(refused.status, 422, JSON.stringify(refused.body));
      assert.equal(refused.body.errors?.[0]?.pointer ?? '', pointer);
      assert.match(JSON.stringify(refused.body), says);
    }
    assert.equal((await again({})).status, 400);
    const targets = ['old', 'next'].map((model_id) => ({
      ...{ target_type: 'model', model_provider: 'mock' },
      model_id,
    }));
    const plain = await service.run({ targets, benchmarks: [arithmetic(20)] });
    const late = await service.call('POST', `${plain.path}/reanalysis`, {
      baseline: plain.evaluation.results?.target_results[0]?.target_label,
      no_worse_margins: { score: 0.2 },
    });
    assert.equal(late.status, 200, JSON.stringify(late.body));
    assert.deepEqual([late.body.stated, /chosen after/.test(late.body.note)], [null, true]);
    assert.equal(
      (await service.call('POST', `${plain.path}/reanalysis`, { no_worse_margins: { score: 0.2 } })).status,
      422,
    );
  });

  it('asks a dataset of the workspace, and leaves out all load with --no-load', async () => {
    const lines = Array.from({ length: 20 }, (_, i) =>
      JSON.stringify({ input: `${i} + 1?`, expected: `${i + 1}` }),
    );
    await service.newSource(workspace, 'Traffic of May', `${lines.join('\n')}\n`);
    const file = join(folder.path, 'load.yaml');
    writeFileSync(
      file,
      'name: With load\nstacks: [{ name: unused, model: { provider: mock, model_id: old } }]\nbenchmarks: [{ benchmark_type: latency }]\nmethodology: { no_worse_margins: { latency_ratio: 1.2 } }\n',
    );
    const names = ['--from', 'mock/old', '--to', 'mock/next', '--dataset', 'Traffic of May'];
    const whole = await migrate(...names, file);
    assert.match(whole.stdout, /p95 latency/, whole.stderr);
    const without = await migrate(...names, '--no-load', file);
    assert.equal(without.stderr, 'Nothing was run. Answer yes, or use --yes, to run it.\n');
    assert.doesNotMatch(without.stdout, /latency/);
    assert.match(without.stdout, /Traffic of May/);
  });

  it('says what is undecided, and how many items would decide', async () => {
    const asked = ['--from', 'What we run', '--to', 'mock/next', '--benchmark', 'arithmetic'];
    const { code, stdout } = await migrate(...asked, '--samples', '20', '--yes');
    const words = stdout.replace(/\s+/g, ' ');
    assert.equal(code, 2, words);
    assert.match(words, /mock\/next is undecided: about \d+ items on arithmetic would decide\./i);
    assert.match(words, / mock\/next undecided undecided [\d.]+ times /);
  });

  it('is refused in words where the evaluation asked something else', async () => {
    const targets = ['old', 'next'].map((model_id) => ({
      ...{ target_type: 'model', model_provider: 'mock' },
      model_id,
    }));
    const { path, evaluation } = await service.run({ targets, benchmarks: [arithmetic(2)] });
    assert.equal(evaluation.status, 'completed');
    for (const way of ['/migration', '/export?format=migration_markdown']) {
      const { status, body, headers } = await service.call('GET', `${path}${way}`);
      assert.deepEqual([status, body.code], [409, 'wrong_state'], way);
      assert.equal(headers.get('content-disposition'), null, way);
      assert.match(body.detail, /did not test which candidates are no worse/);
    }
  });

  it('says which name nothing has, and which file cannot be written, before anything runs', async () => {
    for (const [args, says] of [
      [
        ['--from', 'a', '--to', 'mock/next', '--benchmark', 'arithmetic'],
        /"a" is neither a stack of the file or the workspace nor provider\/model/,
      ],
      [[...ASKED, '--scenario', 'Nowhere'], /No scenario of the workspace is called "Nowhere"/],
      [
        [...ASKED, '--export', '/nope/page.html'],
        /^--export \/nope\/page\.html cannot be written: there is no folder \/nope\. No request was sent\./,
      ],
    ] as const) {
      const { code, stderr } = await migrate(...args);
      assert.equal(code, 3, args.join(' '));
      assert.match(stderr, says);
    }
  });
});
