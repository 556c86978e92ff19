import type { MockScriptInput } from '@touchstone/mock';
import { REPLIES } from '../published-files.ts';
import { gradesReply, preferenceReply, readPrompt } from '../scripted-judge.ts';

type Said = { messages: readonly unknown[] };

/** A judge whose answer depends on nothing but what it is shown. */
const judge = (answer: (said: Said) => string) => ({ answers: { kind: 'function' as const, answer } });

/** Grades short answers by the first score and long ones by the second. */
const byLength = (short: number | string, long: number | string) =>
  judge(({ messages }) =>
    gradesReply(messages, (readPrompt(messages).inside.ANSWER ?? '').length < 20 ? short : long),
  );

type Choice = 'first' | 'second' | 'tie';
const comparing = (choose: (shown: { task: string; first: string; second: string }) => Choice) =>
  judge(({ messages }) => {
    const { TASK: task = '', FIRST: first = '', SECOND: second = '' } = readPrompt(messages).inside;
    return preferenceReply(messages, choose({ task, first, second }));
  });
const shorter = ({ first, second }: { first: string; second: string }): Choice =>
  first.length === second.length ? 'tie' : first.length < second.length ? 'first' : 'second';

const right = (accuracy: number) => ({ answers: { kind: 'solver' as const, accuracy } });
const PUBLISHED = Object.values(REPLIES).flat();

/** Every model that an evaluation of the fixtures asks; `latencyMs` slows those that are stopped in the middle. */
export function compatScript(latencyMs = 0): MockScriptInput {
  const latency = { distribution: 'constant' as const, ms: latencyMs };
  return {
    seed: 12,
    models: {
      good: right(0.9),
      fair: right(0.6),
      noisy: { answers: { kind: 'solver', accuracy: 0.7, noise: 'per_call' } },
      terse: {},
      wordy: { padding_tokens: 30 },
      endless: { padding_tokens: 60 },
      thinking: { reasoning_tokens: 20, cached_share: 0.5 },
      cut: { padding_tokens: 500 },
      // A unit has four attempts.
      flaky: { ...right(1), error_rate: 0.75 },
      dead: { error_rate: 1, error_status: 501 },
      recovering: { ...right(0.9), fail_first_attempts: 4 },
      exhausted: { ...right(0.9), quota_requests: 6 },
      'soon-exhausted': { quota_requests: 5 },
      costly: right(0.8),
      quick: { latency: { distribution: 'constant', ms: 5 } },
      slow: { latency: { distribution: 'constant', ms: 800 } },
      crawling: { latency: { distribution: 'constant', ms: 250 } },
      queued: { servers: 2, latency: { distribution: 'constant', ms: 40 } },
      published: {
        answers: {
          kind: 'function',
          answer: ({ prompt }) =>
            PUBLISHED.find(({ mark }) => new RegExp(`\\b${mark}\\b`).test(prompt))?.text ??
            'No such question.',
        },
      },
      paris: { answers: { kind: 'list', values: ['the capital of France'] } },
      'dead-embedder': { quota_requests: 0 },
      fair_judge: byLength(5, 2),
      harsh_judge: byLength(3, 1),
      mild_judge: byLength(5, 4),
      mute_judge: judge(() => 'I would rather not.'),
      absent_minded_judge: judge(({ messages }) =>
        readPrompt(messages).inside.TASK === 'What is 3 + 100?' ? 'no' : gradesReply(messages, 4),
      ),
      comparer: comparing(shorter),
      biased_comparer: comparing((shown) => (/ is \d*[05] /.test(shown.task) ? 'first' : shorter(shown))),
      late_good: { ...right(0.9), latency },
      late_fair: { ...right(0.6), latency },
      late_terse: { latency },
      late_wordy: { padding_tokens: 30, latency },
      late_judge: { ...byLength(5, 2), latency },
      late_comparer: { ...comparing(shorter), latency },
      late_paris: { answers: { kind: 'list', values: ['the capital of France'] }, latency },
    },
  };
}

const PRICE = { input_usd_per_million: '10', output_usd_per_million: '20' };

/** What the provider `mock` is configured with besides its address. */
export const COMPAT_PROVIDER = {
  prices: Object.fromEntries(
    ['costly', 'thinking', 'fair_judge', 'biased_comparer', 'embedder', 'crawling', 'good'].map((model) => [
      model,
      PRICE,
    ]),
  ),
};
