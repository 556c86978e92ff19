import { grade } from '../server/src/graders/graders.ts';
import { startMockModel } from '../server/src/mock-model/mock-model.ts';
import { getBenchmark, sampleAll } from '../server/test/support/benchmark-service.ts';

// How hard the items of the entangled levels are, how far they spread, and what the mock model scores on them, answering
// from a list of the right answers with a stated probability of each step:
//   node bench/generated-benchmarks.ts [items a level]   (default 300)

const ITEMS = Number(process.argv[2] ?? 300);
const SEED = 20_261_122;
const SKILLS = [0.995, 0.98, 0.95, 0.9];
const AT_ONCE = 16;
const LEVELS: readonly (readonly [type: string, levels: readonly string[]])[] = [
  ['arithmetic', ['prose-1', 'prose-2']],
  ['instruction_following', ['interacting-1', 'interacting-2']],
  ['json_extraction', ['thread-1', 'thread-2']],
  ['long_context_recall', ['updates-4k', 'updates-16k']],
  ['reasoning_tables', ['entangled-1', 'entangled-2']],
];

const mean = (values: readonly number[]) => values.reduce((all, value) => all + value, 0) / values.length;
const percent = (share: number) => `${Math.round(100 * share)} %`;

async function scoresOf(
  items: Awaited<ReturnType<typeof sampleAll>>['items'],
  skill: number,
): Promise<number[]> {
  const known = items.map(({ input, expected, metadata }) => {
    const prompt = input.at(-1)?.content ?? '';
    // A piece of the prompt tells it apart: whole ones of 70 kB would be compared for every place.
    const third = Math.floor(prompt.length / 3);
    return { input: prompt.slice(third, third + 240), expected: String(expected), metadata };
  });
  const mock = await startMockModel({
    script: {
      seed: SEED,
      defaults: { answers: { kind: 'solver', items: known, programs: ['lookup'], step_accuracy: skill } },
    },
  });
  const scores: number[] = [];
  try {
    while (scores.length < items.length) {
      const some = items.slice(scores.length, scores.length + AT_ONCE);
      const replies = await Promise.all(
        some.map(async ({ input }) => {
          const answer = await fetch(`${mock.url}/v1/chat/completions`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ model: 'mock', messages: input }),
          });
          const body = (await answer.json()) as { choices: { message: { content: string } }[] };
          return body.choices[0]?.message.content ?? '';
        }),
      );
      for (const [i, { grader, expected }] of some.entries()) {
        const result = grade(grader, expected, {
          text: replies[i] ?? '',
          reasoning: null,
          finishReason: 'stop',
        });
        scores.push(result.state === 'scored' ? result.score : 0);
      }
    }
  } finally {
    await mock.stop();
  }
  return scores;
}

console.log(`${ITEMS} items a level; the easier and the harder half are by difficulty`);
console.log(
  `| level | characters | difficulty, mean | spread (sd) | range | ${SKILLS.map((skill) => `steps right ${100 * skill} %`).join(' | ')} | easier, harder half at ${percent(0.95)} |`,
);
console.log(`| --- | --- | --- | --- | --- | ${SKILLS.map(() => '---').join(' | ')} | --- |`);
for (const [type, levels] of LEVELS) {
  for (const subset of levels) {
    const { items } = await sampleAll(getBenchmark(type), { subset, sampleSize: ITEMS, seed: SEED });
    const steps = items.map(({ metadata }) => Number(metadata?.difficulty));
    const middle = mean(steps);
    const spread = Math.sqrt(mean(steps.map((value) => (value - middle) ** 2)));
    const characters = mean(items.map(({ input }) => input.at(-1)?.content.length ?? 0));
    const scores = new Map<number, number[]>();
    for (const skill of SKILLS) scores.set(skill, await scoresOf(items, skill));
    const order = items.map((_, i) => i).sort((a, b) => (steps[a] ?? 0) - (steps[b] ?? 0));
    const halves = [order.slice(0, ITEMS / 2), order.slice(ITEMS / 2)].map((half) =>
      percent(mean(half.map((i) => scores.get(0.95)?.[i] ?? 0))),
    );
    const cells = [
      `\`${type}/${subset}\``,
      Math.round(characters).toLocaleString('en'),
      middle.toFixed(1),
      spread.toFixed(1),
      `${Math.min(...steps)} to ${Math.max(...steps)}`,
      ...SKILLS.map((skill) => percent(mean(scores.get(skill) ?? []))),
      spread === 0 ? 'all alike' : halves.join(', '),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
