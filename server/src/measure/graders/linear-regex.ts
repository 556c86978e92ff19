import { RE2JS } from 're2js';

/** A pattern that is matched in time linear in the text. */
export type LinearRegex = ReturnType<typeof literal>;

export interface RegexFlags {
  ignoreCase: boolean;
  multiLine: boolean;
  dotAll: boolean;
}

/** Maximum characters of a pattern. */
const MAX_PATTERN = 1_000;
/**
 * Maximum instructions of the compiled pattern, which together with the characters of the text limit the time:
 * `(?:a?){500}a{500}b` has 1,500 and would run for seconds.
 */
const MAX_PROGRAM = 150;
const KEPT = 200;

const compiled = new Map<string, LinearRegex>();

/**
 * A pattern in RE2 syntax: no backreferences and no look-around, which cannot be matched in linear time.
 * Throws an Error that says what is wrong with it.
 */
export function linearRegex(pattern: string, flags: RegexFlags): LinearRegex {
  const key = JSON.stringify([pattern, flags]);
  const known = compiled.get(key);
  if (known) return known;
  const made = compile(pattern, flags);
  compiled.set(key, made);
  if (compiled.size > KEPT) compiled.delete(compiled.keys().next().value ?? '');
  return made;
}

const LITERAL = /^[^\\^$.*+?()[\]{}|]*$/u;
/** Characters of a literal that cost as much as one instruction: a comparison instead of a step over all states. */
const LITERAL_COST = 20;

/** A pattern without operators, of any length, is searched for as a literal. */
function literal(pattern: string, ignoreCase: boolean) {
  const expression = new RegExp(pattern, ignoreCase ? 'iu' : 'u');
  const every = new RegExp(expression, `g${expression.flags}`);
  return {
    /** Instructions of the compiled pattern. */
    size: Math.ceil(pattern.length / LITERAL_COST) + 1,
    /** The first match, or null. */
    find: (text: string): string | null => expression.exec(text)?.[0] ?? null,
    /** Number of non-overlapping matches. */
    count: (text: string): number => text.match(every)?.length ?? 0,
  };
}

function compile(pattern: string, { ignoreCase, multiLine, dotAll }: RegexFlags): LinearRegex {
  if (pattern.length > MAX_PATTERN) throw new Error(`it has more than ${MAX_PATTERN} characters`);
  const flags =
    (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
    (multiLine ? RE2JS.MULTILINE : 0) |
    (dotAll ? RE2JS.DOTALL : 0);
  if (LITERAL.test(pattern)) return literal(pattern, ignoreCase);
  const program = RE2JS.compile(pattern, flags);
  const size = program.programSize();
  if (size > MAX_PROGRAM)
    throw new Error(
      `it has too many states (${size}, at most ${MAX_PROGRAM}): shorten it, or repeat less in it`,
    );
  return {
    size,
    find(text) {
      const matcher = program.matcher(text);
      return matcher.find() ? (matcher.group() ?? '') : null;
    },
    count(text) {
      const matcher = program.matcher(text);
      let count = 0;
      while (matcher.find()) count += 1;
      return count;
    },
  };
}
