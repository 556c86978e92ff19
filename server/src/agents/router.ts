import { AppError } from '../kernel/errors.ts';
import type { Agent, AgentName } from './answer.ts';

const NAMES: readonly AgentName[] = [
  'researcher',
  'scenario-drafter',
  'stack-proposer',
  'evaluator',
  'explainer',
];
const ADDRESSED = /^\s*@([\p{L}\p{N}_-]+)[\s,:]*/u;

/**
 * Who answers a text, and the text without the name in front. `@researcher …` names an agent; other words after an `@`
 * are words. Without a name the researcher answers. Throws `agents_unavailable` for an agent that there is not yet.
 */
export function chooseAgent(agents: readonly Agent[], text: string): { agent: Agent; text: string } {
  const addressed = ADDRESSED.exec(text);
  const name = NAMES.find((one) => one === addressed?.[1]?.toLowerCase());
  if (!addressed || name === undefined) return { agent: agentNamed(agents, 'researcher'), text };
  return { agent: agentNamed(agents, name), text: text.slice(addressed[0].length) };
}

function agentNamed(agents: readonly Agent[], name: AgentName): Agent {
  const agent = agents.find((one) => one.name === name);
  if (agent) return agent;
  const there = agents.map((one) => `@${one.name}`).join(', ');
  throw new AppError('agents_unavailable', `@${name} cannot answer here. Ask one of these: ${there}.`);
}
