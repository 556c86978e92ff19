import { pick, randomInteger, shuffle } from '../../../statistics/statistics.ts';
import { figure, inWords } from './figures.ts';
import { type WordRandom, word } from './wording.ts';

/**
 * A whole number from 1 on, as people may put it: in figures, in words, in dozens, or as a small sum. No form
 * takes knowledge: what is measured is reading and working out.
 */
export function quantity(random: WordRandom, n: number): string {
  const forms = random.inUse(FORMS, 'quantities').filter(({ fits }) => fits(n));
  const draw = random.below(10);
  if (draw < 3) return String(n);
  if (draw < 5 || forms.length === 0) return inWords(n);
  return pick(random, forms).say(random, n);
}

interface Form {
  fits(n: number): boolean;
  say(random: WordRandom, n: number): string;
}

const FORMS: readonly Form[] = [
  {
    fits: (n) => n % 12 === 0 && n <= 240,
    say: (random, n) => (n === 12 ? 'a dozen' : `${figure(random, n / 12)} dozen`),
  },
  {
    fits: (n) => n > 13,
    say: (random, n) =>
      word(random, '[a dozen and {r}|{r} and a dozen|a dozen plus {r}]', { r: inWords(n - 12) }),
  },
  {
    fits: (n) => n % 20 === 0,
    say: (random, n) => (n === 20 ? 'a score' : `${figure(random, n / 20)} score`),
  },
  {
    fits: (n) => n > 21,
    say: (random, n) =>
      word(random, '[a score and {r}|{r} more than a score]', { r: figure(random, n - 20) }),
  },
  { fits: (n) => n === 13, say: () => 'a baker’s dozen' },
  {
    fits: (n) => n > 5,
    say: (random, n) => {
      const by = randomInteger(random, 1, Math.min(n - 1, 40));
      const [a = 0, b = 0] = shuffle(random, [n - by, n + by]);
      return word(random, 'the number [halfway|midway|in the middle] between {a} and {b}', {
        a: figure(random, a),
        b: figure(random, b),
      });
    },
  },
  {
    fits: (n) => n > 1,
    say: (random, n) =>
      word(random, '[the number right after {d}|the successor of {d}|what follows {d} in counting]', {
        d: figure(random, n - 1),
      }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) =>
      word(random, '[the number right before {d}|the predecessor of {d}|what precedes {d} in counting]', {
        d: figure(random, n + 1),
      }),
  },
  {
    fits: (n) => n > 9,
    say: (random, n) => {
      const [a = 0, b = 0] = shuffle(random, [n, n - randomInteger(random, 1, 8)]);
      return word(random, 'the [larger|greater|higher] of {a} and {b}', {
        a: figure(random, a),
        b: figure(random, b),
      });
    },
  },
  {
    fits: (n) => n > 9,
    say: (random, n) => {
      const [a = 0, b = 0] = shuffle(random, [n, n + randomInteger(random, 1, 8)]);
      return word(random, 'the [smaller|lesser|lower] of {a} and {b}', {
        a: figure(random, a),
        b: figure(random, b),
      });
    },
  },
  {
    fits: (n) => n > 9,
    say: (random, n) => {
      const by = randomInteger(random, 2, 9);
      return n % by === 0
        ? word(random, 'the product of {a} and {b}', { a: figure(random, n / by), b: figure(random, by) })
        : word(random, 'what is left of {m} [without|after losing] {by}', {
            m: figure(random, n + by),
            by: figure(random, by),
          });
    },
  },
  {
    fits: (n) => n > 5,
    say: (random, n) => {
      const less = randomInteger(random, 1, 9);
      return word(random, '[{m} less {less}|{less} [short of|under|below|fewer than] {m}|{m} minus {less}]', {
        m: figure(random, n + less),
        less: figure(random, less),
      });
    },
  },
  {
    fits: (n) => n > 5,
    say: (random, n) => {
      const part = randomInteger(random, 1, n - 1);
      return word(random, '[the sum of {a} and {b}|{a} plus {b}|{a} and {b} together|{a} more than {b}]', {
        a: figure(random, part),
        b: figure(random, n - part),
      });
    },
  },
  {
    fits: (n) => n > 3,
    say: (random, n) => {
      const less = randomInteger(random, 2, 30);
      const [a = 0, b = 0] = shuffle(random, [n + less, less]);
      return word(random, 'the [difference|gap|distance] between {a} and {b}', {
        a: figure(random, a),
        b: figure(random, b),
      });
    },
  },
  {
    fits: (n) => n % 2 === 0 && n > 4,
    say: (random, n) => word(random, '[twice|two times|double] {h}', { h: figure(random, n / 2) }),
  },
  {
    fits: (n) => n % 3 === 0 && n > 5,
    say: (random, n) => word(random, '[thrice|three times|treble] {h}', { h: figure(random, n / 3) }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) => word(random, 'half of {d}', { d: figure(random, 2 * n) }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) => word(random, '[a third|one third] of {d}', { d: figure(random, 3 * n) }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) => word(random, '[a quarter|a fourth|one quarter] of {d}', { d: figure(random, 4 * n) }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) => word(random, '[a tenth of {d}|ten per cent of {d}]', { d: figure(random, 10 * n) }),
  },
  {
    fits: (n) => n > 1 && n % 3 === 0,
    say: (random, n) =>
      word(random, '[three quarters|three fourths] of {d}', { d: figure(random, (4 * n) / 3) }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) => word(random, 'one [more than|over|above] {d}', { d: figure(random, n - 1) }),
  },
  {
    fits: (n) => n > 1,
    say: (random, n) =>
      word(random, 'one [less than|short of|under|below] {d}', { d: figure(random, n + 1) }),
  },
];
