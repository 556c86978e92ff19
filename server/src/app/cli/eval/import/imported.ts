/** One row of a dataset: docs/datasets in the API, a line of JSON in the file. */
export interface DatasetRow {
  readonly input: string | readonly { role: string; content: string }[];
  readonly expected: string | readonly string[];
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
    targets?: { model: string; label?: string }[];
    benchmarks: { dataset: string }[];
    methodology?: Record<string, unknown>;
  };
  readonly datasets: readonly { file: string; rows: readonly DatasetRow[] }[];
  /** What was not converted, or not exactly, a sentence each. */
  readonly notices: readonly string[];
}

/** Collects sentences about what could not be converted: each once, with how often it came up. */
export function createNotices() {
  const counts = new Map<string, number>();
  return {
    add(sentence: string): void {
      counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
    },
    list: (): string[] =>
      [...counts].map(([said, times]) => (times === 1 ? said : `${said} (${times} times)`)),
  };
}
export type Notices = ReturnType<typeof createNotices>;
