import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import type { Actor } from '../../../kernel/actor.ts';
import type { ColumnMapping } from '../../../knowledge/reading/tables/column-mapping.ts';
import { openTable, surveyTable } from '../../../knowledge/reading/tables/tables.ts';
import { dataset } from '../dataset.ts';
import { datasetFields } from './apply-columns.ts';
import { chooseColumns } from './choose-columns.ts';
import { guessColumns } from './guess-columns.ts';
import { createInspectUpload } from './inspect-upload.ts';

const guess = async (text: string | Buffer) =>
  guessColumns((await surveyTable(await openTable(Buffer.from(text as string)))).columns);

/** Files as spreadsheets and people write them, and how their columns are understood. */
const GUESSED: [string, string, ColumnMapping, { metadata?: string[]; cluster?: string }?][] = [
  [
    'semicolons and own names',
    'Question;Answer\r\nHow many days for a return?;30\r\n"Which courier; if any?";Postal service\r\n',
    { input: 'Question', expected: 'Answer' },
  ],
  [
    'names in another case',
    'Input , Expected\nHow many days for a return?,30\n',
    { input: 'Input', expected: 'Expected' },
  ],
  [
    'longer names and metadata',
    'prompt_text,golden,product,difficulty\nHow many days for a return?,30,boots,easy\nWhich courier?,Postal service,shoes,hard\n',
    { input: 'prompt_text', expected: 'golden' },
    { metadata: ['product', 'difficulty'], cluster: 'product' },
  ],
  [
    'German',
    'Nr.;Frage;Musterantwort;Gewichtung\n1;Wie lange?;30;2\n2;Wer?;Post;1\n',
    { input: 'Frage', expected: 'Musterantwort', id: 'Nr.', weight: 'Gewichtung' },
  ],
  ['French', 'question;réponse attendue\nOù ?;ici\n', { input: 'question', expected: 'réponse attendue' }],
  [
    'Spanish',
    'Pregunta,Respuesta correcta\n¿Qué?,sí\n',
    { input: 'Pregunta', expected: 'Respuesta correcta' },
  ],
  ['Russian', 'Вопрос;Ответ\nГде?;Тут\n', { input: 'Вопрос', expected: 'Ответ' }],
  ['Japanese', '質問\t正解\n何日？\t30日\n', { input: '質問', expected: '正解' }],
  ['Chinese', '问题,参考答案\n几天？,30天\n', { input: '问题', expected: '参考答案' }],
  [
    'a passage',
    '{"context":"T1","question":"Who?","answers":{"text":["a","b"],"answer_start":[1,2]},"id":"x1"}\n{"context":"T2","question":"Why?","answers":{"text":["c"],"answer_start":[1]},"id":"x2"}',
    { input: 'question', context: 'context', expected: 'answers', id: 'id' },
  ],
  [
    'conversations',
    '[{"messages":[{"role":"user","content":"Q"}],"answer":"30"}]',
    { messages: 'messages', expected: 'answer' },
  ],
  [
    'conversations that end with the answer',
    '{"conversations":[{"from":"human","value":"Q"},{"from":"gpt","value":"A"}]}',
    { messages: 'conversations' },
  ],
  [
    'a system prompt',
    'system_prompt,user,ideal\nBe brief.,Hi?,Hi\n',
    { input: 'user', system: 'system_prompt', expected: 'ideal' },
  ],
  [
    'numbers of tokens are no answers',
    'query,answer_tokens,ground_truth\nHi?,3,Yes\n',
    { input: 'query', expected: 'ground_truth' },
  ],
  [
    'questions without a name',
    'col1,score,ground truth\nWhy?,1,so\nHow?,2,thus\n',
    { input: 'col1', expected: 'ground truth' },
  ],
];

test('columns are guessed from their names and contents', async () => {
  for (const [name, text, mapping, also] of GUESSED) {
    const guesses = await guess(text);
    assert.deepEqual({ ...guesses.mapping }, mapping, name);
    if (also?.metadata) assert.deepEqual(guesses.metadata, also.metadata, name);
    if (also?.cluster) assert.equal(guesses.proposedClusters[0]?.column, also.cluster, name);
    assert.ok(!('cluster' in guesses.mapping), name);
    for (const { reason } of guesses.guesses) assert.match(reason, /^[A-Z].*\.$/, name);
  }
});

/** Two columns by their names: the question and the right answer. */
const NAMED = `
Frage / Musterlösung
Supportfrage / Sollantwort
Fragetext / Erwartetes Ergebnis
Kundenanfrage / Referenzlösung
Frage / Erwartung
Frage / Referenz
Question / Réponse attendue
Question / Corrigé
Pregunta / Respuesta correcta
Pregunta / Solución
Pergunta / Gabarito
Domanda / Risultato atteso
Vraag / Juiste antwoord
Pytanie / Prawidłowa odpowiedź
Soru / Doğru yanıt
Вопрос / Ожидаемый ответ
質問 / 期待される回答
질문 / 모범 답안
`;

test('names in many languages, also in one word, are recognised', async () => {
  for (const pair of NAMED.trim().split('\n')) {
    const [input = '', expected = ''] = pair.split(' / ');
    const { mapping } = await guess(`${input};${expected};x\nA\u00a0text.;y;z\nB\u00a0text.;w;v\n`);
    assert.deepEqual({ ...mapping }, { input, expected }, pair);
  }
  for (const other of ['Rückfrage', 'Auflösung', 'Kundenantwort', 'Modellantwort'])
    assert.deepEqual({ ...(await guess(`Frage;${other};x\nA?;y;z\n`)).mapping }, { input: 'Frage' }, other);
});

test('roles for which no column was found are reported', async () => {
  const { notes } = await guess('Frage;Bearbeiter;Datum\nWie?;Kim;heute\nWo?;Alex;gestern\n');
  assert.deepEqual(notes, [
    'No column was taken as expected. Name the column that holds the right answers as expected.',
  ]);
});

/** A table, the columns that an evaluation file names, and why they cannot be used; null where they can. */
const CHOSEN: [string, string, ColumnMapping, RegExp | null][] = [
  [
    'no expected',
    'Frage;Musterlösung\nWie?;1\n',
    { input: 'Frage' },
    /^columns names no expected\. Add .* as in columns: \{ expected: Musterlösung \}; the table has: Frage, Musterlösung$/,
  ],
  [
    'no input',
    'Frage;Soll\nWie?;1\n',
    { expected: 'Soll' },
    /^columns names no input\. .* columns: \{ input: Frage \}/,
  ],
  [
    'messages with their answer',
    '[{"chat":[{"role":"user","content":"Q"},{"role":"assistant","content":"A"}]}]',
    { messages: 'chat' },
    null,
  ],
  [
    'decomposed umlauts',
    'Größe;Lösung\nWie?;1\n',
    { input: 'Größe'.normalize('NFD'), expected: ['Lösung'.normalize('NFD')] },
    null,
  ],
  [
    'a header that is decomposed',
    'Größe;x\nWie?;1\n'.normalize('NFD'),
    { input: 'Größe', expected: 'x' },
    null,
  ],
  [
    'a name that is not there',
    `${Array.from({ length: 900 }, (_, i) => `h${i}`).join(';')}\n${'v;'.repeat(899)}v\n`,
    { input: 'h0', expected: 'Soll' },
    /^columns names "Soll", which the table does not have; it has: h0, h1, .*, h19 and 880 more$/,
  ],
];

test('named columns are found in the table, or refused with a remedy', async () => {
  for (const [name, text, given, problem] of CHOSEN) {
    const chosen = await chooseColumns(await openTable(Buffer.from(text)), given, { isGraded: true });
    if (problem === null) assert.equal(chosen.problem, null, name);
    else assert.match(chosen.problem ?? '', problem, name);
  }
  const table = await openTable(Buffer.from('Frage\nWie?\n'));
  assert.equal((await chooseColumns(table, { input: 'Frage' }, { isGraded: false })).problem, null);
});

test('a row of remarks below the header is pointed out', async () => {
  for (const [text, isSaid] of [
    ['Frage;Soll\n(Text);(kurz)\nWie?;1\n', true],
    ['input;expected\n[string];[number]\nWie?;1\n', true],
    ['Frage;Soll\n(Text);kurz\nWie?;1\n', false],
  ] as const) {
    const { warnings } = await chooseColumns(await openTable(Buffer.from(text)), null, { isGraded: true });
    assert.equal(/may be a second header/.test(warnings.join(' ')), isSaid, text);
  }
});

test('a guess says how sure it is, and what else it could be', async () => {
  const sure = async (text: string, role: string) =>
    (await guess(text)).guesses.find((one) => one.role === role);
  const high = await sure('question,answer\nWhy?,so\n', 'input');
  assert.deepEqual([high?.confidence, high?.reason], ['high', 'Its name means input.']);
  const two = await sure('question,prompt,answer\nWhy?,Say why.,so\n', 'input');
  assert.deepEqual(
    [two?.confidence, two?.reason],
    ['medium', 'Its name means input, and "prompt" could be meant too.'],
  );
  assert.equal((await sure('first,second\nSome long text,x\n', 'input'))?.confidence, 'low');
});

test('options and long texts that are not sent, and weights that do not count, are reported', async () => {
  const { notes } = await guess('question,A,B,answer,weight\nWhich?,x,y,A,2\n');
  assert.match(notes.join(' '), /Options to choose from are in A, B .* Weights are kept/);
  const about = await guess(`contract,question,answer\n${'A long contract. '.repeat(9)},Is it?,Yes\n`);
  assert.match(about.notes.join(' '), /Long texts in contract are not sent .* name one as context/);
});

const FIELDS = {
  q: 'Who?',
  n: 7,
  sys: 'Be brief.',
  ctx: 'A text.',
  a: 'x',
  b: 'y',
  none: '',
  squad: { text: ['x', 'x', 'z'], answer_start: [1] },
  tags: 'one, two',
  w: 2,
  key: 'k1',
  chat: [
    { from: 'human', value: 'Hi' },
    { from: 'gpt', value: 'Hello' },
  ],
};

test('a row becomes the fields of a dataset by its mapping', () => {
  for (const [mapping, expected] of [
    [
      { input: 'q', expected: 'a', metadata: [] },
      { input: 'Who?', expected: 'x' },
    ],
    [
      { input: 'n', expected: ['a', 'b', 'none'], metadata: [] },
      { input: '7', expected: ['x', 'y'] },
    ],
    [
      { input: 'q', context: 'ctx', expected: 'squad', metadata: [] },
      { input: 'A text.\n\nWho?', expected: ['x', 'z'] },
    ],
    [
      { input: 'q', system: 'sys', expected: 'a', metadata: [] },
      {
        input: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Who?' },
        ],
        expected: 'x',
      },
    ],
    [
      { messages: 'chat', metadata: [] },
      { input: [{ role: 'user', content: 'Hi' }], expected: 'Hello' },
    ],
    [
      { input: 'q', expected: 'a', id: 'key', tags: 'tags', weight: 'w', cluster: 'b', metadata: ['n'] },
      {
        input: 'Who?',
        expected: 'x',
        cluster: 'y',
        metadata: { id: 'k1', weight: 2, tags: ['one', 'two'], n: 7 },
      },
    ],
    [
      { input: 'q', expected: 'none', metadata: [] },
      { input: 'Who?', expected: undefined },
    ],
  ] as const)
    assert.deepEqual(datasetFields(FIELDS, { columns: mapping as unknown as ColumnMapping }), expected);
});

const items = async (text: string) => {
  const { items, warnings } = await dataset.sampleItems({
    subset: 's',
    sampleSize: 100,
    seed: 1,
    data: { name: 'd', text },
  });
  return { items: (await Array.fromAsync(items)).map(({ item }) => item), warnings };
};

test('a dataset with other column names gives the same items as one with the standard names, and reports how it was read', async () => {
  const named = await items('input,expected\nHow many days?,30\nWhich courier?,Postal service\n');
  const own = await items(
    'Frage;Antwort;Produkt;;\nHow many days?;30;;;\nWhich courier?;Postal service;;;\n;;;;\n',
  );
  assert.deepEqual(own.items, named.items);
  assert.deepEqual(own.warnings.slice(0, 2), [
    'Columns were read by what they are called and hold: "Frage" as input (its name means input) and "Antwort" as expected (its name means expected).',
    '2 empty columns and 1 empty row left out.',
  ]);
  const clustered = await items('question,answer,product\nWhy?,so,boots\nHow?,thus,boots\n');
  assert.deepEqual(
    clustered.items.map(({ cluster, metadata }) => [cluster, metadata]),
    [
      [undefined, { product: 'boots' }],
      [undefined, { product: 'boots' }],
    ],
  );
  assert.match(clustered.warnings.join(' '), /share a value of "product" may not be independent/);
});

test('uploads that are slow or abandoned end, and keep no other one waiting', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const inspect = createInspectUpload({
    reading: { surveyTable: async (pieces) => ({ unreadable: `${Buffer.concat(pieces)} was read.` }) },
    requireWorkspace: async () => {},
    maxBytes: 1000,
  });
  const upload = (bytes: Readable, signal = new AbortController().signal) =>
    inspect({} as Actor, { workspaceId: 'w', bytes, signal });
  const slow = () => {
    const bytes = new PassThrough();
    bytes.write('a,b');
    return bytes;
  };
  const late = [slow(), slow()].map((bytes) => assert.rejects(upload(bytes), { code: 'request_timeout' }));
  await assert.rejects(upload(Readable.from([Buffer.from('it')])), /it was read\.$/);
  t.mock.timers.tick(60_000);
  await Promise.all(late);
  const gone = new AbortController();
  const abandoned = assert.rejects(upload(slow(), gone.signal), /gone/);
  gone.abort(new Error('gone'));
  await abandoned;
});
