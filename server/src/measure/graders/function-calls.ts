import type { Grader } from './grader.ts';
import {
  equal,
  isDict,
  isList,
  type PythonDict,
  PythonFloat,
  type PythonType,
  type PythonValue,
  parsePython,
  typeOf,
} from './python-json.ts';

/**
 * Compares the calls of a response with the accepted ones, argument by argument, like `ast_checker` of the Berkeley
 * Function Calling Leaderboard for Python (bfcl-eval 2026.3.23, Apache-2.0). It also reproduces that checker's
 * accidents of Python, because published figures depend on them.
 */
export const functionCalls: Grader = {
  type: 'function_calls',
  version: 1,
  share: 'never',
  description:
    'The response calls exactly the expected functions, in any order, and each argument has the right type and an accepted value. [] expects no call.',
  options: {
    functions: {
      type: 'json',
      description:
        'The functions that may be called: name, and parameters with properties (type, items) and required.',
      expects: 'a list of functions with name and parameters',
      accepts: (value) => Array.isArray(value) && value.every(isFunction),
    },
  },
  readsCalls: true,
  expectedProblem(expected, { functions }) {
    const calls = expectedCalls(expected);
    if (calls === null) {
      return 'expected must be a JSON list with an object for each call: {"name": {"argument": [accepted values]}}';
    }
    const known = toFunctions(functions);
    const unknown = calls.find(({ name }) => !known.has(name));
    return unknown ? `expected calls ${unknown.name}, which is not in options.functions` : null;
  },
  judge(reply, [expected = '[]'], { functions }) {
    const wanted = expectedCalls(expected) ?? [];
    const isRight = areRight(madeCalls(reply), wanted, toFunctions(functions));
    return { score: Number(isRight), extraction: null, extracted: null, settled: true };
  },
};

interface DescribedFunction {
  readonly properties: ReadonlyMap<string, Parameter>;
  readonly required: readonly string[];
}

interface Parameter {
  readonly type: string;
  /** The type of a list's elements. */
  readonly items?: string;
}

/** A call, with the accepted values of each argument; "" among them means that it may be omitted. */
interface ExpectedCall {
  readonly name: string;
  readonly accepted: ReadonlyMap<string, readonly PythonValue[]>;
}

interface MadeCall {
  readonly name: string;
  readonly given: PythonDict;
}

const TYPES: Readonly<Record<string, PythonType>> = {
  string: 'str',
  integer: 'int',
  float: 'float',
  boolean: 'bool',
  array: 'list',
  tuple: 'list',
  dict: 'dict',
  any: 'str',
};

function isFunction(value: unknown): boolean {
  const { name, parameters } = Object(value) as { name?: unknown; parameters?: unknown };
  const { properties, required = [] } = Object(parameters) as { properties?: unknown; required?: unknown };
  if (typeof name !== 'string' || typeof properties !== 'object' || properties === null) return false;
  return Array.isArray(required) && Object.values(properties).every(isParameter);
}

function isParameter(value: unknown): boolean {
  const { type, items } = Object(value) as { type?: unknown; items?: { type?: unknown } };
  if (typeof type !== 'string' || !Object.hasOwn(TYPES, type)) return false;
  return TYPES[type] !== 'list' || Object.hasOwn(TYPES, String(Object(items).type));
}

interface GivenFunction {
  name: string;
  parameters: { properties: Record<string, { type: string; items?: { type: string } }>; required?: string[] };
}

function toFunctions(functions: unknown): ReadonlyMap<string, DescribedFunction> {
  const listed = (functions ?? []) as GivenFunction[];
  return new Map(
    listed.map(({ name, parameters: { properties, required = [] } }) => [
      name,
      {
        required,
        properties: new Map(
          Object.entries(properties).map(([parameter, { type, items }]) => [
            parameter,
            { type, ...(TYPES[type] === 'list' && items && { items: items.type }) },
          ]),
        ),
      },
    ]),
  );
}

function expectedCalls(text: string): ExpectedCall[] | null {
  const listed = parsePython(text);
  if (!isList(listed)) return null;
  const calls = listed.map((one) => {
    if (!isDict(one) || one.size !== 1) return null;
    const [[name, accepted]] = [...one] as [[string, PythonValue]];
    if (!isDict(accepted) || ![...accepted.values()].every(isList)) return null;
    return { name, accepted: accepted as ReadonlyMap<string, readonly PythonValue[]> };
  });
  return calls.every((call) => call !== null) ? calls : null;
}

/** Null if the arguments of one are not a JSON object, which cannot count as a call. */
function madeCalls(reply: string): MadeCall[] | null {
  const calls = (JSON.parse(reply) as [string, string][]).map(([name, args]) => {
    const given = parsePython(args);
    return isDict(given) ? { name, given } : null;
  });
  return calls.every((call) => call !== null) ? calls : null;
}

/** Matches each expected call with the first fitting call that is not matched yet. */
function areRight(
  calls: readonly MadeCall[] | null,
  wanted: readonly ExpectedCall[],
  functions: ReadonlyMap<string, DescribedFunction>,
): boolean {
  if (wanted.length === 0) return calls === null || calls.length === 0;
  if (calls === null || calls.length !== wanted.length) return false;
  const left = [...calls];
  return wanted.every((expected) => {
    const described = functions.get(expected.name);
    const at = left.findIndex((made) => described !== undefined && isRight(made, expected, described));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/** Providers allow no "." in the name of a tool, so each is sent as "_". */
export const toolName = (name: string): string => name.replaceAll('.', '_');

function isRight(
  { name, given }: MadeCall,
  { name: wanted, accepted }: ExpectedCall,
  described: DescribedFunction,
): boolean {
  if (name !== toolName(wanted) || !described.required.every((parameter) => given.has(parameter)))
    return false;
  for (const [parameter, value] of given) {
    const about = described.properties.get(parameter);
    const values = accepted.get(parameter);
    if (!about || !values || !isArgument(value, about, values)) return false;
  }
  return [...accepted].every(([parameter, values]) => given.has(parameter) || values.includes(''));
}

function isArgument(
  given: PythonValue,
  { type, items }: Parameter,
  accepted: readonly PythonValue[],
): boolean {
  const wanted = TYPES[type] as PythonType;
  const inner = items === undefined ? null : (TYPES[items] as PythonType);
  // As in Python, an integer is accepted as a float. The reference checker does this for arguments, but not for elements of lists.
  const value = type === 'float' && typeof given === 'number' ? new PythonFloat(given) : given;
  const kind = kindOf(value, accepted, wanted, inner);
  if (kind === 'wrong') return false;
  if (kind === 'variable') return accepted.some((one) => equal(one, value));
  if (wanted === 'dict') return isDictOf(value, accepted);
  if (wanted === 'list' && inner === 'dict') return isListOfDicts(value, accepted);
  if (wanted === 'str') return accepted.some((one) => typeof one === 'string' && sameText(one, value));
  if (wanted === 'list') return isListOf(value, accepted);
  return accepted.some((one) => equal(one, value));
}

/**
 * Whether a value has the expected type, or otherwise that of the accepted values: the reference considers these names
 * of variables, and compares them unchanged.
 */
function kindOf(
  value: PythonValue,
  accepted: readonly PythonValue[],
  wanted: PythonType,
  inner: PythonType | null,
): 'value' | 'variable' | 'wrong' {
  const first = accepted.find((one) => one !== '');
  const acceptedType = first === undefined ? null : typeOf(first);
  if (typeOf(value) !== wanted) return typeOf(value) === acceptedType ? 'variable' : 'wrong';
  const fits = inner === null || accepted.some((one) => !isList(one) || elementsFit(value, one, inner));
  if (!fits) return 'wrong';
  return acceptedType !== null && acceptedType !== wanted ? 'variable' : 'value';
}

function elementsFit(value: PythonValue, accepted: readonly PythonValue[], inner: PythonType): boolean {
  return (value as readonly PythonValue[]).every((one) => kindOf(one, accepted, inner, null) !== 'wrong');
}

/** Ignores case, spaces and the marks ,./-_*^, and makes all quotation marks double. */
const standard = (text: string): string =>
  text
    .replace(/[ ,./\-_*^]/g, '')
    .toLowerCase()
    .replaceAll("'", '"');

const standardValue = (value: PythonValue): PythonValue =>
  typeof value === 'string' ? standard(value) : value;

const sameText = (accepted: string, value: PythonValue): boolean =>
  typeof value === 'string' && standard(accepted) === standard(value);

/** A text counts as the list of its characters, as in Python: "" accepts an empty list. */
const elementsOf = (value: PythonValue): readonly PythonValue[] | null =>
  typeof value === 'string' ? [...value] : isList(value) ? value : null;

function isListOf(value: PythonValue, accepted: readonly PythonValue[]): boolean {
  const given = (value as readonly PythonValue[]).map(standardValue);
  return accepted.some((one) => {
    const elements = elementsOf(one);
    return elements !== null && equal(elements.map(standardValue), given);
  });
}

function isDictOf(value: PythonValue, accepted: readonly PythonValue[]): boolean {
  return accepted.some((one) => isDict(one) && isDict(value) && hasMembers(value, one));
}

function hasMembers(value: PythonDict, accepted: PythonDict): boolean {
  for (const [name, member] of value) {
    const values = accepted.get(name);
    const given = standardValue(member);
    if (!isList(values) || !values.some((one) => equal(standardValue(one), given))) return false;
  }
  return [...accepted].every(([name, values]) => value.has(name) || (isList(values) && values.includes('')));
}

/** Elements in order. */
function isListOfDicts(value: PythonValue, accepted: readonly PythonValue[]): boolean {
  const given = value as readonly PythonValue[];
  return accepted.some((one) => {
    const dicts = elementsOf(one);
    if (dicts === null || dicts.length !== given.length) return false;
    return given.every((dict, i) => isDictOf(dict, [dicts[i] as PythonValue]));
  });
}
