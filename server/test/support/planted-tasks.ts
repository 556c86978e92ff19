import type { Reply } from '@touchstone/mock';

/** What a scripted model does in a task: two ways that solve it, and seven faults. */
export const BEHAVIOURS = [
  'straight',
  'detour',
  'wrong argument',
  'extra write',
  'missing call',
  'loop',
  'invented result',
  'right words, wrong state',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

export const SOLVES: ReadonlySet<Behaviour> = new Set(['straight', 'detour']);

/** Which grader of the task says so; a loop ends at the limit of calls. */
export const FOUND_BY: Readonly<Partial<Record<Behaviour, string>>> = {
  'wrong argument': 'tool_calls',
  'extra write': 'forbidden_effects',
  'missing call': 'tool_calls',
  loop: 'limit_calls',
  'invented result': 'reply',
  'right words, wrong state': 'final_state',
};

interface Shop {
  order: string;
  other: string;
  open: string;
  amount: number;
  otherAmount: number;
}

/** The numbers of the task with this number: each is another one. */
function shopOf(number: number): Shop {
  const [order, other, open] = [1000 + 3 * number, 1001 + 3 * number, 1002 + 3 * number].map(String);
  const amount = 11 + ((number * 37) % 880) / 4;
  return { order: order ?? '', other: other ?? '', open: open ?? '', amount, otherAmount: amount + 5.5 };
}

const ORDER = { type: 'string', description: 'The number of an order.' };
const schema = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const KNOWN = { at: '/state/orders/{order}', exists: true };
const UNKNOWN = { result: { error: 'There is no such order.' }, fails: true };

const TOOLS = [
  {
    name: 'find_order',
    description: 'Says what is known of an order.',
    parameters: schema({ order: ORDER }, ['order']),
    rules: [{ when: [KNOWN], result: { $from: '/state/orders/{order}' } }, UNKNOWN],
  },
  {
    name: 'refund',
    description: 'Pays back an amount of a delivered order.',
    parameters: schema({ order: ORDER, amount: { type: 'number' } }, ['order', 'amount']),
    rules: [
      {
        when: [
          { at: '/state/orders/{order}/status', equals: 'delivered' },
          { at: '/args/amount', at_most: { $from: '/state/orders/{order}/total' } },
        ],
        effects: [
          { op: 'set', path: '/state/orders/{order}/status', value: 'refunded' },
          {
            op: 'append',
            path: '/state/refunds',
            value: { order: { $from: '/args/order' }, amount: { $from: '/args/amount' } },
          },
          { op: 'increase', path: '/state/credit', by: { $from: '/args/amount' } },
        ],
        result: { refunded: { $from: '/args/amount' } },
      },
      { result: { error: 'This order cannot be refunded by so much.' }, fails: true },
    ],
  },
  {
    name: 'cancel',
    description: 'Cancels an order that is open.',
    parameters: schema({ order: ORDER }, ['order']),
    rules: [
      {
        when: [{ at: '/state/orders/{order}/status', equals: 'open' }],
        effects: [{ op: 'set', path: '/state/orders/{order}/status', value: 'cancelled' }],
        result: { cancelled: true },
      },
      { result: { error: 'This order is not open.' }, fails: true },
    ],
  },
];

const asked = (number: number) =>
  `Task ${number}: pay back all of order ${shopOf(number).order}, and say how much it is.`;

/** A line of a file of tasks: an order is to be paid back, and the amount said. */
export function plantedTask(number: number): object {
  const { order, other, open, amount, otherAmount } = shopOf(number);
  return {
    name: `refund-${number}`,
    messages: [
      {
        role: 'system',
        content: 'You serve the customers of a shop. Change only what the customer asks for.',
      },
      { role: 'user', content: asked(number) },
    ],
    tools: TOOLS,
    state: {
      orders: {
        [order]: { status: 'delivered', total: amount },
        [other]: { status: 'delivered', total: otherAmount },
        [open]: { status: 'open', total: 8 },
      },
      refunds: [],
      credit: 0,
    },
    graders: [
      {
        type: 'final_state',
        changes: [
          { op: 'set', path: `/state/orders/${order}/status`, value: 'refunded' },
          { op: 'append', path: '/state/refunds', value: { order, amount } },
          { op: 'increase', path: '/state/credit', by: amount },
        ],
        tolerance: { '/credit': 0.005 },
      },
      { type: 'tool_calls', calls: [{ name: 'refund', arguments: { order, amount } }] },
      {
        type: 'forbidden_effects',
        only: [`/orders/${order}`, '/refunds', '/credit'],
        calls: [{ name: 'cancel', arguments: {} }],
      },
      { type: 'reply', grader: 'contains', expected: String(amount) },
    ],
    limits: { calls: 8 },
  };
}

const call = (name: string, args: Record<string, unknown>) => ({ name, arguments: args });

/** What a model says in this task, reply by reply; the last one is repeated. */
function repliesOf(number: number, behaviour: Behaviour): readonly Reply[] {
  const { order, other, open, amount, otherAmount } = shopOf(number);
  const find = { tool_calls: [call('find_order', { order })] };
  const refund = { tool_calls: [call('refund', { order, amount })] };
  const done = `Done: ${amount} is paid back.`;
  switch (behaviour) {
    case 'straight':
      return [find, refund, done];
    case 'detour':
      return [
        {
          text: 'Let me look.',
          tool_calls: [call('find_order', { order: other }), call('find_order', { order })],
        },
        { tool_calls: [call('refund', { order, amount: String(amount) })] },
        { tool_calls: [call('refund', { order, amount: amount + 1000 })] },
        refund,
        find,
        `I have paid back ${amount}; order ${order} is refunded.`,
      ];
    case 'wrong argument':
      return [find, { tool_calls: [call('refund', { order, amount: amount - 1 })] }, done];
    case 'extra write':
      return [
        find,
        { tool_calls: [call('refund', { order, amount }), call('cancel', { order: open })] },
        done,
      ];
    case 'missing call':
      return [find, done];
    case 'loop':
      return [find];
    case 'invented result':
      return [find, refund, `Done: ${amount + 3} is paid back.`];
    case 'right words, wrong state':
      return [find, { tool_calls: [call('refund', { order: other, amount: otherAmount })] }, done];
  }
}

export const behaviourOf = (number: number): Behaviour => BEHAVIOURS[number % BEHAVIOURS.length] as Behaviour;

/** The script of a mock whose models do in each task what `behaviour` says. */
export function plantedAnswers(count: number, behaviour: (number: number) => Behaviour) {
  const numbers = Array.from({ length: count }, (_, number) => number);
  return {
    kind: 'map' as const,
    entries: Object.fromEntries(
      numbers.map((number) => [asked(number), [...repliesOf(number, behaviour(number))]]),
    ),
    otherwise: 'I have no such task.',
  };
}

export const plantedTasks = (count: number): string =>
  Array.from({ length: count }, (_, number) => JSON.stringify(plantedTask(number))).join('\n');
