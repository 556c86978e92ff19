import { pickOne, randomInteger, shuffle } from '../../../statistics/statistics.ts';
import { figureOrWords, numberInEnglish } from './figures.ts';
import { fillTemplate, type WordRandom } from './wording.ts';

/**
 * A whole number from 1 in the ways people write it: in figures, in words, in dozens, or as a small sum. No form
 * requires knowledge: the benchmark measures reading and calculating.
 */
export function wordQuantity(random: WordRandom, n: number): string {
  const forms = random.inUse(FORMS, 'quantities').filter(({ fits }) => fits(n));
  const draw = random.below(10);
  if (draw < 3) return String(n);
  if (draw < 5 || forms.length === 0) return numberInEnglish(n);
  return pickOne(random, forms).say(random, n);
}

interface Form {
  fits(n: number): boolean;
  say(random: WordRandom, n: number): string;
}

const FORMS: readonly Form[] = [
  {
    fits: (n) => n % 12 === 0 && n <= 240,
    say: (random, n) => (n === 12 ? 'a dozen' : `${figureOrWords(random, n / 12)} dozen`),
  },
  {
    fits: (n) => n > 13,
    say: (random, n) =>
      fillTemplate(random, '[a dozen and {r}|{r} and a dozen|a dozen plus {r}]', {
        r: numberInEnglish(n - 12),
      }),
  },
  {
    fits: (n) => n % 20 === 0,
    say: (random, n) => (n === 20 ? 'a score' : `${figureOrWords(random, n / 20)} score`),
  },
  {
    fits: (n) => n > 21,
    say: (random, n) =>
      fillTemplate(random, '[a score and {r}|{r} more than a score]', { r: figureOrWords(random, n - 20) }),
  },
  { fits: (n) => n === 13, say: () => 'a baker’s dozen' },
  {
    fits: (n) => n > 5,
    say: (random, n) => {
      const by = randomInteger(random, 1, Math.min(n - 1, 40));
      const [a = 0, b = 0] = shuffle(random, [n - by, n + by]);
      return fillTemplate(random, 'the number [halfway|midway|in the middle] between {a} and {b}', {
        a: figureOrWords(random, a),
        b: figureOrWords(random, b),
      });
    },
  },
  {
    fits: (n) => n > 1,
    say: (random, n) =>
      fillTemplate(random, '[the number right after {d}|the successor of {d}|what follows {d} in counting]', {
        d: figureOrWords(random, n - 1),
      }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) =>
      fillTemplate(
        random,
        '[the number right before {d}|the predecessor of {d}|what precedes {d} in counting]',
        {
          d: figureOrWords(random, n + 1),
        },
      ),
  },
  {
    fits: (n) => n > 9,
    say: (random, n) => {
      const [a = 0, b = 0] = shuffle(random, [n, n - randomInteger(random, 1, 8)]);
      return fillTemplate(random, 'the [larger|greater|higher] of {a} and {b}', {
        a: figureOrWords(random, a),
        b: figureOrWords(random, b),
      });
    },
  },
  {
    fits: (n) => n > 9,
    say: (random, n) => {
      const [a = 0, b = 0] = shuffle(random, [n, n + randomInteger(random, 1, 8)]);
      return fillTemplate(random, 'the [smaller|lesser|lower] of {a} and {b}', {
        a: figureOrWords(random, a),
        b: figureOrWords(random, b),
      });
    },
  },
  {
    fits: (n) => n > 9,
    say: (random, n) => {
      const by = randomInteger(random, 2, 9);
      return n % by === 0
        ? fillTemplate(random, 'the product of {a} and {b}', {
            a: figureOrWords(random, n / by),
            b: figureOrWords(random, by),
          })
        : fillTemplate(random, 'what is left of {m} [without|after losing] {by}', {
            m: figureOrWords(random, n + by),
            by: figureOrWords(random, by),
          });
    },
  },
  {
    fits: (n) => n > 5,
    say: (random, n) => {
      const less = randomInteger(random, 1, 9);
      return fillTemplate(
        random,
        '[{m} less {less}|{less} [short of|under|below|fewer than] {m}|{m} minus {less}]',
        {
          m: figureOrWords(random, n + less),
          less: figureOrWords(random, less),
        },
      );
    },
  },
  {
    fits: (n) => n > 5,
    say: (random, n) => {
      const part = randomInteger(random, 1, n - 1);
      return fillTemplate(
        random,
        '[the sum of {a} and {b}|{a} plus {b}|{a} and {b} together|{a} more than {b}]',
        {
          a: figureOrWords(random, part),
          b: figureOrWords(random, n - part),
        },
      );
    },
  },
  {
    fits: (n) => n > 3,
    say: (random, n) => {
      const less = randomInteger(random, 2, 30);
      const [a = 0, b = 0] = shuffle(random, [n + less, less]);
      return fillTemplate(random, 'the [difference|gap|distance] between {a} and {b}', {
        a: figureOrWords(random, a),
        b: figureOrWords(random, b),
      });
    },
  },
  {
    fits: (n) => n % 2 === 0 && n > 4,
    say: (random, n) =>
      fillTemplate(random, '[twice|two times|double] {h}', { h: figureOrWords(random, n / 2) }),
  },
  {
    fits: (n) => n % 3 === 0 && n > 5,
    say: (random, n) =>
      fillTemplate(random, '[thrice|three times|treble] {h}', { h: figureOrWords(random, n / 3) }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) => fillTemplate(random, 'half of {d}', { d: figureOrWords(random, 2 * n) }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) =>
      fillTemplate(random, '[a third|one third] of {d}', { d: figureOrWords(random, 3 * n) }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) =>
      fillTemplate(random, '[a quarter|a fourth|one quarter] of {d}', { d: figureOrWords(random, 4 * n) }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) =>
      fillTemplate(random, '[a tenth of {d}|ten per cent of {d}]', { d: figureOrWords(random, 10 * n) }),
  },
  {
    fits: (n) => n > 1 && n % 3 === 0,
    say: (random, n) =>
      fillTemplate(random, '[three quarters|three fourths] of {d}', {
        d: figureOrWords(random, (4 * n) / 3),
      }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) =>
      fillTemplate(random, 'one [more than|over|above] {d}', { d: figureOrWords(random, n - 1) }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) =>
      fillTemplate(random, 'one [less than|short of|under|below] {d}', { d: figureOrWords(random, n + 1) }),
  },
];
