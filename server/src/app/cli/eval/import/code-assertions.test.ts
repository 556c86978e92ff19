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
    const answer = {
      ...{ text: 'It is 20 euros.', reasoning: null, finishReason: 'stop' as const },
      row: { input: [{ role: 'user' as const, content: 'What is the price?' }], metadata },
      question: 'What is the price?',
    };
    const services = { embed: refuse, judge: refuse, code: code.run, http: refuse, command: refuse };
    const grade = await gradeAsking(grader, '', answer, services);
    assert.equal(grade.state === 'scored' ? grade.score : JSON.stringify(grade), wanted);
  });
