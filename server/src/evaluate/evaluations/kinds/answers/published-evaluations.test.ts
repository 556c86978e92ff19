import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';
import { REPLIES, writeFixtures } from '../../../../../test/support/published-files.ts';
import { type Service, startService } from '../../../../../test/support/service.ts';
import { startWebServer, type WebServer } from '../../../../../test/support/web-server.ts';

const ALL = Object.values(REPLIES).flat();

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

/** What the fixture's model says to a question. */
function answerTo({ prompt }: { prompt: string }): string {
  return ALL.find(({ mark }) => new RegExp(`\\b${mark}\\b`).test(prompt))?.text ?? 'No such question.';
}

onEachDatabaseInFull('evaluations of public benchmarks', (newPlace) => {
  let service: EvaluationService;
  before(async () => {
    const place = await newPlace();
    mkdirSync(place.dataDir, { recursive: true });
    await writeFixtures(join(place.dataDir, 'benchmarks'));
    service = await startEvaluationService(place, {
      defaults: { answers: { kind: 'function', answer: answerTo } },
    });
  });
  after(() => service.stop());

  test('the score of each is the count by hand, and strict, flexible and unfound answers are counted', async () => {
    const { path, evaluation } = await service.run({
      targets: [mockTarget('m')],
      benchmarks: Object.keys(REPLIES).map((benchmark_type) => ({ benchmark_type })),
    });
    assert.equal(evaluation.status, 'completed', evaluation.error_message);
    const [{ benchmark_scores: scores }] = evaluation.results.target_results;
    for (const [type, replies] of Object.entries(REPLIES)) {
      const byHand = replies.reduce((all, { score }) => all + score, 0) / replies.length;
      assert.ok(Math.abs(scores[type] - byHand) < 1e-12, `${type}: ${scores[type]}, by hand ${byHand}`);
      const { extraction } = evaluation.results.coverage.find(
        (one: { benchmark: string }) => one.benchmark === type,
      );
      const count = (how: string) => replies.filter((reply) => reply.extraction === how).length;
      assert.deepEqual(
        extraction,
        { strict: count('strict'), flexible: count('flexible'), none: count('none') },
        type,
      );
    }
    const references = evaluation.results.reference_scores.map((one: Body) => [
      one.benchmark,
      one.n,
      one.score * one.n,
      one.reference_score * one.n,
      one.differing,
      one.rule,
      one.rule_date,
      one.rule_version.split(/[/,]/)[1],
    ]);
    assert.deepEqual(references, [
      // lm-evaluation-harness takes 42.00 for another text than 42.
      ['gsm8k', 5, 3, 2, 1, 'gsm8k_flexible', '2024-02-19', 'lm-evaluation-harness'],
      // simple-evals wants a colon after `answer`.
      ['mmlu', 4, 2, 1, 1, 'simple_evals', '2025-01-29', 'simple-evals'],
      // Since 2024-07-14 the script's third level takes whole words, and no longer the A of `All`.
      ['mmlu_pro', 3, 2, 2, 0, 'mmlu_pro', '2024-07-14', 'MMLU-Pro'],
    ]);
    const differing = await service.samples(path, '&reference_differs=true');
    assert.deepEqual(
      differing.map(({ benchmark, score, reference_grade }) => [benchmark, score, reference_grade]),
      [
        ['gsm8k', 1, 0],
        ['mmlu', 1, 0],
      ],
    );
    const further = evaluation.results.further_scores.map((one: Body) => [one.benchmark, one.name, one.mean]);
    assert.deepEqual(further, [
      ['ifeval', 'prompt_strict', 1 / 3],
      ['ifeval', 'prompt_loose', 1],
      // Of four instructions in three prompts.
      ['ifeval', 'instruction_strict', 2 / 4],
      ['ifeval', 'instruction_loose', 1],
      ['squad', 'exact_match', 1 / 3],
    ]);
    const prompts = await service.samples(path, '&benchmark=ifeval');
    const second = prompts.find(({ input }) => input[0].content.startsWith('I2'));
    assert.equal(second?.details.instruction_strict, 1 / 2);
    const report = (await service.call('GET', `${path}/export?format=html`)).body;
    assert.match(
      report,
      /Scores by the published rule.*m, GSM8K.*60\.0 %.*40\.0 %.*version 3\.0.*2024-02-19/s,
    );
    assert.match(report, /MMLU-Pro: If the script finds no letter, it chooses a random option/);
    const manifest = (await service.call('GET', `${path}/manifest`)).body;
    for (const { type, data } of manifest.benchmarks) {
      assert.ok(data.length > 0, type);
      for (const { name, address, sha256 } of data) {
        assert.match(address, /^https:/, `${type}/${name}`);
        assert.match(sha256, /^[0-9a-f]{64}$/, `${type}/${name}`);
      }
    }
  });
});

onEachDatabaseInFull('fetching public benchmarks', (newPlace) => {
  const origin = mkdtempSync(join(tmpdir(), 'mirror-'));
  let mirror: WebServer;
  let service: Service;
  before(async () => {
    await writeFixtures(origin);
    mirror = await startWebServer((path) =>
      path.startsWith('/data/gsm8k/') || path.startsWith('/data/drop/')
        ? (_, response) => response.end(readFileSync(join(origin, path.slice('/data/'.length))))
        : undefined,
    );
    service = await startService(await newPlace(), {
      'benchmark-mirror': `${mirror.url}/data`,
      'fetch-allow-hosts': mirror.pair,
    });
  });
  after(async () => {
    await service.stop();
    await mirror.stop();
    rmSync(origin, { recursive: true });
  });

  const estimate = async () => {
    const { body: workspace } = await service.call('POST', '/workspaces', { name: 'W' });
    return service.call('POST', `/workspaces/${workspace.id}/evaluations/estimate`, {
      name: 'E',
      targets: [{ target_type: 'model', model_provider: 'baseline', model_id: 'echo' }],
      benchmarks: [{ benchmark_type: 'gsm8k' }],
    });
  };

  const listed = async (type: string) =>
    (await service.call('GET', '/benchmarks')).body.data.find((one: { type: string }) => one.type === type);

  test('without data a run is refused with the way out; fetched, it is ready and its hash is told', async () => {
    const refused = await estimate();
    assert.equal(refused.status, 422);
    assert.equal(refused.body.code, 'benchmark_unavailable');
    assert.match(refused.body.detail, /POST \/benchmarks\/gsm8k\/fetch/);
    assert.equal((await listed('gsm8k')).offline, false);
    const { status, body } = await service.call('POST', '/benchmarks/gsm8k/fetch');
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.files.map((file: { name: string; address: string }) => [file.name, file.address]),
      ['test.jsonl', 'train.jsonl'].map((name) => [name, `${mirror.url}/data/gsm8k/${name}`]),
    );
    assert.ok(body.files.every(({ sha256 }: { sha256: string }) => /^[0-9a-f]{64}$/.test(sha256)));
    assert.equal((await listed('gsm8k')).offline, true);
    assert.equal((await estimate()).status, 200);
  });

  test('a compressed file arrives as it is published', async () => {
    assert.equal((await service.call('POST', '/benchmarks/drop/fetch')).status, 200);
    assert.equal((await listed('drop')).offline, true);
  });

  const FAILURES: [string, RegExp][] = [
    ['mmlu', /mmlu\.csv of mmlu could not be downloaded\. .*answers 404/],
    ['arithmetic', /needs no files/],
    ['load', /needs no files/],
    ['humaneval', /isolated runner/],
  ];

  test('what cannot be fetched says why, and leaves nothing behind', async () => {
    for (const [type, detail] of FAILURES) {
      const { status, body } = await service.call('POST', `/benchmarks/${type}/fetch`);
      assert.equal(status, 422, type);
      assert.match(body.detail, detail);
    }
    assert.equal((await listed('mmlu')).offline, false);
  });
});
