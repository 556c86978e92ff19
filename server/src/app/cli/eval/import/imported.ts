import type { Endpoint } from '../../../../models/models.ts';

/** One row of a dataset: a line of JSON in its file. */
export interface DatasetRow {
  readonly input: string | readonly { role: string; content: string }[];
  readonly expected?: string | readonly string[];
  readonly grader?: string | { type: string; options: Record<string, unknown> };
  readonly cluster?: string;
  readonly metadata?: Record<string, unknown>;
}

/** The result of converting another tool's file. */
export interface Imported {
  /** As in the evaluation file. */
  readonly definition: {
    name: string;
    description?: string;
    datasets: { name: string; file: string }[];
    stacks?: { name: string; model: Record<string, unknown>; endpoint?: Endpoint }[];
    targets?: ({ model: string } | { stack: string })[];
    benchmarks: { dataset: string }[];
    methodology?: Record<string, unknown>;
  };
  readonly datasets: readonly { file: string; rows: readonly DatasetRow[] }[];
  /** Sentences about what was not converted, or not exactly. */
  readonly notices: readonly string[];
}

/** Collects sentences about what could not be converted: each once, with all its places or its count. */
export function createNotices() {
  const found = new Map<string, { unplaced: number; places: Set<string> }>();
  return {
    /** `place` is a file and line, such as `tests.csv:7`. */
    add(sentence: string, place?: string): void {
      const notice = found.get(sentence) ?? { unplaced: 0, places: new Set() };
      if (place === undefined) notice.unplaced += 1;
      else notice.places.add(place);
      found.set(sentence, notice);
    },
    list: (): string[] =>
      [...found].map(([said, { unplaced, places }]) => {
        if (places.size === 0) return unplaced === 1 ? said : `${said} (${unplaced} times)`;
        return `${shownPlaces(places)}${unplaced > 0 ? ' and elsewhere' : ''}: ${said}`;
      }),
  };
}

/** Such as `a.yaml:3, 7-9, b.csv:2`. */
function shownPlaces(places: ReadonlySet<string>): string {
  const files = new Map<string, number[]>();
  for (const place of places) {
    const at = place.lastIndexOf(':');
    const file = place.slice(0, at);
    const lines = files.get(file) ?? [];
    lines.push(Number(place.slice(at + 1)));
    files.set(file, lines);
  }
  return [...files].map(([file, lines]) => `${file}:${ranges(lines)}`).join(', ');
}

function ranges(lines: readonly number[]): string {
  const found: { from: number; to: number }[] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && line === last.to + 1) last.to = line;
    else found.push({ from: line, to: line });
  }
  return found.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
export type Notices = ReturnType<typeof createNotices>;
