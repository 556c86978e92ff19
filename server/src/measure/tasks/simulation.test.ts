import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTask } from './read-task.ts';
import { createSimulatedWorld } from './simulated-tools.ts';
import { createScriptedUser } from './simulated-user.ts';
import { SimulationFailed, type Step, type Task } from './tasks.ts';

function taskOf(fields: object): Task {
  const read = readTask({
    messages: [{ role: 'user', content: 'Hello.' }],
    graders: [{ type: 'final_state', equals: {} }],
    ...fields,
  });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.task;
}

const string = { type: 'string' };
const SHELF = {
  tools: [
    {
      name: 'put',
      description: 'Puts something on the shelf.',
      parameters: {
        type: 'object',
        properties: { what: string, n: { type: 'number' } },
        required: ['what', 'n'],
        additionalProperties: false,
      },
      rules: [
        {
          when: [{ at: '/state/shelf/{what}', exists: true }],
          effects: [
            { op: 'increase', path: '/state/shelf/{what}', by: { $from: '/args/n' } },
            { op: 'append', path: '/state/log', value: { $from: '/args/what' } },
          ],
          result: { there: { $from: '/state/shelf/{what}' } },
        },
        { effects: [{ op: 'set', path: '/state/shelf/{what}', value: { $from: '/args/n' } }], result: 'new' },
      ],
    },
    { name: 'time', description: 'Says the time.', parameters: { type: 'object' }, result: '12:00' },
  ],
  state: { shelf: { tea: 1 }, log: [] },
};

describe('simulated tools', () => {
  test('fail where the state would grow without end, and leave it as it was', () => {
    const world = createSimulatedWorld(
      taskOf({
        state: { list: [1] },
        tools: [
          {
            name: 'double',
            description: 'Appends the list to itself.',
            parameters: { type: 'object' },
            rules: [
              {
                effects: [{ op: 'append', path: '/state/list', value: { $from: '/state/list' } }],
                result: 1,
              },
            ],
          },
        ],
      }),
    );
    assert.throws(
      () => {
        for (let call = 0; call < 50; call++) world.call('double', '{}');
      },
      (error) => error instanceof SimulationFailed && /larger than 512 KiB/.test(error.message),
    );
    assert.ok(JSON.stringify(world.state()).length <= 512 * 1024);
  });

  test('refuse arguments that are nested too deep, and leave the state as it was', () => {
    const world = createSimulatedWorld(
      taskOf({
        state: { kept: 1 },
        tools: [
          {
            name: 'keep',
            description: 'Keeps a value.',
            parameters: { type: 'object', properties: { a: {} }, required: ['a'] },
            rules: [
              { effects: [{ op: 'set', path: '/state/kept', value: { $from: '/args/a' } }], result: 1 },
            ],
          },
        ],
      }),
    );
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const refused = world.call('keep', nested(100_000));
    assert.equal(refused.failed, true);
    assert.match(JSON.stringify(refused.result), /at most 64 levels/);
    assert.deepEqual(world.state(), { kept: 1 });
    assert.equal(world.call('keep', nested(64)).failed, false);
  });

  const COUNTER = {
    state: { n: 1, word: 'x' },
    tools: [
      {
        name: 'add',
        description: 'Adds to the number.',
        parameters: { type: 'object', properties: { by: {} }, required: ['by'] },
        rules: [{ effects: [{ op: 'increase', path: '/state/n', by: { $from: '/args/by' } }], result: 'ok' }],
      },
      {
        name: 'spell',
        description: 'Adds to the word, which no argument can make right.',
        parameters: { type: 'object', properties: { by: {} }, required: ['by'] },
        rules: [
          { effects: [{ op: 'increase', path: '/state/word', by: { $from: '/args/by' } }], result: 'ok' },
        ],
      },
    ],
  };
  for (const [says, written, error] of [
    ['a text where a number is needed', '{"by": "two"}', /do not fit: increase needs a number/],
    ['a list', '{"by": [1]}', /do not fit: increase needs a number/],
    ['a number that is none', '{"by": 1e400}', /not a JSON object/],
    ['one that goes beyond all numbers', '{"by": 1.7e308}', /larger than a number can be/],
  ] as const) {
    test(`tell the caller of ${says}, and leave the state as it was`, () => {
      const world = createSimulatedWorld(taskOf(COUNTER));
      const before = says.startsWith('one that') ? { n: 1.7e308, word: 'x' } : COUNTER.state;
      if (before !== COUNTER.state) world.call('add', '{"by": 1.7e308}');
      const { failed, result } = world.call('add', written);
      assert.equal(failed, true);
      assert.match(JSON.stringify(result), error);
      assert.deepEqual(world.state(), before);
      assert.equal(world.call('add', '{"by": 0}').failed, false, 'the conversation goes on');
    });
  }

  test('fail where the task itself is wrong, whatever the arguments', () => {
    const world = createSimulatedWorld(taskOf(COUNTER));
    assert.throws(() => world.call('spell', '{"by": 1}'), SimulationFailed);
  });

  test('fail where a value is wrapped in itself without end', () => {
    const world = createSimulatedWorld(
      taskOf({
        state: { a: 1 },
        tools: [
          {
            name: 'wrap',
            description: 'Wraps the value.',
            parameters: { type: 'object' },
            rules: [
              { effects: [{ op: 'set', path: '/state/a', value: { b: { $from: '/state/a' } } }], result: 1 },
            ],
          },
        ],
      }),
    );
    assert.throws(
      () => {
        for (let call = 0; call < 500; call++) world.call('wrap', '{}');
      },
      (error) => error instanceof SimulationFailed && /deeper than 256 levels/.test(error.message),
    );
  });

  const cases: readonly [string, string, string, unknown, boolean, unknown][] = [
    [
      'the first rule that applies',
      'put',
      '{"what":"tea","n":2}',
      { there: 3 },
      false,
      { shelf: { tea: 3 }, log: ['tea'] },
    ],
    [
      'the last rule otherwise',
      'put',
      '{"what":"salt","n":2}',
      'new',
      false,
      { shelf: { tea: 1, salt: 2 }, log: [] },
    ],
    ['a fixed result', 'time', '', '12:00', false, SHELF.state],
    [
      'an argument that looks like a pointer',
      'put',
      '{"what":"a/b~c","n":1}',
      'new',
      false,
      { shelf: { tea: 1, 'a/b~c': 1 }, log: [] },
    ],
    [
      'a missing argument',
      'put',
      '{"what":"tea"}',
      { error: "The arguments do not fit: the value must have required property 'n'." },
      true,
      SHELF.state,
    ],
    [
      'an argument of another type',
      'put',
      '{"what":"tea","n":"2"}',
      { error: 'The arguments do not fit: /n must be number.' },
      true,
      SHELF.state,
    ],
    [
      'arguments that are no JSON',
      'put',
      '{"what":',
      { error: 'The arguments are not a JSON object of at most 64 levels.' },
      true,
      SHELF.state,
    ],
    [
      'a tool that is not there',
      'take',
      '{}',
      { error: 'There is no tool take; there are: put, time.' },
      true,
      SHELF.state,
    ],
  ];
  for (const [what, name, written, result, failed, state] of cases) {
    test(`answer ${what}`, () => {
      const world = createSimulatedWorld(taskOf(SHELF));
      const step = world.call(name, written);
      assert.deepEqual([step.result, step.failed], [result, failed]);
      assert.deepEqual(world.state(), state);
    });
  }

  test('keep names of prototypes as plain names', () => {
    const world = createSimulatedWorld(taskOf(SHELF));
    for (const what of ['__proto__', 'constructor', 'toString']) {
      assert.equal(world.call('put', JSON.stringify({ what, n: 1 })).result, 'new');
    }
    const { shelf } = world.state() as { shelf: object };
    assert.deepEqual(Object.keys(shelf), ['tea', '__proto__', 'constructor', 'toString']);
    assert.equal(Object.getPrototypeOf(shelf), Object.prototype);
    assert.equal(({} as { n?: number }).n, undefined);
  });

  test('say what changed, and leave the state of the task as it is', () => {
    const task = taskOf(SHELF);
    const step = createSimulatedWorld(task).call('put', '{"what":"tea","n":2}');
    assert.deepEqual(step.changes, [
      { path: '/shelf/tea', before: 1, after: 3 },
      { path: '/log/0', after: 'tea' },
    ]);
    assert.deepEqual(task.state, SHELF.state);
  });
});

describe('a scripted user', () => {
  const task = taskOf({
    ...SHELF,
    user: {
      script: [
        { when: [{ at: '/calls/put', at_least: 2 }] },
        {
          when: [
            { at: '/reply', contains: 'HOW many' },
            { at: '/user/asked', exists: false },
          ],
          say: 'Two.',
          effects: [{ op: 'set', path: '/user/asked', value: true }],
        },
        { when: [{ at: '/user/asked', exists: true }], say: 'As I said: two.' },
        { when: [{ at: '/turn', at_most: 3 }], say: 'Put tea on the shelf.' },
        {},
      ],
    },
  });
  const user = (text: string): Step => ({ kind: 'user', text });
  const reply = (text: string): Step => ({ kind: 'reply', text, calls: 0 });
  const put: Step = { kind: 'call', name: 'put', arguments: {}, result: 1, failed: false, changes: [] };

  test('takes the first branch that applies, and remembers what it said', () => {
    const scripted = createScriptedUser(task);
    const steps: Step[] = [user('Hello.'), reply('Hello!')];
    const next = (...more: Step[]) => {
      steps.push(...more);
      return scripted.next(steps, {});
    };
    assert.equal(next(), 'Put tea on the shelf.');
    assert.equal(next(user('Put tea on the shelf.'), reply('How  many?')), 'Two.');
    assert.equal(next(user('Two.'), put, reply('Sorry, how many?')), 'As I said: two.');
    assert.equal(next(user('As I said: two.'), put, reply('Done.')), null);
  });

  test('counts no call that failed', () => {
    const failed: Step = { ...put, failed: true };
    const steps = [user('Hello.'), failed, failed, reply('Done.')];
    assert.equal(createScriptedUser(task).next(steps, {}), 'Put tea on the shelf.');
  });

  test('of fixed turns says one after the other, and without any says nothing', () => {
    const fixed = createScriptedUser(taskOf({ user: { turns: ['a', 'b'] } }));
    assert.deepEqual(
      [0, 1, 2].map(() => fixed.next([], {})),
      ['a', 'b', null],
    );
    assert.equal(createScriptedUser(taskOf({})).next([], {}), null);
  });
});
