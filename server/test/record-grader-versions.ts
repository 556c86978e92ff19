// Records what graders make of the cases of grader-versions.test.ts, with their versions:
//
//   node_modules/.bin/node server/test/record-grader-versions.ts
//
// It refuses where a grader grades otherwise under the same version: raise that first, as it says.
import { gradeCases } from './support/graded-cases.ts';
import { readRecorded, recordOf, versionProblems, writeRecorded } from './support/grader-versions.ts';

const now = await gradeCases();
const { unraised } = versionProblems(readRecorded(), now);
if (unraised.length > 0) {
  console.error(unraised.join('\n\n'));
  process.exitCode = 1;
} else {
  writeRecorded(recordOf(now));
  console.log(
    `Recorded ${now.reduce((sum, { cases }) => sum + cases.length, 0)} grades of ${now.length} graders.`,
  );
}
