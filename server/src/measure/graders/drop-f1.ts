import { straightQuotes, withoutArticles, withoutPunctuation } from './squad-f1.ts';

/**
 * F1 of a given text and a gold answer with several spans, as the DROP script (AllenNLP, drop_eval.py) computes it for
 * a prediction with one text: sets of words; 0 for a gold span with numbers of which none is given; the best gold span,
 * divided by the number of gold spans; rounded to two places, halves to even. 0 to 1.
 */
export function dropF1(given: string, gold: readonly string[]): number {
  const words = bagOf(given);
  const best = Math.max(...gold.map((span) => spanF1(words, bagOf(span))));
  return roundHalfEven((100 * best) / gold.length) / 100;
}

function spanF1(given: ReadonlySet<string>, gold: ReadonlySet<string>): number {
  const numbers = [...gold].filter(isNumber);
  if (numbers.length > 0 && !numbers.some((number) => given.has(number))) return 0;
  const same = [...given].filter((word) => gold.has(word)).length;
  const precision = given.size === 0 ? 1 : same / given.size;
  const recall = gold.size === 0 ? 1 : same / gold.size;
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/** The different words of a span, with numbers in a normal form. */
function bagOf(text: string): Set<string> {
  const words = straightQuotes(text)
    .split(/[ -]/)
    .flatMap((part) => {
      const lower = part.toLowerCase();
      const bare = isNumber(lower) ? lower : withoutPunctuation(lower);
      return withoutArticles(oneForm(bare)).split(/\s+/);
    });
  return new Set(words.filter((word) => word !== ''));
}

/** What Python's `float()` accepts, except digits of other alphabets. */
function isNumber(text: string): boolean {
  return /^\s*[+-]?(?:(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+)?|inf(?:inity)?|nan)\s*$/i.test(
    text,
  );
}

/** Like `str(float(text))`, except for its spelling: equal numbers become equal texts. */
function oneForm(text: string): string {
  if (!isNumber(text)) return text;
  const plain = text.trim().replaceAll('_', '').toLowerCase();
  if (/[in]/.test(plain)) return plain.replace('infinity', 'inf').replace('+', '');
  return String(Number(plain));
}

function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
