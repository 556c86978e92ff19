import { test } from 'node:test';
import { onEachDatabase } from '../support/each-database.ts';
import { faultEvaluation } from './fault-evaluation.ts';

onEachDatabase('refusals, failures, hangs, broken answers, a dead server and a spent account', (place) => {
  test('leave every unit accounted for', async () => {
    await faultEvaluation(await place(), { items: 60, outageMs: 1500, rareShare: 0.06 });
  });
});
