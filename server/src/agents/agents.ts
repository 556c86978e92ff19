import type { Search } from '../search/search.ts';
import type { Sources } from '../sources/sources.ts';
import type { Tools } from '../tools/tools.ts';
import type { Agent } from './answer.ts';
import { createEvaluator } from './evaluator/evaluator.ts';
import { createExplainer } from './explainer/explainer.ts';
import type { AgentModelSettings } from './model/agent-model.ts';
import { createModelAgent } from './model/model-agent.ts';
import { ROLES } from './model/roles.ts';
import { createResearcher, type ResearcherDeps } from './researcher/researcher.ts';
import { pagesLeftOut } from './researcher/write-answer.ts';
import { chooseAgent } from './router.ts';
import { createScenarioDrafter } from './scenario-drafter/scenario-drafter.ts';
import { createStackProposer } from './stack-proposer/stack-proposer.ts';

export type { Agent, Citation, Made, Part, Question, Spending, Step, Turn, Usage } from './answer.ts';
export type { AgentModelSettings } from './model/agent-model.ts';

/** The agents of the conversation. */
export interface Agents {
  /**
   * Who answers: `@name` in front, else chosen by the router; with the text that is left. `previous` is who answered
   * last, who is asked what only goes on from there.
   */
  choose(text: string, previous?: string | null): { agent: Agent; text: string };
}

export interface AgentsDeps {
  search: Search;
  sources: Pick<Sources, 'list'>;
  tools: Tools;
  /** The model that writes answers; null = what needs none. */
  model: AgentModelSettings | null;
  /** Where a person reads an evaluation. */
  pageOf: (workspaceId: string, evaluationId: string) => string;
}

export function createAgents({ search, sources, tools, model, pageOf }: AgentsDeps): Agents {
  const agents =
    model === null
      ? [
          createResearcher({
            search,
            sourcesOf: sourcesIn(sources),
            pagesWithoutText: pagesWithoutTextIn(sources),
          }),
          createExplainer({ tools, pageOf }),
          createScenarioDrafter(tools),
          createStackProposer(tools),
          createEvaluator(tools),
        ]
      : ROLES.map((role) => {
          const agent = createModelAgent(role, tools, model);
          return role.quotes ? namingPages(agent, pagesWithoutTextIn(sources)) : agent;
        });
  return { choose: (text, previous = null) => chooseAgent(agents, text, previous) };
}

/** More are not told apart: so many are still being read that the number does not matter. */
const MOST_COUNTED = 1000;

function sourcesIn(sources: Pick<Sources, 'list'>): ResearcherDeps['sourcesOf'] {
  return async ({ actor, workspaceId }) => {
    const count = async (limit: number, status?: string) => {
      const query = { limit, ...(status !== undefined && { status }) };
      return (await sources.list(actor, workspaceId, query)).data.length;
    };
    const [any, ready, pending, processing] = await Promise.all([
      count(1),
      count(1, 'ready'),
      count(MOST_COUNTED, 'pending'),
      count(MOST_COUNTED, 'processing'),
    ]);
    return { any: any > 0, ready: ready > 0, unread: pending + processing };
  };
}

/** So many sources are named that have pages without text. */
const MOST_NAMED = 3;

function pagesWithoutTextIn(sources: Pick<Sources, 'list'>): ResearcherDeps['pagesWithoutText'] {
  return async ({ actor, workspaceId }) => {
    const { data } = await sources.list(actor, workspaceId, { limit: MOST_COUNTED, status: 'ready' });
    return data
      .flatMap(({ title, left_out = [] }) => {
        const pages = left_out.find(({ reason }) => reason === 'page_without_text');
        return pages ? [{ title, count: pages.count, pages: pages.examples }] : [];
      })
      .slice(0, MOST_NAMED);
  };
}

/** Adds to an answer without a quote which pages could not be searched. */
function namingPages(agent: Agent, pagesWithoutText: ResearcherDeps['pagesWithoutText']): Agent {
  return {
    ...agent,
    async *answer(question, signal) {
      let isQuoted = false;
      for await (const part of agent.answer(question, signal)) {
        isQuoted ||= part.type === 'citation';
        yield part;
      }
      const pages = isQuoted ? [] : await pagesWithoutText(question);
      for (const one of pages) yield { type: 'text', text: `\n\n${pagesLeftOut(one)}` };
    },
  };
}
