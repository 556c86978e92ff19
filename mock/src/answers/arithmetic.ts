import { add, divide, type Fraction, multiply, negate, parseDecimal } from './fraction.ts';

type Operator = '+' | '-' | '*' | '/';
type Token =
  | { readonly kind: 'number'; readonly value: Fraction }
  /** `tight`: followed by something other than white space. */
  | { readonly kind: 'operator'; readonly operator: Operator; readonly tight: boolean }
  | { readonly kind: '(' }
  | { readonly kind: ')' }
  | { readonly kind: 'break' };

/** A parsed piece; `value` is null after a division by zero. */
interface Piece {
  readonly value: Fraction | null;
  readonly next: number;
  readonly operators: number;
}

/**
 * The exact value of the last arithmetic expression in a text: integers (`1,234` too) or decimals, + - * / with × ÷ −,
 * parentheses, unary minus directly before its operand, at least one operator, on one line. Undefined if there is none
 * or it divides by zero.
 */
export function lastExpression(text: string): Fraction | undefined {
  const tokens = tokenize(text);
  let last: Piece | undefined;
  for (let i = 0; i < tokens.length; ) {
    const piece = parseSum(tokens, i, 0);
    if (piece !== undefined && piece.operators > 0) last = piece;
    i = piece !== undefined && piece.operators > 0 ? piece.next : i + 1;
  }
  return last?.value ?? undefined;
}

// Words first, so that the digits of `gpt4` or `32k` are not numbers.
const TOKENS =
  /(?<word>[\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*)|(?<number>\d+(?:,\d{3}(?!\d))*(?:\.\d+)?)|(?<sign>[-+*/×÷−()])|(?<space>[^\S\n]+)|[\s\S]/gu;

const OPERATORS: Readonly<Record<string, Operator>> = {
  '+': '+',
  '-': '-',
  '−': '-',
  '*': '*',
  '×': '*',
  '/': '/',
  '÷': '/',
};

/** Null for a division by zero. */
const OPERATIONS: Readonly<Record<Operator, (a: Fraction, b: Fraction) => Fraction | null>> = {
  '+': add,
  '-': (a, b) => add(a, negate(b)),
  '*': multiply,
  '/': divide,
};

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKENS)) {
    const { number, sign, space } = match.groups ?? {};
    if (space !== undefined) continue;
    const value = number === undefined ? null : parseDecimal(number.replaceAll(',', ''));
    if (value !== null) tokens.push({ kind: 'number', value });
    else if (sign === '(' || sign === ')') tokens.push({ kind: sign });
    else tokens.push(operatorOrBreak(sign, text.charAt(match.index + 1)));
  }
  return tokens;
}

function operatorOrBreak(sign: string | undefined, following: string): Token {
  const operator = sign === undefined ? undefined : OPERATORS[sign];
  if (operator === undefined) return { kind: 'break' };
  return { kind: 'operator', operator, tight: following.trim() !== '' };
}

const parseSum = (tokens: readonly Token[], at: number, depth: number) =>
  parseChain(tokens, at, depth, '+-', parseProduct);
const parseProduct = (tokens: readonly Token[], at: number, depth: number) =>
  parseChain(tokens, at, depth, '*/', parseFactor);

/**
 * Operands of the next level joined by the given operators, from the left; stops before an operator without an operand.
 */
function parseChain(
  tokens: readonly Token[],
  at: number,
  depth: number,
  operators: string,
  operand: (tokens: readonly Token[], at: number, depth: number) => Piece | undefined,
): Piece | undefined {
  let left = operand(tokens, at, depth);
  while (left !== undefined) {
    const token = tokens[left.next];
    if (token?.kind !== 'operator' || !operators.includes(token.operator)) return left;
    const right = operand(tokens, left.next + 1, depth);
    if (right === undefined) return left;
    const value =
      left.value === null || right.value === null
        ? null
        : OPERATIONS[token.operator](left.value, right.value);
    left = { value, next: right.next, operators: left.operators + right.operators + 1 };
  }
  return undefined;
}

const MAX_DEPTH = 100; // maximum nesting of parentheses and signs, so that hostile prompts cannot overflow the stack

function parseFactor(tokens: readonly Token[], at: number, depth: number): Piece | undefined {
  const token = tokens[at];
  if (token?.kind === 'number') return { value: token.value, next: at + 1, operators: 0 };
  if (depth >= MAX_DEPTH) return undefined;
  if (token?.kind === '(') {
    const inner = parseSum(tokens, at + 1, depth + 1);
    return inner && tokens[inner.next]?.kind === ')' ? { ...inner, next: inner.next + 1 } : undefined;
  }
  if (token?.kind !== 'operator' || token.operator !== '-' || !token.tight) return undefined;
  const operand = parseFactor(tokens, at + 1, depth + 1);
  return operand && { ...operand, value: operand.value && negate(operand.value) };
}
