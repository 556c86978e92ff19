import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PROPERTY_RUN } from '../../../test/support/assert-close.ts';
import { scoreWorth } from '../../measure/statistics/statistics.ts';
import { checkCertificate, checkRegions, createCatalog, stackLockIn } from '../../models/catalog/catalog.ts';
import type { Cost, ObservedCandidate, QualityEvidence } from './observed.ts';
import {
  nameInSentence,
  ONLY_SMOKE_TESTS_REASON,
  type ProvenDifference,
  type ProvenDifferences,
  withOnlySmokeTests,
} from './sentences.ts';
import {
  type Candidate,
  decideVerdict,
  type ScenarioVerdict,
  withNoWorse,
  withProvenDifferences,
} from './slo.ts';
import type { StatedRequirements } from './slo-limits.ts';

const BAR: StatedRequirements = {
  slo_requirements: { p95_latency_ms: 1000, throughput_rps: 30 },
  budget: { monthly_limit_usd: 18_000, cost_per_1k_requests_usd: 2 },
  compliance: { regions: ['EU'], certifications: ['SOC 2'] },
  vendor_lock_in_tolerance: 'medium',
};
const { facts } = createCatalog();

/** What facts say of a provider: `mistral` is known, `some_lab` is not. */
function factsOf(provider: string, model_id: string): ObservedCandidate {
  const stack = { provider, model_id, framework: {}, hardware: {} };
  return {
    regions: checkRegions(facts, stack, ['EU']),
    certifications: { 'SOC 2': checkCertificate(facts, stack, 'SOC 2') },
    lock_in: stackLockIn(facts, stack, { protocol: 'openai_compatible' }),
  };
}
const KNOWN = factsOf('mistral', 'mistral-small-2603');
const cost = (value: number): Cost => ({ known: true, value: { value, low: value, high: value } });
const latency = (misses: number, n = 1000) => ({
  n,
  misses,
  observed: 80 + misses,
  ci_low: 70,
  ci_high: 90 + misses,
});
const rate = (highest_passed: number | null, lowest_failed: number | null) => ({
  highest_passed,
  lowest_failed,
});
const good: ObservedCandidate = {
  ...KNOWN,
  p95: latency(0),
  throughput: rate(30, null),
  monthly_usd: cost(1270),
  per_1k_usd: cost(0.1),
};
const candidate = (label: string, observed: ObservedCandidate, score = 0.9, spread = 0): Candidate => ({
  label,
  quality: { score: { value: score, low: score - spread, high: score + spread }, floor: 0 },
  observed: { busy_hour: observed },
});
/** Of questions with four choices. */
function guessing(...given: Parameters<typeof candidate>): Candidate {
  const { quality, ...one } = candidate(...given);
  return { ...one, quality: quality && { ...quality, floor: 0.25 } };
}
const verdictOf = (...candidates: Candidate[]) => verdictUnder(BAR, candidates);
/** Where a minimum is asked on gsm8k too. */
const verdictAt = (min: number, ...candidates: Candidate[]) =>
  verdictUnder({ ...BAR, quality: [{ benchmark: 'gsm8k', min }] }, candidates);
/** Where answers to the same items show of each pair that the first is better. */
const verdictShown = (
  pairs: readonly (readonly [better: string, worse: string])[],
  ...candidates: Candidate[]
) =>
  verdictUnder(
    BAR,
    candidates,
    pairs.map(([better, worse], i) => ({ better, worse, benchmark: `b${i}`, by: 0.1 })),
  );
function verdictUnder(
  scenario: StatedRequirements,
  candidates: readonly Candidate[],
  proven: readonly ProvenDifference[] = [],
  disputed: ProvenDifferences['disputed'] = [],
): ScenarioVerdict {
  const [verdict] = decideVerdict({
    candidates,
    scenarios: [{ label: 'busy_hour', scenario }],
    shown: { proven, disputed },
    seed: 1,
  }).scenarios;
  assert.ok(verdict);
  return verdict;
}

const dear = { ...good, monthly_usd: cost(46497) };
const unpriced = {
  ...good,
  monthly_usd: { known: false, missing: [{ fact: 'the price of lab/m', add: '/models/-' }] } as Cost,
};
/** So many of 100 right. */
function right(of: number): QualityEvidence {
  const worst = scoreWorth(
    Array.from({ length: 100 }, (_, item) => Number(item < of)),
    { binary: true, clusters: null, alpha: 0.05 },
  );
  return { score: of / 100, n: 100, items: 100, missing: 0, worst, best: worst };
}
/** 40 of 100 right by the grader; by a lenient reading 97. */
const misread: ObservedCandidate = {
  ...good,
  quality: { gsm8k: { ...right(40), lenient: right(97) } },
};
const brief = { ...good, p95: latency(0, 10) };

test('the answer in words', () => {
  const rows: [what: string, verdict: ScenarioVerdict, answer: string][] = [
    ['one alone', verdictOf(candidate('Small', good)), 'Take Small. It alone meets every requirement.'],
    [
      'two that overlap, one too dear',
      verdictOf(
        candidate('Small', good, 0.9, 0.1),
        candidate('Medium', good, 0.89, 0.1),
        candidate('Large', dear),
      ),
      'Take Small or Medium, which are tied: no difference was shown. Large is over budget.',
    ],
    [
      'two that overlap, one that is shown to be dearer',
      verdictOf(
        candidate('Small', good, 0.9, 0.1),
        candidate('Medium', good, 0.89, 0.1),
        candidate('Middle', { ...good, per_1k_usd: cost(1.6) }, 0.9, 0.1),
      ),
      'Take Small or Medium, which are tied by the weighted criteria. Middle comes after them.',
    ],
    [
      'two that answer nothing',
      verdictOf(candidate('Two', good, 0, 0.01), candidate('One', good, 0, 0.01)),
      'Take One or Two, which are tied: no difference was shown. None of them answers a question right.',
    ],
    [
      'two, one of them near zero',
      verdictOf(candidate('Two', good, 0.05, 0.06), candidate('One', good, 0.1, 0.06)),
      'Take One or Two, which are tied: no difference was shown. Of Two no score above chance was shown.',
    ],
    [
      'many that overlap',
      verdictOf(...['a', 'b', 'c', 'd'].map((name) => candidate(name, good, 0.5, 0.1))),
      'Take a or any of 3 others, which are tied: no difference was shown.',
    ],
    [
      'one alone that answers nothing',
      verdictOf(candidate('Small', good, 0), candidate('Large', dear)),
      'Take Small. It alone meets every requirement, but answers none of the questions right; Large is over budget.',
    ],
    [
      'the first by its price, at the level of guessing',
      verdictOf(
        guessing('Small', good, 0.26, 0.05),
        guessing('Medium', { ...good, per_1k_usd: cost(1.9) }, 0.35, 0.05),
      ),
      'Take Small. It was not shown to score above chance; Medium comes after it.',
    ],
    [
      'one that is shown better in quality, which costs more',
      verdictOf(
        candidate('Small', { ...good, per_1k_usd: cost(0.1) }, 0.7, 0.05),
        candidate('Medium', { ...good, per_1k_usd: cost(1.6) }, 0.9, 0.05),
        candidate('Large', dear),
      ),
      'Take Small. Medium answers better but costs more; Large is over budget.',
    ],
    [
      'one behind, one that nobody priced',
      verdictOf(candidate('Small', good), candidate('Medium', good, 0.3), candidate('Baseline', unpriced)),
      'Take Small. Medium comes after it; Baseline lacks data.',
    ],
    [
      'all too dear: the nearest',
      verdictOf(candidate('Small', { ...good, monthly_usd: cost(19_800) }), candidate('Large', dear)),
      'No candidate meets every requirement. The nearest is Small, 10.0 % beyond a limit; Small and Large are over budget.',
    ],
    [
      'all far too dear: the nearest',
      verdictOf(
        candidate('Small', { ...good, monthly_usd: cost(173_178) }),
        candidate('Large', { ...good, monthly_usd: cost(1e6) }),
      ),
      'No candidate meets every requirement. The nearest is Small, at 9.62 times a limit; Small and Large are over budget.',
    ],
    [
      'tied by the weights, although something is shown between them',
      verdictOf(
        candidate('Small', { ...good, per_1k_usd: cost(0.6) }, 0.7, 0.1),
        candidate('Medium', { ...good, per_1k_usd: cost(1.4) }, 0.95, 0.1),
      ),
      'Take Small or Medium, which are tied by the weighted criteria. Medium answers better but costs more than Small.',
    ],
    [
      'too few requests to know',
      verdictOf(candidate('Small', brief), candidate('Large', dear)),
      'Take none yet. Small misses nothing so far; Large is over budget.',
    ],
    [
      'one alone, beside one that a lenient reading lets pass',
      verdictAt(
        0.5,
        candidate('Small', { ...good, quality: { gsm8k: right(80) } }),
        candidate('Large', misread),
      ),
      'Take Small, but this depends on the grader. It alone meets every requirement so far; Large may be good enough.',
    ],
    [
      'two that are tied, beside one that a lenient reading lets pass',
      verdictAt(
        0.5,
        ...['One', 'Two'].map((name) =>
          candidate(name, { ...good, quality: { gsm8k: right(80) } }, 0.8, 0.1),
        ),
        candidate('Large', misread),
      ),
      'Take One or Two, which are tied, but this depends on the grader. Large may be good enough.',
    ],
    [
      'none but one that a lenient reading lets pass',
      verdictAt(0.5, candidate('Large', misread)),
      'Take none yet. Large may be good enough, which depends on the grader.',
    ],
    [
      'two whose ranges overlap, one of them shown to be worse by the answers to the same items',
      verdictShown(
        [['Small', 'Medium']],
        candidate('Small', good, 0.9, 0.1),
        candidate('Medium', good, 0.8, 0.1),
      ),
      'Take Small. Medium comes after it.',
    ],
    [
      'two of which each is shown to be better at something',
      verdictShown(
        [
          ['Small', 'Medium'],
          ['Medium', 'Small'],
        ],
        candidate('Small', good, 0.9, 0.1),
        candidate('Medium', good, 0.89, 0.1),
      ),
      'Take Small or Medium, which are tied by the weighted criteria.',
    ],
    [
      'one that is quick and fails often, one that is slow',
      verdictOf(
        candidate('Small', good),
        candidate('Flaky', { ...good, p95: { ...latency(333), observed: 38, unanswered: 333 } }),
        candidate('Slow', { ...good, p95: { ...latency(333), observed: 1200, unanswered: 3 } }),
      ),
      'Take Small. It alone meets every requirement; Flaky leaves 33.3 % of its requests unanswered; Slow is too slow.',
    ],
    [
      'who was not measured is not the nearest',
      verdictOf(candidate('Blank', {}), candidate('Large', dear)),
      'Take none yet. Large is over budget; Blank lacks data.',
    ],
  ];
  for (const [what, verdict, answer] of rows) assert.equal(verdict.answer, answer, what);
});

test('how firm, what would change it, and what is not known', () => {
  const rows: [verdict: ScenarioVerdict, said: RegExp[]][] = [
    [
      verdictOf(candidate('Small', good), candidate('Large', dear)),
      [/^It meets all 7 requirements, so no weighting of criteria changes that\.$/],
    ],
    [
      verdictOf(candidate('Small', { ...good, per_1k_usd: cost(2.2) })),
      [
        /^Each candidate fails/,
        /^Small would meet the limits it misses with at most \$2 for 1,000 requests\.$/,
      ],
    ],
    [
      verdictOf(candidate('Small', brief)),
      [
        /^Of Small one requirement is undecided: p95 latency\.$/,
        /^About \d+ more requests would decide Small\.$/,
      ],
    ],
    [
      verdictAt(
        0.5,
        candidate('Small', { ...good, quality: { gsm8k: right(80) } }),
        candidate('Large', misread),
      ),
      [
        /^It meets all 8 requirements; whether Large does too, depends on the grader: a lenient reading of the responses decides differently\.$/,
        /^Read the responses of Large that are scored differently, and choose a suitable grader\.$/,
      ],
    ],
    [
      verdictOf(candidate('Small', unpriced), candidate('Blank', {})),
      [
        /^Of Small one requirement is undecided: cost of a month\.$/,
        /^Unknown for Small: the price of lab\/m; one more candidate lacks facts too\.$/,
      ],
    ],
  ];
  for (const [{ sentences }, said] of rows) {
    assert.equal(sentences.length, said.length + 1, sentences.join('\n'));
    for (const [i, expected] of said.entries()) assert.match(sentences[i + 1] ?? '', expected);
  }
});

test('the order of what cannot be distinguished is said to be by the measured values alone', () => {
  const faster = { ...good, p95: { ...latency(0), observed: 79 } };
  const { answer, firmness, change } = verdictOf(candidate('One', good, 0), candidate('Two', faster, 0));
  assert.match(answer, /^Take Two or One, which are tied: no difference was shown\./);
  assert.match(firmness ?? '', /^By the measured values, whose intervals overlap, Two is first in 100 %/);
  assert.equal(change, 'A measurement that shows a difference between them would decide.');
});

test('where one is better by one reading of the responses alone, a tie is not called without a difference', () => {
  const two = [candidate('One', good, 0.6, 0.2), candidate('Two', good, 0.5, 0.2)];
  const alike = verdictUnder(BAR, two);
  assert.match(alike.answer, /^Take One or Two, which are tied: no difference was shown\.$/);
  const { answer, change } = verdictUnder(BAR, two, [], [{ a: 'Two', b: 'One' }]);
  assert.match(answer, /^Take One or Two, which are tied, but this depends on the grader\./);
  assert.equal(change, 'Read the responses that are scored differently, and choose a suitable grader.');
  const other = verdictUnder(BAR, two, [], [{ a: 'Two', b: 'Three' }]);
  assert.equal(other.answer, alike.answer);
});

test('what the weights outweigh is said with the weightings, of those that meet every requirement', () => {
  const verdict = verdictOf(
    candidate('Small', good, 0.8),
    candidate('Medium', { ...good, monthly_usd: cost(17_000), per_1k_usd: cost(1.9) }, 0.9),
    candidate('Large', dear, 0.95),
  );
  const proven = (better: string, worse: string, benchmark: string, by: number) => {
    return { better, worse, benchmark, by };
  };
  const said = (...all: ReturnType<typeof proven>[]) =>
    withProvenDifferences(verdict, all, [], 0.05).firmness;
  assert.match(verdict.answer, /^Take Small\. Medium answers better but costs more; Large is over budget\.$/);
  assert.equal(said(), verdict.firmness);
  assert.equal(
    said(proven('Large', 'Small', 'gsm8k', 0.1)),
    verdict.firmness,
    'who is rejected wins nothing',
  );
  assert.equal(said(proven('Small', 'Medium', 'gsm8k', 0.1)), verdict.firmness);
  const outweighed = withProvenDifferences(
    verdict,
    [proven('Medium', 'Small', 'gsm8k', 0.101), proven('Medium', 'Small', 'grounded_qa', 0.2)],
    ['gsm8k', 'grounded_qa'],
    0.3,
  );
  const sentence = `${verdict.firmness?.slice(0, -1)}, although Medium is better on grounded qa by 20.0 points and on gsm8k by 10.1 points.`;
  assert.equal(outweighed.firmness, sentence);
  assert.equal(outweighed.sentences[1], sentence);
  // By more than the margin it is the first that is said after the answer.
  const ahead = withProvenDifferences(verdict, [proven('Medium', 'Small', 'gsm8k', 0.101)], ['gsm8k'], 0.05);
  assert.equal(
    ahead.sentences[1],
    `But Medium is better than Small on gsm8k by 10.1 points; by${verdict.firmness?.slice(2)}`,
  );
  assert.equal(ahead.sentences.length, verdict.sentences.length);
});

test('where every score is of a smoke test, the verdict says so last, in the sentence of what is not known', () => {
  const whole = verdictOf(candidate('Small', good, 0.7), candidate('Large', good, 0.9));
  assert.equal(whole.not_known, null);
  assert.equal(withOnlySmokeTests(whole).sentences.at(-1), ONLY_SMOKE_TESTS_REASON);
  const lacking = verdictOf(candidate('Small', good, 0.7), candidate('Large', unpriced, 0.9));
  const said = withOnlySmokeTests(lacking);
  assert.equal(said.sentences.length, lacking.sentences.length);
  assert.match(
    said.sentences.at(-1) ?? '',
    /^Unknown for Large: .*; the quality on your own questions is unknown: /,
  );
});

test('who lacks data and is better than the only one that meets every requirement is said directly after the answer', () => {
  const verdict = verdictOf(candidate('Small', good, 0.7), candidate('Large', unpriced, 0.9));
  const better = { better: 'Large', worse: 'Small', benchmark: 'gsm8k', by: 0.2 };
  const { sentences } = withProvenDifferences(verdict, [better], ['gsm8k'], 0.05);
  assert.deepEqual(sentences.slice(0, 2), [
    'Take Small. It alone meets every requirement; Large lacks data.',
    'But Large, which lacks data, is better than Small on gsm8k by 20.0 points; Small meets all 7 requirements, so no weighting of criteria changes that.',
  ]);
});

test('a first choice that is worse than the baseline of the question, or may be, is said to be before all else', () => {
  const verdict = verdictOf(
    candidate('Small', good, 0.8),
    candidate('Old', { ...good, monthly_usd: cost(17_000), per_1k_usd: cost(1.9) }, 0.9),
  );
  const said = (outcome: 'no_worse' | 'worse' | 'undecided', baseline = 'Old') =>
    withNoWorse(verdict, { baseline, candidates: [{ label: 'Small', outcome }] });
  assert.equal(said('no_worse'), verdict);
  assert.equal(
    said('worse').firmness,
    `But Small is worse than Old by the stated margins. ${verdict.firmness}`,
  );
  assert.equal(said('worse').sentences[1], said('worse').firmness);
  assert.match(
    said('undecided').firmness ?? '',
    /^But whether Small is no worse than Old by .* is undecided\. /,
  );
  assert.equal(withNoWorse(verdict, { baseline: 'Small', candidates: [] }), verdict);
});

test('who lacks data says what was shown against it, where it lost to the first on every benchmark', () => {
  const unpriced = {
    ...good,
    monthly_usd: { known: false, missing: [{ fact: 'a price', add: '/x' }] },
  } as const;
  const verdict = verdictOf(candidate('Small', good, 0.8), candidate('Program', unpriced, 0.1));
  const lost = (benchmark: string, better = 'Small') => {
    return { better, worse: better === 'Small' ? 'Program' : 'Small', benchmark, by: 0.3 };
  };
  const rows: [lost: ReturnType<typeof lost>[], benchmarks: string[], shown: string | undefined][] = [
    [[lost('a'), lost('b')], ['a', 'b'], 'was shown to answer worse than Small on every benchmark'],
    [[lost('a')], ['a'], 'was shown to answer worse than Small on a'],
    [[lost('a')], ['a', 'b'], undefined],
    [[lost('a'), lost('b', 'Program')], ['a', 'b'], undefined],
    [[], [], undefined],
  ];
  for (const [proven, benchmarks, shown] of rows)
    assert.equal(withProvenDifferences(verdict, proven, benchmarks, 0.05).needs_data[0]?.shown_worse, shown);
});

const word = fc.stringMatching(/^[A-Za-z0-9-]{1,60}$/);
const label = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' '));
const amount = fc.oneof(
  fc.double({ min: 0, max: 1e7, noNaN: true }).map(cost),
  fc.constant<Cost>({ known: false, missing: [{ fact: 'the price of a model', add: '/models/-/prices' }] }),
);
const observed = fc.record(
  {
    p95: fc
      .tuple(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([n, share]) => latency(Math.floor(n * share ** 4), n)),
    throughput: fc
      .tuple(fc.option(fc.integer({ min: 1, max: 60 })), fc.option(fc.integer({ min: 1, max: 60 })))
      .map(([held, missed]) => rate(held, missed)),
    monthly_usd: amount,
    per_1k_usd: amount,
    ofFacts: fc.constantFrom(KNOWN, factsOf('nobody', 'none'), factsOf('cerebras', 'gpt-oss-120b')),
  },
  { requiredKeys: [] },
);
/** Half of them begin as one that passes, so that all outcomes come up. */
const candidates = fc.uniqueArray(
  fc.tuple(label, fc.boolean(), observed, fc.double({ min: 0, max: 1, noNaN: true })),
  { minLength: 1, maxLength: 12, selector: ([name]) => name },
);

test('any verdict: 25 words, five sentences, no name of a field and no pointer; the unmeasured are never nearest', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(candidates, (all) => {
      const given = all.map(([name, isGood, { ofFacts, ...rest }, score]) =>
        candidate(name, { ...(isGood && good), ...ofFacts, ...rest } as ObservedCandidate, score, 0.05),
      );
      const verdict = verdictOf(...given);
      const text = verdict.sentences.join(' ');
      assert.ok(verdict.answer.split(/\s+/).length <= 25, verdict.answer);
      assert.ok(text.split(/\.(?:\s|$)/).length - 1 <= 5, text);
      assert.doesNotMatch(text, /_|\/-|CATALOG|NaN|undefined|null|Infinity/);
      const nearest = /The nearest is (.*?), (?:[\d,.]+ % beyond|at [\d,.]+ times) a limit/.exec(
        verdict.answer,
      )?.[1];
      if (nearest !== undefined) assert.equal(verdict.needs_data.length, 0, verdict.answer);
      seen.add(
        verdict.winner ? 'winner' : verdict.eligible.length > 0 ? 'tied' : nearest ? 'nearest' : 'none',
      );
    }),
    { ...PROPERTY_RUN, numRuns: 400 },
  );
  assert.deepEqual([...seen].sort(), ['nearest', 'none', 'tied', 'winner']);
});

/** The names that an answer says to take, of short ones. */
const taken = (answer: string) =>
  /^Take (.+?)(?:, which are tied|\.)/.exec(answer)?.[1]?.split(/, | or /) ?? [];

test('answer, winner, tied and eligible never contradict each other, whatever was found', () => {
  const one = fc.record({
    status: fc.constantFrom(good, dear, unpriced, brief),
    score: fc.constantFrom(0, 0.3, 0.7, 0.75, 0.9),
    spread: fc.constantFrom(0, 0.02, 0.1),
    price: fc.constantFrom(0.1, 0.4, 1.2, 1.9),
  });
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), (all) => {
      const verdict = verdictOf(
        ...all.map(({ status, score, spread, price }, i) =>
          candidate('ABCDE'[i] ?? '', { ...status, per_1k_usd: cost(price) }, score, spread),
        ),
      );
      const { answer, winner, tied, eligible, order, needs_data, rejected } = verdict;
      const names = taken(answer);
      const kind = winner ? 'winner' : tied.length > 0 ? 'tied' : needs_data.length > 0 ? 'open' : 'none';
      seen.add(kind);
      switch (kind) {
        case 'winner':
          assert.deepEqual([names, tied, order[0]?.label], [[winner], [], winner], answer);
          break;
        case 'tied':
          assert.match(answer, /which are tied/);
          if (tied.length <= 3) assert.deepEqual(names, tied, answer);
          else assert.deepEqual(names, [tied[0], `any of ${tied.length - 1} others`], answer);
          break;
        case 'open':
          assert.match(answer, /^Take none yet\./);
          break;
        default:
          assert.match(answer, /^No candidate meets every requirement\./);
      }
      assert.equal(kind === 'winner' || kind === 'tied', eligible.length > 0, answer);
      assert.ok([...(winner ? [winner] : []), ...tied].every((label) => eligible.includes(label)));
      const all3 = [...eligible, ...[...needs_data, ...rejected].map(({ label }) => label)];
      assert.deepEqual(all3.toSorted(), [...'ABCDE'].slice(0, all.length));
      assert.equal(/tied|no difference/i.test(answer), kind === 'tied', answer);
    }),
    { ...PROPERTY_RUN, numRuns: 1500 },
  );
  assert.deepEqual([...seen].sort(), ['none', 'open', 'tied', 'winner']);
});

test('a name does not turn the direction of the sentence around it', () => {
  assert.equal(nameInSentence('Alp\u202eha \u2067x\u2069'), 'Alp\ufffdha \ufffdx\ufffd');
});
