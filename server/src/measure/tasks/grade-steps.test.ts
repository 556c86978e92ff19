import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTask } from './read-task.ts';
import type { Change } from './rules.ts';
import { type Check, gradeSteps, type Step, type Task } from './tasks.ts';

const parameters = { type: 'object', properties: { id: {}, amount: {}, tags: {} } };
const tools = ['look', 'pay'].map((name) => ({ name, description: name, parameters, result: 'ok' }));
const STATE = {
  orders: { 7: { status: 'open', total: 10 }, 8: { status: 'open', total: 20 } },
  log: ['a', 'b'],
  at: 1,
};

function check(grader: object, steps: readonly Step[]): Check {
  const read = readTask({
    messages: [{ role: 'user', content: 'Hello.' }],
    tools,
    state: STATE,
    graders: [grader],
  });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const [said] = gradeSteps(read.task as Task, steps);
  return said as Check;
}

const call = (name: string, args: object, changes: Change[] = [], failed = false): Step => ({
  kind: 'call',
  name,
  arguments: args as never,
  result: 'ok',
  failed,
  changes,
});
const changing = (...changes: Change[]) => [call('pay', {}, changes)];
const status = (after: string): Change => ({ path: '/orders/7/status', before: 'open', after });
const turns = (...replies: string[]): Step[] =>
  replies.flatMap((text): Step[] => [
    { kind: 'user', text: '?' },
    { kind: 'reply', text, calls: 0 },
  ]);

/** A grader, what happened, and whether it passes; or the words of why not. */
type Row = readonly [what: string, grader: object, steps: readonly Step[], passes: true | RegExp];

const paid = { type: 'final_state', changes: [{ op: 'set', path: '/state/orders/7/status', value: 'paid' }] };
const pays = (more: object = {}, args: object = { id: '7', amount: 10 }) => ({
  type: 'tool_calls',
  calls: [{ name: 'pay', arguments: args }],
  ...more,
});
const both = { type: 'tool_calls', calls: ['7', '8'].map((id) => ({ name: 'look', arguments: { id } })) };

const ROWS: readonly Row[] = [
  ['the state that is expected', paid, changing(status('paid')), true],
  ['nothing done', paid, [], /\/orders\/7\/status is "open", expected "paid"/],
  [
    'one change too many',
    paid,
    changing(status('paid'), { path: '/at', before: 1, after: 2 }),
    /\/at is 2, expected 1/,
  ],
  ['one that was taken back', paid, changing(status('x'), { ...status('paid'), before: 'x' }), true],
  [
    'something new',
    paid,
    changing(status('paid'), { path: '/x', after: {} }),
    /\/x is \{\}, expected absent/,
  ],
  [
    'a place that does not count',
    { ...paid, ignore: ['/at'] },
    changing(status('paid'), { path: '/at', before: 1, after: 2 }),
    true,
  ],
  [
    'places by a pattern',
    { ...paid, ignore: ['/orders/*/total'] },
    changing(status('paid'), { path: '/orders/8/total', before: 20, after: 1 }),
    true,
  ],
  [
    'a number within its tolerance',
    { type: 'final_state', equals: { ...STATE, at: 1.04 }, tolerance: { '/at': 0.05 } },
    [],
    true,
  ],
  [
    'a number beyond it',
    { type: 'final_state', equals: { ...STATE, at: 1.06 }, tolerance: { '/at': 0.05 } },
    [],
    /\/at is 1, expected 1.06/,
  ],
  [
    'a tolerance elsewhere',
    { type: 'final_state', equals: { ...STATE, at: 1.04 }, tolerance: { '/x': 9 } },
    [],
    /\/at/,
  ],
  [
    'a large whole number that is another',
    {
      type: 'final_state',
      changes: [{ op: 'set', path: '/state/at', value: 4_000_000_001 }],
    },
    changing({ path: '/at', before: 1, after: 4_000_000_002 }),
    /\/at is 4000000002, expected 4000000001/,
  ],
  [
    'one within its tolerance',
    {
      type: 'final_state',
      changes: [{ op: 'set', path: '/state/at', value: 4_000_000_001 }],
      tolerance: 1,
    },
    changing({ path: '/at', before: 1, after: 4_000_000_002 }),
    true,
  ],
  ['errors of rounding', { type: 'final_state', equals: { ...STATE, at: 1 + 2 ** -40 } }, [], true],
  ['another type', { type: 'final_state', equals: { ...STATE, at: '1' } }, [], /\/at is 1, expected "1"/],
  ['white space', { type: 'final_state', equals: { ...STATE, log: ['a ', 'b'] } }, [], true],
  ['another order', { type: 'final_state', equals: { ...STATE, log: ['b', 'a'] } }, [], /\/log\/0/],
  [
    'another order of a list without one',
    { type: 'final_state', equals: { ...STATE, log: ['b', 'a'] }, unordered: ['/log'] },
    [],
    true,
  ],
  [
    'thousands of equal entries of a list without an order, in time',
    {
      type: 'final_state',
      equals: { ...STATE, log: Array<string>(5000).fill('a') },
      unordered: ['/log'],
    },
    changing({ path: '/log', before: STATE.log, after: Array<string>(5000).fill('a') }),
    true,
  ],
  [
    'thousands of entries in another order, in time',
    {
      type: 'final_state',
      equals: { ...STATE, log: Array.from({ length: 5000 }, (_, i) => ({ id: i })) },
      unordered: ['/log'],
    },
    changing({
      path: '/log',
      before: STATE.log,
      after: Array.from({ length: 5000 }, (_, i) => ({ id: 4999 - i })),
    }),
    true,
  ],
  [
    'a list with another entry',
    { type: 'final_state', equals: { ...STATE, log: ['b', 'c'] }, unordered: ['/log'] },
    [],
    /\/log is \["a"\], expected \["c"\]/,
  ],

  ['the call', pays(), [call('pay', { amount: 10, id: '7' })], true],
  [
    'the call among others',
    pays(),
    [call('look', {}), call('pay', { id: '7', amount: 10 }), call('look', {})],
    true,
  ],
  [
    'others where none may be',
    pays({ extra: 'none' }),
    [call('pay', { id: '7', amount: 10 }), call('look', {})],
    /look\(\{\}\) was called as well/,
  ],
  ['no call', pays(), [], /pay\(\{"id":"7","amount":10\}\) was not called/],
  ['a number for a text', pays(), [call('pay', { id: 7, amount: 10 })], /was not called/],
  ['a text for a number', pays(), [call('pay', { id: '7', amount: '10' })], /was not called/],
  ['another amount', pays(), [call('pay', { id: '7', amount: 10.1 })], /was not called/],
  [
    'an amount within the tolerance',
    pays({ tolerance: 0.2 }),
    [call('pay', { id: '7', amount: 10.1 })],
    true,
  ],
  ['an argument too many', pays(), [call('pay', { id: '7', amount: 10, tags: [] })], /was not called/],
  [
    'an argument too many where they may be',
    pays({ arguments: 'contain' }),
    [call('pay', { id: '7', amount: 10, tags: [] })],
    true,
  ],
  [
    'lists in their order',
    pays({}, { tags: ['a', 'b'] }),
    [call('pay', { tags: ['b', 'a'] })],
    /was not called/,
  ],
  ['anything where anything is right', pays({}, { id: { $any: true } }), [call('pay', { id: [] })], true],
  [
    'nothing at all where anything is right',
    pays({}, { id: { $any: true } }),
    [call('pay', {})],
    /was not called/,
  ],
  ['one of several', pays({}, { id: { $one_of: ['7', 7] } }), [call('pay', { id: 7 })], true],
  ['calls in any order', both, [call('look', { id: '8' }), call('look', { id: '7' })], true],
  [
    'calls in their order',
    { ...both, order: 'same' },
    [call('look', { id: '7' }), call('pay', {}), call('look', { id: '8' })],
    true,
  ],
  [
    'calls in another order',
    { ...both, order: 'same' },
    [call('look', { id: '8' }), call('look', { id: '7' })],
    /was not called after the calls before it/,
  ],
  [
    'one call for two',
    { ...both, calls: [both.calls[0], both.calls[0]] },
    [call('look', { id: '7' })],
    /was not called/,
  ],
  [
    'calls that fit several, matched as they must be',
    {
      type: 'tool_calls',
      calls: [
        { name: 'look', arguments: { id: { $any: true } } },
        { name: 'look', arguments: { id: '7' } },
      ],
    },
    [call('look', { id: '7' }), call('look', { id: '8' })],
    true,
  ],

  [
    'no forbidden change',
    { type: 'forbidden_effects', paths: ['/orders/8'] },
    changing(status('paid')),
    true,
  ],
  [
    'a forbidden change',
    { type: 'forbidden_effects', paths: ['/orders/*/status'] },
    changing(status('paid')),
    /changed \/orders\/7\/status, which it must not/,
  ],
  [
    'one that was taken back',
    { type: 'forbidden_effects', paths: ['/orders'] },
    changing(status('paid'), { ...status('open'), before: 'paid' }),
    /changed/,
  ],
  [
    'what was there written again',
    { type: 'forbidden_effects', paths: ['/orders'] },
    changing(status('open')),
    true,
  ],
  [
    'a part of something replaced whole',
    { type: 'forbidden_effects', paths: ['/orders/*/total'] },
    changing({
      path: '/orders/7',
      before: { status: 'open', total: 10 },
      after: { status: 'paid', total: 9 },
    }),
    /changed \/orders\/7\/total/,
  ],
  [
    'another part of it',
    { type: 'forbidden_effects', paths: ['/orders/*/total'] },
    changing({
      path: '/orders/7',
      before: { status: 'open', total: 10 },
      after: { status: 'paid', total: 10 },
    }),
    true,
  ],
  [
    'a part of something new',
    { type: 'forbidden_effects', paths: ['/orders/*/total'] },
    changing({ path: '/orders/9', after: { total: 1 } }),
    /changed \/orders\/9\/total/,
  ],
  [
    'something deleted',
    { type: 'forbidden_effects', paths: ['/orders/7'] },
    changing({ path: '/orders/7', before: {} }),
    /changed \/orders\/7,/,
  ],
  [
    'a change where only others may be',
    { type: 'forbidden_effects', only: ['/orders/8'] },
    changing(status('paid')),
    /changed \/orders\/7\/status/,
  ],
  [
    'a change where it may be',
    { type: 'forbidden_effects', only: ['/orders/7/status'] },
    changing(status('paid')),
    true,
  ],
  [
    'a forbidden call',
    { type: 'forbidden_effects', calls: [{ name: 'pay', arguments: {} }] },
    [call('pay', { id: '7' })],
    /pay\(\{"id":"7"\}\) is forbidden/,
  ],
  [
    'one that the tool refused',
    { type: 'forbidden_effects', calls: [{ name: 'pay', arguments: {} }] },
    [call('pay', {}, [], true)],
    true,
  ],

  ['the last reply', { type: 'reply', grader: 'exact', expected: 'b' }, turns('a', 'b'), true],
  [
    'another last reply',
    { type: 'reply', grader: 'exact', expected: 'a' },
    turns('a', 'b'),
    /The response to the last turn is not as exact expects: "a"/,
  ],
  ['the reply to a turn', { type: 'reply', turn: 1, grader: 'exact', expected: 'a' }, turns('a', 'b'), true],
  [
    'a turn that did not come',
    { type: 'reply', turn: 3, grader: 'exact', expected: 'a' },
    turns('a', 'b'),
    /no response to turn 3/,
  ],
  ['each reply', { type: 'reply', turn: 'each', grader: 'contains', expected: 'a' }, turns('a', 'ab'), true],
  [
    'not each reply',
    { type: 'reply', turn: 'each', grader: 'contains', expected: 'a' },
    turns('a', 'b'),
    /to each turn/,
  ],
  ['any reply', { type: 'reply', turn: 'any', grader: 'exact', expected: 'a' }, turns('a', 'b'), true],
  [
    'no reply',
    { type: 'reply', turn: 'any', grader: 'exact', expected: 'c' },
    turns('a', 'b'),
    /to any turn/,
  ],
];

describe('graders of a task', () => {
  for (const [what, grader, steps, passes] of ROWS) {
    test(`${(grader as { type: string }).type}: ${what} ${passes === true ? 'passes' : 'does not pass'}`, () => {
      const { passed, message } = check(grader, steps);
      assert.equal(passed, passes === true, message ?? '');
      if (passes === true) assert.equal(message, null);
      else assert.match(message ?? '', passes);
    });
  }

  test('a judge passes nothing before it was called, and afterwards by its grades', () => {
    const judge = {
      type: 'judge',
      model: { provider: 'p', model_id: 'm' },
      criteria: [{ name: 'tone', description: 'Polite.' }],
    };
    const said = (score: number): Step => ({
      kind: 'judge',
      judge: 'judge',
      grades: [{ name: 'tone', score, reason: 'rude' }],
    });
    assert.equal(check(judge, []).passed, null);
    assert.equal(check(judge, [said(1)]).passed, true);
    assert.deepEqual(check(judge, [said(0)]), {
      name: 'judge',
      passed: false,
      share: [0, 1],
      message: 'The judge’s reason for tone: rude',
    });
  });
});
