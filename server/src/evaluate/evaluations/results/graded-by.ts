import type { GradedBy } from '../../../measure/graders/graders.ts';
import type { GradedByVersion, Results } from '../schemas/result-schemas.ts';
import type { Aggregate } from './aggregate.ts';

/** The versions of all graders of one response, as stored in its row. */
export function gradedByJson(...parts: readonly GradedBy[]): string {
  const all = Object.entries(Object.assign({}, ...parts) as GradedBy);
  return JSON.stringify(Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** Number of samples graded, by grader and version. */
export function gradedByVersions({ gradedBy }: Pick<Aggregate, 'gradedBy'>): GradedByVersion[] {
  const counts = new Map<string, GradedByVersion>();
  for (const [json, samples] of gradedBy) {
    const versions: [string, number | null][] =
      json === null ? [[UNKNOWN_VERSION, null]] : Object.entries(JSON.parse(json) as GradedBy);
    for (const [name, version] of versions) {
      const key = `${name} ${version}`;
      const before = counts.get(key)?.samples ?? 0;
      counts.set(key, { name, version, samples: before + samples });
    }
  }
  return [...counts.values()].sort(
    (a, b) => a.name.localeCompare(b.name) || (a.version ?? 0) - (b.version ?? 0),
  );
}

/** The version of graders from before versions existed. */
const UNKNOWN_VERSION = 'unknown';

export type Versions = readonly Pick<GradedByVersion, 'name' | 'version'>[];

/**
 * Graders whose versions differ between `one` and `other`, such as "numeric: 1 then, 2 now"; empty if none. Graders
 * that occur in only one of them are ignored. Grades from before versions existed differ from all others.
 */
export function differentVersions(
  one: Versions,
  other: Versions,
  [here, there]: readonly [string, string],
): string[] {
  if (one.length === 0 || other.length === 0) return [];
  const unversioned = [one, other].map((all) => all.some(({ version }) => version === null));
  if (unversioned[0] !== unversioned[1])
    return [`some graders had no versions ${unversioned[0] ? here : there}`];
  const names = [...new Set(one.map(({ name }) => name))];
  return names.flatMap((name) => {
    const [own, others] = [versionsOf(name, one), versionsOf(name, other)];
    return others.length === 0 || own.join() === others.join()
      ? []
      : [`${READER_NAMES[name] ?? name}: ${own.join(' and ')} ${here}, ${others.join(' and ')} ${there}`];
  });
}

const versionsOf = (name: string, all: Versions) =>
  all
    .flatMap((one) => (one.name === name && one.version !== null ? [one.version] : []))
    .sort((a, b) => a - b);

/** Names of parts that are not graders. */
const READER_NAMES: Readonly<Record<string, string>> = {
  reader: 'the reader of responses',
  judges: 'the reader of judgements',
  passages: 'the grader of passages',
  tasks: 'the grader of tasks',
};

/** Graders whose versions in these results differ from the current ones. */
export function graderChangesSince(
  results: Pick<Results, 'graded_by' | 'coverage'>,
  now: GradedBy,
): string[] {
  const today = Object.entries(now).map(([name, version]) => ({ name, version }));
  return differentVersions(graderVersionsIn(results), today, ['then', 'now']);
}

/** The warning about results that other grader versions graded; [] if there are none. */
export function graderChangeWarnings(results: Results, now: GradedBy): string[] {
  const changed = graderChangesSince(results, now);
  if (changed.length === 0) return [];
  return [
    `Graders have changed since this evaluation was graded (${changed.join('; ')}), so a new run may score the same responses differently. Rescore this evaluation before you compare it with a newer one (POST …/evaluations/{id}/rescore, or Rescore on its page Run): the stored responses are graded again, and no target is called.`,
  ];
}

const REPEATING_WARNING_START = 'This evaluation repeats “';

/**
 * Whether a warning comes from `repetitionWarnings`, so that it does not apply to evaluations that repeat this
 * one.
 */
export const isAboutRepeating = (warning: string) => warning.startsWith(REPEATING_WARNING_START);

/** The warning about repeating an evaluation that other grader versions graded; [] if there are none. */
export function repetitionWarnings(
  { name, results }: { name: string; results: Results | null },
  now: GradedBy,
): string[] {
  const changed = results === null ? [] : graderChangesSince(results, now);
  if (changed.length === 0) return [];
  return [
    `${REPEATING_WARNING_START}${name}”, and graders have changed since that was graded (${changed.join('; ')}): the scores of the two may differ for that reason. Rescore “${name}” before you compare them: its stored responses are graded again, and no target is called.`,
  ];
}

/** Number of samples of an evaluation by grader and version; [] if nothing was graded. */
export function graderVersionsIn({ graded_by, coverage }: Pick<Results, 'graded_by' | 'coverage'>): Versions {
  const isGraded = coverage.some(({ scored, unscored }) => scored + unscored > 0);
  return graded_by ?? (isGraded ? [{ name: UNKNOWN_VERSION, version: null }] : []);
}
