import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { getBenchmark, sampleAll } from '../../../../test/support/benchmark-service.ts';
import { inFull } from '../../../../test/support/in-full.ts';
import { grade } from '../../graders/graders.ts';
import type { Item } from '../item.ts';

const GENERATED = [
  'arithmetic',
  'instruction_following',
  'json_extraction',
  'long_context_recall',
  'reasoning_tables',
] as const;

// Drawn once on linux-x64; a change of any of these needs a new version of the benchmark.
const FIRST_ITEMS: Readonly<Record<(typeof GENERATED)[number], string>> = {
  arithmetic: '47456422a084fb35',
  instruction_following: 'e874cc8d4739ecb8',
  json_extraction: '55d0da16a3600406',
  long_context_recall: 'aeb3211bfe547bbb',
  reasoning_tables: '3898fd3cd1690ed1',
};

/** How many levels take turns where no subset is named; those after them are asked by name only. */
const IN_TURN: Readonly<Record<(typeof GENERATED)[number], number>> = {
  arithmetic: 5,
  instruction_following: 5,
  json_extraction: 4,
  long_context_recall: 4,
  reasoning_tables: 5,
};

const sampleOf = async (type: string, sampleSize = 60, seed = 0, subset: string | null = null) =>
  (await sampleAll(getBenchmark(type), { subset, sampleSize, seed })).items;

const promptOf = (item: Item): string => item.input.at(-1)?.content ?? '';

function scoreOf(item: Item, text: string): number | string {
  const result = grade(item.grader, item.expected, { text, reasoning: null, finishReason: 'stop' });
  return result.state === 'scored' ? result.score : result.reason;
}

for (const type of GENERATED) {
  test(`${type}: the same seed gives the same different items, and more begin with the fewer`, async () => {
    const items = await sampleOf(type);
    assert.equal(items[0]?.id.slice(0, 16), FIRST_ITEMS[type]);
    assert.deepEqual(await sampleOf(type), items);
    assert.deepEqual((await sampleOf(type, 80)).slice(0, 60), items);
    assert.notDeepEqual((await sampleOf(type, 60, 1))[0], items[0]);
    assert.equal(new Set(items.map(({ id }) => id)).size, 60);
  });

  test(`${type}: levels take turns, and a subset is one of them`, async () => {
    const { subsets } = getBenchmark(type);
    assert.ok(subsets !== 'source');
    const inTurn = subsets.slice(0, IN_TURN[type]);
    const all = await sampleOf(type, 2 * inTurn.length);
    for (const [i, { name }] of inTurn.entries()) {
      const [first, second] = await sampleOf(type, 2, 0, name);
      const grades = [first, second, all[i], all[i + inTurn.length]].map(
        (item) => item?.metadata?.level ?? item?.metadata?.tokens,
      );
      assert.equal(new Set(grades).size, 1, name);
    }
    await assert.rejects(sampleOf(type, 1, 0, 'level-9'), /it has /);
  });

  test(`${type}: the entangled levels are asked by name, each item with its difficulty, and spread`, async () => {
    const { subsets } = getBenchmark(type);
    assert.ok(subsets !== 'source');
    const entangled = subsets.slice(IN_TURN[type]);
    const means: number[] = [];
    for (const { name } of entangled) {
      const items = await sampleOf(type, inFull(30, 60), 0, name);
      assert.deepEqual((await sampleOf(type, 20, 0, name))[19], items[19], 'more begin with the fewer');
      for (const item of items) {
        const right = item.expected as string;
        const reply = type === 'json_extraction' ? right : `Let me see.\nAnswer: ${right}`;
        assert.equal(scoreOf(item, reply), 1, right);
      }
      const difficulties = items.map(({ metadata }) => Number(metadata?.difficulty));
      assert.ok(difficulties.every((steps) => steps >= 3));
      means.push(difficulties.reduce((all, steps) => all + steps, 0) / items.length);
    }
    assert.equal(means.length, 2);
    assert.ok((means[1] ?? 0) > 1.4 * (means[0] ?? 0), `mean difficulties ${means.join(' and ')}`);
  });
}

test('instruction_following: a text that keeps all rules is right, and each broken rule makes it wrong', async () => {
  for (const item of await sampleOf('instruction_following', inFull(100, 300))) {
    const rules = (item.expected as string[]).map((text) => JSON.parse(text) as Rule);
    const text = obey(rules);
    assert.equal(scoreOf(item, text), 1, `${promptOf(item)}\n---\n${text}`);
    for (const broken of rules) {
      const rest = obey(rules.filter((rule) => rule !== broken));
      assert.equal(scoreOf(item, disobey(rest, broken)), 0, `${broken.id}\n---\n${rest}`);
    }
  }
});

interface Rule {
  id: string;
  kwargs: Readonly<Record<string, string | number | string[]>>;
}

/** A text that keeps the rules and nothing more, written from their ids. */
function obey(rules: readonly Rule[]): string {
  const of = (id: string) => rules.find((rule) => rule.id.endsWith(id))?.kwargs;
  const many = of('number_words');
  const words = many?.relation === 'at least' ? Number(many.num_words) : 6;
  const parts = [
    ...(of('title') ? ['<<one title>>'] : []),
    ...((of('existence')?.keywords as string[]) ?? []),
    ...Array<string>(Number(of('keywords:frequency')?.frequency ?? 0)).fill(
      String(of('keywords:frequency')?.keyword),
    ),
    ...Array<string>(Number(of('placeholders')?.num_placeholders ?? 0)).fill('[name]'),
    ...Array<string>(Number(of('highlighted_sections')?.num_highlights ?? 0)).fill('so *x*'),
    ...Array<string>(words).fill('so'),
  ];
  const bullets = Array<string>(Number(of('bullet_lists')?.num_bullets ?? 0)).fill('\n* so');
  const more = Array<string>(Math.max(0, Number(of('number_paragraphs')?.num_paragraphs ?? 1) - 1)).fill(
    '\n***\nso',
  );
  const end = of('end_checker')?.end_phrase;
  return `${parts.join(' ')}${bullets.join('')}${more.join('')}${end === undefined ? '' : `\n${end}`}`;
}

/** The text with this rule broken by as little as possible. */
function disobey(text: string, { id, kwargs }: Rule): string {
  const little = (name: string) => Number(kwargs[name]) - 1;
  switch (id.split(':')[1]) {
    case 'number_words':
      return kwargs.relation === 'at least' ? 'so' : `${text} ${'so '.repeat(Number(kwargs.num_words))}`;
    case 'existence':
      return `${text} ${(kwargs.keywords as string[])[0]}`;
    case 'forbidden_words':
      return `${text} ${(kwargs.forbidden_words as string[])[1]}`;
    case 'frequency':
      return `${text} ${`${kwargs.keyword} `.repeat(little('frequency'))}`;
    case 'number_bullet_lists':
      return `${text}${'\n* so'.repeat(little('num_bullets'))}`;
    case 'title':
      return `<a title>\n${text}`;
    case 'no_comma':
      return `so, ${text}`;
    case 'end_checker':
      return `${text}\n${kwargs.end_phrase} Bye`;
    case 'number_placeholders':
      return `${text} ${'[name] '.repeat(little('num_placeholders'))}`;
    case 'number_paragraphs':
      return `${text}${'\n***\nso'.repeat(Number(kwargs.num_paragraphs))}`;
    case 'number_highlighted_sections':
      return `${text} ${'so *x* '.repeat(little('num_highlights'))}`;
    default:
      return assert.fail(`no way to break ${id}`);
  }
}

test('json_extraction: the record is right, every changed, missing or invented leaf costs its share', async () => {
  for (const item of await sampleOf('json_extraction', 200)) {
    const order = JSON.parse(String(item.expected)) as Record<string, unknown> & { customer: string };
    const leaves = leavesOf(order);
    assert.equal(scoreOf(item, JSON.stringify(order)), 1);
    assert.equal(scoreOf(item, `\`\`\`json\n${JSON.stringify(order, null, 2)}\n\`\`\``), 1);
    assert.equal(scoreOf(item, JSON.stringify({ ...order, customer: 'Nobody' })), (leaves - 1) / leaves);
    const { customer: _, ...without } = order;
    assert.equal(scoreOf(item, JSON.stringify(without)), 0, 'not valid');
    assert.equal(scoreOf(item, JSON.stringify({ ...order, note: 'x' })), 0, 'not valid');
    assert.equal(scoreOf(item, `It was ${order.customer}.`), 0);
  }
});

test('json_extraction: the text holds what is expected', async () => {
  for (const item of await sampleOf('json_extraction', 200)) {
    const [, text = ''] = /Text:\n(.*)\n\nSchema:/s.exec(promptOf(item)) ?? [];
    const order = JSON.parse(String(item.expected)) as {
      customer: string;
      city: string;
      total?: number;
      phone?: string | null;
      items?: { name: string; quantity: number }[];
    };
    const { customer, city, total, phone, items = [] } = order;
    const facts = [
      customer,
      city,
      ...(total === undefined ? [] : [total.toFixed(2)]),
      ...(phone ? [phone] : []),
    ];
    for (const fact of [...facts, ...items.map(({ name }) => name)]) assert.ok(text.includes(fact), fact);
    for (const { name, quantity } of items)
      assert.match(text, new RegExp(`${name} \\((?:not \\d+ pieces but ${quantity}|${quantity} pieces)\\)`));
    if (phone === null) assert.ok(!text.includes('+49 30'));
  }
});

const leavesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((all: number, inner) => all + leavesOf(inner), 0)
    : 1;

test('long_context_recall: the code of the place asked for is right, that of another is wrong', async () => {
  for (const item of await sampleOf('long_context_recall', 100)) {
    const prompt = promptOf(item);
    const [, place = ''] = /What is the access code of (.*?)\?/.exec(prompt) ?? [];
    const codes = [...prompt.matchAll(/The access code of ([^.]*?) is (\d{6})\./g)];
    assert.equal(codes.length, 5);
    for (const [, of, code] of codes) assert.equal(scoreOf(item, `Answer: ${code}`), of === place ? 1 : 0);
    const tokens = Number(item.metadata?.tokens);
    assert.ok(Math.abs(prompt.length / 4 - tokens) < 200, `${prompt.length} characters for ${tokens} tokens`);
    const at = prompt.indexOf(`The access code of ${place} is`) / prompt.length;
    assert.ok(Math.abs(at - Number(item.metadata?.depth_percent) / 100) < 0.15, `${at}`);
  }
});

interface Sale {
  city: string;
  product: string;
  month: string;
  units: number;
  price: number;
}

/** Works out the answer from the prompt alone. */
function solveTable(prompt: string): string {
  const rows = [...prompt.matchAll(/^\| (\w+) \| (\w+) \| (\w+) \| (\d+) \| (\d+) \|$/gm)].map(
    ([, city = '', product = '', month = '', units, price]): Sale => ({
      city,
      product,
      month,
      units: Number(units),
      price: Number(price),
    }),
  );
  const total = (wanted: (row: Sale) => boolean, of: (row: Sale) => number) =>
    rows.filter(wanted).reduce((all, row) => all + of(row), 0);
  const units = (row: Sale) => row.units;
  const money = (row: Sale) => row.units * row.price;
  const cell = /units of (\w+) were sold in (\w+) in (\w+)\?/.exec(prompt);
  if (cell)
    return String(total((r) => r.product === cell[1] && r.city === cell[2] && r.month === cell[3], units));
  const city = /units were sold in (\w+) together/.exec(prompt);
  if (city) return String(total((r) => r.city === city[1], units));
  if (prompt.includes('In which city'))
    return rows
      .map((row) => row.city)
      .reduce((a, b) => (total((r) => r.city === b, units) > total((r) => r.city === a, units) ? b : a));
  const product = /turnover \(units times price\) of (\w+) in all/.exec(prompt);
  if (product) return String(total((r) => r.product === product[1], money));
  const [, name, a, b] =
    /Counting (\w+) alone: .* price\) of (\w+) exceed that of (\w+)\?/.exec(prompt) ?? [];
  const of = (where?: string) => total((r) => r.product === name && r.city === where, money);
  return String(of(a) - of(b));
}

test('reasoning_tables: a number next to the answer, and another city, are wrong', async () => {
  for (const item of await sampleOf('reasoning_tables', 400)) {
    const answer = Number(item.expected);
    assert.equal(scoreOf(item, `Answer: ${Number.isNaN(answer) ? 'Atlantis' : answer + 1}`), 0);
  }
});

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Reads the order by the sentences of the templates. */
function solveOrder(prompt: string): string {
  const [, number = ''] = /facts of order (\d+)/.exec(prompt) ?? [];
  const read = (pattern: string) => new RegExp(pattern.replace('N', number)).exec(prompt)?.slice(1) ?? [];
  const [day = '', month = '', year = ''] = read('Order N was taken on (\\d+) (\\w+) (\\d+)');
  const [goods = ''] = read('Order N is for (.*?)\\.');
  const facts = {
    customer: read('Order N was placed by (.*?)\\.')[0],
    order_number: Number(number),
    city: read('Order N .*?goes to (\\w+)\\.')[0],
    date: `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`,
    total: Number(read('order N we charge (\\S+) EUR')[0]),
    items: [...goods.matchAll(/(\w+ \w+) \((?:not \d+ pieces but )?(\d+)/g)].map(([, name, quantity]) => ({
      name,
      quantity: Number(quantity),
    })),
    phone: read('order N call (.*?)\\.')[0] ?? null,
  };
  const { properties } = JSON.parse(prompt.slice(prompt.indexOf('Schema:\n') + 8)) as { properties: object };
  return JSON.stringify(Object.fromEntries(Object.entries(facts).filter(([name]) => name in properties)));
}

/** Reads the rules of the prompt, and writes a text without sense that keeps them. */
function solveRules(prompt: string): string {
  const RULES: readonly (readonly [id: string, says: RegExp, names: readonly string[]])[] = [
    ['length_constraints:number_words', /Use (at least|less than) (\d+) words\./, ['relation', 'num_words']],
    ['keywords:frequency', /Use the word "(\w+)" at least (\d+) times/, ['keyword', 'frequency']],
    ['x:number_bullet_lists', /exactly (\d+) bullet points/, ['num_bullets']],
    ['x:title', /a title in double angular brackets/, []],
    ['x:end_checker', /nothing after it: (.*)/, ['end_phrase']],
    ['x:number_placeholders', /at least (\d+) placeholder/, ['num_placeholders']],
    ['x:number_paragraphs', /exactly (\d+) paragraphs/, ['num_paragraphs']],
    ['x:number_highlighted_sections', /Highlight at least (\d+) part/, ['num_highlights']],
  ];
  const rules: Rule[] = RULES.flatMap(([id, says, names]) => {
    const found = says.exec(prompt);
    return found === null
      ? []
      : [{ id, kwargs: Object.fromEntries(names.map((name, i) => [name, found[i + 1] as string])) }];
  });
  const [, a, b] = /Use the words "(\w+)" and "(\w+)"/.exec(prompt) ?? [];
  return obey(a && b ? [...rules, { id: 'keywords:existence', kwargs: { keywords: [a, b] } }] : rules);
}

const place = (prompt: string) => /What is the access code of (.*?)\?/.exec(prompt)?.[1] ?? '';

/** Short programs that read prompts by patterns, without a model. */
const SHORT_PROGRAMS: Readonly<Record<(typeof GENERATED)[number], (prompt: string) => string>> = {
  arithmetic: (prompt) => {
    const [, expression = ''] = prompt.split('\n\n');
    return `Answer: ${/^[-+*/() \d]+$/.test(expression) ? runInNewContext(expression) : ''}`;
  },
  instruction_following: solveRules,
  json_extraction: (prompt) => (prompt.includes('facts of order') ? solveOrder(prompt) : '{}'),
  long_context_recall: (prompt) =>
    `Answer: ${new RegExp(`access code of ${place(prompt)} is (\\d+)`).exec(prompt)?.[1]}`,
  reasoning_tables: (prompt) => `Answer: ${solveTable(prompt)}`,
};

for (const type of GENERATED) {
  test(`${type}: a short program scores near 1 on what is a smoke test, and 0 on what is none`, async () => {
    const benchmark = getBenchmark(type);
    assert.ok(benchmark.subsets !== 'source');
    for (const { name, smokeTest } of benchmark.subsets) {
      const items = await sampleOf(type, inFull(20, 40), 0, name);
      const scores = items.map((item) => Number(scoreOf(item, SHORT_PROGRAMS[type](promptOf(item)))));
      const mean = scores.reduce((all, score) => all + score, 0) / items.length;
      assert.ok(smokeTest ? mean >= 0.9 : mean <= 0.1, `${name}: ${mean}`);
    }
    assert.equal(benchmark.smokeTest, true, 'without a subset smoke tests take turns');
  });
}
