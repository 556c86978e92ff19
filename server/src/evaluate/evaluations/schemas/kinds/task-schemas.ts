import { Type } from 'typebox';
import { Nullable } from '../../../../platform/http/schemas.ts';

const OrNull = Nullable(Type.Number());
const Usd = (description: string) => Nullable(Type.Number({ description }));

const PassHat = Type.Object({
  k: Type.Integer(),
  tasks: Type.Integer({ description: 'Tasks with at least k graded runs; the others do not count.' }),
  observed: Type.Number(),
  ci_low: OrNull,
  ci_high: OrNull,
});

/** What the tasks of one benchmark came to for one target. */
export const TaskReport = Type.Object(
  {
    target_label: Type.String(),
    benchmark: Type.String(),
    runs: Type.Integer({ description: 'Conversations that were graded: each task once in each epoch.' }),
    solved: Type.Integer({ description: 'Of these, how many passed every grader of their task.' }),
    pass_hat: Type.Array(PassHat, {
      description:
        'pass^k, the chance that k runs of a task all solve it: the mean over tasks of C(c,k)/C(n,k), where c of n graded runs solved the task.',
    }),
    cost_per_solved_usd: Usd(
      'What the target cost in all graded runs, for each that was solved; null where none was, or the cost is not known.',
    ),
    seconds_per_solved: Nullable(
      Type.Number({ description: 'How long the target took to reply in all graded runs, for each solved.' }),
    ),
    turns_mean: Nullable(Type.Number({ description: 'Turns of the user in a graded run.' })),
    replies_mean: Nullable(
      Type.Number({ description: 'Replies of the target in a graded run, with calls or without.' }),
    ),
    calls_mean: Nullable(Type.Number({ description: 'Calls of tools in a graded run.' })),
    reasons: Type.Record(Type.String(), Type.Integer(), {
      description:
        'Why graded runs ended early (limit_turns, limit_calls, limit_seconds, limit_cost, silence), and why others are unscored.',
    }),
    unscored_cost_usd: Usd('What the target cost in runs that could not be graded.'),
    simulation_cost_usd: Usd('What models cost that played the user or judged the conversation.'),
    begun_anew: Type.Integer({
      description: 'Conversations that were interrupted, and began anew with a fresh state.',
    }),
    begun_anew_cost_usd: Usd('What the target cost in those.'),
  },
  { title: 'TaskReport' },
);

const Step = Type.Object({
  kind: Type.String({ description: 'user, reply, call, judge or end.' }),
  text: Type.Optional(
    Type.String({
      description: 'What the user or the target said; of a judge, its reply where that could not be read.',
    }),
  ),
  name: Type.Optional(
    Type.String({ description: 'Of a call: the tool. Of a judge: which grader of the task.' }),
  ),
  arguments: Type.Optional(Type.Unknown({ description: 'Of a call; a text where they were no JSON.' })),
  result: Type.Optional(Type.Unknown({ description: 'What the simulated tool answered.' })),
  failed: Type.Optional(Type.Boolean({ description: 'The result says that the call failed.' })),
  changes: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({ description: 'A JSON Pointer into the state.' }),
        before: Type.Optional(Type.Unknown({ description: 'Absent where there was nothing.' })),
        after: Type.Optional(Type.Unknown({ description: 'Absent where there is nothing any more.' })),
      }),
      { description: 'What the call changed in the state.' },
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

/** A conversation of a task as it went. */
export const Transcript = Type.Object(
  {
    beginnings: Type.Integer({ description: 'How often it began; above 1 where it was interrupted.' }),
    state_before: Type.Unknown(),
    state_after: Type.Unknown(),
    steps: Type.Array(Step),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The grader; of several of one type, with a number.' }),
        passed: Nullable(Type.Boolean()),
        message: Nullable(Type.String()),
      }),
      { description: 'What each grader of the task says; empty until the conversation ended.' },
    ),
  },
  { title: 'Transcript' },
);
