import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';
import { inFull } from '../../../../../test/support/in-full.ts';
import {
  BEHAVIOURS,
  behaviourOf,
  FOUND_BY,
  plantedAnswers,
  plantedTasks,
  SOLVES,
} from '../../../../../test/support/planted-tasks.ts';

const TASKS = inFull(48, 200);

onEachDatabaseInFull('faults planted in tasks', (place) => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(await place(), {
      defaults: { answers: plantedAnswers(TASKS, behaviourOf) },
    });
  });
  after(() => service.stop());

  test(`of ${TASKS} tasks every fault is found, by the grader it is for, and no correct detour is punished`, async () => {
    const workspaceId = await service.newWorkspace();
    await service.newSource(workspaceId, 'shop', plantedTasks(TASKS));
    const path = await service.start(workspaceId, {
      targets: [mockTarget('planted')],
      benchmarks: [{ benchmark_type: 'tasks', subset: 'shop' }],
      methodology: { sample_size: TASKS },
    });
    const { status, results } = await service.ended(path);
    assert.equal(status, 'completed');
    const samples = await service.samples(path);
    assert.equal(samples.length, TASKS);
    const wrong = samples.flatMap((sample) => {
      const number = Number(/^Task (\d+)/.exec(sample.input.at(-1).content)?.[1]);
      const behaviour = behaviourOf(number);
      const expected = SOLVES.has(behaviour) ? 1 : 0;
      const by = FOUND_BY[behaviour];
      const checks = sample.transcript.checks as { name: string; passed: boolean }[];
      const found =
        by === undefined || sample.reason === by || checks.some(({ name, passed }) => name === by && !passed);
      return sample.score === expected && found
        ? []
        : [`${number} ${behaviour}: ${sample.score} ${sample.message}`];
    });
    assert.deepEqual(wrong, []);
    const [report] = results.tasks;
    const share = SOLVES.size / BEHAVIOURS.length;
    assert.deepEqual([report.runs, report.solved], [TASKS, TASKS * share]);
    assert.deepEqual(report.reasons, { limit_calls: TASKS / BEHAVIOURS.length });
  });
});
