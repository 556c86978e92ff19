import { type Outcome, REQUEST_OUTCOMES } from './outcome.ts';

export interface ModelStats {
  /** Valid requests, including the current one. */
  requests: number;
  in_flight: number;
  outcomes: Record<Outcome, number>;
  prompt_tokens: number;
  /** The part of the prompt tokens that usage reported as cached. */
  cached_tokens: number;
  completion_tokens: number;
}

/** How often one prompt was sent to one model; `sha256` as in `promptSha256`. */
export interface PromptCount {
  readonly model: string;
  readonly sha256: string;
  readonly requests: number;
}

/** `requests` is the sum of `outcomes` and `in_flight`, in total and for each model. */
export interface MockStats {
  readonly mock: true;
  readonly requests: number;
  readonly in_flight: number;
  readonly max_in_flight: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Requests refused before they were counted: bad JSON, no messages, unknown model, too large. */
  readonly refused: number;
  readonly models: Readonly<Record<string, ModelStats>>;
  /** Number of stored (model, prompt) pairs, and of those dropped because there were too many. */
  readonly distinct_prompts: number;
  readonly forgotten_prompts: number;
  /** Repeated requests with the same prompt to the same model. Exact as long as nothing is dropped. */
  readonly repeated_requests: number;
  /** Only on request: every stored prompt, or those sent more than once. */
  readonly prompts?: readonly PromptCount[];
}

export type PromptView = 'none' | 'repeated' | 'all';

/** The token counts in an answer's usage. */
export interface Tokens {
  readonly prompt: number;
  readonly cached?: number;
  readonly completion: number;
}

export interface Stats {
  /**
   * Counts an arrival. `attempt` is the number of requests of this model with this prompt, `modelRequests` of all its
   * requests.
   */
  arrive(model: string, sha256: string): { attempt: number; modelRequests: number };
  /** Counts the end of a request that arrived. */
  leave(model: string, outcome: Outcome, tokens?: Tokens): void;
  refuse(): void;
  snapshot(prompts?: PromptView): MockStats;
}

const noOutcomes = () => Object.fromEntries(REQUEST_OUTCOMES.map((o) => [o, 0])) as Record<Outcome, number>;

function newModel(): ModelStats {
  return {
    requests: 0,
    in_flight: 0,
    outcomes: noOutcomes(),
    prompt_tokens: 0,
    cached_tokens: 0,
    completion_tokens: 0,
  };
}

export function createStats(maxTrackedPrompts: number): Stats {
  const models = new Map<string, ModelStats>();
  const counts = createPromptCounts(maxTrackedPrompts);
  let [inFlight, maxInFlight, refused, repeated] = [0, 0, 0, 0];

  function modelStats(name: string): ModelStats {
    const known = models.get(name);
    if (known !== undefined) return known;
    const created = newModel();
    models.set(name, created);
    return created;
  }

  function promptCounts(view: PromptView): PromptCount[] {
    const least = view === 'all' ? 1 : 2;
    return Array.from(counts.entries())
      .filter(([, requests]) => requests >= least)
      .map(([key, requests]) => ({ model: key.slice(64), sha256: key.slice(0, 64), requests }));
  }

  return {
    arrive(name, sha256) {
      const model = modelStats(name);
      model.requests += 1;
      model.in_flight += 1;
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      const attempt = counts.add(sha256 + name);
      if (attempt > 1) repeated += 1;
      return { attempt, modelRequests: model.requests };
    },
    leave(name, outcome, { prompt, cached = 0, completion }: Tokens = { prompt: 0, completion: 0 }) {
      const model = modelStats(name);
      model.in_flight -= 1;
      inFlight -= 1;
      model.outcomes[outcome] += 1;
      model.prompt_tokens += prompt;
      model.cached_tokens += cached;
      model.completion_tokens += completion;
    },
    refuse() {
      refused += 1;
    },
    snapshot(view = 'none') {
      const all = [...models.values()];
      const outcomes = noOutcomes();
      for (const outcome of REQUEST_OUTCOMES)
        outcomes[outcome] = all.reduce((n, m) => n + m.outcomes[outcome], 0);
      return {
        mock: true,
        requests: all.reduce((n, m) => n + m.requests, 0),
        in_flight: inFlight,
        max_in_flight: maxInFlight,
        outcomes,
        refused,
        models: structuredClone(Object.fromEntries(models)),
        distinct_prompts: counts.size(),
        forgotten_prompts: counts.forgotten(),
        repeated_requests: repeated,
        ...(view === 'none' ? {} : { prompts: promptCounts(view) }),
      };
    },
  };
}

/** The number of occurrences of each key, in bounded memory. */
interface PromptCounts {
  /** Counts one more and returns how many there are now. */
  add(key: string): number;
  entries(): Iterable<[string, number]>;
  /** Number of stored keys, and of dropped ones. */
  size(): number;
  forgotten(): number;
}

/**
 * Two generations of at most `max / 2` keys each: when the younger is full the older is dropped. A key that recurs
 * moves to the younger. (Deleting a Map's first key repeatedly is not an option, because its iterator walks over all
 * deleted entries each time.)
 */
function createPromptCounts(max: number): PromptCounts {
  const half = Math.max(1, Math.floor(max / 2));
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let forgotten = 0;
  function makeRoom() {
    if (young.size < half) return;
    forgotten += old.size;
    old = young;
    young = new Map();
  }
  return {
    add(key) {
      const recent = young.get(key);
      if (recent !== undefined) {
        young.set(key, recent + 1);
        return recent + 1;
      }
      const count = (old.get(key) ?? 0) + 1;
      if (count > 1) old.delete(key);
      makeRoom();
      young.set(key, count);
      return count;
    },
    *entries() {
      yield* old;
      yield* young;
    },
    size: () => old.size + young.size,
    forgotten: () => forgotten,
  };
}
