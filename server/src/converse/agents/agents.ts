import type { Agent } from './answer.ts';
import type { AgentModelSettings } from './model/agent-model.ts';
import { createModelAgent } from './model/model-agent.ts';
import { ASSISTANT_ROLES } from './model/roles.ts';
import { pagesWithoutText } from './pages-without-text.ts';
import { chooseAgent } from './router.ts';
import { createAgentsWithoutModel, type WithoutModelDeps } from './without-model/without-model.ts';

export type {
  Agent,
  Citation,
  CreatedResource,
  Part,
  Question,
  Spending,
  Step,
  Turn,
  Usage,
} from './answer.ts';
export type { AgentModelSettings } from './model/agent-model.ts';

/** The agents of the conversation. */
export type Agents = ReturnType<typeof createAgents>;

export interface AgentsDeps extends WithoutModelDeps {
  /** The model that writes answers; null for none. */
  model: AgentModelSettings | null;
}

export function createAgents({ model, ...deps }: AgentsDeps) {
  const { sources, tools } = deps;
  const agents =
    model === null
      ? createAgentsWithoutModel(deps)
      : ASSISTANT_ROLES.map((role) => {
          const agent = createModelAgent(role, tools, model);
          return role.quotes ? namingPages(agent, sources) : agent;
        });
  return {
    /**
     * Chooses the agent: by `@name` at the start, else by the router; returns the remaining text. `previous` wrote
     * the last answer and gets questions that only continue it.
     */
    choose: (text: string, previous: string | null = null): { agent: Agent; text: string } =>
      chooseAgent(agents, text, previous),
  };
}

/** Adds to an answer without a quotation which pages could not be searched. */
function namingPages(agent: Agent, sources: WithoutModelDeps['sources']): Agent {
  return {
    ...agent,
    async *answer(question, signal) {
      let isQuoted = false;
      for await (const part of agent.answer(question, signal)) {
        isQuoted ||= part.type === 'citation';
        yield part;
      }
      const pages = isQuoted ? [] : await pagesWithoutText(sources, question);
      for (const sentence of pages) yield { type: 'text', text: `\n\n${sentence}` };
    },
  };
}
