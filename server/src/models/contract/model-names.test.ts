import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNameOfAskedModel, isNameOfOtherModel } from './model-names.ts';

const SAME: [asked: string, returned: string][] = [
  ['gpt-x', 'gpt-x-2026-05-01'],
  ['our-support-model', 'our-support-model-2026-05-01'],
  ['our-support-model', 'gateway/our-support-model'],
  ['claude-sonnet-4-0', 'claude-sonnet-4-20250514'],
  ['gemini-flash-latest', 'gemini-2.5-flash-preview-09-2025'],
  ['gpt-4o', 'gpt-4o-2024-08-06'],
  ['gpt-4-turbo', 'gpt-4-turbo-2024-04-09'],
  ['gpt-4', 'gpt-4-0613'],
  ['openai/gpt-4o-mini', 'gpt-4o-mini-2024-07-18'],
  ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022'],
  ['anthropic/claude-3.5-sonnet', 'claude-3-5-sonnet-20241022'],
  ['claude-sonnet-4-5', 'anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['gemini-2.5-flash', 'models/gemini-2.5-flash-001'],
  ['gemini-2.5-flash', 'gemini-2.5-flash-preview-05-20'],
  ['mistral-large-latest', 'mistral-large-2411'],
  ['meta-llama/Llama-3.1-8B-Instruct', 'llama-3.1-8b-instruct'],
  ['llama3.1:8b', 'llama3.1:8b-instruct-q4_K_M'],
  ['qwen2.5-coder-32b', 'Qwen/Qwen2.5-Coder-32B-Instruct-AWQ'],
];
/** Names of the operator's own, of which nobody can tell. */
const ALIASES: [asked: string, returned: string][] = [
  ['our-support-model', 'gpt-4o-mini'],
  ['my-deployment', 'gpt-4o-2024-08-06'],
  ['fast', 'claude-3-haiku-20240307'],
  ['gpt-4o', 'default'],
  ['gpt-4o-prod', 'gpt-4o-2024-08-06'],
  ['my-gpt4', 'gpt-4o-mini'],
  ['azure-gpt-4o', 'gpt-4o-2024-08-06'],
  ['claude-sonnet-support', 'claude-sonnet-4-20250514'],
  ['a', 'b'],
];
const OTHER: [asked: string, returned: string][] = [
  ['gpt-4o', 'gpt-4o-mini'],
  ['gpt-4o-mini', 'gpt-4o'],
  ['gpt-4o', 'gpt-4o-mini-2024-07-18'],
  ['gpt-4o', 'claude-3-5-sonnet-20241022'],
  ['gpt-4', 'gpt-3.5-turbo'],
  ['gpt-5', 'gpt-5-nano'],
  ['o3', 'o3-mini'],
  ['claude-3-5-sonnet-latest', 'claude-3-5-haiku-20241022'],
  ['claude-sonnet-4', 'claude-sonnet-4-5'],
  ['gemini-2.5-pro', 'gemini-2.5-flash'],
  ['gemini-1.5-pro', 'gemini-2.5-pro'],
  ['llama-3.1-70b-instruct', 'llama-3.1-8b-instruct'],
  ['mistral-large-latest', 'mistral-small-2409'],
  ['deepseek-chat', 'deepseek-reasoner'],
  ['gemini-flash-latest', 'gemini-2.5-flash-lite'],
];

const both = (modelId: string, returned: string) => [
  isNameOfAskedModel({ modelId }, returned),
  isNameOfOtherModel({ modelId }, returned),
];

for (const [asked, returned] of SAME)
  test(`${returned} is the model that was asked for as ${asked}`, () =>
    assert.deepEqual(both(asked, returned), [true, false]));
for (const [asked, returned] of ALIASES)
  test(`${returned} may be what stands behind ${asked}`, () =>
    assert.deepEqual(both(asked, returned), [false, false]));
for (const [asked, returned] of OTHER)
  test(`${returned} is another model than ${asked}`, () =>
    assert.deepEqual(both(asked, returned), [false, true]));
test('a name that the operator declares for a model counts as the same model', () => {
  const asked = { modelId: 'gpt-4o', answersAs: ['gpt-4o-mini'] };
  assert.deepEqual(
    ['gpt-4o-mini-2024-07-18', 'gpt-4o', 'gpt-4.1'].map((name) => isNameOfOtherModel(asked, name)),
    [false, false, true],
  );
});
