import type { Search } from '../search/search.ts';
import type { Sources } from '../sources/sources.ts';
import type { Agent, Question } from './answer.ts';
import { createResearcher } from './researcher/researcher.ts';
import { chooseAgent } from './router.ts';

export type { Agent, Citation, Made, Part, Question, Step, Turn, Usage } from './answer.ts';

/** The agents of the conversation. */
export interface Agents {
  /** Who answers: `@name` in front, else chosen by the router; with the text that is left. */
  choose(text: string): { agent: Agent; text: string };
}

export interface AgentsDeps {
  search: Search;
  sources: Pick<Sources, 'list'>;
}

export function createAgents({ search, sources }: AgentsDeps): Agents {
  return {
    choose: (text) => chooseAgent([createResearcher({ search, countSources: countIn(sources) })], text),
  };
}

const MOST_COUNTED = 100;

function countIn(sources: Pick<Sources, 'list'>) {
  return async ({ actor, workspaceId }: Question) => {
    const count = async (status?: string) =>
      (
        await sources.list(actor, workspaceId, {
          limit: MOST_COUNTED,
          ...(status !== undefined && { status }),
        })
      ).data.length;
    const [all, pending, processing] = await Promise.all([count(), count('pending'), count('processing')]);
    return { all, unread: Math.min(all, pending + processing) };
  };
}
