import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { benchmarkName } from './benchmark-name.ts';

describe('what people call a benchmark', () => {
  for (const [key, name] of [
    ['dataset/Support questions', 'Support questions'],
    ['dataset/a/b', 'A/b'],
    ['custom/helpful', 'Helpful'],
    ['arithmetic', 'Arithmetic'],
    ['arithmetic/level-2', 'Arithmetic, level-2'],
    ['instruction_following', 'Instruction following'],
    ['mmlu/anatomy', 'MMLU, anatomy'],
    ['load/Busy hour', 'Load: Busy hour'],
    ['rag/Manual', 'Manual, from passages'],
    ['rag/Manual/ndcg', 'Manual, nDCG of passages'],
    ['rag/a/b/none', 'A/b, without passages'],
  ] as const) {
    test(`${key}: ${name}`, () => assert.equal(benchmarkName(key), name));
  }
});
