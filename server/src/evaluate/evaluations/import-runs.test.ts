import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { onDisk } from '../../../test/support/each-database.ts';
import {
  braintrustRows,
  inspectArchive,
  inspectJson,
  inspectParts,
  type LoggedAnswer,
  langfuseRows,
  lmEvalFiles,
  openaiEvalsLog,
  promptfooResults,
  question,
} from '../../../test/support/foreign-logs.ts';
import { makeZip } from '../../../test/support/make-xlsx.ts';
import { newWorkspace } from '../../../test/support/resource-behaviour.ts';
import { type Answer, type Service, startService } from '../../../test/support/service.ts';
import { openZip } from '../../knowledge/reading/archives/zip.ts';

type File = readonly [field: string, name: string, content: string | Buffer];

/** 40 questions: both right on 20, the first alone on 10, the second alone on 2, neither on 8. */
const FIRST: LoggedAnswer[] = Array.from({ length: 40 }, (_, i) => ({ id: i + 1, right: i < 30 }));
const SECOND: LoggedAnswer[] = Array.from({ length: 40 }, (_, i) => ({
  id: i + 1,
  right: i < 20 || i === 30 || i === 31,
}));

describe('POST …/evaluations/import', () => {
  let service: Service;
  before(async () => {
    service = await startService(onDisk(undefined, async () => {}));
  });
  after(() => service.stop());

  async function send(files: readonly File[], query = '') {
    const path = `/workspaces/${await newWorkspace(service)}/evaluations`;
    const form = new FormData();
    for (const [field, name, content] of files) form.append(field, new Blob([content as string]), name);
    const response = await fetch(`${service.url}${path}/import${query}`, { method: 'POST', body: form });
    return { path, status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** The comparison of the only two runs. */
  async function compared(files: readonly File[], query = '') {
    const { path, status, body } = await send(files, query);
    assert.equal(status, 201, JSON.stringify(body));
    const one = `${path}/${body.id}`;
    const scores = body.results.comparisons.filter(
      ({ reason }: Answer['body']) => reason !== 'describes_the_run',
    );
    return { one, body, comparison: scores[0] };
  }

  const lmEval = (field: string, model: string, answers: readonly LoggedAnswer[]): File[] => {
    const { results, samples } = lmEvalFiles(model, answers);
    const moment = '2026-11-28T09-00-00.123456';
    return [
      [field, `results_${moment}.json`, results],
      [field, `samples_doubling_${moment}.jsonl`, samples],
    ];
  };

  const PAIRS: readonly [
    sentence: string,
    files: readonly File[],
    labels: readonly [string, string],
    score: string,
  ][] = [
    [
      'archives of Inspect',
      [
        ['run-1', 'a.eval', inspectArchive('openai/large', FIRST)],
        ['run-2', 'b.eval', inspectArchive('openai/small', SECOND)],
      ],
      ['openai/large', 'openai/small'],
      'includes',
    ],
    [
      'a log of Inspect as JSON beside an archive, in another order',
      [
        ['run-1', 'a.json', inspectJson('openai/large', FIRST)],
        ['run-2', 'b.eval', inspectArchive('openai/small', SECOND.toReversed())],
      ],
      ['openai/large', 'openai/small'],
      'includes',
    ],
    [
      'results and samples of lm-evaluation-harness',
      [...lmEval('run-1', 'large', FIRST), ...lmEval('run-2', 'small', SECOND)],
      ['large', 'small'],
      'exact_match,strict',
    ],
    [
      'one file of promptfoo with two providers',
      [['run', 'results.json', promptfooResults(FIRST, SECOND)]],
      ['openai:large', 'openai:small'],
      'pass',
    ],
    [
      'logs of OpenAI Evals, called by their fields',
      [
        ['before', 'a.jsonl', openaiEvalsLog('gpt', FIRST)],
        ['after', 'b.jsonl', openaiEvalsLog('gpt', SECOND)],
      ],
      ['before', 'after'],
      'correct',
    ],
    [
      'experiments of Braintrust as JSON and JSON lines',
      [
        ['run-1', 'a.json', JSON.stringify(braintrustRows('large', FIRST))],
        [
          'run-2',
          'b.jsonl',
          braintrustRows('small', SECOND)
            .map((row) => JSON.stringify(row))
            .join('\n'),
        ],
      ],
      ['large', 'small'],
      'ExactMatch',
    ],
    [
      'experiments of Langfuse, which name no model',
      [
        ['run-1', 'large.json', JSON.stringify({ data: langfuseRows(FIRST) })],
        ['run-2', 'small.json', JSON.stringify(langfuseRows(SECOND))],
      ],
      ['large', 'small'],
      'correct',
    ],
  ];

  for (const [sentence, files, labels, score] of PAIRS)
    test(`${sentence} are compared item by item`, async () => {
      const { body, comparison, one } = await compared(files);
      const { target_a, target_b, n, delta, p_value, test: name, winner } = comparison;
      // Recounted by hand: 10 against 2 discordant pairs; McNemar's test by its mid-p is (2 · (1 + 12) + 66) / 4096.
      assert.deepEqual(
        { target_a, target_b, n, delta, name, p: p_value.toFixed(6), winner },
        {
          target_a: labels[0],
          target_b: labels[1],
          n: 40,
          delta: 0.2,
          name: 'mcnemar_mid_p',
          p: '0.022461',
          winner: labels[0],
        },
      );
      assert.equal(body.status, 'completed');
      const { body: manifest } = await service.call('GET', `${one}/manifest`);
      assert.equal(manifest.imported[0].score, score);
      assert.deepEqual(
        manifest.imported[0].runs.map(({ unmatched }: Answer['body']) => unmatched),
        [0, 0],
      );
      const { body: samples } = await service.call('GET', `${one}/samples?limit=1000`);
      assert.equal(samples.data.length, 80);
    });

  test('tasks that match alike share a sentence', async () => {
    const tasks = (field: string, model: string, answers: readonly LoggedAnswer[]): File[] => {
      const { samples } = lmEvalFiles(model, answers);
      const fewer = lmEvalFiles(model, answers.slice(1)).samples;
      return [
        [field, 'samples_one.jsonl', samples],
        [field, 'samples_two.jsonl', samples],
        [field, 'samples_three.jsonl', fewer],
      ];
    };
    const { body } = await compared([...tasks('before', 'm', FIRST), ...tasks('after', 'm', SECOND)]);
    const scored = 'scored by exact_match,strict; the files also have exact_match,flexible';
    assert.deepEqual(
      body.warnings.filter((warning: string) => warning.includes('matched by')),
      [
        `2 tasks (one and two): 40 items each, matched by content, ${scored}.`,
        `three: 39 items, matched by content, ${scored}.`,
      ],
    );
  });

  test('items that a run lacks are excluded, named and counted', async () => {
    const { body, comparison, one } = await compared([
      ['run-1', 'a.eval', inspectArchive('openai/large', FIRST)],
      ['run-2', 'b.eval', inspectArchive('openai/small', SECOND.slice(5))],
    ]);
    assert.equal(comparison.n, 35);
    assert.match(
      body.warnings.join('\n'),
      /doubling: 35 items, matched by content, scored by includes\.\ndoubling: 5 of 40 items of openai\/large are missing from another run and are excluded: 1, 2, 3, 4 and 5\./,
    );
    const { body: manifest } = await service.call('GET', `${one}/manifest`);
    const [run] = manifest.imported[0].runs;
    assert.deepEqual([run.tool, run.tool_version, run.unmatched], ['inspect_ai', '0.3.200', 5]);
    assert.match(run.files[0].sha256, /^[0-9a-f]{64}$/);
  });

  test('an error of the log is a failed sample, which is missing and not wrong', async () => {
    const failing = SECOND.map((one) => (one.id === 1 ? { id: 1, error: 'Rate limit' } : one));
    const { body, comparison, one } = await compared([
      ['run-1', 'a.eval', inspectArchive('openai/large', FIRST)],
      ['run-2', 'b.eval', inspectArchive('openai/small', failing)],
    ]);
    assert.equal(comparison.n, 39);
    const { scored, failed, failures } = body.results.coverage[1];
    assert.deepEqual({ scored, failed, failures }, { scored: 39, failed: 1, failures: { deterministic: 1 } });
    const { body: page } = await service.call('GET', `${one}/samples?outcome=failed`);
    assert.deepEqual(
      page.data.map(({ message, failure }: Answer['body']) => [message, failure.outcome, failure.cause]),
      [['Rate limit', 'failed', 'unexpected']],
    );
  });

  test('items of an interrupted run that were to be asked are missing', async () => {
    const some = SECOND.slice(0, 30);
    const ids = SECOND.map(({ id }) => id);
    const header = inspectParts('openai/small', some).header;
    const stopped = { status: 'cancelled', eval: { ...header.eval, dataset: { sample_ids: ids } } };
    const { body, comparison } = await compared([
      ['run-1', 'a.eval', inspectArchive('openai/large', FIRST)],
      ['run-2', 'b.eval', inspectArchive('openai/small', some, stopped)],
    ]);
    assert.deepEqual([comparison.n, comparison.reason], [30, 'coverage_differs']);
    assert.match(body.warnings.join('\n'), /b\.eval: the run ended as cancelled, so items may be missing\./);
  });

  test('epochs of an item are one item with their mean, and equal items of a run are a cluster', async () => {
    const epochs = (answers: readonly LoggedAnswer[]) =>
      [1, 2].flatMap((epoch) => answers.map((one) => ({ ...one, epoch })));
    const { comparison, body } = await compared([
      ['run-1', 'a.eval', inspectArchive('openai/large', epochs(FIRST))],
      ['run-2', 'b.eval', inspectArchive('openai/small', epochs(SECOND))],
    ]);
    assert.deepEqual([comparison.n, body.results.coverage[0].units], [40, 80]);
    const twice = (answers: readonly LoggedAnswer[]) =>
      answers.map((one) => ({ ...one, question: question(Math.ceil(one.id / 2)) }));
    const clustered = await compared([
      ['run-1', 'a.eval', inspectArchive('openai/large', twice(FIRST))],
      ['run-2', 'b.eval', inspectArchive('openai/small', twice(SECOND))],
    ]);
    assert.deepEqual([clustered.comparison.n, clustered.comparison.clusters], [40, 20]);
  });

  const listedTwice = (answers: readonly LoggedAnswer[]) => [...answers, answers[0] as LoggedAnswer];
  const repeated = (answers: readonly LoggedAnswer[]) => [...answers, ...answers];
  const experiment = (field: string, rows: readonly object[]): File => [
    field,
    `${field}.json`,
    JSON.stringify(rows),
  ];
  const REPEATS: readonly [
    sentence: string,
    files: readonly File[],
    expected: { n: number; clusters: number; units: number; matchedById?: true },
  ][] = [
    [
      'a test of promptfoo that is listed twice is two items of a cluster',
      [['run', 'results.json', promptfooResults(listedTwice(FIRST), listedTwice(SECOND))]],
      { n: 41, clusters: 40, units: 41 },
    ],
    [
      'all tests of promptfoo that are asked twice have two epochs',
      [['run', 'results.json', promptfooResults(repeated(FIRST), repeated(SECOND))]],
      { n: 40, clusters: 40, units: 80 },
    ],
    [
      'an item of Langfuse that has two rows is two items of a cluster',
      [
        experiment('large', langfuseRows(listedTwice(FIRST))),
        experiment('small', langfuseRows(listedTwice(SECOND))),
      ],
      { n: 41, clusters: 40, units: 41 },
    ],
    [
      'the same, matched by id',
      [
        experiment('large', langfuseRows(listedTwice(FIRST))),
        experiment('small', langfuseRows(listedTwice(SECOND))),
      ],
      { n: 41, clusters: 40, units: 41, matchedById: true },
    ],
  ];

  for (const [sentence, files, { matchedById, ...expected }] of REPEATS)
    test(sentence, async () => {
      const { comparison, body } = await compared(files, matchedById ? '?match=id' : '');
      const { n, clusters, winner } = comparison;
      const [{ units, scored }] = body.results.coverage;
      assert.deepEqual({ n, clusters: clusters ?? n, units }, expected);
      assert.equal(scored, units, 'nothing is missing');
      assert.notEqual(winner, null);
    });

  test('different epochs are compared as often as all files have them, which is said', async () => {
    const { body, comparison } = await compared([
      [
        'run-1',
        'a.eval',
        inspectArchive('openai/large', [...FIRST, ...FIRST.map((one) => ({ ...one, epoch: 2 }))]),
      ],
      ['run-2', 'b.eval', inspectArchive('openai/small', SECOND)],
    ]);
    assert.equal(comparison.n, 40);
    assert.match(body.warnings.join('\n'), /sent items up to 2 times, but not equally often: the first time/);
  });

  test('items with other questions and the same ids are matched by id only when that is asked for', async () => {
    const files: File[] = [
      ['run-1', 'a.eval', inspectArchive('openai/large', FIRST)],
      [
        'run-2',
        'b.eval',
        inspectArchive(
          'openai/small',
          SECOND.map((one) => ({ ...one, question: `${one.id} doubled?` })),
        ),
      ],
    ];
    const { status, body } = await send(files);
    assert.equal(status, 422);
    assert.match(
      body.detail,
      /No item of doubling has the same content in all runs .* 40 items have the same id: match by id/,
    );
    const { comparison } = await compared(files, '?match=id');
    assert.equal(comparison.n, 40);
  });

  test('a score is chosen by its name, and one that cannot be compared is refused', async () => {
    const files = [...lmEval('run-1', 'large', FIRST), ...lmEval('run-2', 'small', SECOND)];
    const edited = (edit: (text: string) => string, all: readonly File[] = files): File[] =>
      all.map(([field, name, content]) => [field, name, edit(String(content))]);
    const withLoss = edited((text) => text.replaceAll('NaN', '0.2'));
    const samplesOnly = edited(
      (text) => text.replaceAll('loss', 'brier_score'),
      withLoss.filter(([, name]) => name.startsWith('samples')),
    );
    const { comparison } = await compared(files, '?score=exact_match,flexible');
    assert.equal(comparison.delta, 0);
    const rows: [string, RegExp, (readonly File[])?][] = [
      [
        '?score=acc',
        /Not all runs have the score "acc" for doubling; large has exact_match,strict, loss,strict/,
      ],
      [
        '?score=loss,strict',
        /The score "loss,strict" of doubling cannot be compared: it has no value/,
        edited((text) => text.replaceAll('"loss":false', '"loss":true')),
      ],
      [
        '?score=loss,strict',
        /The score "loss,strict" of doubling cannot be compared: it is better if it is lower/,
        withLoss,
      ],
      [
        '?score=brier_score,strict',
        /The score "brier_score,strict" of doubling cannot be compared: it is better if it is lower/,
        samplesOnly,
      ],
    ];
    for (const [query, expected, sent = files] of rows) {
      const { status, body } = await send(sent, query);
      assert.equal(status, 422, query);
      assert.match(body.detail, expected);
    }
    const { body: alone } = await compared(samplesOnly);
    assert.match(
      alone.warnings.join('\n'),
      /no results state whether higher or lower values of exact_match are better; higher is assumed\./,
    );
  });

  test('nothing of it is asked or graded again', async () => {
    const { one, body } = await compared(PAIRS[0]?.[1] as readonly File[]);
    for (const action of ['resume', 'retry', 'rescore', 'rerun']) {
      const { status, body: problem } = await service.call('POST', `${one}/${action}`);
      assert.equal(status, 409, action);
      assert.match(problem.detail, /it was imported from files of another tool/, action);
    }
    assert.deepEqual(
      body.warnings.filter((warning: string) => /rescore|graded by/i.test(warning)),
      [],
    );
    for (const format of ['json', 'jsonl', 'csv', 'junit', 'html']) {
      const { status } = await fetch(`${service.url}${one}/export?format=${format}`);
      assert.equal(status, 200, format);
    }
  });

  test('a run is written as a log of Inspect, which is imported again as it was', async () => {
    const { one } = await compared(PAIRS[0]?.[1] as readonly File[]);
    const refused = await service.call('GET', `${one}/export?format=inspect`);
    assert.equal(refused.status, 422);
    assert.match(
      refused.body.detail,
      /holds one target of an evaluation; name one of: openai\/large, openai\/small/,
    );
    const logs: File[] = [];
    for (const [i, target] of ['openai/large', 'openai/small'].entries()) {
      const response = await fetch(
        `${service.url}${one}/export?format=inspect&target=${encodeURIComponent(target)}`,
      );
      assert.equal(response.status, 200);
      logs.push([`run-${i + 1}`, `${i}.eval`, Buffer.from(await response.arrayBuffer())]);
    }
    const { comparison } = await compared(logs);
    const { target_a, target_b, n, delta } = comparison;
    assert.deepEqual(
      { target_a, target_b, n, delta },
      { target_a: 'openai/large', target_b: 'openai/small', n: 40, delta: 0.2 },
    );
  });

  test('a log of Inspect of a run that only failed names no mean', async () => {
    // The other run lacks the only item that it scored.
    const failed = SECOND.map(({ id }) => (id === 40 ? { id, right: true } : { id, error: 'Rate limit' }));
    const { path, status, body } = await send([
      ['run-1', 'a.eval', inspectArchive('openai/large', FIRST.slice(0, 39))],
      ['run-2', 'b.eval', inspectArchive('openai/small', failed)],
    ]);
    assert.equal(status, 201, JSON.stringify(body));
    const rows: [target: string, mean: object][] = [
      ['openai/large', { mean: { name: 'mean', value: 30 / 39 } }],
      ['openai/small', {}],
    ];
    for (const [target, metrics] of rows) {
      const query = `format=inspect&target=${encodeURIComponent(target)}`;
      const response = await fetch(`${service.url}${path}/${body.id}/export?${query}`);
      const zip = openZip(new Uint8Array(await response.arrayBuffer()), {
        called: 'The log',
        Unreadable: Error,
      });
      const header = (await new Response(zip.read('header.json', 1e6) as never).json()) as Answer['body'];
      assert.deepEqual(header.results.scores[0].metrics, metrics, target);
    }
  });

  test('files that cannot be read are named with their place, and nothing is stored', async () => {
    const good: File = ['run-1', 'a.eval', inspectArchive('openai/large', FIRST)];
    const whole = inspectArchive('openai/small', SECOND);
    const { header, samples } = inspectParts('m', SECOND);
    const encrypted = Buffer.from(whole);
    // The flag of the first entry of the directory, which is that of _journal/start.json, and of all others.
    for (let at = encrypted.indexOf('PK\x01\x02'); at >= 0; at = encrypted.indexOf('PK\x01\x02', at + 1))
      encrypted.writeUInt16LE(1, at + 8);
    const lines = lmEvalFiles('m', SECOND).samples.split('\n');
    const rows: [sentence: string, file: File, expected: RegExp][] = [
      ['an empty file', ['run-2', 'b.eval', ''], /b\.eval: The file is empty/],
      [
        'a truncated archive',
        ['run-2', 'b.eval', whole.subarray(0, 900)],
        /b\.eval: The archive is damaged or truncated \(its end is missing/,
      ],
      [
        'an encrypted archive',
        ['run-2', 'b.eval', encrypted],
        /b\.eval: Its part header\.json has a password/,
      ],
      [
        'another archive',
        ['run-2', 'b.eval', makeZip({ 'word/document.xml': '<a/>' })],
        /b\.eval: The archive is not a log of Inspect/,
      ],
      [
        'a broken sample',
        [
          'run-2',
          'b.eval',
          makeZip({ 'header.json': JSON.stringify(header), 'samples/1_epoch_1.json': '{"id": 1, "inp' }),
        ],
        /b\.eval: Its part samples\/1_epoch_1\.json is not JSON, or is truncated/,
      ],
      [
        'a part that unpacks to more than it may',
        [
          'run-2',
          'b.eval',
          makeZip({
            'header.json': JSON.stringify(header),
            'samples/1_epoch_1.json': Buffer.alloc(130 * 1024 ** 2, 32),
          }),
        ],
        /b\.eval: Its part samples\/1_epoch_1\.json unpacks to more than 128 MB/,
      ],
      [
        'no sample at all',
        ['run-2', 'b.eval', makeZip({ 'header.json': JSON.stringify(header) })],
        /b\.eval: The log of Inspect has no samples/,
      ],
      [
        'JSON that ends early',
        ['run-2', 'b.json', JSON.stringify({ ...header, samples }).slice(0, 2000)],
        /b\.json: It is not JSON, or is truncated/,
      ],
      ['JSON of something else', ['run-2', 'b.json', '{"a": 1}'], /b\.json: The format is not supported/],
      ['text', ['run-2', 'b.txt', 'Hello\nthere\n'], /b\.txt: The format is not supported/],
      [
        'a line that ends early',
        ['run-2', 'samples_x.jsonl', `${lines[0]}\n${lines[1]?.slice(0, 50)}`],
        /samples_x\.jsonl, line 2 is not JSON, or is truncated/,
      ],
      [
        'mixed lines',
        ['run-2', 'samples_x.jsonl', `${lines[0]}\n{"a": 1}\n`],
        /samples_x\.jsonl, line 2 is not a sample of lm-evaluation-harness/,
      ],
      [
        'results without samples',
        ['run-2', 'results_x.json', lmEvalFiles('m', SECOND).results],
        /without samples, which a paired comparison needs/,
      ],
      [
        'more tokens than can be counted',
        ['run-2', 'b.json', inspectJson('m', SECOND).replace('"input_tokens":12', '"input_tokens":1e300')],
        /b\.json: A sample of item 1 of doubling states 1e\+300 input tokens; at most 1000000000 are possible/,
      ],
      [
        'another task and score',
        ['run-2', 'b.jsonl', openaiEvalsLog('m', SECOND)],
        /no score of doubling in common: openai\/large has includes; m has correct/,
      ],
    ];
    for (const [sentence, file, expected] of rows) {
      const { path, status, body } = await send([good, file]);
      assert.equal(status, 422, `${sentence}: ${JSON.stringify(body)}`);
      assert.match(body.detail, expected, sentence);
      const left = await service.call('GET', path);
      assert.deepEqual(left.body.data, [], sentence);
    }
  });

  test('what is no form, and a form without files, are refused', async () => {
    const path = `/workspaces/${await newWorkspace(service)}/evaluations/import`;
    const rows: [body: string | Uint8Array, type: string, status: number][] = [
      ['x', 'application/octet-stream', 415],
      ['--b\r\nContent-Disp', 'multipart/form-data; boundary=b', 400],
      [
        '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n',
        'multipart/form-data; boundary=b',
        400,
      ],
      ['--b--\r\n', 'multipart/form-data; boundary=b', 422],
    ];
    for (const [body, type, status] of rows) {
      const response = await fetch(service.url + path, {
        method: 'POST',
        body: body as string,
        headers: { 'content-type': type },
      });
      assert.equal(response.status, status, `${type}: ${await response.text()}`);
    }
    const large = request(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 257 * 1024 ** 2 },
    });
    large.flushHeaders();
    const [answer] = (await once(large, 'response')) as [IncomingMessage];
    assert.equal(answer.statusCode, 413);
    assert.match(
      await text(answer),
      /The files are larger than 256 MB together\. Send fewer or smaller files/,
    );
    large.destroy();
  });
});
