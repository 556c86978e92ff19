import { Type } from 'typebox';
import { Nullable } from '../../../../platform/http/schemas.ts';

const OrNull = Nullable(Type.Number());
const Usd = (description: string) => Nullable(Type.Number({ description }));

const PassHat = Type.Object({
  k: Type.Integer(),
  tasks: Type.Integer({
    description: 'Number of tasks with at least k graded runs; other tasks do not count.',
  }),
  observed: Type.Number(),
  ci_low: OrNull,
  ci_high: OrNull,
});

/** The results of one target on the tasks of one benchmark. */
export const TaskReport = Type.Object(
  {
    target_label: Type.String(),
    benchmark: Type.String(),
    runs: Type.Integer({ description: 'Number of graded conversations: one for each task and epoch.' }),
    solved: Type.Integer({ description: 'Number of conversations that passed every grader of their task.' }),
    pass_hat: Type.Array(PassHat, {
      description:
        'pass^k, the probability that k runs of a task all solve it: the mean over tasks of C(c,k)/C(n,k), where c of n graded runs solved the task.',
    }),
    cost_per_solved_usd: Usd(
      'The target’s cost in all graded runs, divided by the number of solved runs; null if none was solved or the cost is unknown.',
    ),
    seconds_per_solved: Nullable(
      Type.Number({
        description: 'Response time of the target in all graded runs, divided by the number of solved runs.',
      }),
    ),
    turns_mean: Nullable(Type.Number({ description: 'Mean number of user turns in a graded run.' })),
    replies_mean: Nullable(
      Type.Number({ description: 'Mean number of responses in a graded run, with or without calls.' }),
    ),
    calls_mean: Nullable(Type.Number({ description: 'Mean number of tool calls in a graded run.' })),
    reasons: Type.Record(Type.String(), Type.Integer(), {
      description:
        'Why graded runs ended early (`limit_turns`, `limit_calls`, `limit_seconds`, `limit_cost`, `silence`) and why others are unscored.',
    }),
    unscored_cost_usd: Usd('The target’s cost in runs that could not be graded.'),
    simulation_cost_usd: Usd('The cost of models that simulated the user or judged the conversation.'),
    begun_anew: Type.Integer({
      description: 'Number of conversations that were interrupted and restarted with a new state.',
    }),
    begun_anew_cost_usd: Usd('The target’s cost in those conversations.'),
  },
  { title: 'TaskReport' },
);

const Step = Type.Object({
  kind: Type.String({ description: '`user`, `reply`, `call`, `judge` or `end`.' }),
  text: Type.Optional(
    Type.String({
      description: 'The text of the user or target; for `judge`, its response if that could not be read.',
    }),
  ),
  name: Type.Optional(
    Type.String({ description: 'For `call`: the tool. For `judge`: the grader of the task.' }),
  ),
  arguments: Type.Optional(
    Type.Unknown({ description: 'For `call`: the arguments, or their text if they are not JSON.' }),
  ),
  result: Type.Optional(Type.Unknown({ description: 'The simulated tool’s result.' })),
  failed: Type.Optional(Type.Boolean({ description: 'Whether the result reports a failed call.' })),
  changes: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({ description: 'A JSON Pointer into the state.' }),
        before: Type.Optional(
          Type.Unknown({ description: 'The previous value; absent if the path is new.' }),
        ),
        after: Type.Optional(Type.Unknown({ description: 'The new value; absent if the path was removed.' })),
      }),
      { description: 'The changes that the call made to the state.' },
    ),
  ),
  grades: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), score: Type.Number(), reason: Type.String() })),
  ),
  reason: Type.Optional(Type.String({ description: 'Why the conversation ended.' })),
  cost_usd: Type.Optional(OrNull),
  latency_ms: Type.Optional(OrNull),
  input_tokens: Type.Optional(Nullable(Type.Integer())),
  output_tokens: Type.Optional(Nullable(Type.Integer())),
});

/** The conversation of a task. */
export const Transcript = Type.Object(
  {
    beginnings: Type.Integer({
      description: 'Number of times the conversation started; above 1 if it was interrupted.',
    }),
    state_before: Type.Unknown(),
    state_after: Type.Unknown(),
    steps: Type.Array(Step),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The grader, numbered if several have the same type.' }),
        passed: Nullable(Type.Boolean()),
        message: Nullable(Type.String()),
      }),
      { description: 'The result of each grader of the task; empty until the conversation ends.' },
    ),
  },
  { title: 'Transcript' },
);
