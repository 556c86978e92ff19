import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../../../../test/support/cli-runner.ts';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';
import { canContain } from '../../../../measure/graders/command/containment.ts';

type Body = Record<string, unknown>;

const PROGRAMS: Readonly<Record<string, string>> = {
  // Its argument is the price.
  price: `while read -r line; do case "$line" in
  *" $1 euros"*) echo "{\\"score\\": 0.5, \\"reason\\": \\"It names $1.\\", \\"figures\\": {\\"price\\": $1}}";;
  *) echo false;; esac; done`,
  metadata:
    'while read -r line; do case "$line" in *\'"metadata":{"plan":"basic"}\'*) echo 1;; *) echo 0;; esac; done',
  once: 'read -r line; echo true',
  banner: 'echo Loading; while read -r line; do echo true; done',
  breaks: 'read -r line; echo "It is broken." >&2; exit 3',
  high: 'while read -r line; do echo 7; done',
  slow: 'read -r line; sleep 300',
};

interface Row {
  sentence: string;
  run: readonly string[];
  more?: object;
  options?: object;
  sample: Body;
}

const UNSCORED = { outcome: 'unscored', reason: 'grader_error' };
/** All are answered "It is 20 euros."; [what the row is, its program, what its sample has]. */
const ROWS: readonly Row[] = [
  {
    sentence: 'a score, a reason and figures',
    run: ['price', '20'],
    sample: { score: 0.5, message: 'It names 20.', details: { price: 20 } },
  },
  { sentence: 'another argument', run: ['price', '30'], sample: { score: 0 } },
  {
    sentence: 'metadata of the row',
    run: ['metadata'],
    more: { metadata: { plan: 'basic' } },
    sample: { score: 1 },
  },
  { sentence: 'a program that ends after an answer', run: ['once'], sample: { score: 1 } },
  { sentence: 'the same again', run: ['once'], sample: { score: 1 } },
  {
    sentence: 'a program that says something else',
    run: ['banner'],
    sample: {
      ...UNSCORED,
      message: 'The grader command failed: It wrote a line that is not JSON: Loading',
    },
  },
  {
    sentence: 'a program that fails',
    run: ['breaks'],
    sample: { ...UNSCORED, message: /It ended with status 3 before it answered: It is broken\./ },
  },
  {
    sentence: 'a score that is none',
    run: ['high'],
    sample: { ...UNSCORED, message: /a score from 0 to 1.*it returned 7/ },
  },
  {
    sentence: 'a program that does not answer',
    run: ['slow'],
    options: { timeout_ms: 300 },
    sample: {
      outcome: 'unscored',
      reason: 'grading_timeout',
      message: /more than 0\.3 s\. Make the program faster/,
    },
  },
];

const folder = mkdtempSync(join(tmpdir(), 'graders-'));
chmodSync(folder, 0o755);
const allowed = join(folder, 'allowed');
mkdirSync(allowed);
for (const [name, text] of Object.entries(PROGRAMS))
  writeFileSync(join(allowed, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
writeFileSync(join(folder, 'other'), '#!/bin/sh\n', { mode: 0o755 });
after(() => rmSync(folder, { recursive: true }));

const VERSION = canContain()
  ? /^command price [0-9a-f]{16}$/
  : /^command price [0-9a-f]{16} \(not contained\)$/;

const grader = ([name = '', ...args]: readonly string[], options: object = {}) => ({
  type: 'command',
  options: { run: [name.startsWith('/') ? name : join(allowed, name), ...args], ...options },
});
const rowsOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const DATASET = { targets: [mockTarget('m')], benchmarks: [{ benchmark_type: 'dataset', subset: 'own' }] };
const MODELS = { models: { m: { answers: { kind: 'list', values: ['It is 20 euros.'] } } } } as const;

onEachDatabaseInFull('evaluations that are graded by a program of the operator', (place) => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(await place(), MODELS, {}, { 'command-graders': allowed });
  });
  after(() => service.stop());

  test('each response has what the program answers to it', async () => {
    const workspaceId = await service.newWorkspace();
    const rows = ROWS.map(({ run, options, more }, i) => ({
      ...{ input: `Question ${i}`, grader: grader(run, options) },
      ...more,
    }));
    await service.newSource(workspaceId, 'own', rowsOf(rows));
    const path = await service.start(workspaceId, DATASET);
    const { status, warnings } = await service.ended(path);
    assert.equal(status, 'completed');
    assert.match(JSON.stringify(warnings), /graded by what the dataset defines: command price [0-9a-f]{16}/);
    const samples = await service.samples(path);
    for (const [i, { sentence, sample: wanted }] of ROWS.entries()) {
      const sample = samples.find(({ input }) => input[0].content === `Question ${i}`);
      for (const [name, value] of Object.entries(wanted))
        if (value instanceof RegExp) assert.match(String(sample[name]), value, sentence);
        else assert.deepEqual(sample[name], value, `${sentence}: ${name} ${JSON.stringify(sample)}`);
    }
    const { graded_by } = (await service.call('GET', `${path}/manifest`)).body;
    const versions = graded_by.filter(({ name }: { name: string }) => VERSION.test(name));
    assert.equal(versions.length, 2, JSON.stringify(graded_by));
  });

  test('a program that the operator did not name is refused', async () => {
    const workspaceId = await service.newWorkspace();
    await service.newSource(
      workspaceId,
      'own',
      rowsOf([{ input: 'a', grader: grader([join(folder, 'other')]) }]),
    );
    const { status, body } = await service.post(workspaceId, DATASET);
    assert.equal(status, 422);
    assert.match(JSON.stringify(body), /may not run .*other.* The operator allows it with COMMAND_GRADERS/);
  });

  test('without the setting no program is run', async (t) => {
    const other = await startEvaluationService(await place(), MODELS);
    t.after(() => other.stop());
    const workspaceId = await other.newWorkspace();
    await other.newSource(workspaceId, 'own', rowsOf([{ input: 'a', grader: grader(['once']) }]));
    const { status, body } = await other.post(workspaceId, DATASET);
    assert.equal(status, 422);
    assert.match(JSON.stringify(body), /The operator allows it with COMMAND_GRADERS/);
  });
});

test('a program is tried on the command line, where the environment allows it', async () => {
  const args = ['grade', '--try', JSON.stringify(grader(['price', '20'])), '{"response": "It is 20 euros."}'];
  const refused = await runCommand(args);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /COMMAND_GRADERS/);
  const tried = await runCommand(args, { COMMAND_GRADERS: allowed });
  assert.equal(tried.stdout, '1: score 0.5; It names 20.; price 20\n');
});
