import { grade } from '../server/src/measure/graders/graders.ts';
import { PUBLISHED_RULES } from '../server/src/measure/graders/published-rules.ts';
import {
  type LabelledReply,
  labelledReplies,
  type Outcome,
  readByGraders,
} from '../server/test/support/answer-styles.ts';

// How our graders and published rules read labelled responses, and how often a text without an answer is credited: node
// bench/answer-styles.ts [--wrong]

const replies = labelledReplies();
const say = (line: string) => process.stdout.write(`${line}\n`);

function readerRow(name: string, of: readonly LabelledReply[], read: (one: LabelledReply) => Outcome): void {
  const counts = { right: 0, missed: 0, 'wrong credit': 0 };
  for (const one of of) counts[read(one)] += 1;
  const share = (100 * counts.right) / of.length;
  say(
    `${name.padEnd(44)}${String(of.length).padStart(5)}${`${share.toFixed(1)} %`.padStart(9)}${String(counts.missed).padStart(8)}${String(counts['wrong credit']).padStart(8)}`,
  );
}

function byRule(rule: string) {
  return ({ kind, reply, answer }: LabelledReply): Outcome => {
    const found = PUBLISHED_RULES[rule]?.read(reply) ?? null;
    if (found === null) return answer === null ? 'right' : 'missed';
    const same = kind === 'choice' ? found === answer : answer !== null && Number(found) === Number(answer);
    return same ? 'right' : 'wrong credit';
  };
}

const KINDS = ['choice', 'numeric', 'text', 'list'] as const;
const RULES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  choice: [
    ["MMLU-Pro's three levels", 'mmlu_pro'],
    ['simple-evals, all its languages', 'simple_evals'],
  ],
  numeric: [
    ['lm-evaluation-harness GSM8K, strict', 'gsm8k_strict'],
    ['lm-evaluation-harness GSM8K, flexible', 'gsm8k_flexible'],
  ],
};

say(`${''.padEnd(44)}    n    right  missed   wrong`);
for (const blind of [true, false]) {
  say(blind ? 'written without sight of the graders' : 'written with them');
  for (const kind of KINDS) {
    const of = replies.filter((one) => one.kind === kind && one.blind === blind);
    readerRow(`  ${kind}: ours`, of, (one) => readByGraders(one).outcome);
    for (const [name, rule] of RULES[kind] ?? []) readerRow(`  ${kind}: ${name}`, of, byRule(rule));
  }
}
readerRow('all: ours', replies, (one) => readByGraders(one).outcome);

if (process.argv.includes('--wrong'))
  for (const one of replies) {
    const { outcome, extracted } = readByGraders(one);
    if (outcome !== 'right') say(`${outcome} ${one.id}: ${extracted} for ${JSON.stringify(one.answer)}`);
  }

/** Park and Miller 1988. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const random = createRandom(7);
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
const repeat = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const CHOICES = ['red', 'green', 'blue', 'white'];
const WORDS = [
  ...CHOICES,
  ...'the a of light is seen when as in water sky grass snow it so that A B C D (A) (B) (C) (D) I we think or and'.split(
    ' ',
  ),
];
const sentence = (): string => `${repeat(4 + Math.floor(random() * 10), () => pick(WORDS)).join(' ')}.`;
const NOTHING_SAID: Readonly<Record<string, () => string>> = {
  'random sentences': () => repeat(4, sentence).join(' '),
  'random sentences, cut off': () => repeat(4, sentence).join(' ').slice(0, -12),
  'a sentence over and over': () => {
    const one = sentence();
    return repeat(12, () => one)
      .join(' ')
      .slice(0, -6);
  },
};
const ROUNDS = 20_000;

say('');
say(`${'text that answers nothing, four choices'.padEnd(44)}    n    read  credited   MMLU-Pro credits`);
for (const [name, make] of Object.entries(NOTHING_SAID)) {
  let [read, credited, official] = [0, 0, 0];
  for (let i = 0; i < ROUNDS; i++) {
    const text = make();
    const gold = pick(['A', 'B', 'C', 'D']);
    const options = { choices: CHOICES };
    const result = grade({ type: 'choice', options }, gold, { text, reasoning: null, finishReason: 'stop' });
    if (result.state === 'scored' && result.extracted !== null) read += 1;
    if (result.state === 'scored' && result.score === 1) credited += 1;
    if (PUBLISHED_RULES.mmlu_pro?.read(text) === gold) official += 1;
  }
  const share = (count: number) => `${((100 * count) / ROUNDS).toFixed(1)} %`;
  say(
    `  ${name.padEnd(42)}${ROUNDS}${share(read).padStart(8)}${share(credited).padStart(10)}${share(official).padStart(12)}`,
  );
}
