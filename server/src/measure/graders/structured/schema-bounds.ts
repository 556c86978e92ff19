import { linearRegex } from '../linear-regex.ts';
import type { WrittenProblem } from './field-rules.ts';
import { pointerOf } from './json-places.ts';

/**
 * Maximum characters of a JSON Schema: one of 58,000 takes two seconds to compile, and the time grows with the square.
 */
const MOST_SCHEMA = 32 * 1024;
const MOST_LEVELS = 32;
const MOST_PARTS = 2_000;
const MOST_PATTERNS = 50;

/**
 * Why a JSON Schema cannot be used, without compiling it: compiling may take long and is done in a thread. References
 * must stay inside the schema, so that nothing is fetched, and patterns must have RE2 syntax.
 */
export function schemaBounds(schema: unknown): WrittenProblem[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return [{ pointer: '', detail: 'must be a JSON Schema: an object' }];
  const problems: WrittenProblem[] = [];
  walk(schema, [], { problems, parts: 0, patterns: 0 });
  if (problems.length === 0 && JSON.stringify(schema).length > MOST_SCHEMA)
    problems.push({ pointer: '', detail: `must have at most ${MOST_SCHEMA / 1024} KiB as JSON` });
  return problems.slice(0, 1);
}

interface Walk {
  problems: WrittenProblem[];
  parts: number;
  patterns: number;
}

function walk(value: object, at: readonly string[], seen: Walk): void {
  const { problems } = seen;
  if (problems.length > 0) return;
  seen.parts += 1;
  if (at.length > MOST_LEVELS)
    problems.push({ pointer: pointerOf(at), detail: `is nested deeper than ${MOST_LEVELS} levels` });
  if (seen.parts > MOST_PARTS)
    problems.push({ pointer: '', detail: `must have at most ${MOST_PARTS} objects and lists in it` });
  for (const [name, inner] of Object.entries(value)) {
    const here = [...at, name];
    if (/^\$(?:dynamicR|recursiveR|r)ef$/.test(name) && typeof inner === 'string' && !inner.startsWith('#'))
      problems.push({
        pointer: pointerOf(here),
        detail: 'must begin with "#": a part of this schema, such as "#/$defs/line"; nothing is fetched',
      });
    // A property may have the name `pattern`; its value is then an object.
    if (name === 'pattern' && typeof inner === 'string') checkPattern(inner, here, seen);
    if (typeof inner !== 'object' || inner === null) continue;
    if (name === 'patternProperties')
      for (const pattern of Object.keys(inner)) checkPattern(pattern, [...here, pattern], seen);
    walk(inner, here, seen);
  }
}

function checkPattern(pattern: string, at: readonly string[], seen: Walk): void {
  seen.patterns += 1;
  const pointer = pointerOf(at);
  if (seen.patterns > MOST_PATTERNS) {
    seen.problems.push({ pointer: '', detail: `must have at most ${MOST_PATTERNS} patterns` });
    return;
  }
  try {
    linearRegex(pattern, { ignoreCase: false, multiLine: false, dotAll: false });
  } catch (error) {
    const said = error instanceof Error ? error.message : error;
    seen.problems.push({ pointer, detail: `must be a pattern in RE2 syntax: ${said}` });
  }
}
