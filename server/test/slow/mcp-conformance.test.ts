import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { temporaryFolder } from '../support/cli-process.ts';
import { type Service, startService } from '../support/service.ts';

/**
 * The main file of the public suite, `@modelcontextprotocol/conformance` 0.2.0-alpha.12: `dist/index.js`. It brings 120
 * packages, so it is installed elsewhere and named here.
 */
const SUITE = process.env.TEST_MCP_CONFORMANCE;
const skip = SUITE === undefined && 'TEST_MCP_CONFORMANCE does not name the public suite';

/**
 * Its scenarios that any server can be asked, by version. The others call tools, prompts and resources that a server
 * would have to be given for the suite (`test_simple_text` and the like).
 */
const SCENARIOS = {
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ],
} as const;

describe('the public conformance suite for MCP servers', { skip }, () => {
  let service: Service;
  let output: string;
  before(async () => {
    const { path, remove } = temporaryFolder();
    service = await startService({ dataDir: path, url: undefined, remove: async () => remove() });
    output = mkdtempSync(join(tmpdir(), 'touchstone-conformance-'));
  });
  after(async () => {
    await service.stop();
    rmSync(output, { recursive: true, force: true });
  });

  for (const [version, scenarios] of Object.entries(SCENARIOS))
    for (const scenario of scenarios)
      it(`${version}: ${scenario}`, async () => {
        const args = [
          'server',
          '--url',
          `${service.url}/mcp`,
          '--spec-version',
          version,
          '--scenario',
          scenario,
        ];
        const { code, said } = await run([SUITE ?? '', ...args, '--output-dir', output]);
        assert.equal(code, 0, said);
      });
});

function run(args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr }),
    );
  });
}
