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

/** What a person asks for, by words of theirs, the first that fits; anything else is asked of the sources. */
const ASKS: readonly (readonly [AgentName, RegExp])[] = [
  [
    'scenario-drafter',
    /\b(?:draft|create|make|write|set up|add)\b[^.?!]*\b(?:scenario|requirements?)\b|\b(?:entwirf|erstelle|lege)\b[^.?!]*\b(?:szenario|anforderung)/iu,
  ],
  [
    'stack-proposer',
    /\b(?:propose|suggest|recommend|create|make|draft|add)\b[^.?!]*\b(?:stacks?|candidates?|models?)\b|\b(?:schlage?)\b[^.?!]*\b(?:stacks?|kandidaten|modelle?)\b/iu,
  ],
  [
    'evaluator',
    /\b(?:compare|evaluate|benchmark|estimate|measure|run)\b[^.?!]*\b(?:stacks?|candidates?|models?|evaluation|scenarios?|benchmarks?|against|with)\b|\b(?:vergleiche|bewerte|miss)\b/iu,
  ],
  [
    'explainer',
    /\b(?:results?|verdicts?|scores?|winner|evaluation|undecided|rejected|won|ergebnis(?:se)?|bewertung|gewonnen|unentschieden|abgelehnt)\b|\bwhat (?:came|comes) out\b|\bhow (?:firm|sure|certain|reliable) (?:is|are) (?:it|this|that|the (?:answer|winner))\b|\bwhat (?:would|could) (?:change|flip) (?:it|this|that|the answer)\b|\bwas (?:kam|ist) (?:dabei )?(?:heraus|raus|herausgekommen)\b|\bwie sicher ist (?:das|es)\b|\bwas würde (?:das|es) ändern\b/iu,
  ],
];

/** A name in quotation marks says nothing of who is asked: “Results of May” may be a source. */
const QUOTED = /["“„«][^"“”„«»]*["“”»]/gu;
/** Of longer texts the beginning decides: these patterns take the square of its length. */
const MOST_READ = 2000;

/**
 * Who answers a text, and the text without the name in front. `@researcher …` names an agent; other words after an `@`
 * are words. Without a name the person's words choose among the agents that there are. Throws `agents_unavailable` for
 * an agent that there is not.
 */
export function chooseAgent(agents: readonly Agent[], text: string): { agent: Agent; text: string } {
  const addressed = ADDRESSED.exec(text);
  const name = NAMES.find((one) => one === addressed?.[1]?.toLowerCase());
  if (!addressed || name === undefined) {
    const beginning = text.slice(0, MOST_READ).replace(QUOTED, '“”');
    const asked = ASKS.find(
      ([one, words]) => words.test(beginning) && agents.some((agent) => agent.name === one),
    );
    return { agent: agentNamed(agents, asked?.[0] ?? 'researcher'), text };
  }
  return { agent: agentNamed(agents, name), text: text.slice(addressed[0].length) };
}

function agentNamed(agents: readonly Agent[], name: AgentName): Agent {
  const agent = agents.find((one) => one.name === name);
  if (agent) return agent;
  const there = agents.map((one) => `@${one.name}`).join(', ');
  throw new AppError('agents_unavailable', `@${name} cannot answer here. Ask one of these: ${there}.`);
}
