import { test } from 'node:test';
import { faultEvaluation } from './fault-evaluation.ts';

test('refusals, failures, hangs, broken answers and a spent account leave every unit accounted for', async () => {
  await faultEvaluation(60);
});
