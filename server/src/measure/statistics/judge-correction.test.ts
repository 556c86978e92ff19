import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose, assertInterval } from '../../../test/support/assert-close.ts';
import { predictionPowered, roganGladen } from './judge-correction.ts';
import { mean, standardError } from './one-sample.ts';
import { createRandom } from './random.ts';

const JUDGE = { right: { agreed: 45, n: 50 }, wrong: { agreed: 38, n: 50 } };

test("a rate of .80 corrected for the judge's errors", () => {
  const found = roganGladen({ passed: 320, n: 400 }, JUDGE, 0.95);
  assertClose(found?.estimate, 0.8484848, 7);
  assertClose(found?.se, 0.0639174, 7);
  assertInterval(found?.ci ?? null, [0.7232091, 0.9737606], 7);
});

test('a judge that made no error changes nothing but is not taken for certain; one no better than chance cannot be corrected', () => {
  const perfect = roganGladen(
    { passed: 30, n: 40 },
    { right: { agreed: 9, n: 9 }, wrong: { agreed: 7, n: 7 } },
    0.95,
  );
  assertClose(perfect?.estimate, 0.75, 12);
  // Laplace's (9 + 1)/(9 + 2) and (7 + 1)/(7 + 2) in place of sensitivity and specificity of 1.
  const ofErrors = (0.75 ** 2 * (10 / 11) * (1 / 11)) / 9 + (0.25 ** 2 * (8 / 9) * (1 / 9)) / 7;
  assertClose(perfect?.se, Math.sqrt((0.75 * 0.25) / 40 + ofErrors), 12);
  const coin = { right: { agreed: 25, n: 50 }, wrong: { agreed: 25, n: 50 } };
  assert.equal(roganGladen({ passed: 30, n: 40 }, coin, 0.95), null);
  assert.throws(() => roganGladen({ passed: 0, n: 0 }, JUDGE, 0.95), RangeError);
});

const LABELLED = [
  { human: 1, judge: 0.8 },
  { human: 0, judge: 0.4 },
  { human: 1, judge: 0.9 },
  { human: 0, judge: 0.1 },
];
const UNLABELLED = [0.9, 0.2, 0.6, 0.7, 0.8, 0.4];

test('prediction-powered inference, plain: the mean judgement moved by the mean error', () => {
  const found = predictionPowered({ unlabelled: UNLABELLED, labelled: LABELLED }, 0.95, 1);
  // .6 + (.2 − .4 + .1 − .1)/4; variances .068/6 and (.22 − .2²/4)/3/4
  assertClose(found?.estimate, 0.55, 12);
  assertClose(found?.se, Math.sqrt(0.068 / 6 + 0.21 / 12), 12);
});

test('λ of PPI++ is cov(human, judge)/((1 + n/N)·var(judge)), and 0 leaves the labels alone', () => {
  const found = predictionPowered({ unlabelled: UNLABELLED, labelled: LABELLED }, 0.95);
  // cov .6/3; all ten judgements: mean .58, Σ(x − .58)² = .756
  assertClose(found?.weight, 0.2 / ((1 + 4 / 6) * (0.756 / 9)), 12);
  const alone = predictionPowered({ unlabelled: UNLABELLED, labelled: LABELLED }, 0.95, 0);
  const humans = LABELLED.map(({ human }) => human);
  assertClose(alone?.estimate, mean(humans), 12);
  assertClose(alone?.se, standardError(humans) ?? 0, 12);
});

test('a judge that gives everything the same grade adds nothing, and too few labels give no correction', () => {
  const constant = LABELLED.map(({ human }) => ({ human, judge: 0.5 }));
  assert.equal(predictionPowered({ unlabelled: [0.5, 0.5], labelled: constant }, 0.95)?.weight, 0);
  assert.equal(predictionPowered({ unlabelled: [0.5], labelled: constant }, 0.95), null);
  assert.equal(predictionPowered({ unlabelled: UNLABELLED, labelled: constant.slice(0, 1) }, 0.95), null);
  const broken = [...constant, { human: Number.NaN, judge: 0 }];
  assert.throws(() => predictionPowered({ unlabelled: UNLABELLED, labelled: broken }, 0.95), RangeError);
});

test('a good judge narrows the interval of few labels and keeps it on the truth', () => {
  const random = createRandom(11);
  const draw = () => {
    const human = random.fraction() < 0.7 ? 1 : 0;
    return { human, judge: random.fraction() < 0.9 ? human : 1 - human };
  };
  const labelled = Array.from({ length: 100 }, draw);
  const unlabelled = Array.from({ length: 5000 }, () => draw().judge);
  const found = predictionPowered({ unlabelled, labelled }, 0.95);
  const alone = predictionPowered({ unlabelled, labelled }, 0.95, 0);
  assert.ok((found?.se ?? 1) < 0.8 * (alone?.se ?? 0));
  assert.ok((found?.ci.low ?? 1) < 0.7 && (found?.ci.high ?? 0) > 0.7);
});
