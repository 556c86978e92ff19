import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteFile } from 'hyparquet-writer';

/** Small files in the canonical formats, written for these tests; no row is from a published benchmark. */
export async function writeFixtures(directory: string): Promise<void> {
  const at = (type: string, file: string) => {
    mkdirSync(join(directory, type), { recursive: true });
    return join(directory, type, file);
  };
  writeFileSync(at('gsm8k', 'test.jsonl'), toLines(GSM8K));
  writeFileSync(at('gsm8k', 'train.jsonl'), toLines(GSM8K_TRAIN));
  writeFileSync(at('mmlu', 'mmlu.csv'), MMLU);
  writeFileSync(at('hellaswag', 'hellaswag_val.jsonl'), toLines(HELLASWAG));
  writeFileSync(at('ifeval', 'ifeval_input_data.jsonl'), toLines(IFEVAL));
  writeFileSync(at('squad', 'dev-v1.1.json'), JSON.stringify(squadDocument(SQUAD_V1)));
  writeFileSync(at('squad', 'dev-v2.0.json'), JSON.stringify(squadDocument(SQUAD_V2)));
  writeFileSync(at('drop', 'drop_v0_dev.jsonl.gz'), gzipSync(toLines(DROP)));
  writeFileSync(at('drop', 'drop_v0_train.jsonl.gz'), gzipSync(toLines(DROP_TRAIN)));
  const part = '-00000-of-00001.parquet';
  await writeParquet(at('mmlu_pro', `test${part}`), MMLU_PRO_COLUMNS, MMLU_PRO);
  await writeParquet(at('mmlu_pro', `validation${part}`), MMLU_PRO_COLUMNS, MMLU_PRO_VALIDATION);
  await writeParquet(at('arc_challenge', `test${part}`), ARC_COLUMNS, ARC);
  await writeParquet(at('truthfulqa_mc1_gen', `validation${part}`), TRUTHFULQA_COLUMNS, TRUTHFULQA);
}

export const toLines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const GSM8K = [
  { question: 'G1: Ana has 3 pens and buys 4. How many now?', answer: '3 + 4 = <<3+4=7>>7 pens.\n#### 7' },
  {
    question: 'G2: A box holds 1,200 nails; Bo has 2 boxes.',
    answer: 'It is <<1200*2=2400>>2400.\n#### 2,400',
  },
  { question: 'G3: Half of 25?', answer: 'It is 12.5\n#### 12.5' },
  { question: 'G4: 10 minus 12?', answer: 'Below zero.\n#### -2' },
  { question: 'G5: Six sevens?', answer: '#### 42' },
];
const GSM8K_TRAIN = [1, 2, 3, 4, 5, 6].map((n) => ({
  question: `T${n}: What is ${n} and ${n}?`,
  answer: `It is <<${n}+${n}=${2 * n}>>${2 * n}.\n#### ${2 * n}`,
}));

const MMLU = [
  ',Question,A,B,C,D,Answer,Subject',
  '0,"M1: Which, of these, is a bone?",femur,liver,heart,skin,A,anatomy',
  '1,M2: Which is a planet?,Sun,Mars,Moon,Sirius,B,astronomy',
  '2,"M3: Which line\nis last?",one,two,three,four,D,anatomy',
  '3,M4: Which is even?,1,3,4,5,C,elementary_mathematics',
  '',
].join('\n');

const HELLASWAG = ['H1', 'H2', 'H3'].map((mark, ind) => ({
  ind,
  activity_label: 'Baking',
  ctx_a: `${mark} [title] A man mixes dough [substeps] in a bowl.`,
  ctx_b: 'he',
  ctx: '',
  endings: ['flies away.', 'kneads it.', 'paints  the wall.', 'sings [x] to a fish.'],
  source_id: 'x',
  split: 'val',
  split_type: 'indomain',
  label: ind === 2 ? '3' : 1,
}));

const IFEVAL = [
  {
    key: 1,
    prompt: 'I1: Write without commas.',
    instruction_id_list: ['punctuation:no_comma'],
    kwargs: [{}],
  },
  {
    key: 2,
    prompt: 'I2: Write two bullets and a title.',
    instruction_id_list: ['detectable_format:number_bullet_lists', 'detectable_format:title'],
    kwargs: [{ num_bullets: 2, relation: null }, {}],
  },
  {
    key: 3,
    prompt: 'I3: Put it in quotation marks.',
    instruction_id_list: ['startend:quotation'],
    kwargs: [{}],
  },
];

interface Question {
  question: string;
  answers: string[];
}
const SQUAD_V1: Question[] = [
  { question: 'S1: Who built the mill?', answers: ['Ada Brandt', 'Brandt'] },
  { question: 'S2: When was it built?', answers: ['in 1820'] },
  { question: 'S3: Where is it?', answers: ['by the river'] },
];
const SQUAD_V2: Question[] = [...SQUAD_V1, { question: 'S4: Who sold the mill?', answers: [] }];

function squadDocument(questions: readonly Question[]): object {
  const qas = questions.map(({ question, answers }, id) => ({
    id: String(id),
    question,
    is_impossible: answers.length === 0,
    answers: answers.map((text) => ({ text, answer_start: 0 })),
  }));
  const context = 'The mill by the river was built by Ada Brandt in 1820.';
  return { version: '1.1', data: [{ title: 'Mill', paragraphs: [{ context, qas }] }] };
}

const passage = 'Passage: The Bears beat the Lions 24-3 before 1,000 people.';
const DROP = [
  {
    context: `${passage}\nQuestion: D1: How many people came?\nAnswer:`,
    completion: '1000',
    ref_text: '1000|1,000',
  },
  {
    context: `${passage}\nQuestion: D2: By how many points?\nAnswer:`,
    completion: '21',
    ref_text: '21|21 points',
  },
  { context: `${passage}\nQuestion: D3: Which team won?\nAnswer:`, completion: 'Bears', ref_text: 'Bears' },
];
const DROP_TRAIN = [1, 2, 3, 4].map((n) => ({
  context: `Passage: ${n} and ${n}.\nQuestion: E${n}: Together?\nAnswer:`,
  completion: String(2 * n),
  ref_text: String(2 * n),
}));

const MMLU_PRO = [
  {
    question: 'P1: Which is a noble gas?',
    options: ['iron', 'neon', 'salt'],
    answer: 'B',
    category: 'chemistry',
  },
  {
    question: 'P2: Which is the tenth letter?',
    options: 'ABCDEFGHIJ'.split('').map((letter) => `letter ${letter}`),
    answer: 'J',
    category: 'other',
  },
  {
    question: 'P3: Which is a metal?',
    options: ['iron', 'neon', 'salt', 'air'],
    answer: 'A',
    category: 'chemistry',
  },
].map((row) => ({ ...row, cot_content: '' }));
const MMLU_PRO_VALIDATION = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
  question: `V${n}: Which is ${n}?`,
  options: ['none', 'this', 'that'],
  answer: 'B',
  category: n === 7 ? 'other' : 'chemistry',
  cot_content: `A: Let's think step by step. It is this. The answer is (B).`,
}));

const ARC = [
  {
    question: 'A1: What do plants need?',
    choices: { text: ['light', 'sand', 'noise', 'wax'], label: ['A', 'B', 'C', 'D'] },
    answerKey: 'A',
  },
  {
    question: 'A2: What melts?',
    choices: { text: ['stone', 'wood', 'ice', 'glass wool'], label: ['1', '2', '3', '4'] },
    answerKey: '3',
  },
  {
    question: 'A3: What is hot?',
    choices: { text: ['ice', 'snow', 'rain', 'fog', 'lava'], label: ['A', 'B', 'C', 'D', 'E'] },
    answerKey: 'E',
  },
].map((row, i) => ({ id: `x${i}`, ...row }));

const TRUTHFULQA = [
  {
    question: 'Q1: Do bulls hate red?',
    mc1_targets: { choices: ['They see it badly', 'Yes', 'It hurts'], labels: [1, 0, 0] },
  },
  {
    question: 'Q2: Do we use ten percent of the brain?',
    mc1_targets: { choices: ['We use all of it', 'Yes'], labels: [1, 0] },
  },
].map((row) => ({ ...row, mc2_targets: { choices: ['x'], labels: [1] } }));

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const text = (name: string): SchemaElement[] => [{ name, repetition_type: 'OPTIONAL', ...TEXT }];
const list = (name: string, leaf: Omit<SchemaElement, 'name'>): SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', repetition_type: 'OPTIONAL', ...leaf },
];
const both = (name: string, ...parts: SchemaElement[][]): SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', num_children: parts.length },
  ...parts.flat(),
];
const targets = (name: string) => both(name, list('choices', TEXT), list('labels', { type: 'INT64' }));

const MMLU_PRO_COLUMNS = [
  text('question'),
  list('options', TEXT),
  text('answer'),
  text('category'),
  text('cot_content'),
];
const ARC_COLUMNS = [
  text('id'),
  text('question'),
  both('choices', list('text', TEXT), list('label', TEXT)),
  text('answerKey'),
];
const TRUTHFULQA_COLUMNS = [text('question'), targets('mc1_targets'), targets('mc2_targets')];

/** Two rows to a row group, so that there are several. */
async function writeParquet(
  filename: string,
  columns: SchemaElement[][],
  rows: readonly object[],
): Promise<void> {
  const schema = [{ name: 'root', num_children: columns.length }, ...columns.flat()];
  const columnData = columns.map(([{ name } = { name: '' }]) => ({
    name,
    data: rows.map((row) => whole((row as Record<string, unknown>)[name])),
  }));
  await parquetWriteFile({ filename, schema, columnData, rowGroupSize: 2 });
}

/** Whole numbers as the 64-bit ones that the published files hold. */
function whole(value: unknown): unknown {
  if (typeof value === 'number') return BigInt(value);
  if (Array.isArray(value)) return value.map(whole);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, whole(inner)]));
}

export interface Reply {
  /** Stands in the question. */
  mark: string;
  text: string;
  /** As counted by hand. */
  score: number;
  extraction: 'strict' | 'flexible' | 'none' | null;
}

const reply = (mark: string, text: string, score: number, extraction: Reply['extraction']): Reply => ({
  mark,
  text,
  score,
  extraction,
});

/** What a model says to each item, and what that is worth. */
export const REPLIES: Readonly<Record<string, readonly Reply[]>> = {
  gsm8k: [
    reply('G1', '3 + 4 = 7. The final answer is 7', 1, 'strict'),
    reply('G2', 'That makes 2,400 nails.', 1, 'flexible'),
    reply('G3', 'The final answer is 12', 0, 'strict'),
    reply('G4', 'I cannot tell.', 0, 'none'),
    reply('G5', 'The final answer is $42.00.', 1, 'strict'),
  ],
  mmlu: [
    reply('M1', 'It is the femur.\nAnswer: A', 1, 'strict'),
    reply('M2', 'I think the answer is (B).', 1, 'flexible'),
    reply('M3', '**Answer:** C', 0, 'strict'),
    reply('M4', 'Answer: A or C', 0, 'none'),
  ],
  mmlu_pro: [
    reply('P1', 'Neon is. The answer is (B).', 1, 'strict'),
    reply('P2', 'The answer is **J**', 1, 'strict'),
    reply('P3', 'All of them.', 0, 'none'),
  ],
  arc_challenge: [
    reply('A1', 'The best answer is A', 1, 'strict'),
    reply('A2', 'The best answer is (B). No, wait. The best answer is C.', 1, 'strict'),
    reply('A3', 'Surely it is\nlava', 1, 'flexible'),
  ],
  hellaswag: [
    reply('H1', 'Answer: B', 1, 'strict'),
    reply('H2', 'Answer: C', 0, 'strict'),
    reply('H3', 'Answer: D) sings to a fish.', 1, 'strict'),
  ],
  truthfulqa_mc1_gen: [
    reply('Q1', 'Answer: They see it badly', 1, 'strict'),
    reply('Q2', 'Answer: Yes', 0, 'strict'),
  ],
  ifeval: [
    reply('I1', 'No commas here.', 1, null),
    reply('I2', '<<Title>>\n* a\n* b\n* c', 0, null),
    reply('I3', 'Sure!\n"Quoted"\nBye', 0, null),
  ],
  squad: [
    reply('S1', 'Brandt', 1, 'strict'),
    reply('S2', 'the year 1820', 0.5, 'strict'),
    reply('S3', 'unanswerable', 0, 'strict'),
  ],
  drop: [
    reply('D1', 'They say 1,000.\nAnswer: 1,000', 1, 'strict'),
    reply('D2', 'Answer: 21 points more', 0.8, 'strict'),
    reply('D3', 'Answer: Lions', 0, 'strict'),
  ],
};
