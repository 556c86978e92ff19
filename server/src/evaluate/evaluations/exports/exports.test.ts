import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATUS_WORDS } from '@touchstone/report';
import { parse } from 'csv-parse/sync';
import { aggregateOf, FAILED, planOf } from '../../../../test/support/evaluation-plan.ts';
import { withVerdict } from '../../../../test/support/verdict-results.ts';
import type { LoadRequest } from '../../../measure/traffic/request-log.ts';
import type { PlannedJudging } from '../kinds/judging/describe.ts';
import type { PlannedLoad } from '../kinds/load/describe.ts';
import { serialiseWindow } from '../kinds/load/stored-load.ts';
import { buildResults } from '../pipeline/build-results.ts';
import type { Plan } from '../plan/plan.ts';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import { EXPORT_FORMATS } from '../schemas/export-schemas.ts';
import type { Sample } from '../schemas/sample-schemas.ts';
import { EXPORT_WRITERS, type ExportFormat, exportEvaluation } from './exports.ts';

const HOSTILE = `<script>alert(1)</script>"'&]]>\u0000\u202E`;

/**
 * Two targets on `items` items, the first right on `right[0]` of them, the second on `right[1]`; the calls of the second
 * failed on so many of the last items.
 */
async function evaluationOf(
  items: number,
  right: [number, number],
  labels = ['old', 'new'],
  failed = 0,
  asked: Partial<Plan['methodology']> = {},
): Promise<Evaluation> {
  const drafted = planOf([items], 2, 1);
  const plan = { ...drafted, methodology: { ...drafted.methodology, ...asked } };
  plan.targets.forEach((target, i) => {
    target.label = labels[i] ?? '';
  });
  const aggregate = aggregateOf(plan, ({ item, target }) => {
    if (target === 1 && item >= items - failed) return FAILED;
    return item < (right[target] ?? 0) ? 1 : 0;
  });
  return {
    id: '0198c0de-0000-7000-8000-000000000000',
    workspace_id: '0198c0de-0000-7000-8000-000000000001',
    name: 'Größe: old & new?',
    description: HOSTILE,
    evaluation_type: 'benchmark',
    targets: [],
    benchmarks: [],
    custom_eval: null,
    methodology: {},
    status: 'completed',
    progress_percent: 100,
    started_at: '2026-01-01T00:00:00.000Z',
    completed_at: '2026-01-01T00:01:00.000Z',
    error_message: null,
    results: await buildResults(plan, aggregate, { final: true }),
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:01:00.000Z',
  };
}

function sampleOf(unit: number, more: Partial<Sample> = {}): Sample {
  return {
    id: '0198c0de-0000-7000-8000-000000000002',
    unit,
    target_label: unit % 2 === 0 ? 'old' : 'new',
    benchmark: 'b0',
    item: Math.floor(unit / 2),
    item_hash: 'hash',
    epoch: 0,
    outcome: 'scored',
    score: unit % 2,
    input: [{ role: 'user', content: `Question ${unit}` }],
    expected: '42',
    grader: 'exact',
    answer: `Answer ${unit}`,
    reasoning: null,
    extracted: null,
    extraction: 'strict',
    reason: null,
    message: null,
    finish_reason: 'stop',
    returned_model: null,
    input_tokens: 10,
    output_tokens: 5,
    cost_usd: null,
    latency_ms: 12.5,
    attempts: 1,
    answer_of: null,
    created_at: '2026-01-01T00:00:30.000Z',
    ...more,
  };
}

/** Pages of at most 500, as the API gives them. */
function pagesOf(samples: readonly Sample[]) {
  return async ({ cursor, limit = 100 }: { cursor?: string; limit?: number }) => {
    const from = Number(cursor ?? 0);
    const end = from + limit;
    return { data: samples.slice(from, end), next_cursor: end < samples.length ? String(end) : null };
  };
}

function notAsked(): never {
  throw new Error('only a migration reads this');
}

async function written(
  format: ExportFormat,
  samples: readonly Sample[] = [],
  evaluation: Evaluation | Promise<Evaluation> = evaluationOf(100, [60, 90]),
  baseline?: string,
  plan = planOf([], 2, 1),
): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of exportEvaluation(format, {
    evaluation: await evaluation,
    plan,
    page: pagesOf(samples),
    migration: notAsked,
    baseline,
  }).body) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

const MANY = Array.from({ length: 1203 }, (_, unit) => sampleOf(unit));

test('json is the evaluation whole, with every sample of every page', async () => {
  const { evaluation, samples } = JSON.parse(await written('json', MANY));
  assert.deepEqual(evaluation, await evaluationOf(100, [60, 90]));
  assert.deepEqual(samples, MANY);
  assert.deepEqual(JSON.parse(await written('json')).samples, []);
});

test('jsonl is a sample a line', async () => {
  const lines = (await written('jsonl', MANY)).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    MANY,
  );
});

test('csv gives back every text, and no cell is a formula', async () => {
  const answers = ['=1+1', '+1', '-1', '@sum', ' =1', '＝1', '\u200b=1', '\ufeff@sum', '\u202e-1'];
  const kept = ['a, "b"\r\nc', '', 'plain', 'x, -1', 'two:\n- one\n- two', 'a;b'];
  const later = [
    ['x;=1', "x;'=1"],
    ['x\n\u200b=1', "x\n\u200b'=1"],
    ['x\t@sum', "x\t'@sum"],
    ['x;"-2+3', 'x;"\'-2+3'],
    ['x|＝1;+1', "x|'＝1;'+1"],
  ];
  const csv = await written(
    'csv',
    [...answers, ...kept, ...later.map(([answer]) => answer ?? '')].map((answer, unit) =>
      sampleOf(unit, { answer, score: -0.5 }),
    ),
  );
  const rows: string[][] = parse(csv);
  const column = (name: string) => rows[0]?.indexOf(name) ?? -1;
  const read = rows.slice(1).map((row) => row[column('answer')]);
  const made = later.map(([, text]) => text);
  assert.deepEqual(read, [...answers.map((answer) => `'${answer}`), ...kept, ...made]);
  assert.equal(rows[1]?.[column('score')], '-0.5');
  assert.equal(rows[1]?.[column('cost_usd')], '');
});

test('csv says whose answer a sample shares', async () => {
  const csv = await written('csv', [sampleOf(0), sampleOf(1, { answer_of: sampleOf(0).id })]);
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  assert.deepEqual(
    rows.map(({ answer_of }) => answer_of),
    ['', sampleOf(0).id],
  );
});

test('csv has the score of each criterion of a custom evaluation, after all else', async () => {
  const judged = { description: 'Is it?', scale: 'pass_fail' } as const;
  const criteria = ['clear, short', '=kind'].map((name) => ({ name, weight: 0.5, judged }));
  const plan = planOf([2], 2, 1);
  const benchmarks = plan.benchmarks.map(
    (one): PlannedJudging => ({ ...one, kind: 'judging', custom: { criteria, instructions: null } }),
  );
  const graded = [
    { criterion: '=kind', score: null },
    { criterion: 'clear, short', score: 0.25 },
  ];
  const csv = await written('csv', [sampleOf(0, { criteria: graded }), sampleOf(1)], undefined, undefined, {
    ...plan,
    benchmarks,
  });
  const rows: string[][] = parse(csv);
  assert.deepEqual(
    rows.map((row) => row.slice(-3)),
    [
      ['graded_by', 'custom/clear, short', 'custom/=kind'],
      ['', '0.25', ''],
      ['', '', ''],
    ],
  );
});

test('junit fails where a candidate is worse than the baseline, and skips what is undecided', async () => {
  const rows: [string, [number, number], string | undefined, RegExp][] = [
    ['the candidate is better', [60, 90], undefined, /failures="0" errors="0" skipped="0"/],
    [
      'the candidate is worse',
      [90, 60],
      undefined,
      /<failure message="old is better than new by 30\.0 points/,
    ],
    ['the other is the baseline', [60, 90], 'new', /<failure message="new is better than old/],
    ['undecided', [60, 62], undefined, /<skipped message="old against new is undecided/],
  ];
  for (const [sentence, right, baseline, expected] of rows) {
    const xml = await written('junit', [], await evaluationOf(100, right), baseline);
    assert.match(xml, expected, sentence);
    assert.match(xml, /<testsuite name="b0" tests="3"/, sentence);
    assert.equal(xml.match(/<testcase /g)?.length, 3, sentence);
  }
  await assert.rejects(written('junit', [], undefined, 'nobody'), /No target is called "nobody"/);
});

test('where it is asked which are no worse, junit and html answer that', async () => {
  const asked = { question: 'no_worse' as const, baseline: 'old', no_worse_margins: { score: 0.1 } };
  const of = (items: number, right: [number, number]) => evaluationOf(items, right, ['old', 'new'], 0, asked);
  const rows: [string, number, [number, number], RegExp][] = [
    ['better one way and no worse', 400, [300, 285], /tests="3" failures="0" errors="0" skipped="0"/],
    [
      'worse by the margin',
      400,
      [300, 180],
      /<failure message="new is worse than old in the score on b0 by more/,
    ],
    [
      'undecided',
      60,
      [48, 43],
      /<skipped message="Whether new is no worse than old in the score on b0 is undecided/,
    ],
  ];
  for (const [sentence, items, right, expected] of rows) {
    const xml = await written('junit', [], await of(items, right));
    assert.match(xml, expected, sentence);
    assert.match(xml, /<testsuite name="No worse than old" tests="1"/);
    assert.match(xml, /<testcase classname="No worse than old" name="new: score, b0">/);
    assert.doesNotMatch(xml, /name="old against new"/, 'a difference within the margin fails nothing');
  }
  const evaluation = await of(400, [300, 285]);
  const html = await written('html', [], evaluation);
  assert.match(html, /<h2>No worse than old<\/h2>/);
  assert.match(html, /new is no worse than old in the score on b0\./);
  assert.match(evaluation.results?.overall_summary ?? '', /^new is no worse than old in the score on b0\./);
  assert.match(html, /no worse margins: score 0\.1/);
  assert.doesNotMatch(await written('html', [], await evaluationOf(400, [300, 285])), /No worse than/);
});

test('where no test was possible, html counts none', async () => {
  const few = await written('html', [], evaluationOf(5, [3, 4]));
  assert.doesNotMatch(few, /\b0 tests/);
  assert.ok(few.includes('<th>p</th>') || /<th[^>]*>p<\/th>/.test(few));
  assert.match(await written('html'), /p \(holm, 1 test\)/);
});

test('a score in junit says what it would be with the answers that are missing', async () => {
  const rows: [failed: number, said: RegExp][] = [
    [0, /new: score"><system-out>Score 60\.0 % \([^;]*\), 100 of 100 questions scored\.</],
    [
      40,
      /new: score"><system-out>Score 100\.0 % \([^;]*\), 60 of 100 questions scored; from 60 % to 100 % with missing scores\.</,
    ],
  ];
  for (const [failed, said] of rows) {
    assert.match(await written('junit', [], await evaluationOf(100, [60, 60], undefined, failed)), said);
  }
});

test('an evaluation without results is an error in junit and said in html', async () => {
  const queued = { ...(await evaluationOf(20, [1, 1])), results: null, status: 'queued' as const };
  assert.match(
    await written('junit', [], queued),
    /<error message="The evaluation is queued and has no results\."/,
  );
  const whole = await evaluationOf(20, [1, 1]);
  const cancelled = {
    ...whole,
    status: 'cancelled' as const,
    results: whole.results && { ...whole.results, provisional: true },
  };
  assert.match(
    await written('junit', [], cancelled),
    /errors="1".*<error message="The evaluation is cancelled: measurements are missing/s,
  );
  assert.match(await written('html', [], queued), /This evaluation is queued and has no results\./);
});

test('html shows scores, differences and disagreements, needs no network and runs nothing', async () => {
  const html = await written('html', MANY.slice(0, 240));
  assert.match(html, /^<!doctype html>/);
  assert.match(html, /content="default-src 'none'; style-src 'unsafe-inline'"/);
  assert.doesNotMatch(html, /<script|\bon\w+=|https?:|<link|<img|@import|url\(/);
  assert.match(html, /<strong><b style="color:var\(--candidate-2\)">B<\/b> is better<\/strong>/);
  assert.equal(html.match(/<svg /g)?.length, 1);
  assert.match(
    html,
    /<g [^>]*stroke="var\(--quiet\)" fill="none"><path .*stroke-width="2" stroke="var\(--ink\)"/s,
  );
  assert.equal(html.match(/<article>/g)?.length, 3, 'on paper');
  assert.equal(html.match(/<article class="screen">/g)?.length, 17);
  assert.match(html, /The first 20 items are shown; the console and the JSON, [^<]* contain all items/);
  assert.match(html, /The first 3 items are printed; the console and the JSON, [^<]* contain all items/);
  for (const tag of ['section', 'article', 'table', 'svg', 'pre', 'main', 'tr']) {
    const [opened, closed] = [html.split(`<${tag}`).length, html.split(`</${tag}>`).length];
    assert.equal(opened, closed, `<${tag}>`);
  }
});

test('what is warned of stands in junit once, where the first suite puts it out', async () => {
  const evaluation = await evaluationOf(100, [60, 90]);
  const plain = await written('junit', [], {
    ...evaluation,
    results: { ...evaluation.results, warnings: [] } as never,
  });
  assert.doesNotMatch(plain, /Warnings:/);
  const [ends, few] = ['old ends on 2026-12-31.', 'b0 has few items & says little.'];
  const results = { ...evaluation.results, warnings: [ends, few] } as never;
  const warned = { ...evaluation, warnings: [ends], results };
  const said = `<system-out>Warnings:\n${ends}\nb0 has few items &amp; says little.</system-out>\n  </testsuite>`;
  assert.equal((await written('junit', [], warned)).split(said).length, 2);
  const queued = { ...warned, results: null, status: 'queued' as const };
  assert.match(
    await written('junit', [], queued),
    /<system-out>Warnings:\nold ends on 2026-12-31\.<\/system-out>/,
  );
});

test('text that others wrote is never markup, in no format', async () => {
  const evaluation = { ...(await evaluationOf(100, [60, 90], [HOSTILE, 'new'])), name: HOSTILE };
  const samples = [sampleOf(0, { answer: HOSTILE, benchmark: HOSTILE, expected: [HOSTILE] })];
  for (const format of ['html', 'junit'] as const) {
    const text = await written(format, samples, evaluation);
    assert.doesNotMatch(text, /<script|\u202E|]]>/, format);
    assert.ok(!text.includes('\u0000'), format);
    assert.match(text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&amp;]]&gt;/, format);
  }
});

test('long texts are cut in the report only', async () => {
  const samples = [sampleOf(0, { answer: 'x'.repeat(5000) })];
  assert.match(await written('html', samples), /x{2000} … \(3000 more characters\)/);
  assert.match(await written('csv', samples), /x{5000}/);
});

test('junit fails a requirement that is missed, and skips with the reason what is open', async () => {
  const xml = await written(
    'junit',
    [],
    withVerdict(await evaluationOf(100, [60, 90], ['Busy', 'new']), 'Busy'),
  );
  assert.match(xml, /<testsuite name="Busy" tests="4" failures="1" errors="0" skipped="2">/);
  assert.match(xml, /name="Busy: p95_latency_ms fail"><failure message="Busy limit: missed, because fail\."/);
  assert.ok(xml.includes('<skipped message="Busy limit: undecided, because inconclusive."/>'));
  assert.ok(xml.includes('<skipped message="Busy limit: not known, because unknown (add it: Busy)."/>'));
});

test('html shows the verdict, the requirements, the front, latencies with their limits, and the evidence', async () => {
  const html = await written(
    'html',
    [],
    withVerdict(await evaluationOf(100, [60, 90], ['Busy', 'new']), 'Busy'),
  );
  for (const heading of ['Verdict: Busy', 'Load: Busy', 'Capacity under Busy', 'Evidence: Busy']) {
    assert.ok(html.includes(`<h2>${heading}</h2>`), heading);
  }
  for (const status of ['pass', 'fail', 'inconclusive', 'unknown'] as const) {
    assert.ok(html.includes(`<strong class="status ${status}">${STATUS_WORDS[status]}</strong>`), status);
  }
  assert.equal(html.match(/a sentence of the verdict/g)?.length, 1);
  for (const picture of [
    'Cost against quality',
    'Differences on B0',
    'Latency under load: Busy',
    'Latency over time: Busy',
    'Rate and errors over time: Busy',
    'Capacity search: Busy',
    'Requests and responses: Busy',
  ]) {
    assert.ok(html.includes(`<figcaption>${picture}</figcaption><svg `), picture);
  }
  assert.match(html, /p95 ≤ /);
  assert.doesNotMatch(html, /NaN|Infinity|undefined/);
});

/** The evaluation with each of its scenarios a second time, as `Quiet`. */
function withSecondScenario(evaluation: Evaluation): Evaluation {
  const both = <T extends object>(all: T[] = []) => [
    ...all,
    ...all.map((one) => ({ ...one, scenario_label: 'Quiet' })),
  ];
  const { results } = evaluation;
  if (results === null) return evaluation;
  const { requirements, verdict } = results;
  return {
    ...evaluation,
    results: { ...results, requirements: both(requirements), verdict: both(verdict) },
  };
}

test('html begins with one page of every scenario: its answer and its requirements; the details follow', async () => {
  const one = withVerdict(await evaluationOf(100, [60, 90], ['Busy', 'new']), 'Busy');
  const html = await written('html', [], withSecondScenario(one));
  const [first = '', details = ''] = html.slice(html.indexOf('<h1>')).split('<h2>Summary</h2>');
  for (const part of [
    '<h2>Busy</h2>',
    '<h2>Quiet</h2>',
    '<p class="answer">Busy: a sentence of the verdict.</p>',
    '<span class="pass" title="met">✓ 80',
    '<span class="unknown" title="not known">?',
    '✓ met, ✗ missed, ◌ undecided, ? not known',
  ]) {
    assert.ok(first.includes(part), part);
  }
  const words = first.replaceAll(/<[^>]*>/g, ' ').match(/\p{L}+/gu);
  assert.ok((words?.length ?? 0) <= 120, `${words?.length} words`);
  assert.match(html, /\.first\{break-after:page/);
  for (const label of ['Busy', 'Quiet']) assert.ok(details.includes(`<h2>Verdict: ${label}</h2>`), label);
  assert.match(details, /<h3>Undecided<\/h3><ul><li>A: p95 latency\. About 179 more requests/);
});

test('paper leaves out rows, and says how many of how many, and where they are', async () => {
  const html = await written(
    'html',
    [],
    withVerdict(await evaluationOf(100, [60, 90], ['Busy', 'new']), 'Busy'),
  );
  const hidden = html.match(/<tr class="screen">/g)?.length;
  assert.equal(hidden, 1, 'the requirement that is met of a candidate that does not come first');
  assert.match(
    html,
    /<p class="paper">1 of 4 rows is not printed: [^<]*the JSON export contain all rows\.<\/p>/,
  );
  const metrics = html.match(/<th scope="row">(?:run|limit|load)\//g)?.length ?? 0;
  assert.ok(metrics > 3);
  assert.match(
    html,
    new RegExp(`None of ${metrics} rows is printed; [^<]* the JSON export contain all rows`),
  );
});

test('html says of an evaluation without scenarios what the API says in short', async () => {
  const evaluation = await evaluationOf(100, [60, 90]);
  const results = evaluation.results && { ...evaluation.results, overall_summary: 'Take new. It is firm.' };
  const html = await written('html', [], { ...evaluation, results });
  assert.ok(html.includes('<p class="answer">Take new. It is firm.</p>'));
});

test('hostile labels and facts of a verdict are text', async () => {
  for (const format of ['html', 'junit'] as const) {
    const text = await written(
      format,
      [],
      withVerdict(await evaluationOf(100, [60, 90], [HOSTILE, 'new']), HOSTILE),
    );
    assert.doesNotMatch(text, /<script|\u202E|]]>/, format);
    assert.ok(!text.includes('\u0000'), format);
  }
});

test('a window of load is one line with its summary in jsonl and csv, and whole in json', async () => {
  const requests = Array.from({ length: 1000 }, (_, i) => requestAt(i));
  const record = { requests, steady: { fromMs: 0, toMs: 10_000 }, saturatedAtMs: null, reasons: [] };
  const window = {
    outcome: 'measured',
    score: null,
    answer: serialiseWindow({ record, contaminated: false, generators: [], voidTries: [] }),
  } as const;
  const samples = [sampleOf(0, window)];
  const writtenAs = (format: ExportFormat) => written(format, samples, undefined, undefined, planOfWindows());
  const { answer } = JSON.parse(await writtenAs('jsonl'));
  const summary = JSON.parse(answer);
  assert.equal(summary.attempted, 1000);
  assert.deepEqual(summary.latency_ms, { p50: 50, p90: 50, p95: 50, p99: 50 });
  assert.ok(answer.length < 1000, `${answer.length} characters`);
  const [, row] = parse(await writtenAs('csv')) as string[][];
  assert.ok(row?.includes(answer));
  assert.deepEqual(JSON.parse(await writtenAs('json')).samples, samples);
});

/** A plan whose one benchmark, `b0`, is windows of load. */
function planOfWindows(): Plan {
  const plan = planOf([1], 2, 1);
  return { ...plan, benchmarks: plan.benchmarks.map((one) => ({ ...one, kind: 'load' }) as PlannedLoad) };
}

function requestAt(index: number): LoadRequest {
  const scheduledMs = index * 10;
  return {
    scheduledMs,
    calledMs: scheduledMs,
    sentMs: scheduledMs,
    firstMs: scheduledMs + 20,
    firstTextMs: scheduledMs + 20,
    lastMs: scheduledMs + 50,
    endedMs: scheduledMs + 50,
    inputTokens: 10,
    outputTokens: 4,
    cachedTokens: null,
    chunks: 4,
    outcome: 'answered',
  };
}

test('a file is named after the evaluation', async () => {
  const evaluation = await evaluationOf(20, [1, 1]);
  const name = (given: string, format: ExportFormat) =>
    exportEvaluation(format, {
      evaluation: { ...evaluation, name: given },
      plan: planOf([], 2, 1),
      page: pagesOf([]),
      migration: notAsked,
    }).filename;
  assert.equal(name('Größe: old & new?', 'csv'), 'gro-e-old-new.csv');
  assert.equal(name('../../etc/passwd', 'json'), 'etc-passwd.json');
  assert.equal(name('評価', 'junit'), `evaluation-${evaluation.id}.xml`);
  assert.equal(name('Moving on', 'migration_markdown'), 'moving-on.migration.md');
  assert.deepEqual(Object.keys(EXPORT_WRITERS), EXPORT_FORMATS);
});
