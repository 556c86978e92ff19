import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { stringify } from 'yaml';
import { createCodeRunner } from '../../../../measure/graders/code/code-runner.ts';
import { type GraderSpec, gradeAsking } from '../../../../measure/graders/graders.ts';
import { importPromptfoo } from './promptfoo/promptfoo.ts';

const FILES: Readonly<Record<string, string>> = {
  'common.js': `const words = (text) => text.split(' ');
module.exports = (output, context) => ({ pass: words(output).length === context.vars.words, score: 0.7, reason: 'It counts.' });`,
  'named.cjs': 'module.exports = { other: () => false, long: (output) => output.length > 5 };',
  'module.mjs': `export const limit = 3;
export default async (output, { config }) => { await null; return output.length >= limit + config.more; };`,
  'packages.mjs': "import { load } from 'js-yaml';\nexport default (output) => load(output) !== null;",
  'check.py': `import json
from typing import Any

def helper(output):
    return {"pass": True, "score": 0.25, "reason": "It is read.", "namedScores": {"Tone (all)": 0.5}}

def get_assert(output: str, context: dict[str, Any]):
    grade = helper(output)
    grade["pass"] = context["vars"]["words"] == len(output.split())
    return grade

def fails(output, context):
    return json.loads(output)["a"]
`,
  'network.py': 'import requests\n\ndef get_assert(output, context):\n    return True\n',
};

const js = (value: string, more: object = {}) => ({ type: 'javascript', value, ...more });
const py = (value: string, more: object = {}) => ({ type: 'python', value, ...more });

/** All are answered "It is 20 euros."; [what the assertion is, the assertion, the score or why it is not taken]. */
const CASES: readonly [string, object, number | RegExp][] = [
  ['an expression', js('output.includes("20")'), 1],
  ['one that is false', js('output === "20";'), 0],
  ['one that a test inverts', { ...js('output === "20"'), type: 'not-javascript' }, 1],
  ['declarations before it', js("const s = output.split(';'); s[0] === 'a;b'"), 0],
  ['a body of several lines', js('if (output.length > 3) {\n  return true;\n}\nreturn false;'), 1],
  ['a template', js("output.includes('{{price}}')"), 1],
  ['variables', js('output.includes(context.vars.price)'), 1],
  ['a number above 0', js('output.length / 20'), 1],
  ['a number below its threshold', js('0.4', { threshold: 0.5 }), 0],
  ['a number at its threshold', js('0.5', { threshold: 0.5 }), 1],
  ['a number above 1', js('output.length', { threshold: 10 }), 1],
  ['a result', js('({ pass: false, score: 0.9, reason: "No." })'), 0],
  ['code that throws', js('JSON.parse(output).a === 1'), 0],
  ['a file', js('file://common.js'), 1],
  ['a function of a file', js('file://named.cjs:long'), 1],
  ['a module', js('file://module.mjs', { config: { more: 2 } }), 1],
  [
    'a module with packages',
    js('file://packages.mjs'),
    /its code needs packages; .* grader of the type command/,
  ],
  ['a file that is missing', js('file://missing.js'), /there is no file missing\.js/],
  ['the network', js('fetch("https://example.com").ok'), /its code needs the network/],
  ['code that cannot be read', js('output ==== 1'), /its code cannot be read/],
  ['an expression of Python', py("'20' in output"), 1],
  ['lines of Python', py("found = '20' in output\nif found:\n    return 0.5\nreturn False"), 1],
  ['a file of Python', py('file://check.py'), 1],
  ['Python that throws', py('file://check.py:fails'), 0],
  ['a score below its threshold', py('file://check.py', { threshold: 0.5 }), 0],
  ['a module that is not in the standard library', py('file://network.py'), /needs the module requests/],
  ['a file that is opened', py("open('a').read() == output"), /its code needs files/],
];

const folder = mkdtempSync(join(tmpdir(), 'touchstone-import-'));
const code = createCodeRunner();
after(async () => {
  rmSync(folder, { recursive: true });
  await code.stop();
});
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);

async function graderOf(assertion: object) {
  const config = {
    prompts: ['What is the price?'],
    tests: [{ vars: { price: '20', words: 4 }, assert: [assertion, { type: 'icontains', value: 'it' }] }],
  };
  const path = join(folder, 'promptfooconfig.yaml');
  writeFileSync(path, stringify(config));
  const { datasets, notices } = await importPromptfoo(path);
  const [row] = datasets[0]?.rows ?? [];
  assert.ok(row);
  return { notices, grader: row.grader as GraderSpec, metadata: row.metadata ?? {} };
}

const refuse = () => assert.fail('nothing else is asked');

for (const [sentence, assertion, wanted] of CASES)
  test(`promptfoo: ${sentence}`, async () => {
    const { notices, grader, metadata } = await graderOf(assertion);
    if (wanted instanceof RegExp) return assert.match(notices.join('\n'), wanted);
    assert.deepEqual(
      notices.filter((one) => one.includes('assertion')),
      [],
    );
    assert.equal(await scoreOf(grader, metadata, 'It is 20 euros.'), wanted);
  });

async function scoreOf(grader: GraderSpec, metadata: Record<string, unknown>, text: string) {
  const answer = {
    ...{ text, reasoning: null, finishReason: 'stop' as const },
    row: { input: [{ role: 'user' as const, content: 'What is the price?' }], metadata },
    question: 'What is the price?',
  };
  const services = { embed: refuse, judge: refuse, code: code.run, http: refuse, command: refuse };
  const grade = await gradeAsking(grader, '', answer, services);
  return grade.state === 'scored' ? grade.score : JSON.stringify(grade);
}

/** [the assertion, responses that pass, responses that fail]; each response has "it", which the other assertion asks for. */
const FORMS: readonly [object, readonly string[], readonly string[]][] = [
  [
    { type: 'is-refusal' },
    [
      "I'm sorry, but I can't help with it.",
      'Sorry. I cannot provide it.',
      'As an AI, I am not able to assist you with it.',
      'I must decline it.',
      '**Note:** I’m unable to comply with it.',
      "That's not something I can do with it.",
    ],
    [
      'It is 20 euros.',
      'I am sorry for the delay: it is 20.',
      'You cannot return it.',
      `It is ${'so '.repeat(200)} I cannot help.`,
    ],
  ],
  [{ type: 'not-is-refusal' }, ['It is 20 euros.'], ['I cannot answer it.']],
  [
    { type: 'is-html' },
    [
      '<p>It is 20.</p>',
      '<!DOCTYPE html>\n<html><head><title>It</title></head><body>Hi<br>it</body></html>\n',
      '<ul><li>it<li>b</ul><hr/>',
      '<my-part a="x > y">it</my-part>',
      '<script>if (a < b) it()</script><p>x</p>',
    ],
    [
      'It is 20.',
      '<p>It</p> and text',
      'Say <b>it</b>',
      '<note>it</note>',
      '<?xml version="1.0"?><p>it</p>',
      'List<String> it',
      '```html\n<p>it</p>\n```',
    ],
  ],
  [
    { type: 'contains-html' },
    ['Here: <p>it</p>', 'it <br/> is', '```html\n<!doctype html>\nit```'],
    ['it: a < b and c > d', '<note>it</note>', 'Map<String, Item> it'],
  ],
  [
    { type: 'is-xml' },
    [
      '<a>it</a>',
      '<?xml version="1.0"?>\n<!DOCTYPE a>\n<!-- it -->\n<a b="1" c=\'2\'><d/><![CDATA[<]]>&amp;</a>\n',
      '<é:x>it</é:x>',
    ],
    [
      'it',
      '<a>it',
      '<a>it</b>',
      '<a><b>it</a></b>',
      '<a>it</a><a/>',
      'it <a/>',
      '<a b=1>it</a>',
      '<a b="1" b="2">it</a>',
      '<a>it & b</a>',
      '<a>it < b</a>',
    ],
  ],
  [
    { type: 'is-xml', value: 'a.b.c, a.d' },
    ['<a><b><c>it</c></b><d/></a>'],
    ['<a><b/><c>it</c><d/></a>', '<a><b><c>it</c></b></a>'],
  ],
  [
    { type: 'contains-xml', value: { requiredElements: ['a.b'] } },
    ['Here it is: <a><b/></a>!', '<p> it <a x="1"><b>2</b></a>', '```xml\n<a><b>it</b></a>\n```'],
    ['it', '<a/>it<b/>', '<a><b>it</a>', '<a>it'],
  ],
  [{ type: 'contains-xml' }, ['it <a/> <b>'], ['it <a> b', 'it 1 < 2 > 1']],
];

for (const [assertion, passing, failing] of FORMS)
  test(`promptfoo: ${JSON.stringify(assertion)}`, async () => {
    const { notices, grader, metadata } = await graderOf(assertion);
    assert.deepEqual(notices, []);
    for (const text of passing) assert.equal(await scoreOf(grader, metadata, text), 1, text);
    for (const text of failing) assert.equal(await scoreOf(grader, metadata, text), 0, text);
  });
