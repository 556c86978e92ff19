import { isObject } from '../../kernel/json.ts';
import {
  asksOutside,
  comparesTexts,
  type GraderSpec,
  graderProblems,
  schemaProblem,
} from '../graders/graders.ts';
import { checkReferences } from './check-references.ts';
import {
  acceptedBy,
  addProblem,
  choice,
  type Field,
  fieldPlace,
  isText,
  json,
  list,
  numberIn,
  object,
  oneOf,
  type Place,
  pointer,
  type TaskProblem,
  tagged,
  text,
} from './fields.ts';
import { applyEffects, MAX_TASK_NESTING, SimulationFailed } from './rules.ts';
import type {
  Branch,
  Json,
  SimulatedTool,
  SimulatedUser,
  Task,
  TaskGrader,
  TaskLimits,
  ToolRule,
} from './task.ts';

/** The defaults of a task. */
const LIMITS: TaskLimits = { turns: 20, calls: 50, seconds: 600, cost_usd: null };

const MAX_STATE = 256 * 1024;
const MAX_SCHEMA = 16 * 1024;

/** Reads the task in a line, or returns everything that is wrong with it. */
export function readTask(fields: Record<string, unknown>): { task: Task } | { problems: TaskProblem[] } {
  const problems: TaskProblem[] = [];
  const place: Place = { at: [], problems };
  checkValues(fields, place);
  if (problems.length > 0) return { problems };
  TASK(fields, place);
  if (problems.length > 0) return { problems };
  const task = withDefaults(fields);
  checkReferences(task, place);
  checkGraders(task, place);
  return problems.length > 0 ? { problems } : { task };
}

/** Checked first, because the later checks recurse for each level and compare numbers. */
function checkValues(value: unknown, place: Place): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      addProblem(
        place,
        'must be a number that can be held exactly: write a whole number beyond 2^53 - 1 as a text',
      );
  } else if (typeof value === 'object' && value !== null) {
    if (place.at.length >= MAX_TASK_NESTING)
      addProblem(place, `must not be nested deeper than ${MAX_TASK_NESTING} levels`);
    else for (const [key, one] of Object.entries(value)) checkValues(one, fieldPlace(place, key));
  }
}

const flag = oneOf(true, false);
const SCRIPT_ROOTS = ['/state', '/user', '/reply', '/turn', '/calls'];
const TOOL_ROOTS = ['/args', '/state'];

function condition(roots: readonly string[]): Field {
  const operators = {
    exists: flag,
    equals: json,
    not: json,
    one_of: list(json, { least: 1, most: 100 }),
    at_least: json,
    at_most: json,
    contains: text,
  };
  return choice(operators, { at: pointer(roots) });
}

function effect(root: string): Field {
  const at = { op: json, path: pointer([root]) };
  const withValue = object({ ...at, value: json });
  const byNumber = object({ ...at, by: json });
  return tagged('op', {
    set: withValue,
    append: withValue,
    increase: byNumber,
    decrease: byNumber,
    remove: object(at),
  });
}

const message = object({ role: oneOf('system', 'user', 'assistant'), content: text });
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

const parameters: Field = (value, place) => {
  if (!isObject(value) || value.type !== 'object')
    return addProblem(place, 'must be a JSON Schema of type object');
  if (JSON.stringify(value).length > MAX_SCHEMA) return addProblem(place, 'must be at most 16 KiB');
  try {
    schemaProblem(value, {});
  } catch (error) {
    addProblem(place, `must be a JSON Schema that can be used: ${(error as Error).message}`);
  }
};

const rule = object(
  { result: json },
  {
    when: list(condition(TOOL_ROOTS), { most: 20 }),
    effects: list(effect('/state'), { most: 50 }),
    fails: flag,
  },
);

const tool = choice(
  { result: json, rules: list(rule, { least: 1, most: 100 }) },
  {
    name: acceptedBy(
      (value) => typeof value === 'string' && NAME.test(value),
      'letters, digits, _ and -, at most 64 of them',
    ),
    description: text,
    parameters,
  },
);

const branch = object(
  {},
  {
    when: list(condition(SCRIPT_ROOTS), { most: 20 }),
    say: text,
    effects: list(effect('/user'), { most: 20 }),
  },
);

const model = { provider: text, model_id: text };

const user = choice({
  turns: list(text, { most: 100 }),
  script: list(branch, { least: 1, most: 100 }),
  model: object({ ...model, instructions: text }),
});

const expectedCall = object({ name: text, arguments: acceptedBy(isObject, 'an object of arguments') });
const type = json;
const pointers = list(pointer(), { least: 1, most: 100 });
const tolerance: Field = (value, place) => {
  if (!isObject(value)) return numberIn(0, Number.MAX_VALUE)(value, place);
  for (const [at, one] of Object.entries(value)) {
    pointer()(at, fieldPlace(place, at));
    numberIn(0, Number.MAX_VALUE)(one, fieldPlace(place, at));
  }
};

const turn: Field = (value, place) => {
  const isNumber = typeof value === 'number' && Number.isInteger(value) && value >= 1;
  if (!isNumber && !['last', 'each', 'any'].includes(String(value)))
    addProblem(place, 'must be the number of a turn of the user, from 1, or "last", "each" or "any"');
};

const grader = tagged('type', {
  final_state: choice(
    { equals: json, changes: list(effect('/state'), { most: 100 }) },
    { type },
    { tolerance, ignore: pointers, unordered: pointers },
  ),
  tool_calls: object(
    { type, calls: list(expectedCall, { most: 100 }) },
    {
      order: oneOf('any', 'same'),
      extra: oneOf('allowed', 'none'),
      arguments: oneOf('equal', 'contain'),
      tolerance: numberIn(0, Number.MAX_VALUE),
    },
  ),
  forbidden_effects: object(
    { type },
    {
      paths: pointers,
      only: list(pointer(), { most: 100 }),
      calls: list(expectedCall, { least: 1, most: 100 }),
    },
  ),
  reply: object({ type, grader: json, expected: json }, { turn }),
  judge: object({
    type,
    model: object(model),
    criteria: list(object({ name: text, description: text }), { least: 1, most: 20 }),
  }),
});

const TASK = object(
  { messages: list(message, { least: 1, most: 200 }), graders: list(grader, { least: 1, most: 20 }) },
  {
    name: text,
    tools: list(tool, { most: 64 }),
    state: acceptedBy(
      (value) => isObject(value) && JSON.stringify(value).length <= MAX_STATE,
      'an object of at most 256 KiB',
    ),
    user,
    limits: object(
      {},
      {
        turns: numberIn(1, 100, true),
        calls: numberIn(0, 500, true),
        seconds: numberIn(0.001, 86_400),
        cost_usd: numberIn(0, 1e6),
      },
    ),
    cluster: acceptedBy((value) => isText(value) || typeof value === 'number', 'a text or a number'),
    metadata: acceptedBy(isObject, 'an object'),
  },
);

type OmittedFields<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
type WrittenTool = Omit<SimulatedTool, 'rules'> & {
  result?: Json;
  rules?: OmittedFields<ToolRule, 'when' | 'effects' | 'fails'>[];
};

/** A task as it may be written. */
interface WrittenTask extends Omit<Task, 'tools' | 'state' | 'user' | 'limits' | 'graders' | 'cluster'> {
  tools?: WrittenTool[];
  state?: Json;
  user?:
    | Exclude<SimulatedUser, { script: unknown }>
    | { script: OmittedFields<Branch, 'when' | 'effects'>[] };
  graders: (TaskGrader | { type: 'reply'; grader: unknown })[];
  limits?: Partial<TaskLimits>;
  cluster?: string | number;
}

/** Adds the defaults of omitted fields. */
function withDefaults(fields: Record<string, unknown>): Task {
  const {
    tools = [],
    state = {},
    user: said,
    limits,
    graders,
    cluster,
    ...rest
  } = fields as unknown as WrittenTask;
  return {
    ...rest,
    state,
    tools: tools.map(completedTool),
    ...(said && { user: 'script' in said ? { script: said.script.map(completedBranch) } : said }),
    graders: graders.map(completedGrader),
    limits: { ...LIMITS, ...limits },
    ...(cluster !== undefined && { cluster: String(cluster) }),
  };
}

const completedTool = ({ result = null, rules = [{ result }], ...tool }: WrittenTool): SimulatedTool => ({
  ...tool,
  rules: rules.map((one) => ({ when: [], effects: [], fails: false, ...one })),
});

const completedBranch = (one: OmittedFields<Branch, 'when' | 'effects'>): Branch => ({
  when: [],
  effects: [],
  ...one,
});

function completedGrader(grader: WrittenTask['graders'][number]): TaskGrader {
  if (grader.type !== 'reply') return grader as TaskGrader;
  return { turn: 'last', ...grader, grader: specOf(grader.grader) } as TaskGrader;
}

const specOf = (grader: unknown): unknown =>
  typeof grader === 'string'
    ? { type: grader, options: {} }
    : isObject(grader)
      ? { options: {}, ...grader }
      : grader;

/** Checks that what graders expect is possible in this task. */
function checkGraders(task: Task, place: Place): void {
  for (const [i, grader] of task.graders.entries()) {
    const at = fieldPlace(place, 'graders', i);
    if (grader.type === 'reply') checkReply(grader, at);
    if (grader.type === 'final_state' && 'changes' in grader) {
      try {
        applyEffects(grader.changes, { state: task.state }, 'state');
      } catch (error) {
        if (!(error instanceof SimulationFailed)) throw error;
        addProblem(fieldPlace(at, 'changes'), `must apply to the state of the task: ${error.message}`);
      }
    }
    if (grader.type === 'forbidden_effects' && !grader.paths && !grader.only && !grader.calls)
      addProblem(at, 'must have paths, only or calls');
  }
}

function checkReply(grader: Extract<TaskGrader, { type: 'reply' }>, at: Place): void {
  const { grader: spec, expected } = grader as { grader: unknown; expected: unknown };
  const isExpected = isText(expected) || (Array.isArray(expected) && expected.every(isText));
  const asked = spec as GraderSpec;
  if (!isObject(spec) || typeof spec.type !== 'string' || !isObject(spec.options))
    addProblem(fieldPlace(at, 'grader'), 'must be a name or {"type": …, "options": {…}}');
  else if (!isExpected) addProblem(fieldPlace(at, 'expected'), 'must be a text or a list of texts');
  else if (asksOutside(asked))
    addProblem(
      fieldPlace(at, 'grader'),
      'must not call a model or server or run code; use a judge for the whole conversation',
    );
  else if (comparesTexts(asked))
    addProblem(fieldPlace(at, 'grader'), `must grade right or wrong; ${asked.type} gives a share`);
  else
    for (const problem of graderProblems(asked, expected as string | string[]))
      addProblem(fieldPlace(at, 'grader'), problem);
}
