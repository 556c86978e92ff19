import { RE2JS } from 're2js';

/** A pattern that is matched in time linear in the text, whatever the pattern. */
export interface LinearRegex {
  /** The first match, or null. */
  find(text: string): string | null;
  /** How many matches there are, none overlapping another. */
  count(text: string): number;
  /** Instructions of the compiled pattern. */
  readonly size: number;
}

export interface RegexFlags {
  ignoreCase: boolean;
  multiLine: boolean;
  dotAll: boolean;
}

/** Of a pattern, in characters. */
const MAX_PATTERN = 1_000;
/**
 * Instructions of the compiled pattern, which times the characters of the text bound the time: `(?:a?){500}a{500}b`
 * has 1,500 and would be matched for seconds. `bench/graders.ts` prints what a pattern at the limit costs.
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

function compile(pattern: string, { ignoreCase, multiLine, dotAll }: RegexFlags): LinearRegex {
  if (pattern.length > MAX_PATTERN) throw new Error(`it has more than ${MAX_PATTERN} characters`);
  const flags =
    (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
    (multiLine ? RE2JS.MULTILINE : 0) |
    (dotAll ? RE2JS.DOTALL : 0);
  const program = RE2JS.compile(pattern, flags);
  if (program.programSize() > MAX_PROGRAM) throw new Error('its repetitions multiply to too many states');
  return {
    size: program.programSize(),
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
