/** A file of another tool, as it was sent. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string;
}

/** Lines of a file with their numbers from 1. */
export type Lines = Iterable<{ line: string; at: number }>;

/** The results of one model on one or more tasks, as the files of another tool state them. */
export interface ImportedRun {
  /** The published name of the tool, such as `inspect_ai`. */
  readonly tool: string;
  readonly toolVersion: string | null;
  /** `provider/model`, or the name in the files. */
  readonly model: string;
  /**
   * What distinguishes it from other runs of the same model in the same files, such as a prompt; null if nothing
   * does.
   */
  readonly variant: string | null;
  /** The parameters of the model's requests, as the files state them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly files: readonly { name: string; sha256: string }[];
  readonly tasks: readonly ImportedTask[];
  /** Warnings about contents that could not be imported unchanged. */
  readonly notes: readonly string[];
}

export interface ImportedTask {
  readonly name: string;
  readonly version: string | null;
  /** The names of its scores, the main one first. */
  readonly scores: readonly string[];
  /** Scores of which lower is better. */
  readonly lowerIsBetter: readonly string[];
  readonly items: readonly ImportedItem[];
  /** Number of times each item was sent. */
  readonly epochs: number;
}

export interface ImportedItem {
  /** The id of the item in the tool; items share one only if repetitions count as separate items. */
  readonly id: string;
  /** Equal for items with the same content in any run; null if the files do not contain it. */
  readonly content: string | null;
  /** Shared by items that are known not to be independent. */
  readonly cluster?: string;
  readonly input: readonly ImportedMessage[];
  readonly expected: string | readonly string[];
  /** One for each epoch with an outcome. */
  readonly samples: readonly ImportedSample[];
}

export interface ImportedMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The result of sending an item once. Null fields are unknown. */
export interface ImportedSample {
  /** From 0. */
  readonly epoch: number;
  readonly response: string | null;
  readonly reasoning: string | null;
  /** By name; null if a scorer gave no value. */
  readonly scores: Readonly<Record<string, number | null>>;
  /** What the scorer extracted as the answer. */
  readonly extracted: string | null;
  /** Why it failed; null if it has an outcome. */
  readonly error: string | null;
  readonly finishReason: 'stop' | 'length' | 'content_filter' | 'tool_calls' | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly costUsd: number | null;
  /** Latency of its single call; null if there were several, or the response came from a cache. */
  readonly latencyMs: number | null;
}

/** A sample of which only the response is known. */
export const BLANK_SAMPLE: ImportedSample = {
  epoch: 0,
  response: null,
  reasoning: null,
  scores: {},
  extracted: null,
  error: null,
  finishReason: null,
  inputTokens: null,
  outputTokens: null,
  cachedTokens: null,
  costUsd: null,
  latencyMs: null,
};

/** The fields of a run that a file does not state. */
export const blankRun = ({ name, sha256 }: SentFile) => ({
  toolVersion: null,
  variant: null,
  parameters: {},
  files: [{ name, sha256 }],
  notes: [],
});

/** A file contains no readable results. The message says what is wrong, where, and what to do. */
export class UnreadableRun extends Error {}

/** How sentences name the source of runs. */
export interface RunSource {
  /** One of the sources, such as `file`. */
  readonly holder: string;
  /** What to do if there is too much. */
  readonly fewer: string;
  /** Whether a person can request that items are matched by their ids. */
  readonly matchesById: boolean;
}

export const FILES_AS_RUN_SOURCE: RunSource = {
  holder: 'file',
  fewer: 'Import fewer tasks at once.',
  matchesById: true,
};

/** Limits on the text and numbers of all files of one import, which are in memory while they are compared. */
const MOST_CHARACTERS = 256 * 1024 ** 2;
const MOST_SAMPLES = 1_000_000;

/** Limits what is kept of files, which may expand to any size. */
export interface MemoryLimit {
  /** Throws `UnreadableRun` if the samples kept so far are too many or too long. */
  keep(item: ImportedItem): void;
}

export function createMemoryLimit({ holder, fewer }: RunSource = FILES_AS_RUN_SOURCE): MemoryLimit {
  let characters = 0;
  let samples = 0;
  return {
    keep({ id, content, input, expected, samples: own }) {
      characters += id.length + (content?.length ?? 0) + String(expected).length;
      for (const message of input) characters += message.content.length;
      for (const { response, reasoning, extracted, error } of own)
        for (const text of [response, reasoning, extracted, error]) characters += text?.length ?? 0;
      samples += own.length;
      if (characters > MOST_CHARACTERS)
        throw new UnreadableRun(
          `The ${holder}s contain more than ${MOST_CHARACTERS / 1024 ** 2} million characters of questions and responses. ${fewer}`,
        );
      if (samples > MOST_SAMPLES)
        throw new UnreadableRun(
          `The ${holder}s contain more than ${MOST_SAMPLES / 1_000_000} million samples. ${fewer}`,
        );
    },
  };
}

/** Maximum values of one sample: larger ones are a defect of the file, and could not be stored or summed. */
const MOST_STATED = [
  ['inputTokens', 1e9, 'input tokens'],
  ['outputTokens', 1e9, 'output tokens'],
  ['cachedTokens', 1e9, 'cached tokens'],
  ['costUsd', 1e6, 'US dollars'],
  ['latencyMs', 1e12, 'ms'],
] as const;

function requirePossible(task: string, id: string, sample: ImportedSample): void {
  for (const [field, most, unit] of MOST_STATED)
    if ((sample[field] ?? 0) > most)
      throw new UnreadableRun(
        `A sample of item ${id} of ${task} states ${sample[field]} ${unit}; at most ${most} are possible. Correct the file, or leave the value out.`,
      );
}

/** Collects the samples of a task in any order. */
export function createTask(name: string, keeping: MemoryLimit) {
  const items = new Map<string, { item: ImportedItem; samples: ImportedSample[] }>();
  const scores: string[] = [];
  let isNumbered = true;
  function add(item: Omit<ImportedItem, 'samples'>, sample: ImportedSample): void {
    requirePossible(name, item.id, sample);
    keeping.keep({ ...item, samples: [sample] });
    for (const score of Object.keys(sample.scores)) if (!scores.includes(score)) scores.push(score);
    const known = items.get(item.id);
    if (known) known.samples.push(sample);
    else {
      const samples = [sample];
      items.set(item.id, { item: { ...item, samples }, samples });
    }
  }
  return {
    add,
    /**
     * Adds a sample of a tool that does not number epochs. Repetitions of an item count as epochs if every item has
     * equally many, and otherwise as separate items, because an item that is listed twice by mistake is no reason to
     * repeat the others.
     */
    addUnnumbered(item: Omit<ImportedItem, 'samples'>, sample: ImportedSample): void {
      isNumbered = false;
      add(item, { ...sample, epoch: items.get(item.id)?.samples.length ?? 0 });
    },
    /** Adds an item that was to be sent and has no outcome. */
    addPending(id: string): void {
      if (items.has(id)) return;
      items.set(id, { item: { id, content: null, input: [], expected: '', samples: [] }, samples: [] });
    },
    /**
     * The task with its scores: those of `first` in that order, then the others. Throws `UnreadableRun` with
     * `problem` if nothing was added.
     */
    end(
      problem: string,
      {
        version = null,
        first = [],
        isLowerBetter = () => false,
      }: {
        version?: string | null;
        first?: readonly string[];
        isLowerBetter?: (score: string) => boolean;
      } = {},
    ): ImportedTask {
      if (items.size === 0) throw new UnreadableRun(problem);
      const known = [...items.values()].map(({ item }) => item);
      const all = isNumbered || areAskedEquallyOften(known) ? known : known.flatMap(toItemPerSample);
      return {
        name,
        version,
        scores: [
          ...first.filter((one) => scores.includes(one)),
          ...scores.filter((one) => !first.includes(one)),
        ],
        lowerIsBetter: scores.filter(isLowerBetter),
        items: all,
        epochs: all.reduce(
          (most, { samples }) => samples.reduce((own, { epoch }) => Math.max(own, epoch + 1), most),
          1,
        ),
      };
    },
  };
}

const areAskedEquallyOften = (items: readonly ImportedItem[]) =>
  new Set(items.map(({ samples }) => samples.length)).size === 1;

const toItemPerSample = (item: ImportedItem): ImportedItem[] =>
  item.samples.map((sample) => ({ ...item, samples: [{ ...sample, epoch: 0 }] }));
