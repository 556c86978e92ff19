import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { readDefinition } from '../run/definition.ts';
import type { Imported } from './imported.ts';
import { importOpenaiEvals } from './openai-evals.ts';
import { importPromptfoo } from './promptfoo/promptfoo.ts';
import { renderTemplate } from './promptfoo/template/render.ts';

let folder = '';
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-import-'));
});
after(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const PROMPTFOO = `
description: Support answers
prompts:
  - 'Answer briefly: {{question}}'
  - id: file://chat.json
    label: chat
providers:
  - openai:chat:gpt-large
  - { id: 'anthropic:messages:claude-small', label: small, config: { temperature: 0, max_tokens: 50, apiKey: secret } }
  - id: openrouter:qwen/qwen3-8b
    label: served
    config:
      { top_p: 0.9, seed: 7, stop: END, max_completion_tokens: 90, reasoning: { effort: low }, temperature: hot,
        response_format: { type: json_schema, json_schema: { name: answer, strict: true, schema: { type: object } } } }
  - id: google:gemini-x
    label: gemini
    config: { generationConfig: { topP: 0.5, maxOutputTokens: 20, stopSequences: [A, B] }, response_format: { type: text } }
  - 'exec: python run.py'
  - echo
evaluateOptions: { repeat: 3, cache: false }
defaultTest:
  assert: [{ type: latency, threshold: 100 }]
tests:
  - vars: { question: 'What is the fee?', city: [Oslo, Bergen] }
    assert:
      - { type: icontains, value: 'free in {{city | upper}}', metric: price }
      - { type: javascript, value: require('fs') }
  - description: two checks
    vars: { question: Hello }
    threshold: 0.5
    assert: [{ type: contains-any, value: 'hi, "a, b"' }, { type: not-starts-with, value: 'H.' , weight: 2 }]
  - vars: { question: Nothing }
    options: { transform: output.trim() }
    assert: [{ type: is-json }]
outputPath: out.json
`;

function rowsOf({ datasets }: Imported, at = 0) {
  return datasets[at]?.rows ?? [];
}

test('a promptfoo configuration becomes stacks and a dataset a prompt, with one row for each test', async () => {
  file('chat.json', '[{"role":"developer","content":"Be brief."},{"role":"user","content":"{{question}}"}]');
  const imported = await importPromptfoo(file('promptfooconfig.yaml', PROMPTFOO));
  const { definition, notices } = imported;
  assert.equal(definition.name, 'Support answers');
  assert.deepEqual(definition.stacks, [
    { name: 'openai:chat:gpt-large', model: { provider: 'openai', model_id: 'gpt-large' } },
    {
      name: 'small',
      model: { provider: 'anthropic', model_id: 'claude-small', temperature: 0, max_tokens: 50 },
    },
    {
      name: 'served',
      model: {
        provider: 'openrouter',
        model_id: 'qwen/qwen3-8b',
        reasoning_effort: 'low',
        top_p: 0.9,
        seed: 7,
        stop: ['END'],
        max_tokens: 90,
        response_format: { type: 'json_schema', schema: { type: 'object' }, name: 'answer', strict: true },
      },
    },
    {
      name: 'gemini',
      model: { provider: 'google', model_id: 'gemini-x', top_p: 0.5, max_tokens: 20, stop: ['A', 'B'] },
    },
  ]);
  assert.deepEqual(definition.targets?.at(-1), { model: 'baseline/echo' });
  assert.deepEqual(definition.methodology, { epochs: 3 });
  assert.deepEqual(definition.benchmarks, [{ dataset: 'Tests: prompt 1' }, { dataset: 'Tests: chat' }]);
  const composite = (parts: object[], options: object = {}) => ({
    type: 'composite',
    options: { parts, ...options },
  });
  const latency = { grader: { type: 'latency', options: { max_ms: 100 } } };
  const literal = (at: string, ignore_case = false) => ({
    type: 'literal',
    options: { at, ignore_case, require: 'any' },
  });
  const fee = (city: string) => ({
    input: 'Answer briefly: What is the fee?',
    grader: composite([
      latency,
      { grader: literal('anywhere', true), expected: `free in ${city}`, metric: 'price' },
    ]),
  });
  assert.deepEqual(rowsOf(imported), [
    fee('OSLO'),
    fee('BERGEN'),
    {
      input: 'Answer briefly: Hello',
      grader: composite(
        [
          latency,
          { grader: literal('anywhere'), expected: ['hi', 'a, b'] },
          { grader: literal('start'), expected: 'H.', not: true, weight: 2 },
        ],
        { threshold: 0.5 },
      ),
      metadata: { description: 'two checks' },
    },
  ]);
  assert.deepEqual(rowsOf(imported, 1)[0]?.input, [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What is the fee?' },
  ]);
  for (const said of [
    'promptfooconfig.yaml:35: "outputPath" has no equivalent.',
    '"cache" of evaluateOptions has no equivalent.',
    'The provider exec: python run.py is a program, which is skipped: let it read its request as JSON from standard input, and name it as a provider of the kind command in TOUCHSTONE_CONFIG.',
    '"apiKey" of a provider\'s config has no equivalent.',
    '"temperature" of a provider\'s config has a value that a stack does not support; it is skipped.',
    '"response_format" of a provider\'s config has a value that a stack does not support; it is skipped.',
    'promptfooconfig.yaml:27: The assertion javascript is not taken: its code needs packages; make it a program and a grader of the type command.',
    'promptfooconfig.yaml:32: A test is skipped: its transform is code, which is not run.',
  ])
    assert.ok(notices.includes(said), `${said}\n${notices.join('\n')}`);
  assert.ok(!JSON.stringify(imported).includes('secret'));
});

const HOST = 'app.example.com:443';
const ALLOWED = `set TARGET_ALLOW_HOSTS=${HOST} where the service runs`;

/** The stacks and notices of these providers, written as YAML, and the rows of two tests with the variable `lang`. */
async function providersOf(providers: string, prompt = 'Say {{q}}') {
  const tests =
    '[{vars: {q: a, lang: de}, assert: [{type: contains, value: x}]}, {vars: {q: b}, assert: [{type: contains, value: x}]}]';
  const text = `prompts: [${JSON.stringify(prompt)}]\nproviders: ${providers}\ntests: ${tests}\n`;
  const imported = await importPromptfoo(file('http.yaml', text));
  return { ...imported, stacks: imported.definition.stacks ?? [] };
}

test('an application that is called over HTTP becomes a stack with an endpoint', async () => {
  const chat = '[{"role":"system","content":"Be brief."},{"role":"user","content":"{{q}}"}]';
  const url = 'https://app.example.com/ask';
  const rows: [sentence: string, config: string, endpoint: object, prompt?: string][] = [
    [
      'a path of a response',
      "{body: {question: '{{prompt}}', k: 3}, transformResponse: 'json.choices[0].message.content'}",
      { request: { question: '{{input}}', k: 3 }, response: { answer: '$.choices[0].message.content' } },
    ],
    [
      'variables, in a list and within a text',
      "{method: put, body: {in: ['{{ lang }}', 'to {{lang}}: {{prompt}}']}, responseParser: json.output}",
      {
        method: 'PUT',
        request: { in: ['{{fields.lang}}', 'to {{fields.lang}}: {{input}}'] },
        response: { answer: '$.output' },
      },
    ],
    [
      'a function that returns a path',
      `{body: {q: '{{prompt}}'}, transformResponse: "(json, text) => json?.['a b']?.[0].c;"}`,
      { request: { q: '{{input}}' }, response: { answer: "$['a b'][0].c" } },
    ],
    [
      'a body of text',
      `{body: '{"q": {{prompt | dump}}, "to": "{{lang}}"}', transformResponse: text}`,
      { request: { q: '{{input}}', to: '{{fields.lang}}' }, response: { answer: '$' } },
    ],
    [
      'messages',
      "{body: {messages: '{{prompt}}'}, transformResponse: json.text}",
      { request: { messages: '{{messages}}' }, response: { answer: '$.text' } },
      chat,
    ],
    [
      'messages in a body of text',
      `{body: '{"messages": {{prompt}}}', transformResponse: json.text}`,
      { request: { messages: '{{messages}}' }, response: { answer: '$.text' } },
      chat,
    ],
    [
      'a query',
      "{queryParams: {q: '{{prompt}}'}, transformResponse: json.text}",
      { method: 'GET', request: { q: '{{input}}' }, response: { answer: '$.text' } },
    ],
    [
      'parameters beside a body',
      "{queryParams: {version: 2}, body: {q: '{{prompt}}'}, transformResponse: json.text}",
      { url: `${url}?version=2`, request: { q: '{{input}}' }, response: { answer: '$.text' } },
    ],
  ];
  for (const [sentence, config, endpoint, prompt] of rows) {
    const { stacks, notices } = await providersOf(`[{id: '${url}', label: app, config: ${config}}]`, prompt);
    assert.deepEqual(
      stacks,
      [{ name: 'app', model: {}, endpoint: { kind: 'http', url, ...endpoint } }],
      sentence,
    );
    assert.deepEqual(notices, [`The provider app: ${ALLOWED}.`], sentence);
  }
  const { stacks, notices, datasets } = await providersOf(
    `[{id: https, config: {url: '${url}', maxRetries: 2, headers: {Authorization: 'Bearer {{ env.APP_KEY }}', x-team: '{{env["TEAM"]}}'}, body: {q: '{{prompt}}', to: '{{lang}}'}}}]`,
  );
  const headers = { Authorization: 'Bearer {{secret.APP_KEY}}', 'x-team': '{{secret.TEAM}}' };
  const request = { q: '{{input}}', to: '{{fields.lang}}' };
  assert.deepEqual(stacks, [
    { name: url, model: {}, endpoint: { kind: 'http', url, headers, request, response: { answer: '$' } } },
  ]);
  assert.deepEqual(notices, [
    `The provider ${url}: set TARGET_ALLOW_HOSTS=${HOST} and TARGET_SECRETS=APP_KEY@${HOST},TEAM@${HOST} where the service runs.`,
    `The provider ${url}: its response is read as plain text; where it is JSON, set response.answer to the path of the text.`,
    `The provider ${url}: "maxRetries" has no equivalent.`,
  ]);
  assert.deepEqual(
    datasets[0]?.rows.map(({ metadata }) => metadata),
    [{ lang: 'de' }, { lang: '' }],
  );
  writeFileSync(join(folder, 'tests-1.jsonl'), '{"input": "a", "expected": "b"}\n');
  const definition = {
    name: 'a',
    datasets: [{ name: 'T', file: 'tests-1.jsonl' }],
    benchmarks: [{ dataset: 'T' }],
  };
  const written = file('evaluation.yaml', JSON.stringify({ ...definition, stacks }));
  assert.deepEqual((await readDefinition(written)).stacks, stacks);
});

test('an application that would be asked or read in another way is skipped with the reason', async () => {
  const of = (more: string, transform = 'json.a') =>
    `{id: 'https://app.example.com/ask', label: app, config: {transformResponse: '${transform}', ${more}}}`;
  const body = "body: {q: '{{prompt}}'}";
  const rows: [provider: string, reason: RegExp, prompt?: string][] = [
    [of(body, 'json.a.trim()'), /its transform is code, which is not run; only a path/],
    [of(body, 'file://parse.js'), /its transform is code/],
    [of(body, '(json, text) => text.a'), /its transform is code/],
    [of(body).replace('label: app', 'label: app, transform: output.a'), /its transform is code/],
    [of(`${body}, transformRequest: '{"a": "{{prompt}}"}'`), /"transformRequest" of its config/],
    [of(`${body}, auth: {type: bearer, token: SECRET}`), /"auth" of its config has no equivalent/],
    [of('body: "q={{prompt}}"'), /its body is not JSON/],
    [of('body: {q: a}'), /its request does not send the prompt/],
    [of('body: {q: "{{prompt | upper}}"}'), /\{\{prompt \| upper\}\} in its request is not supported/],
    [of('body: {q: "{% if a %}{{prompt}}{% endif %}"}'), /the template of its request/],
    [of('body: {q: "{{prompt}}", k: "{{env.KEY}}"}'), /\{\{env\.KEY\}\} is taken only in headers/],
    [of('body: {q: "{{prompt}}", api_key: SECRET}'), /its request holds "api_key"; send it in a header/],
    [of('body: {q: "{{prompt}}", s: "{{sessionId}}"}'), /it keeps a conversation/],
    [of(`${body}, method: delete`), /its method is not one of POST, PUT, PATCH, GET/],
    [of('method: POST'), /its body is not JSON/],
    [
      of(`${body}, headers: {authorization: 'Bearer SECRET'}`),
      /headers\/authorization: never write a secret here/,
    ],
    [of(`${body}, headers: {x-q: '{{prompt}}'}`), /headers support \{\{secret\.NAME\}\}/],
    [of(`${body}, queryParams: {a: '{{lang}}'}`), /its query has a template/],
    [of(body).replace('/ask', '/{{lang}}'), /its address has a template/],
    [of(body).replace('//app', '//user:SECRET@app'), /must have no user and no password/],
    [`{id: https, label: app, config: {${body}}}`, /its config names no address/],
    [
      of(`body: '{"q": "{{prompt}}"}'`),
      /its body holds a list of messages as text/,
      '[{"role":"user","content":"x"}]',
    ],
  ];
  for (const [provider, reason, prompt] of rows) {
    const imported = await providersOf(`[${provider}]`, prompt);
    assert.deepEqual(imported.stacks, [], provider);
    assert.match(imported.notices.join('\n'), /^The provider app is skipped: /, provider);
    assert.match(imported.notices.join('\n'), reason, provider);
    assert.ok(!JSON.stringify(imported).includes('SECRET'), provider);
  }
  const { notices } = await providersOf(
    `['https://user:SECRET@app.example.com/ask?key=SECRET', 'python:ask.py']`,
  );
  assert.deepEqual(notices, [
    'The provider https://app.example.com/ask is skipped: it has no queryParams.',
    'The provider python:ask.py is a program, which is skipped: let it read its request as JSON from standard input, and name it as a provider of the kind command in TOUCHSTONE_CONFIG.',
  ]);
});

/** The parts of the first row of a configuration with these assertions. */
async function partsOf(asserts: string, more = '', options = {}) {
  const text = `prompts: [x]\n${more}\ntests:\n  - vars: { a: A, context: [c1, c2] }\n    assert: ${asserts}\n`;
  const imported = await importPromptfoo(file('one.yaml', text), options);
  const { grader } = rowsOf(imported)[0] ?? {};
  const parts = typeof grader === 'object' ? (grader.options.parts as Record<string, unknown>[]) : [];
  return { parts, notices: imported.notices };
}

test('each deterministic assertion becomes a part that decides as it does', async () => {
  const rows: [string, string, unknown][] = [
    ['{type: equals, value: 3}', 'literal {"at":"whole"}', '3'],
    ['{type: equals, value: {b: 1}}', 'json {"strict":true}', '{"b":1}'],
    [
      '{type: contains-all, value: [x, "{{a}}"]}',
      'literal {"at":"anywhere","ignore_case":false,"require":"all"}',
      ['x', 'A'],
    ],
    ['{type: regex, value: "^a+$"}', 'regex {}', '^a+$'],
    ['{type: is-json}', 'json_schema {"where":"whole"}', '{}'],
    ['{type: is-json, value: "required: [k]"}', 'json_schema {"where":"whole"}', '{"required":["k"]}'],
    [
      '{type: contains-json, value: file://schema.json}',
      'json_schema {"where":"anywhere"}',
      '{"type":"object"}',
    ],
    ['{type: levenshtein, value: abc, threshold: 2}', 'edit_distance {"max":2}', 'abc'],
    ['{type: rouge-n, value: abc}', 'rouge_n {} 0.75', ['abc']],
    ['{type: bleu, value: [abc, d]}', 'bleu {} 0.5', ['abc', 'd']],
    ['{type: gleu, value: abc, threshold: 0.9}', 'gleu {} 0.9', ['abc']],
    ['{type: word-count, value: {min: 2}}', 'word_count {"min":2}', undefined],
    ['{type: cost, threshold: 0.1}', 'cost {"max_usd":0.1}', undefined],
    ['{type: finish-reason, value: STOP}', 'finish_reason {}', 'stop'],
    ['{type: similar, value: abc, threshold: 0.8}', 'embedding_similarity {"model":"p/e"} 0.8', ['abc']],
    [
      '{type: contains, value: file://text.txt}',
      'literal {"at":"anywhere","ignore_case":false,"require":"any"}',
      'from a file',
    ],
  ];
  file('schema.json', '{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}');
  file('text.txt', 'from a file\n');
  for (const [assertion, expected, value] of rows) {
    const { parts, notices } = await partsOf(`[${assertion}]`, '', { embeddings: 'p/e' });
    const [part] = parts as {
      grader: { type: string; options: object };
      expected: unknown;
      threshold?: number;
    }[];
    assert.ok(part, `${assertion}: ${notices.join()}`);
    const mark = part.threshold === undefined ? '' : ` ${part.threshold}`;
    assert.equal(`${part.grader.type} ${JSON.stringify(part.grader.options)}${mark}`, expected, assertion);
    assert.deepEqual(part.expected, value, assertion);
  }
});

test('an assertion of a model becomes a criterion for the judge that is named', async () => {
  const judged = async (assertion: string, more?: string, options = {}) => {
    const { parts, notices } = await partsOf(`[${assertion}]`, more, options);
    return { part: parts[0] as Record<string, unknown> | undefined, notices };
  };
  const rubric = '{type: llm-rubric, value: "is polite to {{a}}"}';
  assert.deepEqual((await judged(rubric, '', { judge: 'p/j' })).part, {
    grader: { type: 'judge', options: { model: 'p/j' } },
    expected: 'is polite to A',
  });
  const named = 'defaultTest: {options: {provider: openai:chat:gpt-judge}}';
  assert.deepEqual((await judged('{type: not-llm-rubric, value: rude, threshold: 0.7}', named)).part, {
    grader: { type: 'judge', options: { model: 'openai/gpt-judge', scale: 'one_to_five' } },
    expected: 'rude',
    threshold: 0.7,
    not: true,
  });
  for (const [assertion, expected] of [
    ['{type: factuality, value: It is 5.}', /reference.*\nReference: It is 5\.$/s],
    ['{type: model-graded-closedqa, value: names a price}', /^names a price$/],
    ['{type: answer-relevance, threshold: 0.5}', /answers the task/],
    ['{type: context-faithfulness, threshold: 0.5}', /follows from the context.*\nContext: c1$/s],
    ['{type: context-recall, value: It is 5., threshold: 0.5}', /Reference: It is 5\.\nContext: c1/],
    ['{type: context-relevance, threshold: 0.5}', /Context: c1/],
  ] as const)
    assert.match(String((await judged(assertion, named)).part?.expected), expected, assertion);
  assert.match(
    (await judged(rubric)).notices.join(),
    /one\.yaml:5: .*no judge is named .* --judge provider\/model/,
  );
});

test('sets, weights, thresholds, references and files of assertions are kept', async () => {
  file('more.yaml', '- {type: contains, value: from a file}\n');
  const { parts } = await partsOf(
    '[{type: assert-set, threshold: 0.5, weight: 2, metric: "m {{a}}", assert: [{type: contains, value: x}, {$ref: "#/assertionTemplates/y"}]}, file://more.yaml]',
    'assertionTemplates: {y: {type: not-contains, value: y}}',
  );
  const literal = { type: 'literal', options: { at: 'anywhere', ignore_case: false, require: 'any' } };
  assert.deepEqual(parts, [
    {
      grader: {
        type: 'composite',
        options: {
          parts: [
            { grader: literal, expected: 'x' },
            { grader: literal, expected: 'y', not: true },
          ],
          threshold: 0.5,
        },
      },
      weight: 2,
      metric: 'm A',
    },
    { grader: literal, expected: 'from a file' },
  ]);
});

test('tests come from tables, JSON lines, scenarios and files of variables', async () => {
  file('prompts.txt', 'First {{q}}\n---\nSecond {{q}}\n');
  file(
    'rows.csv',
    'q,__expected1,__expected2,__metric,__threshold,__prefix,__description,__config:__expected1:threshold\nfee,levenshtein(3):free,similar(0.7):no cost,price,0.5,Please: ,a row,2\nport,80,,,,,,\n',
  );
  file('lines.jsonl', '{"vars": {"q": "line"}, "assert": [{"type": "contains", "value": "l"}]}\n');
  file('vars.yaml', 'q: from vars\n');
  file('doc.md', 'the document\n');
  const imported = await importPromptfoo(
    file(
      'tables.yaml',
      `prompts: [prompts.txt]
providers: [openai:gpt-x]
defaultTest: { assert: [{ type: not-contains, value: sorry }] }
tests:
  - file://rows.csv
  - file://lines.jsonl
  - { vars: vars.yaml, assert: [{ type: contains, value: v }] }
  - { vars: { q: 'file://doc.md' }, assert: [{ type: contains, value: d }], options: { disableDefaultAsserts: true } }
scenarios:
  - config: [{ vars: { q: one } }, { vars: { q: two } }]
    tests: [{ assert: [{ type: contains, value: '{{q}}' }] }]
`,
    ),
    { embeddings: 'p/e' },
  );
  assert.deepEqual(
    imported.datasets.map(({ rows }) => rows.map(({ input }) => input)),
    ['First', 'Second'].map((word) => [
      `Please: ${word} fee`,
      ...['port', 'line', 'from vars', 'the document', 'one', 'two'].map((q) => `${word} ${q}`),
    ]),
  );
  const partsIn = (at: number) => {
    const { grader } = rowsOf(imported)[at] ?? {};
    const { parts, ...options } = typeof grader === 'object' ? grader.options : {};
    return { options, parts: parts as { grader: { type: string; options: object }; expected: unknown }[] };
  };
  const [fee, port] = [partsIn(0), partsIn(1)];
  assert.deepEqual(fee.options, { threshold: 0.5 });
  assert.deepEqual(fee.parts.slice(1), [
    { grader: { type: 'edit_distance', options: { max: 2 } }, expected: 'free', metric: 'price' },
    {
      grader: { type: 'embedding_similarity', options: { model: 'p/e' } },
      expected: ['no cost'],
      threshold: 0.7,
      metric: 'price',
    },
  ]);
  assert.deepEqual(port.parts[1], { grader: { type: 'literal', options: { at: 'whole' } }, expected: '80' });
  assert.deepEqual(
    [2, 3, 4, 5].map((at) => partsIn(at).parts.length),
    [2, 2, 1, 2],
  );
  assert.deepEqual(imported.notices, []);
});

test('templates are filled as nunjucks fills them, and what reaches further is refused by name', async () => {
  const filled: [string, string][] = [
    ['{{ a }} {{missing}}|', 'A |'],
    ['{% if n > 1 and a == "A" %}yes{% else %}no{% endif %}', 'yes'],
    ['{% for x in list %}{{ loop.index }}{{ x.k }}{% if not loop.last %}, {% endif %}{% endfor %}', '1p, 2q'],
    ['{% for k, v in map %}{{ k }}={{ v }};{% endfor %}', 'x=1;y=2;'],
    ['{{ list | dump }}', '[{"k":"p"},{"k":"q"}]'],
    ['{{ ["b", "a"] | sort | join("-") | upper }}', 'A-B'],
    ['{{ none | default("d") }}{{ gone | default("e") }}', 'e'],
    ['{{ a | lower if n else "z" }}{{ list[1].k }}{{ list.length }}', 'aq2'],
    ['a {#- note -#} b {%- set z = n + 1 %} {{ z }}', 'ab 3'],
    ['{% raw %}{{ a }}{% endraw %}', '{{ a }}'],
    ['{{ a.constructor.name }}{{ map.toString }}', ''],
  ];
  const vars = { a: 'A', n: 2, list: [{ k: 'p' }, { k: 'q' }], map: { x: 1, y: 2 } };
  for (const [template, expected] of filled) assert.equal(renderTemplate(template, vars), expected, template);
  const refused: [string, RegExp][] = [
    ['{{ env.SECRET }}', /environment/],
    ['{{ a.constructor("x") }}', /calling a function/],
    ['{{ a | unknown }}', /the filter "unknown"/],
    ['{% include "x" %}', /\{% include %\}/],
    ['{% for i in list %}x', /\{% endfor %\} is missing/],
    ['{{ a', /not closed/],
    [`{% set x = "ab" %}${'{% set x = x ~ x %}'.repeat(40)}{{ x }}`, /too long/],
    [`{% set x = "ab" %}${'{% set x = x + x %}'.repeat(40)}{{ x | length }}`, /too long/],
    [`{% set x = "ab" %}${'{% set x = [x, x] | join %}'.repeat(40)}`, /too long/],
    [`{% set x = ["a"] %}${'{% set x = [x, x] %}'.repeat(40)}{{ x }}`, /too long/],
    [`{{ ${'('.repeat(100_000)}a }}`, /nested too deeply/],
  ];
  for (const [template, expected] of refused)
    assert.throws(() => renderTemplate(template, vars), expected, template);
  const { notices, datasets } = await importPromptfoo(
    file(
      'flow.yaml',
      "prompts: ['{{ env.KEY }}']\ntests: [{vars: {a: 1}, assert: [{type: regex, value: x}]}]",
    ),
  );
  assert.equal(datasets.length, 0);
  assert.match(
    notices.join(),
    /flow\.yaml:2: A test is skipped: its template is not supported: .*environment/,
  );
});

test('references that name each other are refused before they fill the memory', async () => {
  const text = 'prompts: [p]\nproviders: [echo]\na: {x: {$ref: "#/a"}, y: {$ref: "#/a"}}\n';
  await assert.rejects(
    importPromptfoo(file('cycle.yaml', text)),
    /more than 250,000 values when each \$ref is replaced/,
  );
});

/** What the import of a configuration in this folder says, and the inputs of its rows. */
async function importOf(name: string, text: string, options = {}) {
  const { notices, datasets } = await importPromptfoo(file(name, text), options);
  return { notices, inputs: datasets.flatMap(({ rows }) => rows.map(({ input }) => input)) };
}

test('whatever is left out is listed with each of its lines', async () => {
  mkdirSync(join(folder, 'left'));
  file(
    'left/rows.csv',
    'q,__expected\na,javascript:require()\nb,javascript:require()\nc,contains:c\nd,javascript:require()\n',
  );
  file('left/lines.jsonl', '{"vars":{"q":"e"},"assert":[{"type":"is-sql"}]}\n');
  const { notices, inputs } = await importOf(
    'left/promptfooconfig.yaml',
    `prompts:
  - '{{q}}'
  - file://nothing.txt
defaultTest: { assert: [{ type: latency, threshold: 9 }] }
tests:
  - file://rows.csv
  - file://lines.jsonl
  - vars: { q: f }
    assert: [{ type: javascript, value: require() }, { type: contains, value: f }]
  - vars: { q: g }
  - file://more.csv
scenarios:
  - config: [{ vars: { q: h } }]
    tests:
      - file://inner.csv
`,
  );
  assert.deepEqual(inputs, ['c', 'f', 'g']);
  assert.deepEqual(notices, [
    'promptfooconfig.yaml:3: There is no file file://nothing.txt; the prompt is skipped.',
    'promptfooconfig.yaml:11: There is no file file://more.csv; its tests are skipped.',
    'promptfooconfig.yaml:15: There is no file file://inner.csv; its tests are skipped.',
    'rows.csv:2-3, 5, promptfooconfig.yaml:9: The assertion javascript is not taken: its code needs packages; make it a program and a grader of the type command.',
    'rows.csv:2-3, 5, lines.jsonl:1: A test is skipped: none of its own assertions is taken, and those of defaultTest alone would grade something else.',
    'lines.jsonl:1: The assertion is-sql is not taken: no parser of SQL is here.',
  ]);
});

test('only regular files within the folder of a configuration are read, or within the one that is named', async () => {
  mkdirSync(join(folder, 'outer/inner/deep'), { recursive: true });
  file('outer/secret.txt', 'SECRET');
  file('outer/secret.csv', 'q,__expected\nSECRET,x\n');
  file('outer/secret.yaml', '- { type: contains, value: SECRET }\n');
  file('outer/inner/near.txt', 'near');
  file('outer/inner/deep/far.txt', 'far');
  file('outer/inner/large.txt', '');
  execFileSync('truncate', ['-s', '100M', join(folder, 'outer/inner/large.txt')]);
  execFileSync('mkfifo', [join(folder, 'outer/inner/pipe.txt')]);
  symlinkSync('../secret.txt', join(folder, 'outer/inner/link.txt'));
  symlinkSync('..', join(folder, 'outer/inner/up'));
  const outside =
    /is outside of .*inner and is not read; to allow it, name a folder that holds it with --root/;
  const test_ = (vars: string, more = '{ type: contains, value: x }') =>
    `prompts: ['{{q}}']\ntests:\n  - vars: ${vars}\n    assert: [${more}]\n`;
  const prompt = (raw: string) =>
    `prompts:\n  - p\n  - ${raw}\ntests: [{ assert: [{ type: contains, value: x }] }]\n`;
  const rows: [sentence: string, text: string, expected: RegExp, line: number][] = [
    ['a variable', test_("{ q: 'file://../secret.txt' }"), outside, 3],
    ['a variable through a link', test_("{ q: 'file://link.txt' }"), outside, 3],
    ['a variable through a link to a folder', test_("{ q: 'file://up/secret.txt' }"), outside, 3],
    ['a variable with a pattern', test_("{ q: 'file://../*.txt' }"), outside, 3],
    ['variables of a file', test_("'file://../secret.yaml'"), outside, 3],
    ['a value', test_('{ q: a }', "{ type: equals, value: 'file:///etc/passwd' }"), outside, 4],
    ['a file of assertions', test_('{ q: a }', "'file://../secret.yaml'"), outside, 3],
    ['a prompt', prompt('file://../secret.txt'), outside, 3],
    ['a prompt without file://', prompt('../secret.txt'), outside, 3],
    ['prompts of the whole disk', prompt("'file:///**/*.txt'"), outside, 3],
    ['a table', "prompts: ['{{q}}']\ntests:\n  - ../secret.csv\n", outside, 3],
    ['the default test', "prompts: [p]\ndefaultTest: 'file://../secret.yaml'\ntests: []\n", outside, 2],
    ['a device', test_("{ q: 'file:///dev/zero' }"), outside, 3],
    ['a pipe', test_("{ q: 'file://pipe.txt' }"), /pipe\.txt is not a regular file/, 3],
    ['a large file', prompt('file://large.txt'), /large\.txt has more than 64 MB/, 3],
    [
      'a long text',
      test_(
        `{ q: a }`,
        `{ type: equals, value: '{% set x = q %}${'{% set x = x ~ x %}'.repeat(40)}{{ x }}' }`,
      ),
      /its template is not supported: what it makes is too long/,
      4,
    ],
  ];
  for (const [sentence, text, expected, line] of rows) {
    const { notices, inputs } = await importOf('outer/inner/c.yaml', text);
    const found = notices.filter((one) => expected.test(one) && one.startsWith(`c.yaml:${line}: `));
    assert.equal(found.length, 1, `${sentence}: ${notices.join('\n')}`);
    assert.doesNotMatch(JSON.stringify(inputs), /SECRET|root:/, sentence);
  }
  const long = `{% set x = "a" %}${'{% set x = x ~ x %}'.repeat(21)}{{ x }}`;
  const many = `prompts: ['${long}']\ntests:\n  - vars: { n: [${'"a",'.repeat(40)}] }\n    assert: [{ type: contains, value: x }]\n`;
  const { notices, inputs } = await importOf('outer/inner/c.yaml', many);
  assert.equal(inputs.length, 31);
  assert.deepEqual(notices, ['c.yaml:3: A test is skipped: its dataset would have more than 64 MB.']);
  for (const pattern of ['**/*.txt', '{.,..}/*.txt', '{.,x}./*.txt', 'up/**/*.txt']) {
    const { inputs, notices } = await importOf('outer/inner/c.yaml', prompt(`'file://${pattern}'`));
    assert.doesNotMatch(JSON.stringify(inputs), /SECRET/, pattern);
    assert.equal(inputs.includes('far'), pattern === '**/*.txt', `${pattern}: ${notices.join('\n')}`);
  }
  const root = join(folder, 'outer');
  const allowed = await importOf('outer/inner/c.yaml', test_("{ q: 'file://../secret.txt' }"), { root });
  assert.deepEqual(allowed, { notices: [], inputs: ['SECRET'] });
  await assert.rejects(
    importOf('outer/inner/c.yaml', 'a: 1', { root: join(folder, 'none') }),
    /There is no file .*none\./,
  );
});

test('what is no configuration is said', async () => {
  await assert.rejects(importPromptfoo(file('list.yaml', '- 1')), /not a promptfoo configuration/);
  await assert.rejects(importPromptfoo(file('broken.yaml', 'a: [')), /is not YAML/);
  await assert.rejects(
    importPromptfoo(join(folder, 'none.yaml')),
    /^UsageError: There is no file .*none\.yaml\.$/,
  );
});

test('OpenAI-Evals samples become rows; what cannot be asked is named by its line', async () => {
  const lines = [
    {
      input: [
        { role: 'system', content: 'Add.' },
        { role: 'user', content: '1+1' },
      ],
      ideal: '2',
    },
    { input: [{ role: 'system', content: 'What is 2+2?' }], ideal: ['4', 'four'], id: 7 },
    { input: 'Plain', ideal: 'x' },
    { input: [{ role: 'user', content: 'No ideal' }] },
    { input: [{ role: 'tool', content: 'x' }], ideal: 'x' },
    { input: [{ role: 'assistant', content: 'x' }], ideal: 'x' },
  ];
  const path = file('samples.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n\n`);
  const imported = await importOpenaiEvals(path, { grader: 'contains' });
  assert.deepEqual(rowsOf(imported), [
    { input: lines[0]?.input, expected: '2', grader: 'contains' },
    { input: [{ role: 'user', content: 'What is 2+2?' }], expected: ['4', 'four'], grader: 'contains' },
    { input: 'Plain', expected: 'x', grader: 'contains' },
  ]);
  assert.deepEqual(
    imported.notices,
    [
      'A final system message is sent as a user message.',
      'The field "id" of samples has no equivalent.',
      'Line 4 has no ideal answer that is a text or a list of texts; it is skipped.',
      'Line 5 has a message that is not a text of system, user or assistant; it is skipped.',
      'Line 6 ends with a message of the assistant; it is skipped.',
      'The file names no models: replace baseline/echo with the models to compare.',
    ].toSorted((a, b) => imported.notices.indexOf(a) - imported.notices.indexOf(b)),
  );
  await assert.rejects(
    importOpenaiEvals(file('bad.jsonl', '{"input":"a","ideal":"b"}\n[1]'), {}),
    /line 2: not a JSON object/,
  );
});

const USED = 'datasets: [{file: d.jsonl}]\n';

test('an evaluation file that leads nowhere is refused before anything is sent', async () => {
  const rows: [string, string, RegExp][] = [
    ['no benchmarks', 'name: a\ntargets: [{model: b/c}]', /neither benchmarks nor custom_eval/],
    ['an unknown field', 'name: a\nbenchmark: []\nbenchmarks: [{benchmark_type: x}]', /unknown fields/],
    ['no targets', 'name: a\nbenchmarks: [{benchmark_type: x}]', /neither targets nor stacks/],
    [
      'an unknown stack',
      'name: a\ntargets: [{stack: s}]\nbenchmarks: [{benchmark_type: x}]',
      /no stack here is called "s"/,
    ],
    [
      'a field of a dataset that is not known',
      'name: a\ndatasets: [{name: Questions, file: d.jsonl, graders: numeric}]\n',
      /\/datasets\/0 \("Questions"\) has unknown fields: graders/,
    ],
    [
      'a baseline that is no target',
      'name: a\ntargets: [{model: b/c, label: d}, {model: b/e}]\nbaseline: b/c\nbenchmarks: [{benchmark_type: x}]',
      /the baseline "b\/c" is not one of the targets: d, b\/e/,
    ],
    [
      'a level that is none',
      'name: a\ntargets: [{model: b/c}]\nfail_on: often\nbenchmarks: [{benchmark_type: x}]',
      /fail_on must be one of never, .*, not "often"/,
    ],
    [
      'an unknown dataset',
      'name: a\ntargets: [{model: b/c}]\nbenchmarks: [{dataset: d}]',
      /no dataset here is called "d"/,
    ],
    [
      'a model without provider',
      'name: a\ntargets: [{model: c}]\nbenchmarks: [{benchmark_type: x}]',
      /"c" is not provider\/model/,
    ],
    [
      'no such data',
      'name: a\ndatasets: [{file: nope.jsonl}]\ntargets: [{model: b/c}]\nbenchmarks: [{benchmark_type: x}]',
      /There is no file .*nope\.jsonl/,
    ],
    [
      'a scenario that no target names',
      `name: a\n${USED}scenarios: [{name: Busy}]\ntargets: [{model: b/c}]\nbenchmarks: [{dataset: d.jsonl}]`,
      /the scenario "Busy" is not a target, so nothing would be checked against it: add \{ scenario: Busy \} to targets, or remove it\./,
    ],
    [
      'a stack that no target names',
      `name: a\n${USED}stacks: [{name: s, model: {}}]\ntargets: [{model: b/c}]\nbenchmarks: [{dataset: d.jsonl}]`,
      /the stack "s" is not a target, so it would not be evaluated/,
    ],
    [
      'a dataset that no benchmark names, although the evaluation is called as it is',
      `name: d.jsonl\n${USED}targets: [{model: b/c}]\nbenchmarks: [{benchmark_type: arithmetic}]`,
      /the dataset "d\.jsonl" is used by no benchmark: add \{ dataset: d\.jsonl \} to benchmarks, or remove it/,
    ],
  ];
  file('d.jsonl', '{"input":"a","expected":"b"}');
  for (const [sentence, text, expected] of rows) {
    await assert.rejects(readDefinition(file('evaluation.yaml', text)), expected, sentence);
  }
});

test('what a file defines is used as a target, a benchmark, a trace, a custom evaluation or a minimum', async () => {
  const stack = 'stacks: [{name: s, model: {}}]\n';
  const rows: [string, string][] = [
    [
      'every stack and scenario is a target where none is named',
      `${stack}scenarios: [{name: Busy}]\nbenchmarks: [{dataset: d.jsonl}]`,
    ],
    ['the subset of a benchmark', `${stack}benchmarks: [{benchmark_type: rag, subset: d.jsonl}]`],
    ['a recorded trace', `${stack}benchmarks: [{benchmark_type: load, trace: {source: d.jsonl}}]`],
    ['a custom evaluation', `${stack}custom_eval: {dataset: d.jsonl}`],
    [
      'a minimum on one condition',
      `${stack}scenarios: [{name: Busy, quality: [{benchmark: rag, subset: d.jsonl/gold, min: 0.5}]}]\nbenchmarks: [{benchmark_type: rag}]`,
    ],
  ];
  file('d.jsonl', '{"input":"a","expected":"b"}');
  for (const [sentence, text] of rows) {
    const definition = await readDefinition(file('evaluation.yaml', `name: a\n${USED}${text}`));
    assert.equal(definition.datasets.length, 1, sentence);
  }
});

test('the example is a valid file', async () => {
  const path = new URL('../../../../../../examples/eval-cli/evaluation.yaml', import.meta.url).pathname;
  const definition = await readDefinition(path);
  assert.equal(definition.datasets[0]?.content.trimEnd().split('\n').length, 40);
  assert.equal(definition.baseline, parse(readFileSync(path, 'utf8')).baseline);
});

test('a provider at an address of its own is not called at the address of the protocol', async () => {
  const at = (id: string, config: string) =>
    importPromptfoo(
      file('elsewhere.yaml', `prompts: [p]\nproviders: [{ id: '${id}', config: ${config} }]\ntests: [{}]\n`),
    );
  for (const [id, config, provider] of [
    ['openai:chat:own', '{ apiBaseUrl: "http://me:secret@localhost:8080/v1?key=secret" }', 'localhost-8080'],
    ['openai:own', '{ apiHost: gateway.example.com }', 'gateway-example-com'],
    ['azure:chat:own', '{ apiHost: own.openai.azure.com }', 'azure'],
    ['openai:own', '{ temperature: 0 }', 'openai'],
  ] as const) {
    const { definition, notices } = await at(id, config);
    assert.deepEqual(
      definition.stacks?.map(({ model }) => model.provider),
      [provider],
    );
    const said = notices.filter((one) => one.includes('with this base_url'));
    assert.equal(said.length, provider.includes('-') ? 1 : 0, id);
    assert.doesNotMatch(notices.join(), /secret/);
  }
});
