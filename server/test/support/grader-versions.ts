import { readFileSync, writeFileSync } from 'node:fs';
import { hashJson } from '../../src/kernel/json.ts';
import type { GradedBy } from '../../src/measure/graders/graders.ts';
import type { GradedCase, GradedCases } from './graded-cases.ts';

/** By name: the versions, and each case as `hash=score:hash of its grade`. */
export type Recorded = Record<string, { versions: GradedBy; grades: string }>;

const AT = new URL('../fixtures/grader-versions.json', import.meta.url);

export const readRecorded = (): Recorded => JSON.parse(readFileSync(AT, 'utf8')) as Recorded;

export const writeRecorded = (recorded: Recorded): void =>
  writeFileSync(AT, `${JSON.stringify(recorded, null, 2)}\n`);

const short = (value: unknown) => hashJson(value).slice(0, 8);
/** Without the lenient reading and sentences, which are not part of a grade. */
const gradeOf = ({ score, grade }: GradedCase) =>
  `${score}:${short(Array.isArray(grade) ? grade.map(withoutSentences) : withoutSentences(grade))}`;

const withoutSentences = (grade: unknown) =>
  typeof grade === 'object' && grade !== null
    ? { ...grade, lenient: undefined, message: undefined, ...('problem' in grade && { problem: true }) }
    : grade;

export const recordOf = (all: readonly GradedCases[]): Recorded =>
  Object.fromEntries(
    all.map(({ name, versions, cases }) => [
      name,
      { versions, grades: cases.map((one) => `${short(one.of)}=${gradeOf(one)}`).join(' ') },
    ]),
  );

const RECORD = 'record it with: node_modules/.bin/node server/test/record-grader-versions.ts';
const MOST_SHOWN = 3;

/**
 * What is wrong with the versions, as sentences that say what to do: a grader that grades otherwise under the same version
 * (`unraised`), which no recording mends; and what has only to be recorded.
 */
export function versionProblems(
  recorded: Recorded,
  now: readonly GradedCases[],
): { unraised: string[]; unrecorded: string[] } {
  const unraised: string[] = [];
  const unrecorded: string[] = [];
  for (const { name, versions, cases } of now) {
    const before = recorded[name];
    if (before === undefined) {
      unrecorded.push(`${name} is not recorded; ${RECORD}`);
      continue;
    }
    const fallen = Object.entries(versions).filter(
      ([part, version]) => version < (before.versions[part] ?? 0),
    );
    if (fallen.length > 0) unraised.push(`The version of ${fallen[0]?.[0]} is below the recorded one.`);
    const isRaised = Object.entries(versions).some(
      ([part, version]) => version > (before.versions[part] ?? 0),
    );
    const known = new Map(before.grades.split(' ').map((one) => one.split('=') as [string, string]));
    const changed = cases.filter((one) => (known.get(short(one.of)) ?? gradeOf(one)) !== gradeOf(one));
    if (changed.length > 0 && !isRaised) {
      const shown = changed.slice(0, MOST_SHOWN).map(({ of, grade }) => {
        const was = known.get(short(of))?.split(':')[0];
        return `\n  score ${was} before, now ${JSON.stringify(grade)}: ${JSON.stringify(of).slice(0, 400)}`;
      });
      unraised.push(
        `${name} grades ${changed.length} of ${cases.length} recorded replies otherwise, and its version is the same. ${remedyOf(name, versions)} Users then read that scores changed with the grader and not with the model. Then ${RECORD}${shown.join('')}`,
      );
      continue;
    }
    const isSame = cases.length === known.size && cases.every(({ of }) => known.has(short(of)));
    if (isRaised || !isSame) unrecorded.push(`${name} has another version, or other cases; ${RECORD}`);
  }
  return { unraised, unrecorded };
}

function remedyOf(name: string, versions: GradedBy): string {
  const own = OWN[name] ?? `raise \`version\` in server/src/measure/graders/${name.replaceAll('_', '-')}.ts`;
  if (!('reader' in versions)) return `If that is meant, ${own} by one.`;
  return `If that is meant, raise READER_VERSION in server/src/measure/graders/reply/reader-version.ts by one where the reader of responses has changed, or ${own} where only this grader has.`;
}

const OWN: Readonly<Record<string, string>> = {
  judges: 'raise JUDGES in server/src/evaluate/evaluations/kinds/judging/prompt/judge-reply.ts',
  passages: 'raise PASSAGES in server/src/evaluate/evaluations/kinds/retrieval/grade.ts',
  tasks: 'raise TASKS in server/src/evaluate/evaluations/kinds/tasks/grade-conversation.ts',
};
