import { type FieldError, InvalidInput } from '../invalid-input.ts';
import { type Answers, DEFAULT_ANSWERS, type LooseAnswers, readAnswers } from './answers.ts';
import { type Batches, readBatches } from './batches.ts';
import {
  type Fields,
  failField,
  fieldPointer,
  isObject,
  type Pointer,
  type ReadField,
  readBoolean,
  readInteger,
  readNumber,
  readObject,
  readOrNull,
  readString,
} from './fields.ts';
import { type Outage, readOutages, readStandstills, type Standstill } from './interruptions.ts';
import { type Latency, type LooseLatency, readLatency } from './latency.ts';
import { type PrefixCache, readPrefixCache } from './prefix-cache.ts';
import { type RawResponse, readRawResponse } from './raw-response.ts';

/** The behaviour of a model. All keys are optional in a script; the defaults are in `BEHAVIOUR_FIELDS`. */
export interface Behaviour {
  /** Time to the first token. Errors, 429 and quota responses are immediate. */
  readonly latency: Latency;
  /** Rate of the tokens after the first, streamed or not; null for all at once. */
  readonly tokens_per_second: number | null;
  /** Number of answers that are processed at once while others wait; null for no limit. */
  readonly servers: number | null;
  /** When work on answers pauses. */
  readonly standstills: readonly Standstill[];
  /** Share of all requests answered with `error_status`. */
  readonly error_rate: number;
  readonly error_status: number;
  /** Share of all requests answered 429 with code `rate_limit_exceeded`. */
  readonly rate_limit_rate: number;
  /** Whole seconds for the `Retry-After` header of those; null for no header. */
  readonly retry_after_s: number | null;
  /** After this many requests to the model, every further one is 429 `insufficient_quota`; null for no quota. */
  readonly quota_requests: number | null;
  /** The response instead of every answer, such as an error page; null for none. */
  readonly raw_response: RawResponse | null;
  /** Share of all requests whose connection is closed without a response. */
  readonly hang_up_rate: number;
  /** Share of all requests that never get an answer. */
  readonly hang_rate: number;
  /** Share of all requests whose answer is interrupted: the connection is closed. */
  readonly truncated_rate: number;
  /** Share of all requests whose answer contains broken JSON. */
  readonly malformed_rate: number;
  /** The first this many requests for each prompt are answered with `error_status`. */
  readonly fail_first_attempts: number;
  readonly answers: Answers;
  /** The model name in answers; null for the requested one. */
  readonly returned_model: string | null;
  /** Appended to the `system_fingerprint` of answers, to simulate a server with another configuration. */
  readonly configuration: string | null;
  /** The text around the answer; `{answer}` is replaced by it. */
  readonly answer_format: string;
  /** Filler tokens before the answer, so that models differ in tokens and cost. */
  readonly padding_tokens: number;
  /** Filler tokens of reasoning before the answer, in `reasoning_content`; they count as output. */
  readonly reasoning_tokens: number;
  /** Share of the prompt's tokens that usage reports as cached. */
  readonly cached_share: number;
  /** Settings of a prefix cache, instead of `cached_share`; null for none. */
  readonly prefix_cache: PrefixCache | null;
  /** Length of an embedding, if the request does not state one. */
  readonly embedding_dimensions: number;
  /** Longer texts to embed are refused with 400; null for no limit. */
  readonly embedding_max_tokens: number | null;
}

/** Behaviour of the mock: one object, checked as a whole by `parseScript`. */
export interface MockScript {
  /** All draws depend on (seed, model, prompt, attempt). */
  readonly seed: number;
  /** The behaviour of every model, unless its own entry differs. */
  readonly defaults: Behaviour;
  readonly models: ReadonlyMap<string, Behaviour>;
  /** Whether an unlisted model returns 404 `model_not_found`; otherwise it follows `defaults`. */
  readonly only_listed_models: boolean;
  /** Maximum number of (model, prompt) pairs that are counted; above it the oldest are dropped. */
  readonly max_tracked_prompts: number;
  /** When the whole server is down. */
  readonly outages: readonly Outage[];
  /** How batches of requests are processed; null: at once and without faults. */
  readonly batches: Batches | null;
}

type LooseBehaviour = Partial<Omit<Behaviour, 'answers' | 'latency' | 'prefix_cache' | 'raw_response'>> & {
  readonly raw_response?: Partial<RawResponse> | null;
  readonly prefix_cache?: Partial<PrefixCache> | null;
  readonly latency?: LooseLatency;
  readonly answers?: LooseAnswers;
};

/** A script in its written form: all fields are optional. */
export interface MockScriptInput {
  readonly seed?: number;
  readonly defaults?: LooseBehaviour;
  readonly models?: Readonly<Record<string, LooseBehaviour>>;
  readonly only_listed_models?: boolean;
  readonly max_tracked_prompts?: number;
  readonly batches?: Partial<Batches> | null;
  readonly outages?: readonly (Omit<Outage, 'how'> & Partial<Outage>)[];
}

const rate = readNumber(0, 1);

const answerFormat: ReadField<string> = (value, at) => {
  const text = readString(value, at);
  return text === undefined || text.includes('{answer}') ? text : failField(at, 'must contain {answer}');
};

/** The table of a model's options with their defaults. A test compares `mock/README.md` with it. */
export const BEHAVIOUR_FIELDS: Fields<Behaviour> = {
  latency: { read: readLatency, fallback: { distribution: 'constant', ms: 0 } },
  tokens_per_second: { read: readOrNull(readNumber(0.001, 1_000_000)), fallback: null },
  servers: { read: readOrNull(readInteger(1, 1024)), fallback: null },
  standstills: { read: readStandstills, fallback: [] },
  error_rate: { read: rate, fallback: 0 },
  error_status: { read: readInteger(500, 599), fallback: 500 },
  rate_limit_rate: { read: rate, fallback: 0 },
  retry_after_s: { read: readOrNull(readInteger(0, 86_400)), fallback: null },
  quota_requests: { read: readOrNull(readInteger(0, Number.MAX_SAFE_INTEGER)), fallback: null },
  raw_response: { read: readOrNull(readRawResponse), fallback: null },
  hang_up_rate: { read: rate, fallback: 0 },
  hang_rate: { read: rate, fallback: 0 },
  truncated_rate: { read: rate, fallback: 0 },
  malformed_rate: { read: rate, fallback: 0 },
  fail_first_attempts: { read: readInteger(0, 1000), fallback: 0 },
  answers: { read: readAnswers, fallback: DEFAULT_ANSWERS },
  returned_model: { read: readOrNull(readString), fallback: null },
  configuration: { read: readOrNull(readString), fallback: null },
  answer_format: { read: answerFormat, fallback: '{answer}' },
  padding_tokens: { read: readInteger(0, 100_000), fallback: 0 },
  reasoning_tokens: { read: readInteger(0, 100_000), fallback: 0 },
  cached_share: { read: rate, fallback: 0 },
  prefix_cache: { read: readOrNull(readPrefixCache), fallback: null },
  embedding_dimensions: { read: readInteger(1, 4096), fallback: 256 },
  embedding_max_tokens: { read: readOrNull(readInteger(1, 1_000_000)), fallback: null },
};

function readBehaviour(value: unknown, at: Pointer, base?: Behaviour): Behaviour | undefined {
  const behaviour = readObject(BEHAVIOUR_FIELDS, value, at, base);
  if (behaviour === undefined) return undefined;
  const { error_rate, rate_limit_rate, hang_up_rate, hang_rate, truncated_rate, malformed_rate } = behaviour;
  const sum = error_rate + rate_limit_rate + hang_up_rate + hang_rate + truncated_rate + malformed_rate;
  // They are shares of all requests, decided by one draw; 1e-9 allows for rounding in ten times 0.1.
  return sum <= 1 + 1e-9
    ? behaviour
    : failField(at, `the rates add up to ${sum}; together they are at most 1`);
}

function readModels(value: unknown, at: Pointer, defaults: Behaviour | undefined): Map<string, Behaviour> {
  const models = new Map<string, Behaviour>();
  if (!isObject(value)) failField(at, 'must be an object of model names');
  else {
    for (const [name, entry] of Object.entries(value)) {
      const behaviour = readBehaviour(entry, fieldPointer(at, name), defaults);
      if (behaviour !== undefined) models.set(name, behaviour);
    }
  }
  return models;
}

/** The table of a script's own options with their defaults. */
export const SCRIPT_FIELDS = {
  seed: { read: readInteger(0, 0xffffffff), fallback: 0 },
  defaults: { read: (value: unknown, at: Pointer) => readBehaviour(value, at), fallback: readDefaults() },
  models: { read: (value: unknown) => value, fallback: {} }, // read after `defaults`, on which they are based
  only_listed_models: { read: readBoolean, fallback: false },
  max_tracked_prompts: { read: readInteger(2, 10_000_000), fallback: 200_000 },
  outages: { read: readOutages, fallback: [] },
  batches: { read: readOrNull(readBatches), fallback: null },
} satisfies Fields<Record<keyof MockScript, unknown>>;

function readDefaults(): Behaviour {
  const entries = Object.entries(BEHAVIOUR_FIELDS).map(([key, field]) => [key, field.fallback]);
  return Object.fromEntries(entries) as unknown as Behaviour;
}

/**
 * Checks a script (parsed JSON, or an object from code, which may also contain a `function` answer). `files: false`
 * refuses `file` in answers: a script from the network must not name files. Throws `invalid_request` with a pointer and
 * a sentence for every problem.
 */
export function parseScript(json: unknown, { files = true }: { files?: boolean } = {}): MockScript {
  const errors: FieldError[] = [];
  const at: Pointer = { pointer: '', errors };
  const read = readObject<Record<keyof MockScript, unknown>>(SCRIPT_FIELDS, json, at) as
    | (Omit<MockScript, 'models'> & { models: unknown })
    | undefined;
  const given = isObject(json) ? (json.models ?? {}) : {};
  const models = readModels(given, fieldPointer(at, 'models'), read?.defaults);
  if (!files) refuseFiles(read?.defaults, models, at);
  if (read === undefined || errors.length > 0) throw invalidScript(errors);
  return { ...read, models };
}

function refuseFiles(defaults: Behaviour | undefined, models: Map<string, Behaviour>, at: Pointer): void {
  const places: [Pointer, Behaviour | undefined][] = [[fieldPointer(at, 'defaults'), defaults]];
  for (const [name, behaviour] of models)
    places.push([fieldPointer(fieldPointer(at, 'models'), name), behaviour]);
  for (const [place, behaviour] of places) {
    if (behaviour?.answers.kind !== 'solver' || behaviour.answers.file === null) continue;
    failField(
      fieldPointer(fieldPointer(place, 'answers'), 'file'),
      'files are not read for a script sent by HTTP; give items',
    );
  }
}

function invalidScript(errors: readonly FieldError[]): InvalidInput {
  const first = errors[0];
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const where = first?.pointer === '' ? 'the script' : first?.pointer;
  return new InvalidInput(`The mock-model script is wrong: ${where}: ${first?.detail}${more}.`, {
    errors,
  });
}
