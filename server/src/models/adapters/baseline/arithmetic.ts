import {
  add,
  divide,
  formatRational,
  multiply,
  negate,
  parseDecimal,
  type Rational,
  subtract,
} from '../../../kernel/rational.ts';
import type { Program } from './program.ts';

const MAX_EXPRESSION = 500;
const RUN = /[\d(+\-−][\d\s.,()+\-*/×÷·−]*/g;
const OPERATOR_BETWEEN = /[\d)]\s*[+\-*/×÷·−]\s*[\d(+\-−]/;

export const arithmetic: Program = {
  id: 'arithmetic',
  description: 'Evaluates the arithmetic expression in the prompt (+ − × ÷ and parentheses) exactly.',
  answer({ prompt }) {
    const value = findAndEvaluate(prompt);
    return value === null ? 'I found no arithmetic expression.' : `Answer: ${formatRational(value)}`;
  },
};

/** The value of the longest expression in the prompt; null if there is none. */
function findAndEvaluate(prompt: string): Rational | null {
  const runs = (prompt.match(RUN) ?? [])
    .flatMap((run) => run.split('\n'))
    .map((run) => run.trim().replace(/[.,]+$/, ''))
    .filter((run) => run.length <= MAX_EXPRESSION && OPERATOR_BETWEEN.test(run))
    .sort((a, b) => b.length - a.length);
  for (const run of runs) {
    const value = evaluate(run);
    if (value !== null) return value;
  }
  return null;
}

/** A recursive-descent parser with the usual precedence; null if the text is not an expression. */
function evaluate(text: string): Rational | null {
  const tokens = text.replaceAll(',', '').match(/\d+(?:\.\d+)?|[-+*/×÷·−()]|\S/g) ?? [];
  let at = 0;
  const next = (...any: string[]) => (any.includes(tokens[at] ?? '') ? tokens[at++] : undefined);

  function sum(): Rational {
    let value = product();
    for (let op = next('+', '-', '−'); op !== undefined; op = next('+', '-', '−')) {
      value = op === '+' ? add(value, product()) : subtract(value, product());
    }
    return value;
  }
  function product(): Rational {
    let value = factor();
    for (let op = next('*', '×', '·', '/', '÷'); op !== undefined; op = next('*', '×', '·', '/', '÷')) {
      value = op === '/' || op === '÷' ? divide(value, factor()) : multiply(value, factor());
    }
    return value;
  }
  function factor(): Rational {
    if (next('-', '−') !== undefined) return negate(factor());
    if (next('+') !== undefined) return factor();
    if (next('(') !== undefined) {
      const value = sum();
      if (next(')') === undefined) throw new SyntaxError('a parenthesis is not closed');
      return value;
    }
    const value = parseDecimal(tokens[at++] ?? '');
    if (value === null) throw new SyntaxError('a number is missing');
    return value;
  }

  try {
    const value = sum();
    return at === tokens.length ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}
