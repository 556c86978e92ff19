/** One row of a dataset: docs/datasets in the API, a line of JSON in the file. */
export interface DatasetRow {
  readonly input: string | readonly { role: string; content: string }[];
  readonly expected?: string | readonly string[];
  readonly grader?: string | { type: string; options: Record<string, unknown> };
  readonly cluster?: string;
  readonly metadata?: Record<string, unknown>;
}

/** The result of converting another tool's file. */
export interface Imported {
  /** As the evaluation file holds it. */
  readonly definition: {
    name: string;
    description?: string;
    datasets: { name: string; file: string }[];
    stacks?: { name: string; model: Record<string, unknown> }[];
    targets?: ({ model: string } | { stack: string })[];
    benchmarks: { dataset: string }[];
    methodology?: Record<string, unknown>;
  };
  readonly datasets: readonly { file: string; rows: readonly DatasetRow[] }[];
  /** What was not converted, or not exactly, a sentence each. */
  readonly notices: readonly string[];
}

/** So many places of one sentence are named. */
const MOST_PLACES = 5;

/** Collects sentences about what could not be converted: each once, with its places or with how often it came up. */
export function createNotices() {
  const found = new Map<string, { times: number; places: Set<string> }>();
  return {
    /** `place` is a file and a line, such as `tests.csv:7`. */
    add(sentence: string, place?: string): void {
      const notice = found.get(sentence) ?? { times: 0, places: new Set() };
      notice.times += 1;
      if (place !== undefined) notice.places.add(place);
      found.set(sentence, notice);
    },
    list: (): string[] =>
      [...found].map(([said, { times, places }]) => {
        const [first, ...more] = places;
        if (first === undefined) return times === 1 ? said : `${said} (${times} times)`;
        const others = more.slice(0, MOST_PLACES - 1);
        const left = more.length - others.length;
        return `${[first, ...others].join(', ')}${left > 0 ? ` and ${left} more` : ''}: ${said}`;
      }),
  };
}
export type Notices = ReturnType<typeof createNotices>;
