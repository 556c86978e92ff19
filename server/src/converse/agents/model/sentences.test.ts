import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderFigure } from '../figures/render-figure.ts';
import { CITATION_PLACEHOLDER, checkSentence, type SentenceEvidence } from './check-sentence.ts';
import { cutCompleteSentences } from './take-sentences.ts';

const TAKEN: [text: string, sentences: string[], rest: string][] = [
  ['One. Two', ['One. '], 'Two'],
  ['It is 2.5 s. Then', ['It is 2.5 s. '], 'Then'],
  ['It is fast [[1: "a. b"]]. And', ['It is fast [[1: "a. b"]]. '], 'And'],
  ['It is fast. [[1: "a"]] And', ['It is fast. [[1: "a"]] '], 'And'],
  ['It is fast. [[1: "a', [], 'It is fast. [[1: "a'],
  ['It is fast. ', [], 'It is fast. '],
  ['- one\n- two', ['- one\n'], '- two'],
  ['速いです。次', ['速いです。'], '次'],
  ['No end', [], 'No end'],
  ['1. First. 2', ['1. First. '], '2'],
  ['It takes approx. 140 ms. Then', ['It takes approx. 140 ms. '], 'Then'],
];

for (const [text, sentences, rest] of TAKEN) {
  test(`of ${JSON.stringify(text)} the sentences ${JSON.stringify(sentences)} are complete`, () => {
    assert.deepEqual(cutCompleteSentences(text, false), { sentences, rest });
    const whole = cutCompleteSentences(text, true);
    assert.equal(whole.sentences.join(''), text);
    assert.equal(whole.rest, '');
  });
}

const PASSAGE = {
  chunk_id: 'c',
  source_id: 's',
  source_title: 'Notes',
  text: 'The gateway answered within 140 ms. It does not keep logs.',
  location: { heading: [], start: 0, end: 58 },
  url: null,
};
const grounds = (quotes: boolean): SentenceEvidence => ({
  passages: { get: (number) => (number === 1 ? PASSAGE : undefined), show: () => null },
  outputs: [{ data: [{ name: 'Small', score: 0.8312, ci_low: 0.8, ci_high: 0.86, p95_latency_ms: 1200 }] }],
  said: 'We want 2 s and A100.',
  quotes,
});

const CHECKED: [sentence: string, quotes: boolean, shown: string | null][] = [
  [
    'It answers within 140 ms [[1: "answered within 140 ms"]].',
    true,
    `It answers within 140 ms${CITATION_PLACEHOLDER}.`,
  ],
  [
    'It answers within 140 ms [[1: “answered within 140 ms”]].',
    true,
    `It answers within 140 ms${CITATION_PLACEHOLDER}.`,
  ],
  ['It answers within 150 ms [[1: "answered within 140 ms"]].', true, null],
  ['It answers fast [[2: "answered within 140 ms"]].', true, null],
  ['It keeps logs [[1: "keep logs"]].', true, null],
  ['It is fast.', true, null],
  ['What the notes say:', true, 'What the notes say:'],
  ['It takes 77 ms:', true, null],
  ['It wins with 93.1 %:', false, null],
  ['It answers within 2 s [[1: "The gateway answered"]].', true, null],
  ['It has {{1:/data/0/score}} [[1: "The gateway answered"]].', true, null],
  ['It answers [1] within 140 ms [[1: "answered within 140 ms"]].', true, null],
  ['\n', true, '\n'],
  ['Small has {{1:/data/0/score}}.', false, 'Small has 83.1 % [80.0 %, 86.0 %].'],
  ['{{1:/data/0/name}} takes {{1:/data/0/p95_latency_ms}}.', false, 'Small takes 1,200 ms.'],
  ['Small has 83.1 %.', false, null],
  ['Small has {{1:/data/1/score}}.', false, null],
  ['Small has {{2:/data/0/score}}.', false, null],
  ['You want 2 s on A100.', false, 'You want 2 s on A100.'],
  ['You want 3 s.', false, null],
  ['1. Small is first.', false, '1. Small is first.'],
  ['97) per cent are right.', false, null],
  ['It is [free](http://evil.example/) ![x](http://evil.example/x.png).', false, 'It is (free) (x).'],
  ['It is free [[1: "The"]].', true, null],
  ['It is [[ free.', true, null],
  [`Small${CITATION_PLACEHOLDER} is first.`, false, 'Small is first.'],
];

for (const [sentence, quotes, shown] of CHECKED) {
  test(`${JSON.stringify(sentence)} is ${shown === null ? 'not shown' : 'shown'}`, () => {
    const checked = checkSentence(sentence, grounds(quotes));
    assert.deepEqual(checked.ok ? checked.text : null, shown);
  });
}

test('a reference shows what stands at its place and nothing else', () => {
  const output = {
    a: { cost_usd: 46_497.2, n: 1133, 'x/y': 'no', deep: {} },
    list: [1],
    wait_seconds: 84.2,
    short_seconds: 2.5,
    progress_percent: 63,
    output_usd_per_million: 2.5,
    slo: { availability: 99.9, throughput_rps: 40 },
    metrics: { 'run/latency_p50_ms': 84, 'load/throughput_rps': 39.5 },
    faster: { metric: 'run/latency_p50_ms', delta: -12, ci_low: -20, ci_high: -4 },
    better: { metric: 'arithmetic', delta: 0.125, ci_low: 0.05, ci_high: 0.2 },
    late: { metric: 'load/latency_p95_ms', limit: 800, observed: 912 },
    long: 'x'.repeat(201),
  };
  const figures: [string, string | null][] = [
    ['/a/cost_usd', '$46,497'],
    ['/a/n', '1,133'],
    ['/a/x~1y', 'no'],
    ['/list/0', '1'],
    ['/wait_seconds', '84 seconds'],
    ['/short_seconds', '2.5 seconds'],
    ['/progress_percent', '63 %'],
    ['/output_usd_per_million', '$2.50 per million tokens'],
    ['/slo/availability', '99.9 %'],
    ['/slo/throughput_rps', '40 requests a second'],
    ['/metrics/run~1latency_p50_ms', '84 ms'],
    ['/metrics/load~1throughput_rps', '39.5 requests a second'],
    ['/faster/delta', '-12 ms [-20 ms, -4 ms]'],
    ['/better/delta', '12.5 points [5 points, 20 points]'],
    ['/late/observed', '912 ms'],
    ['/late/limit', '800 ms'],
    ['/a/deep', null],
    ['/a/toString', null],
    ['/list/length', null],
    ['/long', null],
    ['', null],
    ['a/n', null],
  ];
  for (const [pointer, shown] of figures) assert.equal(renderFigure(output, pointer), shown, pointer);
});
