import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PUBLISHED_RULES, referenceGrade } from '../server/src/measure/graders/published-rules.ts';
import { createRandom } from '../server/src/measure/statistics/statistics.ts';
import { labelledReplies } from '../server/test/support/answer-styles.ts';

// Whether our published rules read replies as the published scripts do, reply by reply:
//   node bench/published-rules.ts CHECKOUTS [REPLIES ...]
// CHECKOUTS is a folder with checkouts of MMLU-Pro (github.com/TIGER-AI-Lab/MMLU-Pro), simple-evals
// (github.com/openai/simple-evals) and lm-evaluation-harness (github.com/EleutherAI/lm-evaluation-harness), or some of
// them; python3 runs their code as it is. The replies are those of bench/answer-styles.ts and made ones; each REPLIES is
// a file of further ones as MMLU-Pro publishes them in eval_results (unzipped): a JSON list of objects with
// `model_outputs` or `generated_text`, and `answer`. Ends with 1 where one reply is read or graded differently.

/** A reply as MMLU-Pro publishes it. */
interface Kept {
  model_outputs?: string | null;
  generated_text?: string | null;
  answer?: string;
}

type Case = [rule: string, reply: string, expected: string];

const [checkouts = '', ...files] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
const CHECKOUTS: Readonly<Record<string, string>> = {
  mmlu_pro: 'MMLU-Pro',
  simple_evals: 'simple-evals',
  gsm8k_strict: 'lm-evaluation-harness',
  gsm8k_flexible: 'lm-evaluation-harness',
};
const rules = Object.keys(PUBLISHED_RULES).filter((rule) =>
  existsSync(join(checkouts, CHECKOUTS[rule] ?? '-')),
);
const GENERATED_CASES = 4000;
const AT_ONCE = 20_000;

const random = createRandom(20261127, 'published-rules');
const pick = <T>(some: readonly T[]): T => some[random.below(some.length)] as T;

const LEADS = [
  '',
  'I think so.\n',
  'A short note: I see no reason.\n',
  'Option B is out; C fits. ',
  'Let x = 4.\n\n',
  'Wait: **Answer:** B? No.\n',
  '1. A is 3,000\n2. J is $5.50\n',
  '«Ja», 4 km² and B12 — é A é\n',
];
const ANNOUNCED = [
  'The answer is (#).',
  'the answer is #',
  'The answer is **#**.',
  'Answer: #',
  '**Answer:** #',
  'answer: #',
  'ANSWER: #',
  'Answer:#, not Answer: B',
  'Answer: Answer: #',
  'answer:\n#',
  'Answer\t:\t#',
  'Answer\u00a0: #',
  'Answer \u2028: #',
  'Answer\ufeff: #',
  'Answer \x85: #',
  `Answer:${'\u200b'.repeat(6)}#`,
  'Answer: $#$',
  'Answer: $\\boxed{#}$',
  'Answer: $\\text{#}$',
  'Answer: \\(\\mathbf{#}\\)',
  'Answer: $**\\boxed{#}$',
  'Answer: (#)',
  'Antwort: #',
  'Antwort : #',
  'Réponse : #',
  'Respuesta: #',
  'Risposta: #',
  'Resposta: #',
  'Jawaban: #',
  'Jibu: #',
  'Idahun: #',
  'Ìdáhùn: #',
  'Idáhùn: #',
  'Àmọ̀nà: #',
  'A\u0300m\u1ecd\u0300na\u0300: #',
  'A\u0300nu\u0301go\u0323: #',
  'Àdáhùn: #',
  'Ànúgọ: #',
  'Àṣàyàn: #',
  '答案：#',
  '答案: #',
  '答：#',
  '答え：#',
  '回答: #',
  '解答: #',
  '解答：#',
  '答复：#',
  '答曰：#',
  '정답: #',
  '답변: #',
  '답：#',
  'উত্তর: #',
  'উত্তরঃ #',
  'उत्तर: #',
  'الإجابة: #',
  'الإجابة : #',
  'الجواب: #',
  'إجابة: #',
  'الإجابة النهائية: #',
  'الإجابة الصحيحة: #',
  'الإجابة الصحيحة هي: #',
  'الإجابة هي: #',
  'الجواب النهائي: #',
  '#### #',
  '####  #',
  '#### #.',
  'The final answer is #',
  'So it is #',
  '#',
  '(#)',
  'It is #_1 or x#',
  '#é',
  'é#',
  '#²',
  'I am sure.',
  '',
];
const LETTERS = [...'ABCDEFGHIJKabcdiأبجداঅবডঢＡＢＣＤａ'];
const NUMBERS = [
  '18',
  '1,234',
  '$1,234.00',
  '-7',
  '3.5',
  '1/2',
  '.',
  '...',
  '$',
  '-',
  '٣',
  '1_000',
  '12.',
  '1.234,5',
  '−4',
  '70000%',
];
const TAILS = [
  '',
  '.',
  '\n',
  ' because B is wrong.',
  ', I think',
  '\nAnswer: D',
  '\n#### 12.',
  ' (page 12)',
  '...',
  '\u00a0J',
  ' Hope that helps!',
];

/** Replies in many styles, languages and with traps, the same at every run. */
function madeReplies(): { reply: string; letter: string; number: string }[] {
  return Array.from({ length: GENERATED_CASES }, () => {
    const [letter, number] = [pick(LETTERS), pick(NUMBERS)];
    const said = pick([letter, letter, number]);
    const reply = `${pick(LEADS)}${pick(ANNOUNCED).replaceAll('#', said)}${pick(TAILS)}`;
    return { reply, letter, number };
  });
}

function casesOf(rule: string): Case[] {
  const isLetter = !rule.startsWith('gsm8k');
  const labelled = labelledReplies().map(({ reply, answer }): Case => [rule, reply, String(answer ?? 'A')]);
  const made = madeReplies().map(
    ({ reply, letter, number }): Case => [rule, reply, isLetter ? letter : number],
  );
  const published = files.flatMap((file) =>
    (JSON.parse(readFileSync(file, 'utf8')) as Kept[]).flatMap(
      ({ model_outputs, generated_text, answer }): Case[] => {
        const reply = model_outputs ?? generated_text;
        return reply == null || answer === undefined ? [] : [[rule, reply, answer]];
      },
    ),
  );
  return [...labelled, ...made, ...published];
}

const task = join(checkouts, 'lm-evaluation-harness/lm_eval/tasks/gsm8k/gsm8k.yaml');
const gsm8k: unknown = existsSync(task) ? parse(readFileSync(task, 'utf8')) : null;

function referenceOf(cases: readonly Case[]): [found: string | null, right: boolean][] {
  const input = JSON.stringify({ checkouts, gsm8k, cases });
  const script = join(import.meta.dirname, 'published-rules-reference.py');
  const said = execFileSync('python3', [script], {
    input,
    maxBuffer: 2 ** 30,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return JSON.parse(said);
}

if (rules.length === 0)
  throw new Error(
    `There is no checkout of MMLU-Pro, simple-evals or lm-evaluation-harness in "${checkouts}".`,
  );
let differing = 0;
for (const rule of rules) {
  const cases = casesOf(rule);
  let [alike, found] = [0, 0];
  for (let at = 0; at < cases.length; at += AT_ONCE) {
    const part = cases.slice(at, at + AT_ONCE);
    for (const [i, [theirs, right]] of referenceOf(part).entries()) {
      const [, reply, expected] = part[i] as Case;
      const ours = PUBLISHED_RULES[rule]?.read(reply) ?? null;
      const isAlike =
        referenceGrade(rule, reply, [expected]) === Number(right) &&
        (theirs === null ? ours === null : referenceGrade(rule, reply, [theirs]) === 1);
      if (theirs !== null) found++;
      if (isAlike) alike++;
      else if (differing++ < 10)
        say(`  ${rule}: ${JSON.stringify(reply.slice(-300))} theirs ${theirs}, ours ${ours}`);
    }
  }
  const { version, date } = PUBLISHED_RULES[rule] ?? {};
  say(
    `${rule} (${version}, ${date}): ${alike} of ${cases.length} replies read and graded alike; something is read in ${found}`,
  );
}
process.exitCode = differing > 0 ? 1 : 0;
