import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { readDefinition } from '../run/definition.ts';
import type { Imported } from './imported.ts';
import { importOpenaiEvals } from './openai-evals.ts';
import { importPromptfoo } from './promptfoo/promptfoo.ts';

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
defaultTest:
  assert: [{ type: latency, threshold: 100 }]
tests:
  - vars: { question: 'What is the fee?', city: [Oslo, Bergen] }
    assert:
      - { type: icontains, value: 'free in {{city}}' }
      - { type: llm-rubric, value: is polite }
  - description: two checks
    vars: { question: Hello }
    assert: [{ type: contains-any, value: 'hi, hello' }, { type: starts-with, value: 'H.' , weight: 2}]
  - vars: { question: As JSON }
    assert: [{ type: is-json }]
  - vars: { question: Nothing }
  - vars: { other: x }
    assert: [{ type: equals, value: x }]
outputPath: out.json
`;

function rowsOf({ datasets }: Imported, at = 0) {
  return datasets[at]?.rows ?? [];
}

test('a promptfoo configuration becomes stacks and a dataset a prompt; what has no counterpart is named', async () => {
  file('chat.json', '[{"role":"system","content":"Be brief."},{"role":"user","content":"{{question}}"}]');
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
  assert.deepEqual(definition.benchmarks, [{ dataset: 'Tests: prompt 1' }, { dataset: 'Tests: chat' }]);
  const contains = (options: object) => ({ type: 'contains', options });
  const fee = (city: string) => ({
    input: 'Answer briefly: What is the fee?',
    expected: [`free in ${city}`],
    grader: contains({ ignore_case: true }),
  });
  const two = { cluster: 'test 3', metadata: { description: 'two checks' }, input: 'Answer briefly: Hello' };
  assert.deepEqual(rowsOf(imported), [
    fee('Oslo'),
    fee('Bergen'),
    { ...two, expected: ['hi', 'hello'], grader: contains({ ignore_case: false, require: 'any' }) },
    { ...two, expected: '^H\\.', grader: 'regex' },
    { input: 'Answer briefly: As JSON', expected: '{}', grader: 'json_schema' },
  ]);
  assert.deepEqual(rowsOf(imported, 1)[0]?.input, [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What is the fee?' },
  ]);
  for (const said of [
    '"outputPath" has no equivalent.',
    'The provider exec: python run.py has no equivalent; it is skipped.',
    '"apiKey" of a provider\'s config has no equivalent.',
    '"temperature" of a provider\'s config has a value that a stack does not support; it is skipped.',
    '"response_format" of a provider\'s config has a value that a stack does not support; it is skipped.',
    'The assertion "latency" has no equivalent grader; it is skipped. (10 times)',
    'The assertion "llm-rubric" has no equivalent grader; it is skipped. (4 times)',
    '"weight" of an assertion has no equivalent. (2 times)',
    'Test 5 has no convertible assertion; it is skipped. (2 times)',
    'The variable {{question}} has no value; tests without it are skipped. (2 times)',
  ]) {
    assert.ok(notices.includes(said), `${said}\n${notices.join('\n')}`);
  }
  assert.ok(!JSON.stringify(imported).includes('secret'));
});

test('templates with control flow, and what is no configuration, are said', async () => {
  const { notices, datasets } = await importPromptfoo(
    file(
      'flow.yaml',
      "prompts: ['{% if a %}{{a | upper}}{% endif %}']\ntests: [{vars: {a: 1}, assert: [{type: regex, value: x}]}]",
    ),
  );
  assert.equal(datasets[0]?.rows.length, 0);
  assert.match(notices.join(), /filters or control flow are not supported/);
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
