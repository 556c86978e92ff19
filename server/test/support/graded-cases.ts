import {
  JUDGE_READER_VERSION,
  readGrades,
  readPreference,
} from '../../src/evaluate/evaluations/kinds/judging/prompt/judge-reply.ts';
import { RETRIEVAL_READER_VERSION } from '../../src/evaluate/evaluations/kinds/retrieval/grade.ts';
import { TASK_GRADER_VERSION } from '../../src/evaluate/evaluations/kinds/tasks/grade-conversation.ts';
import {
  type AskJudge,
  type EmbedTexts,
  GRADERS,
  type GradedAnswer,
  type GradedBy,
  type GraderSpec,
  gradeAsking,
  gradedBy,
} from '../../src/measure/graders/graders.ts';
import { isRefusal, readCitations, withoutCitations } from '../../src/measure/retrieval/retrieval.ts';
import { readTask } from '../../src/measure/tasks/read-task.ts';
import { gradeSteps, type Step, type Task } from '../../src/measure/tasks/tasks.ts';
import { splitReasoning } from '../../src/models/adapters/openai-protocol/reasoning.ts';
import { labelledReplies } from './answer-styles.ts';

/** Something that is graded, and what its grade is now. */
export interface GradedCase {
  /** By which it is found again: changes with the case. */
  of: unknown;
  score: number | null;
  /** Everything that the grade says. */
  grade: unknown;
}

/** A grader, or another reader, with its versions and what it makes of its cases. */
export interface GradedCases {
  name: string;
  versions: GradedBy;
  cases: GradedCase[];
}

type Row = readonly [options: object, expected: string | string[], reply: string | Partial<GradedAnswer>];

const PERSON = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
};
const ANN = '{"name": "Ann", "age": 30}';
const JSON_REPLIES = [
  ANN,
  `Here you are:\n\`\`\`json\n${ANN}\n\`\`\``,
  `\`\`\`\n${ANN}\n\`\`\` I hope that helps.`,
  '{"name": "Ann", "age": 31}',
  '{"name": "ann", "age": 30}',
  '{"name": "Ann", "age": "30"}',
  '{"name": "Ann", "age": 30, "more": true}',
  '{"name": "Ann", "age": 30,}',
  "{'name': 'Ann', 'age': 30}",
  '{"name": "Ann", "age": 30',
  `[${ANN}]`,
  `${ANN}\n${ANN}`,
  `First {"name": "Bob", "age": 1}, then ${ANN}`,
  'Ann is 30.',
  '',
];
const TEXT_REPLIES = [
  'The tide comes in twice a day.',
  'the tide comes in twice a day',
  '**Answer:** The tide comes in twice a day.',
  'Answer: the tide comes in once a day',
  'Twice a day the tide comes in, because of the moon.',
  'The moon.\n\nAnswer: The tide comes in two times a day.',
  'I do not know.',
  '“The tide comes in twice a day.”',
  'The tide comes in twice a day\n\nLet me know if you need more!',
  { text: 'The tide comes', finishReason: 'length' as const },
  { text: '', reasoning: 'The tide comes in twice a day.' },
  '',
];
const texts = (options: object, expected: string | string[]): Row[] =>
  TEXT_REPLIES.map((reply) => [options, expected, reply]);
const TIDE = 'The tide comes in twice a day.';
const instruction = (id: string, kwargs: object = {}) => JSON.stringify({ id, kwargs });
const followed = (id: string, kwargs: object, ...replies: string[]): Row[] =>
  replies.map((reply) => [{}, [instruction(id, kwargs)], reply]);
const calls = (...toolCalls: [name: string, args: string][]): Partial<GradedAnswer> => ({
  text: '',
  finishReason: 'tool_calls',
  toolCalls: toolCalls.map(([name, args]) => ({ name, arguments: args })),
});
const FUNCTIONS = {
  functions: [
    {
      name: 'weather.of',
      parameters: {
        properties: { city: { type: 'string' }, days: { type: 'integer' } },
        required: ['city'],
      },
    },
  ],
};
const WEATHER = '[{"weather.of": {"city": ["New York", "NYC"], "days": ["", 3]}}]';

const MIXED = [
  { grader: 'contains', weight: 2, metric: 'said' },
  { grader: 'exact', expected: 'The tide comes in twice a day', threshold: 0.5 },
  {
    grader: {
      type: 'composite',
      options: {
        parts: [
          { grader: 'regex', expected: 'moon', not: true },
          { grader: 'f1', threshold: 0.2 },
        ],
        threshold: 0.5,
      },
    },
  },
  { grader: { type: 'word_count', options: { max: 7 } }, weight: 0 },
];

/** Replies beside those of `labelledReplies`, by grader. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  exact: [...texts({}, TIDE), ...texts({ extract: 'whole', ignore_case: false }, TIDE)],
  contains: [
    ...texts({}, 'twice a day'),
    ...texts({ whole_words: true, ignore_case: false }, ['tide', 'moon']),
    ...texts({ require: 'all' }, ['tide', 'moon']),
    [{}, 'cafe\u0301', 'The caf\u00e9 is open.'],
    [{ whole_words: true }, '12', 'It is 1234 or 12.'],
  ],
  regex: [
    ...texts({}, 'twi[cs]e'),
    ...texts({ ignore_case: true, multi_line: true }, '^answer: .*day'),
    [{ dot_all: true }, 'a.b', 'a\nb'],
  ],
  f1: texts({}, [TIDE, 'twice a day']),
  rouge_l: texts({}, TIDE),
  edit_similarity: texts({}, TIDE),
  embedding_similarity: [
    ...texts({ model: 'test/letters' }, TIDE),
    ...texts({ model: 'test/letters', threshold: 0.9 }, TIDE),
  ],
  numeric: [
    ...texts({}, '2'),
    [{}, '24', 'It costs **€24.00** per order, including 19 % VAT.'],
    [{}, '49', 'Es kostet 49 € (inkl. 19 % MwSt.).'],
    [{}, '99', 'Preis: 99 €, 19 % MwSt. enthalten'],
    [{}, '42', 'The total is 42. Let me know if you want the 3 steps explained.'],
    [{}, '1250', 'Das Ergebnis lautet: 1.250'],
    [{}, '1.250', 'Das Ergebnis lautet: 1.250'],
    [{}, '1.250', '1250'],
    [{}, '23.5', '23,5 kg'],
    [{}, '0,125', '0.125'],
  ],
  choice: texts({ choices: ['once', 'twice', 'three times'] }, 'B'),
  label: [
    ...[
      'refund',
      'Answer: Refund.',
      '**refund**',
      'This is about a refund and not about billing.',
      'billing',
      'refund, billing',
      'The label is “refund”',
      'Not refund.',
      'I do not know.',
      '',
    ].map((reply): Row => [{ labels: ['refund', 'billing', 'other'] }, 'refund', reply]),
    ...[
      'Unfortunately, no, that is not possible.',
      'Of course not.',
      'Sure, yes.',
      'Certainly.',
      'No problem, yes you can',
      'That is not possible.',
      'Das ist leider nicht möglich.',
    ].map((reply): Row => [{ labels: ['yes', 'no'] }, 'no', reply]),
  ],
  list: [
    [{}, ['Rome', 'Oslo'], '1. Rome\n2. Oslo'],
    [{}, ['Rome', 'Oslo'], 'Rome and Oslo'],
    [{}, ['Rome', 'Oslo'], '["Rome", "Oslo"]'],
    [{}, ['Rome', 'Oslo'], '- Oslo\n- Rome'],
  ],
  set: [
    [{}, ['Rome', 'Oslo'], '- Oslo\n- Rome'],
    [{}, ['Rome', 'Oslo'], 'Oslo, Rome, Paris'],
    [{ score: 'f1' }, ['Rome', 'Oslo'], 'Oslo, Rome, Paris'],
    [{}, ['Rome', 'Oslo'], '["Rome", "Oslo"]'],
    [{}, ['Rome', 'Oslo'], 'Answer: Rome, Oslo.'],
  ],
  json: JSON_REPLIES.flatMap((reply): Row[] => [
    [{}, ANN, reply],
    [{ score: 'fields' }, ANN, reply],
    [{ schema: PERSON, ignore_case: true }, ANN, reply],
  ]),
  json_schema: JSON_REPLIES.map((reply): Row => [{}, JSON.stringify(PERSON), reply]),
  structured_output: JSON_REPLIES.flatMap((reply): Row[] => [
    [{ schema: PERSON, route: 'prompt' }, ANN, reply],
    [{ schema: PERSON, route: 'response_format', score: 'fields' }, ANN, reply],
    [{ schema: PERSON, fields: { '/age': { tolerance: 1 } } }, ANN, reply],
    [{ schema: PERSON }, ANN, { text: reply, finishReason: 'length' }],
  ]),
  instructions: [
    ...followed('punctuation:no_comma', {}, 'a b', 'a, b', ''),
    ...followed('startend:quotation', {}, ' "a" ', '"a', '“a”'),
    ...followed('keywords:existence', { keywords: ['tide', 'moon'] }, 'The Moon pulls tides.', 'The moon.'),
    ...followed('detectable_format:json_format', {}, ...JSON_REPLIES),
    ...followed('detectable_format:number_bullet_lists', { num_bullets: 2 }, '* a\n- b', '* a', '** a'),
    ...followed('change_case:english_lowercase', {}, 'this is it.', 'This is', 'das ist nicht der hund'),
    ...followed('language:response_language', { language: 'de' }, 'Das ist nicht der Hund.', 'The dog.'),
    ...followed('detectable_content:postscript', { postscript_marker: 'P.S.' }, 'x\np. s. y', 'PS y'),
    [{ loose: true }, [instruction('startend:quotation')], 'Sure:\n"a"'],
    [{}, [instruction('punctuation:no_comma'), instruction('startend:quotation')], '"a, b"'],
  ],
  literal: [
    ...texts({}, TIDE),
    ...texts({ at: 'anywhere', ignore_case: true }, ['TWICE', 'moon']),
    ...texts({ at: 'start', require: 'all' }, ['The', 'The tide']),
    ...texts({ at: 'end' }, 'day.'),
  ],
  edit_distance: [...texts({}, TIDE), ...texts({ max: 1 }, TIDE)],
  rouge_n: texts({}, TIDE),
  bleu: texts({}, [TIDE, 'twice a day']),
  gleu: texts({}, [TIDE, 'twice a day']),
  word_count: [...texts({ min: 4, max: 8 }, ''), ...texts({ max: 4 }, '')],
  character_count: texts({ min: 20, max: 40 }, ''),
  finish_reason: texts({}, ['length', 'tool_calls']),
  latency: [10, 20].map((latencyMs): Row => [{ max_ms: 10 }, '', { text: 'a', latencyMs }]),
  cost: [0.1, 0.2].map((costUsd): Row => [{ max_usd: 0.1 }, '', { text: 'a', costUsd }]),
  judge: [
    ...texts({ model: 'test/judge' }, 'twice is said'),
    ...texts({ model: 'test/judge', scale: 'one_to_five' }, ['twice is said', 'moon is said']),
  ],
  http: texts({ url: 'https://grader.example.com/' }, ['twice', 'moon']),
  code: texts({ language: 'javascript', source: 'function grade() {}' }, ['twice', 'moon']),
  command: texts({ run: ['/opt/graders/check'] }, ['twice', 'moon']),
  composite: [
    ...texts({ parts: MIXED }, 'twice'),
    ...texts({ parts: MIXED, threshold: 0.5, score: 'mean' }, 'twice'),
  ],
  function_calls: [
    [FUNCTIONS, WEATHER, calls(['weather_of', '{"city": "New York"}'])],
    [FUNCTIONS, WEATHER, calls(['weather_of', '{"city": "new york.", "days": 3}'])],
    [FUNCTIONS, WEATHER, calls(['weather_of', '{"city": "NYC", "days": "3"}'])],
    [FUNCTIONS, WEATHER, calls(['weather_of', '{"city": "NYC", "days": 3.0}'])],
    [FUNCTIONS, WEATHER, calls(['weather_of', '{"city": "Oslo"}'])],
    [FUNCTIONS, WEATHER, calls(['weather_of', '{"days": 3}'])],
    [FUNCTIONS, WEATHER, calls(['weather_of', '{"city": "NYC", "unit": "C"}'])],
    [FUNCTIONS, WEATHER, calls(['weather_of', '{"city": "NYC"'])],
    [FUNCTIONS, WEATHER, calls(['weather.of', '{"city": "NYC"}'], ['weather_of', '{"city": "NYC"}'])],
    [FUNCTIONS, WEATHER, calls()],
    [FUNCTIONS, WEATHER, 'weather_of(city="NYC")'],
  ],
};

/** Every grader, and what reads judges, passages and tasks, with what they make of their cases now. */
export async function gradeCases(): Promise<GradedCases[]> {
  const rows = labelledRows();
  const all: GradedCases[] = [];
  for (const { type } of GRADERS) {
    const cases: GradedCase[] = [];
    for (const [options, expected, reply] of [...(rows.get(type) ?? []), ...(ROWS[type] ?? [])])
      cases.push(await graded({ type, options: { ...options } }, expected, reply));
    all.push({ name: type, versions: gradedBy({ type }), cases: once(cases) });
  }
  return [
    ...all,
    { name: 'judges', versions: JUDGE_READER_VERSION, cases: judgeCases() },
    { name: 'passages', versions: RETRIEVAL_READER_VERSION, cases: passageCases() },
    { name: 'tasks', versions: TASK_GRADER_VERSION, cases: taskCases() },
  ];
}

/** Some labelled replies differ in what a person reads there only. */
const once = (cases: readonly GradedCase[]) => [
  ...new Map(cases.map((one) => [JSON.stringify(one.of), one])).values(),
];

function labelledRows(): Map<string, Row[]> {
  const rows = new Map<string, Row[]>();
  const add = (type: string, row: Row) => rows.set(type, [...(rows.get(type) ?? []), row]);
  for (const { kind, choices, gold, reply, answer } of labelledReplies()) {
    const said = splitReasoning(reply);
    if (kind === 'choice') add('choice', [{ choices }, 'A', said]);
    else if (kind === 'numeric') add('numeric', [{}, String(answer ?? 0), said]);
    else if (kind === 'list') {
      const expected = Array.isArray(answer) ? answer : [String(answer ?? 0)];
      for (const type of ['list', 'set']) add(type, [{}, expected, said]);
    } else for (const type of ['exact', 'f1', 'contains']) add(type, [{}, gold ?? [], said]);
  }
  return rows;
}

/** As many of each letter. */
const embed: EmbedTexts = async (_model, given) =>
  given.map((text) =>
    Float64Array.from({ length: 26 }, (_, i) => text.toLowerCase().split(String.fromCharCode(97 + i)).length),
  );

/** Passes a reply that has the criterion's first word. */
const judge: AskJudge = async (_model, { criterion, reply, scale }) => {
  const isMet = reply.toLowerCase().includes((criterion.split(' ')[0] ?? '').toLowerCase());
  return {
    score: isMet ? 1 : scale === 'pass_fail' ? 0 : 0.25,
    reason: isMet ? 'It is met.' : 'It is not met.',
  };
};

/** Returns whether the response has the first that is expected, as code of a user may. */
const code = async ({ sample }: { sample: string }) => {
  const { response, expected } = JSON.parse(sample) as { response: string; expected: string[] };
  const score = response.includes(expected[0] ?? '');
  return { score, reason: `It has ${response.length} characters.`, figures: { characters: response.length } };
};

async function graded(spec: GraderSpec, expected: string | string[], reply: Row[2]): Promise<GradedCase> {
  const answer: GradedAnswer = {
    ...{ text: '', reasoning: null, finishReason: 'stop' },
    ...(typeof reply === 'string' ? { text: reply } : reply),
  };
  const grade = await gradeAsking(spec, expected, answer, { embed, judge, code, http: code, command: code });
  return { of: { ...spec, expected, answer }, score: 'score' in grade ? grade.score : null, grade };
}

const MARK = 'k3y';
const PROMPT = { mark: MARK, messages: [] };
const marked = (inner: string) => `{"mark": "${MARK}", ${inner}}`;
const JUDGED = [
  marked('"grades": {"c0": {"score": "pass", "reason": "It does."}}'),
  marked('"grades": {"c0": {"score": "Pass."}}'),
  marked('"grades": {"c0": {"score": 4, "reason": "Good."}}'),
  marked('"grades": {"c0": {"score": "4"}}'),
  marked('"grades": {"c0": {"score": 6}}'),
  marked('"grades": {"c0": {"score": "pass"}},'),
  marked('"grades": {}'),
  `{"mark": "other", "grades": {"c0": {"score": "pass"}}}`,
  `I think:\n\`\`\`json\n${marked('"grades": {"c0": {"score": "fail"}}')}\n\`\`\``,
  marked('"winner": "first", "reason": "Clearer."'),
  marked('"winner": "Second"'),
  marked('"winner": "tie"'),
  marked('"winner": "none"'),
  'pass',
  '',
];

function judgeCases(): GradedCase[] {
  const scales = ['pass_fail', 'one_to_five'] as const;
  const criteria = (scale: (typeof scales)[number]) => [
    { index: 0, name: 'good', description: 'Good.', scale },
  ];
  const all = JUDGED.flatMap((reply) => [
    ...scales.map((scale) => ({ of: { reply, scale }, grade: readGrades(reply, PROMPT, criteria(scale)) })),
    { of: { reply, winner: true }, grade: readPreference(reply, PROMPT) },
  ]);
  return all.map(({ of, grade }) => ({ of, grade, score: 'said' in grade ? 1 : null }));
}

const SHOWN = [
  { id: 'a', text: 'The pump was tested on 3 May 2024.' },
  { id: 'b', text: 'The valve is made of brass.' },
];
const CITING = [
  'It was tested in May [1: "tested on 3 May 2024"].',
  'It was tested in May [1].',
  'It was tested in May [a: “tested on 3 May 2024”]. It is of brass [b].',
  'It is of steel [2: "made of steel"].',
  'It was tested in May [7: "tested on 3 May 2024"].',
  'It was tested in May.',
  'I do not know.',
  'Answer: unknown',
  '**Answer:** Not stated in the passages.',
  'The passages do not say. Answer: May',
  'Keine Angabe.',
  '',
];

const passageCases = () =>
  CITING.map((answer) => {
    const cited = readCitations(answer, SHOWN, [{ id: 'a', text: 'The pump', gain: 1 }]);
    const grade = {
      cited,
      refused: [isRefusal(answer), isRefusal(answer, ['keine Angabe'])],
      text: withoutCitations(answer, SHOWN),
    };
    return { of: answer, score: cited.precision, grade };
  });

const PAY = {
  name: 'pay',
  description: 'pay',
  parameters: { type: 'object', properties: { id: {}, amount: {} } },
  result: 'ok',
};
const TASK_GRADERS: readonly object[] = [
  { type: 'final_state', changes: [{ op: 'set', path: '/state/orders/7/status', value: 'paid' }] },
  { type: 'final_state', equals: { orders: { 7: { status: 'paid', total: 10.04 } } }, tolerance: 0.1 },
  { type: 'tool_calls', calls: [{ name: 'pay', arguments: { id: '7', amount: 10 } }] },
  { type: 'tool_calls', calls: [{ name: 'pay', arguments: { id: '7' } }], arguments: 'contain' },
  { type: 'forbidden_effects', paths: ['/orders/7'] },
  { type: 'reply', turn: 'last', grader: { type: 'contains' }, expected: 'paid' },
];
const call = (args: object, failed = false): Step => ({
  kind: 'call',
  name: 'pay',
  arguments: args as never,
  result: 'ok',
  failed,
  changes: failed ? [] : [{ path: '/orders/7/status', before: 'open', after: 'paid' }],
});
const STEPS: readonly (readonly Step[])[] = [
  [],
  [call({ id: '7', amount: 10 }), { kind: 'reply', text: 'It is paid.', calls: 0 }],
  [call({ id: '7', amount: '10' })],
  [call({ id: 7, amount: 10 }), call({ id: '7', amount: 10 }, true)],
  [{ kind: 'reply', text: 'I cannot do that.', calls: 0 }],
];

const taskCases = () =>
  TASK_GRADERS.flatMap((grader) => {
    const read = readTask({
      messages: [{ role: 'user', content: 'Pay order 7.' }],
      tools: [PAY],
      state: { orders: { 7: { status: 'open', total: 10 } } },
      graders: [grader],
    });
    if ('problems' in read) throw new Error(JSON.stringify(read.problems));
    return STEPS.map((steps) => {
      const grade = gradeSteps(read.task as Task, steps);
      return { of: { grader, steps }, score: Number(grade[0]?.passed ?? 0), grade };
    });
  });
