import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../test/support/evaluation-service.ts';
import { answering, ownQuestions } from '../../../../test/support/own-questions.ts';

const WORDY = { wrongEvery: 10, from: 3 };
const TERSE = { wrongEvery: 5, from: 1 };

/** A model for each language and style: the terse ones are right in 80 %, all others in 90 %. */
const MODELS = Object.fromEntries(
  ownQuestions.flatMap((own) =>
    Object.keys(own.styles).map((style) => {
      const answer = answering(own, style, style === 'terse' ? TERSE : WORDY);
      return [`${own.language}-${style}`, { answers: { kind: 'function' as const, answer } }];
    }),
  ),
);

onEachDatabaseInFull('questions of a new user, who names no grader', (place) => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(await place(), { models: MODELS });
  });
  after(() => service.stop());

  for (const { language, questions, styles } of ownQuestions)
    test(`${language}: a model that is right in 90 % leads over a terse one with 80 %, however it words its answers`, async () => {
      const workspaceId = await service.newWorkspace();
      const lines = questions.map(({ input, expected }) => JSON.stringify({ input, expected }));
      await service.newSource(workspaceId, 'mine', lines.join('\n'));
      for (const style of Object.keys(styles).filter((name) => name !== 'terse')) {
        const path = await service.start(workspaceId, {
          targets: [mockTarget(`${language}-${style}`, 'wordy'), mockTarget(`${language}-terse`, 'terse')],
          benchmarks: [{ benchmark_type: 'dataset', subset: 'mine' }],
        });
        const { results, warnings } = await service.ended(path);
        const scores = results.intervals.map(({ score }: { score: number }) => score);
        assert.deepEqual(scores, [0.9, 0.8], style);
        assert.notEqual(results.comparisons[0].winner, 'terse', style);
        assert.match(
          warnings.join(' '),
          /mine: Where no grader is named, it is chosen by what is expected: contains with whole_words for 60 rows that expect short phrases\./,
        );
      }
    });
});
