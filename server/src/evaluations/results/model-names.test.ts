import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOtherModel } from './model-names.ts';

const SAME: [asked: string, returned: string][] = [
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
  // Names of the operator's own.
  ['my-deployment', 'gpt-4o-2024-08-06'],
  ['fast', 'claude-3-haiku-20240307'],
  ['gpt-4o', 'default'],
  ['a', 'b'],
];
const OTHER: [asked: string, returned: string][] = [
  ['gpt-4o', 'gpt-4o-mini'],
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
];

for (const [asked, returned] of SAME)
  test(`${returned} is the model that was asked for as ${asked}, or nothing says otherwise`, () =>
    assert.equal(isOtherModel(asked, returned), false));
for (const [asked, returned] of OTHER)
  test(`${returned} is another model than ${asked}`, () => assert.equal(isOtherModel(asked, returned), true));
