import {
  type Fields,
  failField,
  fieldPointer,
  isObject,
  type Pointer,
  type ReadField,
  readAnyObject,
  readArray,
  readNumber,
  readObject,
  readOneOf,
  readOrNull,
  readRecord,
  readString,
} from './fields.ts';

/** One question that the `lookup` program can answer. */
export interface LookupItem {
  readonly input: string;
  readonly expected: string;
  /** Shared by items that are right or wrong together, see `cluster_correlation`. */
  readonly cluster?: string;
  /** Number of steps of its answer, each of which may go wrong; default 0. */
  readonly difficulty?: number;
}

/** Input of an answer function. */
export interface AnswerCall {
  readonly model: string;
  /** The text of the last user message. */
  readonly prompt: string;
  readonly messages: readonly unknown[];
  /** 1 for the first request with this prompt to this model, then 2, … */
  readonly attempt: number;
}

/** A model's reply: text, or tool calls (with optional text before them). */
export type Reply = string | ToolReply;

export interface ToolReply {
  readonly text?: string;
  readonly tool_calls: readonly {
    readonly name: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  }[];
}

export type AnswerFunction = (call: AnswerCall) => Reply | Promise<Reply>;

export const ANSWER_PROGRAMS = ['arithmetic', 'lookup'] as const;
export type Program = (typeof ANSWER_PROGRAMS)[number];

/** The prompt itself. */
export interface EchoAnswers {
  readonly kind: 'echo';
}

/**
 * One of `values`: the next one for each answer (`in_turn`, starting again after the last), or always the same one for
 * a prompt (`by_prompt`).
 */
export interface ListAnswers {
  readonly kind: 'list';
  readonly values: readonly Reply[];
  readonly order: 'in_turn' | 'by_prompt';
}

/**
 * The entry whose key is the whole prompt, otherwise `otherwise`. Of several replies the first answers the prompt, the
 * next one follows the tool results, and so on; the last one is repeated.
 */
export interface MapAnswers {
  readonly kind: 'map';
  readonly entries: Readonly<Record<string, Reply | readonly Reply[]>>;
  readonly otherwise: Reply | readonly Reply[];
}

/** The result of a function; only from code. */
export interface FunctionAnswers {
  readonly kind: 'function';
  readonly answer: AnswerFunction;
}

/** Programs that find the right answer, and give a wrong one at the configured rate. */
export interface SolverAnswers {
  readonly kind: 'solver';
  /** Tried in this order; null: `lookup` (if there are items), then `arithmetic`. */
  readonly programs: readonly Program[] | null;
  /** Items of `lookup`, inline … */
  readonly items: readonly LookupItem[] | null;
  /** … or a JSONL file of the same, relative to the script's folder. */
  readonly file: string | null;
  /** Probability of the right answer: one number, or one for each program (default 1). */
  readonly accuracy: number | Readonly<Partial<Record<Program, number>>>;
  /**
   * Probability that one step of an item is right: an item of difficulty d is right with `accuracy` times its d-th
   * power.
   */
  readonly step_accuracy: number;
  /** Whether an item is always right or always wrong, or drawn again for each request. */
  readonly noise: 'per_item' | 'per_call';
  /** The correlation of right and wrong between two items of a cluster. */
  readonly cluster_correlation: number;
  /** The answer when no program finds one. */
  readonly otherwise: string;
}

export type Answers = EchoAnswers | ListAnswers | MapAnswers | FunctionAnswers | SolverAnswers;

type Loose<T> = T extends { kind: string } ? Pick<T, 'kind'> & Partial<Omit<T, 'kind'>> : never;
/** Answers in the form of a script, in which fields with defaults may be omitted. */
export type LooseAnswers = Loose<Answers>;

const NO_ANSWER = 'This is a mock model and it has no answer to that.';

/** Its own difficulty, or the number in a dataset's metadata, which may be a text. */
function difficultyOf(
  { difficulty, metadata }: Readonly<Record<string, unknown>>,
  at: Pointer,
): number | undefined {
  if (difficulty !== undefined) return readNumber(0, 1_000_000)(difficulty, fieldPointer(at, 'difficulty'));
  const kept = isObject(metadata) ? metadata.difficulty : undefined;
  return typeof kept === 'number' && kept >= 0 ? kept : 0;
}

export const readItem: ReadField<LookupItem> = (value, at) => {
  // Unknown keys are allowed: the file may be the evaluated dataset with its metadata.
  if (!isObject(value)) return failField(at, 'must be an object with input and expected');
  const { input, expected, cluster } = value;
  if (typeof input !== 'string' || input === '')
    return failField(fieldPointer(at, 'input'), 'must be a non-empty string');
  if (typeof expected !== 'string' && typeof expected !== 'number' && typeof expected !== 'boolean')
    return failField(fieldPointer(at, 'expected'), 'must be a string, number or boolean');
  const difficulty = difficultyOf(value, at);
  if (difficulty === undefined) return undefined;
  const item = { input, expected: String(expected), difficulty };
  // As in datasets, an empty cluster is none.
  if (cluster === undefined || cluster === null || cluster === '') return item;
  if (typeof cluster !== 'string' && typeof cluster !== 'number')
    return failField(fieldPointer(at, 'cluster'), 'must be a string or a number');
  return { ...item, cluster: String(cluster) };
};

const readAccuracy: ReadField<SolverAnswers['accuracy']> = (value, at) => {
  if (!isObject(value)) return readNumber(0, 1)(value, at);
  const one = { read: readNumber(0, 1), fallback: 1 };
  return readObject<Record<Program, number>>({ arithmetic: one, lookup: one }, value, at);
};

const answerFunction: ReadField<AnswerFunction> = (value, at) =>
  typeof value === 'function'
    ? (value as AnswerFunction)
    : failField(at, 'must be a function, so only code can give it');

const TOOL_REPLY: Fields<Required<ToolReply>> = {
  text: { read: readString, fallback: '' },
  tool_calls: {
    read: readArray(
      (value, at) =>
        readObject(
          { name: { read: readString }, arguments: { read: readAnyObject, fallback: {} } },
          value,
          at,
        ),
      1,
    ),
  },
};

const readReply: ReadField<Reply> = (value, at) =>
  isObject(value)
    ? readObject<Required<ToolReply>>(TOOL_REPLY, value, at)
    : typeof value === 'string'
      ? value
      : failField(at, 'must be a string, or an object with tool_calls');

const readReplies: ReadField<Reply | readonly Reply[]> = (value, at) =>
  Array.isArray(value) ? readArray(readReply, 1)(value, at) : readReply(value, at);

/** The table of the kinds of answers, their options and defaults. */
export const ANSWER_KINDS = {
  echo: { kind: { read: readOneOf(['echo']) } },
  list: {
    kind: { read: readOneOf(['list']) },
    values: { read: readArray(readReply, 1) },
    order: { read: readOneOf(['in_turn', 'by_prompt']), fallback: 'in_turn' },
  },
  map: {
    kind: { read: readOneOf(['map']) },
    entries: { read: readRecord(readReplies) },
    otherwise: { read: readReplies, fallback: NO_ANSWER },
  },
  function: { kind: { read: readOneOf(['function']) }, answer: { read: answerFunction } },
  solver: {
    kind: { read: readOneOf(['solver']) },
    programs: { read: readOrNull(readArray(readOneOf(ANSWER_PROGRAMS), 1)), fallback: null },
    items: { read: readOrNull(readArray(readItem, 1)), fallback: null },
    file: { read: readOrNull(readString), fallback: null },
    accuracy: { read: readAccuracy, fallback: 1 },
    step_accuracy: { read: readNumber(0, 1), fallback: 1 },
    noise: { read: readOneOf(['per_item', 'per_call']), fallback: 'per_item' },
    cluster_correlation: { read: readNumber(0, 1), fallback: 0 },
    otherwise: { read: readString, fallback: NO_ANSWER },
  },
} satisfies { [K in Answers['kind']]: Fields<Extract<Answers, { kind: K }>> };

export const DEFAULT_ANSWERS: SolverAnswers = {
  kind: 'solver',
  programs: null,
  items: null,
  file: null,
  accuracy: 1,
  step_accuracy: 1,
  noise: 'per_item',
  cluster_correlation: 0,
  otherwise: NO_ANSWER,
};

const kindOf = readOneOf(['echo', 'list', 'map', 'function', 'solver']);

export function readAnswers(value: unknown, at: Pointer): Answers | undefined {
  if (!isObject(value)) return failField(at, 'must be an object with a kind');
  const kind = kindOf(value.kind, fieldPointer(at, 'kind'));
  if (kind === undefined) return undefined;
  const answers = readObject<Answers>(ANSWER_KINDS[kind] as unknown as Fields<Answers>, value, at);
  return answers?.kind === 'solver' ? checkedSolver(answers, at) : answers;
}

function checkedSolver(solver: SolverAnswers, at: Pointer): SolverAnswers | undefined {
  if (solver.items !== null && solver.file !== null)
    return failField(fieldPointer(at, 'file'), 'give items or file, not both');
  const known = solver.items !== null || solver.file !== null;
  if (solver.programs?.includes('lookup') && !known)
    return failField(fieldPointer(at, 'items'), 'lookup needs items or file');
  if (solver.cluster_correlation > 0 && !known)
    return failField(
      fieldPointer(at, 'cluster_correlation'),
      'needs items or file, because it applies to their clusters',
    );
  if (solver.programs !== null && !solver.programs.includes('lookup') && known) {
    return failField(
      fieldPointer(at, 'programs'),
      'items or file are given, but lookup is not among the programs',
    );
  }
  return solver;
}
