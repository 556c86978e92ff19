import { isObject } from '../../kernel/json.ts';
import { addProblem, fieldPlace, type Place } from './fields.ts';
import { pointerTo, pointerTokens } from './pointer.ts';
import type { Branch, Condition, Effect, ExpectedCall, Json, SimulatedTool, Task, ToolRule } from './task.ts';

/**
 * Checks across fields: names must exist, rules must always end, and a rule may read data only after it made sure that
 * it exists. So every call with valid arguments has a result, and no target can make a task fail in a way that it
 * cannot solve.
 */
export function checkReferences(task: Task, place: Place): void {
  if (task.messages.at(-1)?.role !== 'user')
    addProblem(fieldPlace(place, 'messages'), 'must end with a message of the user');
  checkTools(task.tools, fieldPlace(place, 'tools'));
  if (task.user && 'script' in task.user) checkScript(task.user.script, fieldPlace(place, 'user', 'script'));
  for (const [i, grader] of task.graders.entries()) {
    const at = fieldPlace(place, 'graders', i);
    if (grader.type === 'tool_calls' || grader.type === 'forbidden_effects')
      checkCalls(grader.calls ?? [], task.tools, fieldPlace(at, 'calls'));
    if (grader.type === 'final_state' && 'changes' in grader)
      noPlaceholders(grader.changes, fieldPlace(at, 'changes'));
    if (grader.type === 'reply' && typeof grader.turn === 'number' && grader.turn > task.limits.turns)
      addProblem(fieldPlace(at, 'turn'), `must be at most ${task.limits.turns}, the limit of turns`);
  }
}

function checkTools(tools: readonly SimulatedTool[], place: Place): void {
  for (const [i, tool] of tools.entries()) {
    if (tools.findIndex(({ name }) => name === tool.name) < i)
      addProblem(fieldPlace(place, i, 'name'), `must be a different name: ${tool.name} is already a tool`);
    endsAlways(tool.rules, fieldPlace(place, i, 'rules'), 'rule');
    for (const [r, rule] of tool.rules.entries()) checkRule(rule, tool, fieldPlace(place, i, 'rules', r));
  }
}

/** The last one must always apply, and none may follow one that does. */
function endsAlways(rules: readonly { when: readonly Condition[] }[], place: Place, word: string): void {
  const first = rules.findIndex(({ when }) => when.length === 0);
  if (first === -1)
    addProblem(
      fieldPlace(place, rules.length - 1, 'when'),
      `must be omitted: the last ${word} applies if no other does`,
    );
  else if (first < rules.length - 1)
    addProblem(
      fieldPlace(place, first + 1),
      `is never reached, because the ${word} before it always applies`,
    );
}

function checkScript(script: readonly Branch[], place: Place): void {
  endsAlways(script, place, 'branch');
  for (const [i, { when, effects }] of script.entries()) {
    for (const [e, effect] of effects.entries()) {
      const at = fieldPlace(place, i, 'effects', e);
      for (const { pointer, at: where } of referencesOf(effect, at)) {
        if (/\{/.test(pointer)) addProblem(where, 'must have no {…}: a user has no arguments');
        else if (!isEnsured(pointerTokens(pointer), when, effects.slice(0, e)))
          addProblem(where, describeUncertain(pointerTokens(pointer)));
      }
    }
  }
}

interface Reference {
  pointer: string;
  at: Place;
}

/** The places that an effect requires. */
function referencesOf(effect: Effect, at: Place): Reference[] {
  const tokens = pointerTokens(effect.path);
  const path = fieldPlace(at, 'path');
  const needed = effect.op === 'set' ? pointerTo(tokens.slice(0, -1)) : effect.path;
  const own = pointerTokens(needed).length > 1 ? [{ pointer: needed, at: path }] : [];
  const value =
    'value' in effect
      ? fromsOf(effect.value, fieldPlace(at, 'value'))
      : 'by' in effect
        ? fromsOf(effect.by, fieldPlace(at, 'by'))
        : [];
  return [...own, ...value];
}

/** Every `{"$from": …}` of a template. */
function fromsOf(template: Json, at: Place): Reference[] {
  if (isObject(template) && typeof template.$from === 'string')
    return [{ pointer: template.$from, at: fieldPlace(at, '$from') }];
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([key, one]) => fromsOf(one as Json, fieldPlace(at, key)));
}

function checkRule({ when, effects, result }: ToolRule, tool: SimulatedTool, place: Place): void {
  const known = argumentsOf(tool);
  for (const [i, condition] of when.entries())
    checkNames(condition.at, known, fieldPlace(place, 'when', i, 'at'));
  const check = (reference: Reference, before: readonly Effect[]) => {
    const { pointer, at } = reference;
    if (!checkNames(pointer, known, at)) return;
    const tokens = pointerTokens(pointer);
    if (tokens[0] !== 'args' && tokens[0] !== 'state')
      return addProblem(at, 'must be a JSON Pointer below /args, /state');
    const names = [...pointer.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
    const needed = tokens[0] === 'args' && tokens[1] !== undefined ? [tokens[1], ...names] : names;
    const optional = needed.find((name) => !isGiven(name, tool, when));
    if (optional !== undefined)
      addProblem(
        at,
        `needs the argument ${optional}, which is not required: add it to required, or a condition on /args/${optional} to when`,
      );
    else if (tokens[0] === 'state' && names.length > 0 && !isEnsured(tokens, when, before))
      addProblem(at, describeUncertain(tokens));
  };
  for (const [e, effect] of effects.entries()) {
    const at = fieldPlace(place, 'effects', e);
    checkNames(effect.path, known, fieldPlace(at, 'path'));
    for (const reference of referencesOf(effect, at)) check(reference, effects.slice(0, e));
  }
  for (const reference of fromsOf(result, fieldPlace(place, 'result'))) check(reference, effects);
}

function argumentsOf({ parameters }: SimulatedTool): string[] {
  return isObject(parameters.properties) ? Object.keys(parameters.properties) : [];
}

/** Checks that a pointer names only arguments that the tool has. */
function checkNames(pointer: string, known: readonly string[], at: Place): boolean {
  const tokens = pointerTokens(pointer);
  const names = [...pointer.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  if (tokens[0] === 'args' && tokens[1] !== undefined) names.push(tokens[1]);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return true;
  addProblem(at, `names the argument ${unknown}, and the tool has: ${known.join(', ') || 'none'}`);
  return false;
}

const saysThatItIs = (condition: Condition) =>
  !('not' in condition) && !('exists' in condition && !condition.exists);

function isGiven(name: string, { parameters }: SimulatedTool, when: readonly Condition[]): boolean {
  const { required } = parameters;
  if (Array.isArray(required) && required.includes(name)) return true;
  return when.some(
    (one) => saysThatItIs(one) && pointerTokens(one.at)[0] === 'args' && pointerTokens(one.at)[1] === name,
  );
}

/** The part of a pointer that depends on arguments; for a user's memory, all of it. */
function uncertain(tokens: readonly string[]): readonly string[] {
  const last = tokens.findLastIndex((token) => token.includes('{'));
  return last === -1 ? tokens : tokens.slice(0, last + 1);
}

/** Whether a condition, or an earlier effect, makes sure that something exists. */
function isEnsured(
  tokens: readonly string[],
  when: readonly Condition[],
  before: readonly Effect[],
): boolean {
  if (tokens[0] !== 'user' && !tokens.some((token) => token.includes('{'))) return true;
  const needed = pointerTo(uncertain(tokens));
  const covers = (pointer: string) => pointer === needed || pointer.startsWith(`${needed}/`);
  const made = (effect: Effect) =>
    effect.op === 'set' && (covers(effect.path) || needed.startsWith(`${effect.path}/`));
  return when.some((one) => saysThatItIs(one) && covers(one.at)) || before.some(made);
}

const describeUncertain = (tokens: readonly string[]) =>
  `may not exist: add {"at": "${pointerTo(uncertain(tokens))}", "exists": true} to when`;

function checkCalls(calls: readonly ExpectedCall[], tools: readonly SimulatedTool[], place: Place): void {
  for (const [i, call] of calls.entries()) {
    const tool = tools.find(({ name }) => name === call.name);
    if (!tool) {
      const known = tools.map(({ name }) => name).join(', ') || 'none';
      addProblem(fieldPlace(place, i, 'name'), `must be a tool of the task, which has: ${known}`);
      continue;
    }
    const known = argumentsOf(tool);
    if (!isObject(tool.parameters.properties)) continue;
    for (const name of Object.keys(call.arguments)) {
      if (!known.includes(name))
        addProblem(
          fieldPlace(place, i, 'arguments', name),
          `must be an argument of ${tool.name}, which has: ${known.join(', ') || 'none'}`,
        );
    }
  }
}

function noPlaceholders(effects: readonly Effect[], place: Place): void {
  for (const [i, effect] of effects.entries()) {
    if (effect.path.includes('{'))
      addProblem(fieldPlace(place, i, 'path'), 'must have no {…}: a grader has no arguments');
  }
}
