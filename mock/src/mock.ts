/**
 * A scriptable model server with OpenAI's chat completions API, for tests, demonstrations and load. Every header and
 * body marks it as a mock. Options and examples: mock/README.md.
 */
export { type MockApp, type MockAppOptions, startMockApp } from './app/mock-app.ts';
export { runMockAppCommand } from './app-command.ts';
export { runMockModelCommand } from './command.ts';
export { promptSha256 } from './random.ts';
export type { MockStats, PromptCount, PromptView } from './requests/stats.ts';
export type { Reply } from './script/answers.ts';
export { type MockScript, type MockScriptInput, parseScript } from './script/script.ts';
export { type MockModel, type MockModelOptions, startMockModel } from './start.ts';
