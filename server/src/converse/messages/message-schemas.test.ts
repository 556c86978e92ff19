import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import type { Citation, CreatedResource, Step } from '../agents/agents.ts';
import { Message, MessageSteps } from './message-schemas.ts';

const ID = '01890000-0000-7000-8000-000000000001';

/** What an agent says, each field of it: one that is added there does not compile here until it is. */
const CITATION: Required<Omit<Citation, 'location'>> & { location: Required<Citation['location']> } = {
  mark: 1,
  quote: 'p95 is 140 ms',
  chunk_id: ID,
  source_id: ID,
  source_title: 'Notes',
  start: 0,
  end: 13,
  location: {
    heading: ['Speed'],
    start: 4,
    end: 17,
    page: 1,
    path: 'a.ts',
    start_line: 1,
    end_line: 2,
    start_seconds: 3,
  },
  url: 'https://example.com/#speed',
};
const MADE: Required<CreatedResource> = { kind: 'stack', id: ID, name: 'Small' };
const STEP: Required<Step> = { tool: 'search', input: {}, output: [], failed: false, took_ms: 1 };

test('an answer has no field that its schema does not declare, and a reader would not get', () => {
  const said = {
    id: ID,
    role: 'assistant',
    content: 'p95 is 140 ms [1].',
    agent_name: 'researcher',
    created_at: '2026-11-22T12:00:00.000Z',
    status: 'complete',
    pinned: false,
    citations: [CITATION],
    made: [MADE],
  };
  assert.deepEqual(Value.Clean(Message, structuredClone(said)), said);
  const steps = { data: [STEP] };
  assert.deepEqual(Value.Clean(MessageSteps, structuredClone(steps)), steps);
});
