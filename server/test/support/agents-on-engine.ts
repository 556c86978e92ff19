import { type Agents, createAgents, type Part } from '../../src/converse/agents/agents.ts';
import type { Tools } from '../../src/converse/tools/tools.ts';
import { systemActor } from '../../src/kernel/actor.ts';
import type { Search } from '../../src/knowledge/search/search.ts';
import { chunkText } from '../../src/knowledge/sources/chunking/chunk-text.ts';
import { searchInTime, type TestEngine } from './search-engine.ts';

/** What the parts of an answer come to. */
export interface Answered {
  content: string;
  citations: Extract<Part, { type: 'citation' }>['citation'][];
  steps: Extract<Part, { type: 'step' }>['step'][];
}

/** How many sources a workspace has in each state. */
export type Statuses = Readonly<Record<'ready' | 'pending' | 'processing' | 'failed', number>>;

/** The lists of a workspace in which nothing was made. */
const NOTHING_MADE = new Map(
  ['list_evaluations', 'list_scenarios', 'list_stacks'].map((name) => [
    name,
    { name, run: async () => ({ data: [] }) },
  ]),
) as unknown as Tools;

/** The agents on a search engine in memory, or on another search. */
export function agentsOn(engine: TestEngine, statuses: Statuses, search?: Search['search']): Agents {
  const list = async (_actor: unknown, _workspaceId: string, query: { status?: string; limit?: number }) => {
    const counts =
      query.status === undefined ? Object.values(statuses) : [statuses[query.status as 'ready'] ?? 0];
    const all = counts.reduce((sum, one) => sum + one, 0);
    return {
      data: Array.from({ length: Math.min(query.limit ?? 100, all) }, () => ({})) as never[],
      next_cursor: null,
    };
  };
  const inEngine: Search['search'] = (_actor, workspaceId, { query, limit = 10 }) =>
    searchInTime(engine.engine, workspaceId, { query, limit });
  return createAgents({
    search: { search: search ?? inEngine },
    sources: { list },
    tools: NOTHING_MADE,
    model: null,
    pageOf: () => '',
  });
}

export async function askAgents(agents: Agents, workspaceId: string, written: string): Promise<Answered> {
  const { agent, text } = agents.choose(written);
  const answered: Answered = { content: '', citations: [], steps: [] };
  const question = { actor: systemActor, workspaceId, messageId: '', text, before: [], spending: null };
  for await (const part of agent.answer(question, new AbortController().signal)) {
    if (part.type === 'text') answered.content += part.text;
    if (part.type === 'citation') answered.citations.push(part.citation);
    if (part.type === 'step') answered.steps.push(part.step);
  }
  return answered;
}

/** Adds documents to a workspace, cut as sources are; resolves once searches find them. */
export async function putDocuments(
  engine: TestEngine,
  workspaceId: string,
  documents: readonly { title: string; content: string }[],
): Promise<void> {
  for (const { title, content } of documents)
    await engine.put(workspaceId, `${workspaceId}/${title}`, title, chunkText(content));
}
