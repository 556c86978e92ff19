import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_TRACE_TIMES, readArrivalTrace, traceProblem } from './arrival-trace.ts';

describe('a trace', () => {
  it('is read line by line: numbers, or objects with a timestamp', () => {
    assert.deepEqual(readArrivalTrace('0\n1.5\r\n\n {"timestamp": 27, "model": "m"}\n'), {
      timesMs: [0, 1.5, 27],
    });
  });

  it('says of how many tokens requests were, where its lines do', () => {
    const lines = ['0', '{"timestamp": 5, "input_tokens": 30}', '{"timestamp": 6, "output_length": 4}'];
    assert.deepEqual(readArrivalTrace(lines.join('\n')), {
      timesMs: [0, 5, 6],
      sizes: { inputTokens: [null, 30, null], outputTokens: [null, null, 4] },
    });
  });

  const unreadable: [string, string][] = [
    ['a line that is neither', '0\nsoon'],
    ['an object without a timestamp', '0\n{"time": 5}'],
    ['a time in quotes', '0\n"5"'],
  ];
  for (const [what, text] of unreadable) {
    it(`names the line of ${what}`, () => {
      assert.throws(() => readArrivalTrace(text), {
        name: 'RangeError',
        message: /^Line 2 is neither a number/,
      });
    });
  }

  it('is not read further than a trace may be long', () => {
    assert.throws(() => readArrivalTrace('1\n'.repeat(MAX_TRACE_TIMES + 1)), /at most 50000 times/);
  });

  const cases: [string, number[], RegExp | null][] = [
    ['ascending times', [0, 1, 1, 5], null],
    ['a single time', [3], /at least 2 times/],
    [
      'too many times',
      Array.from({ length: MAX_TRACE_TIMES + 1 }, (_, i) => i),
      /at most 50000 times, not 50001/,
    ],
    ['a time that is no number', [0, Number.NaN], /Time 2 of the trace is not a number/],
    ['an endless time', [0, Infinity], /Time 2 of the trace is not a number/],
    ['a negative time', [-1, 0], /Time 1 of the trace is -1, which is negative/],
    ['a time that goes back', [0, 4, 3], /Time 3 of the trace is 3, which is before 4/],
    ['times that are all the same', [4, 4], /All times of the trace are the same/],
  ];
  for (const [what, times, problem] of cases) {
    it(`${problem === null ? 'can' : 'cannot'} be replayed with ${what}`, () => {
      const found = traceProblem(times);
      if (problem === null) assert.equal(found, null);
      else assert.match(found ?? '', problem);
    });
  }
});
