// The time of 10,000 gradings: a built-in grader, code of a user in each language, a server on this machine, and a program in Python.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../server/src/kernel/log.ts';
import { createOwnGraders, type GraderSpec, gradeAsking } from '../server/src/measure/graders/graders.ts';
import { createModels } from '../server/src/models/models.ts';

const GRADINGS = 10_000;
const code = (language: string, source: string): GraderSpec => ({
  type: 'code',
  options: { language, source },
});
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      const { response: said, expected } = JSON.parse(Buffer.concat(chunks).toString());
      response.setHeader('content-type', 'application/json').end(JSON.stringify(said.includes(expected)));
    });
});
await new Promise<void>((resolve) => server.listen(0, resolve));
const folder = mkdtempSync(join(tmpdir(), 'graders-'));
chmodSync(folder, 0o755);
const program = join(folder, 'check.py');
writeFileSync(
  program,
  `#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    sample = json.loads(line)
    print(json.dumps(sample["expected"] in sample["response"]))
`,
  { mode: 0o755 },
);
const GRADERS: Readonly<Record<string, GraderSpec>> = {
  contains: { type: 'contains', options: {} },
  javascript: code('javascript', 'const grade = ({ response, expected }) => response.includes(expected);'),
  python: code('python', 'def grade(sample):\n    return sample["expected"] in sample["response"]'),
  http: {
    type: 'http',
    options: { url: `http://localhost:${(server.address() as AddressInfo).port}/grade` },
  },
  command: { type: 'command', options: { run: [program] } },
};

const models = createModels({
  providers: [],
  targets: { allowHosts: [], secrets: [], allowsLoopback: () => true },
  log: createLog('silent'),
});
const refuse = () => Promise.reject(new Error('No model is asked.'));
for (const [name, spec] of Object.entries(GRADERS)) {
  const own = createOwnGraders(models, [folder]);
  const services = { embed: refuse, judge: refuse, code: own.code, http: own.http, command: own.command };
  const grade = (i: number) =>
    gradeAsking(spec, '7', { text: `It is ${i}.`, reasoning: null, finishReason: 'stop' }, services);
  const started = performance.now();
  await grade(0);
  const first = performance.now() - started;
  await Promise.all(Array.from({ length: GRADINGS }, (_, i) => grade(i)));
  const all = performance.now() - started - first;
  console.log(`${name}: ${(all / 1000).toFixed(2)} s, and ${(first / 1000).toFixed(2)} s for the first`);
  await own.stop(new Error('It has ended.'));
}
await models.stop();
server.close();
rmSync(folder, { recursive: true });
