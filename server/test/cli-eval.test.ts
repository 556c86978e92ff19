import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type MockModel, startMockModel } from '@touchstone/mock';
import { runCli, startCli, temporaryFolder } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';
import { onDisk } from './support/each-database.ts';
import { writeProviders } from './support/evaluation-service.ts';
import { gradesReply, readPrompt } from './support/scripted-judge.ts';
import { type Service, startService } from './support/service.ts';
import { until } from './support/until.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/eval-cli/evaluation.yaml', import.meta.url));

/** A judge that fails every answer that repeats the question. */
const STRICT = {
  hang_rate: 0,
  answers: {
    kind: 'function' as const,
    answer: ({ messages }: { messages: readonly unknown[] }) => {
      const { ANSWER, TASK } = readPrompt(messages).inside;
      return gradesReply(messages, ANSWER === TASK ? 'fail' : 'pass');
    },
  },
};

const WORDY = {
  hang_rate: 0,
  answers: { kind: 'solver' as const, accuracy: 1 },
  answer_format: 'That makes {answer}.',
};
const WRONG_KEY = { raw_response: { status: 401, body: '{"error":{"message":"Wrong key"}}' } };

describe('touchstone eval', () => {
  const folder = temporaryFolder();
  let service: Service;
  let mock: MockModel;
  before(async () => {
    mock = await startMockModel({
      script: {
        defaults: { hang_rate: 1 },
        models: { strict: STRICT, wordy: WORDY, 'wrong key': WRONG_KEY },
      },
    });
    const place = onDisk(undefined, async () => {});
    service = await startService(place, { 'touchstone-config': writeProviders(place.dataDir, mock) });
  });
  after(async () => {
    await service.stop();
    await mock.stop();
    folder.remove();
  });

  const counts = async () => {
    const { body } = await service.call('GET', '/workspaces');
    return body.data.map((one: Record<string, unknown>) => [
      one.name,
      one.source_count,
      one.stack_count,
      one.evaluation_count,
    ]);
  };

  test('run without a server passes, prints plain progress and tables, and writes what was asked for', async () => {
    const [html, csv] = [join(folder.path, 'report.html'), join(folder.path, 'samples.csv')];
    const { code, stdout, stderr } = await runCli([
      'eval',
      'run',
      EXAMPLE,
      '--export',
      html,
      '--export',
      csv,
    ]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^ {2}completed 100 %, \d+ s$/m);
    assert.ok(!stdout.includes('\r'));
    assert.match(stdout, /^ {2}A − B .* B is better$/m);
    assert.match(stdout, /^Against parrot: pass \(exit code 0\)$/m);
    assert.match(readFileSync(html, 'utf8'), /^<!doctype html>/);
    assert.equal(readFileSync(csv, 'utf8').trimEnd().split('\r\n').length, 201);
  });

  test('run refuses an export that cannot be written before it asks anything', async () => {
    const before = await counts();
    const nowhere = join(folder.path, 'nope', 'r.json');
    const inFile = join(EXAMPLE, 'r.json');
    const isFolder = join(folder.path, 'folder.json');
    mkdirSync(isFolder);
    const rows: [file: string, why: string][] = [
      [nowhere, `there is no folder ${join(folder.path, 'nope')}`],
      [inFile, `there is no folder ${EXAMPLE}`],
      [isFolder, 'it is a folder'],
    ];
    for (const [file, why] of rows) {
      const { code, stdout, stderr } = await runCommand([
        ...['eval', 'run', EXAMPLE, '--url', service.url, '--export', file],
      ]);
      assert.deepEqual([code, stdout], [3, ''], why);
      assert.ok(
        stderr.startsWith(`--export ${file} cannot be written: ${why}. No request was sent.`),
        stderr,
      );
    }
    assert.deepEqual(await counts(), before);
  });

  test('run refuses to replace what it reads', async () => {
    const data = join(folder.path, 'own.jsonl');
    const line = `${JSON.stringify({ input: 'Say a.', expected: 'a' })}\n`;
    writeFileSync(data, line);
    const evaluation = join(folder.path, 'own.yaml');
    writeFileSync(
      evaluation,
      'name: own\ndatasets: [{ name: own, file: own.jsonl }]\nstacks: [{ name: own, model: { provider: mock, model_id: parrot } }]\ntargets: [{ stack: own }]\nbenchmarks: [{ benchmark_type: dataset, subset: own }]\n',
    );
    const link = join(folder.path, 'link.jsonl');
    symlinkSync(data, link);
    for (const file of [data, link]) {
      const { code, stderr } = await runCommand([
        'eval',
        'run',
        evaluation,
        '--url',
        service.url,
        '--export',
        file,
      ]);
      assert.equal(code, 3, stderr);
      assert.match(stderr, /would overwrite a file that this run reads\. No request was sent\./);
      assert.equal(readFileSync(data, 'utf8'), line);
    }
  });

  test('run prints the result where an export fails afterwards, and the verdict stays the exit code', {
    skip: existsSync('/dev/full') ? false : 'there is no /dev/full',
  }, async () => {
    const full = join(folder.path, 'full.json');
    const csv = join(folder.path, 'after-full.csv');
    symlinkSync('/dev/full', full);
    const flags = ['--export', full, '--export', csv];
    const passed = await runCommand(['eval', 'run', EXAMPLE, ...flags]);
    assert.equal(passed.code, 3, passed.stderr);
    assert.match(passed.stdout, /^Against parrot: pass \(exit code 0\)$/m);
    const why = 'ENOSPC: no space left on device, write';
    assert.equal(
      passed.stderr,
      `--export ${full} was not written: ${why}. The result above is still valid; the exit code is 3.\n`,
    );
    assert.ok(existsSync(csv));
    const worse = await runCommand(['eval', 'run', EXAMPLE, ...flags, '--baseline', 'calculator']);
    assert.equal(worse.code, 1, worse.stderr);
    assert.match(worse.stderr, /the exit code is 1\.\n$/);
  });

  test('run against a server keeps the evaluation there, and a second run stores nothing twice', async () => {
    await service.call('POST', '/workspaces', { name: 'CI' });
    const flags = ['--url', `${service.url}/`, '--workspace', 'CI'];
    const worse = await runCommand(['eval', 'run', EXAMPLE, ...flags, '--baseline', 'calculator']);
    assert.equal(worse.code, 1, worse.stderr);
    assert.match(worse.stdout, /Arithmetic: calculator is better than parrot by 100\.0 points/);
    const lenient = await runCommand([
      'eval',
      'run',
      EXAMPLE,
      ...flags,
      '--baseline',
      'calculator',
      '--fail-on',
      'never',
    ]);
    assert.equal(lenient.code, 0, lenient.stderr);
    assert.match(lenient.stdout, /The run passes regardless, because of --fail-on never\./);
    assert.deepEqual(await counts(), [['CI', 1, 2, 2]]);
  });

  test('a run that is refused leaves nothing of its file behind', async () => {
    await service.call('POST', '/workspaces', { name: 'Half' });
    const before = await counts();
    writeFileSync(join(folder.path, 'half.csv'), 'Frage;Musterlösung\n1 + 1;2\n2 + 2;4\n');
    writeFileSync(join(folder.path, 'half.jsonl'), '{"input": "1 + 1"}\n{"input": "2 + 2"}\n');
    const file = join(folder.path, 'half.yaml');
    const rows: [data: string, slo: string, more: string, why: RegExp][] = [
      [
        'half.csv',
        'throughput_rps: 0.5',
        '',
        /The scenario "Busy": .* write any other rate as throughput_rpm/,
      ],
      ['half.jsonl', 'p95_latency_ms: 900', '', /there is no column expected; it has: input\..* expected: …/],
      ['half.csv', 'p95_latency_ms: 900', 'methodology: { confidence: 7 }\n', /confidence/],
      ['half.csv', 'p95_latency_ms: 900', 'baseline: Busy\n', /baseline "Busy" is not one of the targets/],
    ];
    for (const [data, slo, more, why] of rows)
      for (const flags of [['--workspace', 'Half'], []]) {
        writeFileSync(
          file,
          `name: half\ndatasets: [{ name: half, file: ${data} }]\nstacks: [{ name: a, model: { provider: baseline, model_id: echo } }]\nscenarios: [{ name: Busy, workload_type: chat, slo_requirements: { ${slo} } }]\nbenchmarks: [{ dataset: half }]\n${more}`,
        );
        const { code, stderr } = await runCommand(['eval', 'run', file, '--url', service.url, ...flags]);
        assert.equal(code, 3, stderr);
        assert.match(stderr, why);
        assert.doesNotMatch(stderr, /could not be removed/);
        assert.deepEqual(await counts(), before, `${why} ${flags}`);
      }
  });

  test('two equal programs are undecided at this size', async () => {
    const file = join(folder.path, 'equal.yaml');
    writeFileSync(
      file,
      'name: equal\ntargets: [{model: baseline/echo, label: a}, {model: baseline/echo, label: b}]\nbenchmarks: [{benchmark_type: arithmetic, num_samples: 20}]\n',
    );
    const { code, stdout } = await runCommand(['eval', 'run', file, '--url', service.url]);
    assert.equal(code, 2);
    assert.match(stdout, /a against b is undecided/);
  });

  test('a scenario in the file is the bar: its requirements are printed, and the baseline must meet them', async () => {
    const file = join(folder.path, 'bar.yaml');
    const scenario = '{name: Busy, workload_type: chat, compliance: {certifications: [SOC 2]}}';
    writeFileSync(
      file,
      `name: bar\nworkspace: Bar\nstacks: [{name: a, model: {provider: baseline, model_id: echo}}]\nscenarios: [${scenario}]\nbenchmarks: [{benchmark_type: compliance}]\n`,
    );
    await service.call('POST', '/workspaces', { name: 'Bar' });
    const strict = await runCommand(['eval', 'run', file, '--url', service.url]);
    assert.equal(strict.code, 2, strict.stdout + strict.stderr);
    assert.match(strict.stdout, /^ {2}A {2}a {2,}the certificate SOC 2 {2,}not known/m);
    assert.match(strict.stdout, /^Against a: undecided or insufficient \(exit code 2\)$/m);
    assert.match(strict.stdout, /Busy: a, the certificate SOC 2: not known: the/);
    const lenient = await runCommand(['eval', 'run', file, '--url', service.url, '--fail-on', 'worse']);
    assert.equal(lenient.code, 0, lenient.stdout + lenient.stderr);
    const { body } = await service.call('GET', '/workspaces');
    const workspace = body.data.find(({ name }: { name: string }) => name === 'Bar');
    assert.deepEqual([workspace.scenario_count, workspace.evaluation_count], [1, 2]);
  });

  test('a custom evaluation takes its variables from a dataset of the file, and a judge decides', async () => {
    writeFileSync(
      join(folder.path, 'sums.jsonl'),
      Array.from({ length: 40 }, (_, i) => `${JSON.stringify({ sum: `${i} + 1` })}\n`).join(''),
    );
    const judged = (dataset: string) => `name: judged
datasets: [{name: sums, file: sums.jsonl}]
targets: [{model: baseline/echo, label: parrot}, {model: baseline/arithmetic, label: calculator}]
baseline: calculator
custom_eval:
  prompt_template: "{{sum}}"
  dataset: ${dataset}
  criteria: [{name: solved, description: It is the sum., scale: pass_fail}]
  judge_config: {provider: mock, model_id: strict}
`;
    const file = join(folder.path, 'judged.yaml');
    writeFileSync(file, judged('sums'));
    const log = join(folder.path, 'judged.eval');
    const ran = await runCommand(['eval', 'run', file, '--url', service.url, '--export', log]);
    assert.equal(ran.code, 1, ran.stdout + ran.stderr);
    assert.doesNotMatch(ran.stderr, /--export/);
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.startsWith('judged-')),
      ['judged-calculator.eval', 'judged-parrot.eval'],
      'a log for each target; the criterion has no responses of its own',
    );
    assert.match(ran.stdout, /Overall: calculator is better than parrot by 100\.0 points/);
    writeFileSync(file, judged('nothing'));
    const { code, stderr } = await runCommand(['eval', 'run', file, '--url', service.url]);
    assert.equal(code, 3);
    assert.match(stderr, /no dataset here is called "nothing"/);
  });

  test('a field that is not known is named, and nothing else is said of it', async () => {
    const file = join(folder.path, 'unknown.yaml');
    writeFileSync(file, 'name: unknown\ntargets: [{model: baseline/echo}]\nbenchmark: []\n');
    const { code, stderr } = await runCommand(['eval', 'run', file, '--url', service.url]);
    assert.equal(code, 3);
    assert.match(stderr, /^ {2}\/ has unknown fields: benchmark$/m);
    assert.doesNotMatch(stderr, /schema is false/);
    const used = 'targets: [{stack: large}]\nbenchmarks: [{benchmark_type: arithmetic}]\n';
    const model = '{provider: baseline, model_id: echo, max_token: 5}';
    writeFileSync(file, `name: unknown\nstacks: [{name: large, model: ${model}}]\n${used}`);
    const ofStack = await runCommand(['eval', 'run', file, '--url', service.url]);
    assert.deepEqual(
      [ofStack.code, ofStack.stderr],
      [3, 'The stack "large": The body does not fit: /model/max_token is not a known field.\n'],
    );
  });

  test('a run that its preflight stops says who was refused and nothing else', async () => {
    const file = join(folder.path, 'stopped.yaml');
    const scenario = '{name: Busy, workload_type: chat, slo_requirements: {p95_latency_ms: 900}}';
    writeFileSync(
      file,
      `name: stopped\ntargets: [{model: mock/wrong key, label: refused}, {model: baseline/echo}, {scenario: Busy}]\nscenarios: [${scenario}]\nbenchmarks: [{benchmark_type: arithmetic, num_samples: 5}]\nmethodology: {on_preflight_failure: stop}\n`,
    );
    const env = { TOUCHSTONE_CONFIG: writeProviders(folder.path, mock) };
    const { code, stdout, stderr } = await runCommand(['eval', 'run', file], env);
    assert.deepEqual([code, stderr], [3, ''], stdout);
    const after = stdout.slice(stdout.indexOf('failed')).replace(/\s+/g, ' ');
    assert.match(after, /^failed 0 %, \d+ s Against refused: error/);
    assert.match(
      after,
      /refused was refused: .*401: Wrong key\. No other request was sent\. Correct the cause/,
    );
  });

  test('what a section or the summary has said is not said again', async () => {
    const file = join(folder.path, 'wordy.jsonl');
    const row = (i: number) => JSON.stringify({ input: `${i} + 1`, expected: i + 1, grader: 'exact' });
    writeFileSync(file, Array.from({ length: 40 }, (_, i) => row(i)).join('\n'));
    const evaluation = join(folder.path, 'wordy.yaml');
    const scenario =
      '{name: Bar, workload_type: chat, quality: [{benchmark: dataset, subset: wordy.jsonl, min: 0.5}]}';
    writeFileSync(
      evaluation,
      `name: wordy\nstacks: [{name: a, model: {provider: mock, model_id: wordy}}]\ndatasets: [{file: wordy.jsonl}]\nscenarios: [${scenario}]\nbenchmarks: [{dataset: wordy.jsonl}]\n`,
    );
    const { stdout } = await runCommand(['eval', 'run', evaluation, '--url', service.url]);
    const text = stdout.replace(/\s+/g, ' ');
    assert.match(text, /40 calls in all candidate/);
    assert.equal(text.split('a lenient reading (does it contain').length, 2, stdout);
    assert.equal(text.split('Take none yet.').length, 2, stdout);
  });

  test('every error is 3 and says what to do', async () => {
    const rows: [string[], RegExp][] = [
      [['run', EXAMPLE, '--fail-on', 'sometimes'], /--fail-on must be one of never, worse/],
      [
        ['run', EXAMPLE, '--url', service.url, '--baseline', 'nobody'],
        /baseline "nobody" is not one of the targets/,
      ],
      [
        ['run', EXAMPLE, '--url', service.url, '--workspace', 'none'],
        /No workspace is called "none"\. Create it in the console or with POST \/workspaces/,
      ],
    ];
    for (const [args, expected] of rows) {
      const { code, stderr } = await runCommand(['eval', ...args]);
      assert.equal(code, 3, args.join(' '));
      assert.match(stderr, expected, args.join(' '));
    }
  });

  test('what import writes, run can read; files that are there are not written over', async () => {
    const source = join(folder.path, 'samples.jsonl');
    const rows = Array.from({ length: 20 }, (_, i) => ({ input: `What is ${i} + 1?`, ideal: `${i + 1}` }));
    writeFileSync(source, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const out = join(folder.path, 'imported');
    const args = ['eval', 'import', 'openai-evals', source, '--out', out, '--grader', 'numeric'];
    const { code, stdout, stderr } = await runCommand(args);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /samples\.jsonl: 20 rows/);
    assert.ok(existsSync(join(out, 'evaluation.yaml')));
    assert.equal((await runCommand(args)).code, 3);
    const below = join(source, 'folder');
    const impossible = await runCommand([...args.slice(0, 4), '--out', below]);
    assert.deepEqual(
      [impossible.code, impossible.stderr],
      [3, `${below} cannot be written (ENOTDIR, mkdir). Name another folder with --out.\n`],
    );
    const ran = await runCommand(['eval', 'run', join(out, 'evaluation.yaml'), '--url', service.url]);
    assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  });

  test('a command whose output nobody reads ends quietly, and one that writes files goes on to its end', async () => {
    const csv = join(folder.path, 'unread.csv');
    const rows: [args: string[], code: number][] = [
      [['help'], 141],
      [['check', EXAMPLE], 141],
      [['eval', 'run', EXAMPLE], 141],
      [['eval', 'run', EXAMPLE, '--export', csv], 0],
    ];
    for (const [args, expected] of rows) {
      const run = startCli(args);
      run.child.stdout?.destroy();
      const { code, stderr } = await run.ended;
      assert.deepEqual([code, stderr], [expected, ''], args.join(' '));
    }
    assert.equal(readFileSync(csv, 'utf8').trimEnd().split('\r\n').length, 201);
  });

  test('broken off, it is cancelled on the server and ends with 130', async () => {
    const file = join(folder.path, 'hanging.yaml');
    const benchmarks = '[{benchmark_type: arithmetic, num_samples: 20}]';
    writeFileSync(file, `name: hanging\ntargets: [{model: mock/hangs}]\nbenchmarks: ${benchmarks}\n`);
    const run = startCli(['eval', 'run', file, '--url', service.url]);
    const evaluation = async () => {
      const { body } = await service.call('GET', '/workspaces');
      const { id } = body.data.find(({ name }: { name: string }) => name === 'hanging') ?? {};
      return id && (await service.call('GET', `/workspaces/${id}/evaluations`)).body.data[0];
    };
    await until(async () => (await evaluation())?.status === 'running', 50);
    run.child.kill('SIGINT');
    const { code, stderr } = await run.ended;
    assert.equal(code, 130, stderr);
    assert.match(stderr, /Interrupted before the evaluation was done/);
    assert.equal((await evaluation()).status, 'cancelled');
  });
});
