import { canonicalJson } from '../../kernel/json.ts';
import { isNestedDeeperThan } from '../../kernel/nesting.ts';
import { pointerTo, pointerTokens, removeAt, setAt, type Token, valueAt } from './pointer.ts';
import type { Condition, Effect, Json, Pointer, Template } from './task.ts';

/** The data that rules can read: `args`, `state`, `user`, `reply`, `turn`, `calls`. */
export type Scope = { readonly [name: string]: Json };

/** The change by an effect at a place of the state: without `before` it is new, without `after` it was removed. */
export interface Change {
  path: Pointer;
  before?: Json;
  after?: Json;
}

/** A rule that fails on its task's own data: the simulation failed, not the caller. */
export class SimulationFailed extends Error {
  override readonly name: string = 'SimulationFailed';
}

/** A simulation failure caused by the arguments of the call; the caller gets the message. */
export class ArgumentsMisfit extends SimulationFailed {
  override readonly name = 'ArgumentsMisfit';
}

/** Whether a condition holds. For a value that does not exist, only `exists: false` and `not` do. */
export function conditionHolds(condition: Condition, scope: Scope): boolean {
  const found = valueAt(scope, fillPointer(condition.at, scope));
  const operand = (template: Template) => operandOf(template, scope);
  if ('exists' in condition) return (found !== undefined) === condition.exists;
  if ('not' in condition) return !isSame(found, operand(condition.not));
  if (found === undefined) return false;
  if ('equals' in condition) return isSame(found, operand(condition.equals));
  if ('one_of' in condition) return condition.one_of.some((one) => isSame(found, one));
  if ('contains' in condition) return containsWords(found, condition.contains);
  if ('at_least' in condition) return isOrdered(operand(condition.at_least), found);
  return isOrdered(found, operand(condition.at_most));
}

/** The value to compare with; undefined if it comes from a place with no value. */
function operandOf(template: Template, scope: Scope): Json | undefined {
  try {
    return fillTaskTemplate(template, scope);
  } catch (error) {
    if (error instanceof SimulationFailed) return undefined;
    throw error;
  }
}

const foldCase = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').toLowerCase();

/** Whether a text contains these words, case-insensitively, or a list contains this text. */
function containsWords(found: Json, wanted: string): boolean {
  if (Array.isArray(found)) return found.some((one) => one === wanted);
  return typeof found === 'string' && foldCase(found).includes(foldCase(wanted));
}

function isOrdered(low: Json | undefined, high: Json | undefined): boolean {
  if (typeof low === 'number' && typeof high === 'number') return low <= high;
  return typeof low === 'string' && typeof high === 'string' && low <= high;
}

/** Equal as JSON: the order of fields does not matter. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}

/**
 * Maximum JSON length of the state and of one value: a list that is appended to itself fills the memory in 25 calls.
 */
const MAX_CHARACTERS = 512 * 1024;

/** Maximum nesting of a task and of arguments, which are read recursively. */
export const MAX_TASK_NESTING = 64;
/** Maximum nesting of the state: stored arguments stay below it, a value wrapped in itself does not. */
const MAX_STATE_LEVELS = 4 * MAX_TASK_NESTING;

/**
 * Replaces every `{"$from": pointer}` in a template. Throws `SimulationFailed` if nothing is at a pointer, or if the
 * result is larger than 512 KiB.
 */
export function fillTaskTemplate(template: Template, scope: Scope, room = { left: MAX_CHARACTERS }): Json {
  if (Array.isArray(template)) return template.map((one) => fillTaskTemplate(one, scope, room));
  if (typeof template !== 'object' || template === null) return template;
  const from = (template as Record<string, Json>).$from;
  if (typeof from !== 'string') {
    return Object.fromEntries(
      Object.entries(template).map(([key, one]) => [key, fillTaskTemplate(one as Json, scope, room)]),
    );
  }
  const found = valueAt(scope, fillPointer(from, scope));
  if (found === undefined)
    throw failureBy(from, `there is nothing at ${pointerTo(fillPointer(from, scope))}`);
  room.left -= JSON.stringify(found).length;
  if (room.left < 0) throw new SimulationFailed('a value would be larger than 512 KiB');
  return structuredClone(found) as Json;
}

/** The segments of a pointer with its arguments filled in; each stays one segment, whatever it contains. */
function fillPointer(pointer: Pointer, { args = {} }: Scope): Token[] {
  return pointerTokens(pointer).map((token) =>
    token.replace(/\{([^{}]*)\}/g, (_, name: string) => {
      const value = valueAt(args, [name]);
      return typeof value === 'object' || value === undefined ? '' : String(value);
    }),
  );
}

/**
 * Applies effects to a document, all or none, and returns the changes by pointers below `root`. Throws
 * `SimulationFailed` for an effect that has no place there.
 */
export function applyEffects(
  effects: readonly Effect[],
  scope: Scope,
  root: string,
): { after: Json; changes: Change[] } {
  const after = structuredClone(scope[root] ?? {}) as Json;
  const changes: Change[] = [];
  for (const effect of effects) {
    const now = { ...scope, [root]: after };
    const tokens = fillPointer(effect.path, scope).slice(1);
    const change = changeOf(effect, tokens, after, now);
    if (!applyChange(after, change))
      throw new SimulationFailed(`${effect.op} finds no place at ${pointerTo([root, ...tokens])}`);
    if (isNestedDeeperThan(after, MAX_STATE_LEVELS))
      throw new SimulationFailed(`${root} would be nested deeper than ${MAX_STATE_LEVELS} levels`);
    if (JSON.stringify(after).length > MAX_CHARACTERS)
      throw new SimulationFailed(`${root} would be larger than 512 KiB`);
    changes.push(structuredClone(change));
  }
  return { after, changes };
}

function changeOf(effect: Effect, tokens: readonly Token[], document: Json, scope: Scope): Change {
  const before = valueAt(document, tokens);
  const at = { path: pointerTo(tokens), ...(before !== undefined && { before }) };
  switch (effect.op) {
    case 'set':
      return { ...at, after: fillTaskTemplate(effect.value, scope) };
    case 'remove':
      return at;
    case 'append': {
      if (!Array.isArray(before)) throw new SimulationFailed(`append needs a list at ${at.path}`);
      return { path: pointerTo([...tokens, before.length]), after: fillTaskTemplate(effect.value, scope) };
    }
    default: {
      const by = fillTaskTemplate(effect.by, scope);
      if (typeof before !== 'number') throw new SimulationFailed(`${effect.op} needs a number at ${at.path}`);
      if (typeof by !== 'number')
        throw failureBy(effect.by, `${effect.op} needs a number to change ${at.path} by`);
      const after = effect.op === 'increase' ? before + by : before - by;
      if (!Number.isFinite(after))
        throw failureBy(effect.by, `${effect.op} would make ${at.path} larger than a number can be`);
      return { ...at, after };
    }
  }
}

/** Converts a failure by a template's value to the caller's failure if the value is an argument. */
function failureBy(template: Template, said: string): SimulationFailed {
  const from = typeof template === 'string' ? template : (template as { $from?: unknown } | null)?.$from;
  const isArgument = typeof from === 'string' && from.startsWith('/args/');
  return isArgument ? new ArgumentsMisfit(said) : new SimulationFailed(said);
}

/** Makes one change to a document; false if there is no such place. */
function applyChange(document: Json, { path, after }: Change): boolean {
  const tokens = pointerTokens(path);
  return after === undefined ? removeAt(document, tokens) : setAt(document, tokens, structuredClone(after));
}

/** The document after these changes. */
export function replayChanges(document: Json, changes: readonly Change[]): Json {
  const after = structuredClone(document) as Json;
  for (const change of changes) applyChange(after, change);
  return after;
}
