import { AppError } from '../../kernel/errors.ts';
import type { Agent, AgentName } from './answer.ts';

const AGENT_NAMES: readonly AgentName[] = [
  'researcher',
  'scenario-drafter',
  'stack-proposer',
  'evaluator',
  'explainer',
];
const ADDRESSED_AGENT = /^\s*@([\p{L}\p{N}_-]+)[\s,:]*/u;

/** Phrases that choose an agent, first match wins; without a match the researcher answers. */
const ASKED_AGENT_PATTERNS: readonly (readonly [AgentName, RegExp])[] = [
  [
    'scenario-drafter',
    /\b(?:draft|create|make|write|set up|add)\b[^.?!]*\b(?:scenario|requirements?)\b|\b(?:need|want)\s+an?\s+(?:new\s+)?scenario\b|\b(?:entwirf|erstelle|lege)\b[^.?!]*\b(?:szenario|anforderung)/iu,
  ],
  [
    'evaluator',
    /\b(?:compare|benchmark)\b[^.?!]*\b(?:them|those|these|both|all|stacks|candidates|models)\b|^[^\p{L}\p{N}]*(?:(?:please|now|then|ok(?:ay)?|so)[^\p{L}\p{N}]+)*compare\b/iu,
  ],
  [
    'stack-proposer',
    /\b(?:propose|suggest|recommend|create|make|draft|add)\b[^.?!]*\b(?:stacks?|candidates?|models?)\b|\b(?:which|what)\b[^.?!]*\b(?:stacks?|candidates?|models?)\b[^.?!]*\b(?:suggest|recommend|propose|consider)\b|\bwhat (?:would|do|can) you (?:suggest|recommend|propose)\b|^[^\p{L}\p{N}]*(?:please[^\p{L}\p{N}]+)?(?:propose|suggest)\b|\b(?:which|what|list|show|find)\b[^.?!]*\b(?:stacks?|candidates?|models?)\b[^.?!]*\bcatalogue?\b|\b(?:schlage?)\b[^.?!]*\b(?:stacks?|kandidaten|modelle?)\b/iu,
  ],
  [
    'evaluator',
    /\b(?:compare|evaluate|benchmark|estimate|measure|test|run)\b[^.?!]*\b(?:stacks?|candidates?|models?|evaluation|comparison|scenarios?|benchmarks?|against|with|them|those|these|both)\b|^[^\p{L}\p{N}]*(?:(?:yes|please|ok(?:ay)?|then|now)[^\p{L}\p{N}]+)*(?:i\s+)?(?:approved?|run it|start it|go ahead|fetch|download)\b|\b(?:vergleiche|bewerte|miss)\b/iu,
  ],
  [
    'explainer',
    /\b(?:results?|verdicts?|scores?|winner|evaluation(?! (?:set|questions?|data))|undecided|rejected|won|ergebnis(?:se)?|bewertung|gewonnen|unentschieden|abgelehnt)\b|\bwhat (?:came|comes) out\b|\b(?:is|has) (?:it|the (?:run|comparison)) (?:done|ready|finished|ended|over|running)\b|\bhow far is it\b|\bhow (?:fast|slow) (?:is|are|was|were) (?:it|they|each|both|the (?:first|second|third|last|candidates?|stacks?))\b|\bwhich (?:one|stack|candidate|model)s? (?:should|shall|do|is|are|was|were) (?:i|we|you|the|it|best|better|eligible)\b|\bwhich (?:one|stack|candidate) (?:to take|to choose|wins?)\b|\bhow (?:firm|sure|certain|reliable) (?:is|are) (?:it|this|that|the (?:answer|winner))\b|\bwhat (?:would|could) (?:change|flip) (?:it|this|that|the answer)\b|\bwas (?:kam|ist) (?:dabei )?(?:heraus|raus|herausgekommen)\b|\bwie sicher ist (?:das|es)\b|\bwas würde (?:das|es) ändern\b/iu,
  ],
];

/** A description of a workload, without a request to create a scenario. */
const DESCRIBED_WORKLOAD =
  /^[^\p{L}\p{N}]*(?:we (?:need|run|want|build|have|plan|are building)|our|i need|wir (?:brauchen|bauen)|unser)\b[^?]*(?:\bp(?:50|95|99)\b|\brequests? (?:per|a) second\b|\brps\b|\$\s?[\d.,]+k?\s*(?:a|per)\s+month\b)[^?]*$/iu;

const RUN_ORDER = /^[^\p{L}\p{N}]*(?:we|i) (?:run|operate|serve|have)\b/iu;
const DRAFT_ORDER =
  /\b(?:compare|comparison|evaluat\w*|benchmark\w*|estimate|measure|propose|suggest|recommend|stacks?|candidates?|results?|verdicts?)\b/iu;

/** Requirements in a text: a text that states two of them and asks nothing describes a workload. */
const STATED_REQUIREMENTS: readonly RegExp[] = [
  /\bp(?:50|95|99)\b|\b\d+(?:\.\d+)?\s*%\s+of\s+(?:all\s+|the\s+)?(?:answers?|requests?|replies|responses?|calls?)\b/iu,
  /\b(?:requests?|questions?|messages?|calls?|chats?|queries)\s*(?:\/|per|a|an|each)\s*(?:s|sec(?:ond)?|min(?:ute)?|hour|day|month)\b|\brps\b/iu,
  /[$€]\s?[\d.,]+k?\b|\b[\d.,]+k?\s*(?:dollars|usd|euros?)\b/iu,
  /\b(?:within|under|below|at most|less than|in)\s+[\d.,]+\s*(?:ms|milliseconds?|s|sec(?:onds?)?)\b/iu,
  /\b(?:hosted|stay|remain|run|kept|data)\s+(?:only\s+)?in\s+(?:the\s+)?(?:eu|europe|us|germany|switzerland)\b|\bgdpr\b|\bhipaa\b/iu,
  /\b9\d(?:\.\d+)?\s*%\s+(?:availability|available|uptime)\b|\b(?:availability|uptime)\s+(?:of\s+)?9\d/iu,
];

/** A request to report what is written in a source. */
const ASKS_SOURCES =
  /^[^\p{L}\p{N}]*(?:please[^\p{L}\p{N}]+)?(?:explain|list|show|tell|find|summari[sz]e|quote|search|look up|say|what|why|who|when|where|which|how|does|do|is|are|erkläre?|zeige?|nenne?|finde?|suche?|was|warum|wer|wann|wo|wie)\b|\b(?:contracts?|polic(?:y|ies)|notes?|handbooks?|reports?|agreements?|terms|sources?|documents?|pages?|files?|says?|said|states?|vertrag|quellen?|dokumente?n?)\b/iu;

/** Follow-up questions that depend on the last answer, by the agent that wrote it. */
const FOLLOW_UP: Readonly<Partial<Record<AgentName, RegExp>>> = {
  'scenario-drafter':
    /^[^\p{L}\p{N}]*(?:and|also|but|plus|with|without|at most|under|hosted|only in|p(?:50|95|99)|median|yes|no|it (?:must|should|has|needs)|make it|und|aber|mit|höchstens|unter)\b|^[^\p{L}\p{N}]*\$?\d/iu,
  'stack-proposer':
    /^[^\p{L}\p{N}]*(?:and|also|but|with|without|only|instead|make|use|take|draft|add|the (?:first|second|third|last|cheapest)|those|these|both|all|more|another|under|und|mit|nur)\b/iu,
  evaluator:
    /^[^\p{L}\p{N}]*(?:and|also|but|with|without|only|just|instead|on|for|make it|use|add|yes|no|ok(?:ay)?|sure|go ahead|do it|approve|the (?:first|second|last)|und|mit|nur|auf|ja|nein)\b[^?]*$|^[^\p{L}\p{N}]*(?:and[^\p{L}\p{N}]+)?(?:how (?:much|long)|what) (?:would|will) (?:it|that|this|they) (?:cost|take)\b/iu,
  // Matches only questions of nothing but these words, because any other may concern the sources.
  explainer:
    /^(?:[^\p{L}\p{N}]*(?:and|but|so|why|how|what|which|is|are|was|were|did|do|does|would|could|should|be|the|an?|first|second|third|last|ones?|it|that|this|they|them|those|these|both|each|all|fast|slow|good|bad|sure|firm|certain|reliable|cost|latency|throughput|p50|p95|p99|best|worst|better|worse|meet|limits?|requirements?|of|for|in|about|with|much|exactly|change|else|than|not|to|we|i|me|take|tell|more|come|und|aber|warum|wie|was|welche[rs]?|ist|sind|es|sie|das|die|der|den|sicher|schnell|kostet|erste[nrs]?|zweite[nrs]?|dritte[nrs]?)(?![\p{L}\p{N}]))+[^\p{L}\p{N}]*$/iu,
};
const SOURCE_WORDS = /\b(?:sources?|documents?|quellen?|dokumente?n?)\b/iu;
/** A longer text is not a follow-up question. */
const MAX_GOING_ON = 300;

/** A quoted name does not choose an agent: “Results of May” may be a source. */
const QUOTED = /["“„«][^"“”„«»]*["“”»]/gu;
/** Only the beginning of a longer text is matched, because these patterns take quadratic time. */
const MAX_READ = 2000;

/**
 * Chooses the agent for a text and removes a leading `@name`. Words after `@` that name no agent stay in the text.
 * Without a name, the person's words decide; a follow-up question goes to `previous`, who wrote the last answer.
 * Throws `agents_unavailable` for an agent that is not configured.
 */
export function chooseAgent(
  agents: readonly Agent[],
  text: string,
  previous: string | null = null,
): { agent: Agent; text: string } {
  const addressed = ADDRESSED_AGENT.exec(text);
  const name = AGENT_NAMES.find((one) => one === addressed?.[1]?.toLowerCase());
  if (!addressed || name === undefined) {
    const beginning = text.slice(0, MAX_READ).replace(QUOTED, '“”');
    const asked = runsWorkload(beginning)
      ? 'scenario-drafter'
      : (ASKED_AGENT_PATTERNS.find(([, words]) => words.test(beginning))?.[0] ?? describesAgent(beginning));
    return {
      agent: agentNamed(agents, asked ?? continuesWithAgent(beginning, previous) ?? 'researcher'),
      text,
    };
  }
  return { agent: agentNamed(agents, name), text: text.slice(addressed[0].length) };
}

/** *We run a support chat with 15 requests per second* describes a workload, and is no request to run anything. */
function runsWorkload(text: string): boolean {
  return RUN_ORDER.test(text) && DESCRIBED_WORKLOAD.test(text) && !DRAFT_ORDER.test(text);
}

function describesAgent(text: string): AgentName | undefined {
  if (DESCRIBED_WORKLOAD.test(text)) return 'scenario-drafter';
  if (text.includes('?') || ASKS_SOURCES.test(text)) return undefined;
  return STATED_REQUIREMENTS.filter((one) => one.test(text)).length >= 2 ? 'scenario-drafter' : undefined;
}

function continuesWithAgent(text: string, previous: string | null): AgentName | undefined {
  const name = AGENT_NAMES.find((one) => one === previous);
  if (name === undefined || text.length > MAX_GOING_ON || SOURCE_WORDS.test(text)) return undefined;
  return FOLLOW_UP[name]?.test(text) ? name : undefined;
}

function agentNamed(agents: readonly Agent[], name: AgentName): Agent {
  const agent = agents.find((one) => one.name === name);
  if (agent) return agent;
  const there = agents.map((one) => `@${one.name}`).join(', ');
  throw new AppError('agents_unavailable', `@${name} is not available here. Use one of these: ${there}.`);
}
