import { count, plural, usd } from '@touchstone/report/figures';
import type { Tools } from '../../tools/tools.ts';
import type { Agent, Part, Question } from '../answer.ts';
import { callTool } from '../rules/call-tool.ts';
import { named, plain } from '../rules/markdown.ts';
import { withoutNames } from '../rules/names-in-text.ts';
import { referredTo } from '../rules/references.ts';
import { listedNames, MOST_CHARACTERS, say, wordsLeft } from '../rules/say.ts';
import { scenarioByWords, scenarioInMind, scenariosNamed } from '../rules/scenario-meant.ts';
import { type Candidate, type Found, meantModels, shortName } from './candidate.ts';
import { readWish, type Wish } from './read-wish.ts';

type Row = { id: string; name: string };
type Stack = Row & { model: { provider?: string; model_id?: string } };

const BY_RULE = 'Without a model configured, I propose candidates by rule, from the catalogue';
const EXAMPLE =
  'Say it as “Propose three stacks for “my scenario””, “Propose models under $2 per million output tokens with 100k context”, or name models.';
const MOST_NAMED = 50;
const USUAL = 3;
const USUAL_LISTED = 10;
const MOST = 10;

/** What is looked up: models that are named, or those that fit. */
type Meant = { models: Candidate[]; scenario: Row | null; found: Found | null } | { unclear: string[] };

/** The stack proposer without a model: finds candidates by what the catalogue says, and drafts stacks of them. */
export function createStackProposer(tools: Tools): Agent {
  return {
    name: 'stack-proposer',
    async *answer(question, signal): AsyncGenerator<Part> {
      const { text } = question;
      if (text.length > MOST_CHARACTERS)
        return yield say(`${BY_RULE}, and read at most ${count(MOST_CHARACTERS)} characters. ${EXAMPLE}`);
      const { data: stacks } = yield* callTool<{ data: Stack[] }>(tools, question, 'list_stacks', {
        limit: MOST_NAMED,
      });
      const { data: scenarios } = yield* callTool<{ data: Row[] }>(tools, question, 'list_scenarios', {
        limit: MOST_NAMED,
      });
      signal.throwIfAborted();
      const read = yield* wishOf(question, text, scenarios);
      const meant = yield* candidatesFor(question, read, { stacks, scenarios });
      signal.throwIfAborted();
      if ('unclear' in meant) return yield say(askedBack(meant.unclear, scenarios));
      const { models, scenario, found } = meant;
      if (models.length === 0) {
        const nearest = scenario === null ? undefined : yield* cheapest(question, read.wish, scenario);
        return yield say(nothingFits(found, scenario, nearest));
      }
      if (read.wish.isQuestion) return yield say(listed(models, found, scenario, stacks));
      const drafted: { name: string; isNew: boolean; model: Candidate }[] = [];
      for (const model of models) {
        const known = stackOf(model, stacks);
        const name = known?.name ?? nameFor(model, [...stacks, ...drafted]);
        if (!known) {
          const stack = { name, description: descriptionOf(model), model: pick(model) };
          const made = yield* callTool<Row>(tools, question, 'create_stack', stack);
          yield { type: 'made', made: { kind: 'stack', id: made.id, name: made.name } };
        }
        drafted.push({ name, isNew: !known, model });
        signal.throwIfAborted();
      }
      yield say(proposed(drafted, read.wish, found, scenario));
    },
  };

  /** Of all that fit the limits, whatever the scenario demands. */
  async function* cheapest(
    question: Question,
    { limits }: Wish,
    { id }: Row,
  ): AsyncGenerator<Part, Candidate | undefined> {
    const input = { ...limits, scenario_id: id, limit: 1 };
    return (yield* callTool<Found>(tools, question, 'find_candidates', input)).data[0];
  }

  /** What a text asks for, with the models and scenarios that it names. */
  async function* wishOf(question: Question, text: string, scenarios: readonly Row[]) {
    const inText = scenariosNamed(text, scenarios);
    const without = withoutNames(
      text,
      scenarios.map(({ name }) => name),
    );
    const { data } = yield* callTool<Found>(tools, question, 'find_candidates', {
      named_in: without,
      limit: MOST_NAMED,
    });
    const models = meantModels(without, data);
    return { inText, models, wish: readWish(models.rest) };
  }

  type Read = { inText: Row[]; models: ReturnType<typeof meantModels>; wish: Wish };
  type There = { stacks: readonly Stack[]; scenarios: readonly Row[] };

  async function* candidatesFor(
    question: Question,
    { inText, models, wish }: Read,
    there: There,
    isBefore = false,
  ): AsyncGenerator<Part, Meant> {
    const { stacks, scenarios } = there;
    const byWords = inText.length === 0 ? scenarioByWords(wish.rest, scenarios) : null;
    const left = byWords === null ? wordsLeft(wish.rest) : '';
    const unclear = [
      ...(left === '' ? [] : [`I do not know ${left}.`]),
      ...wish.unclear,
      ...models.unclear,
      ...(inText.length > 1 ? ['Name one scenario.'] : []),
      ...(wish.count !== null && (wish.count < 1 || wish.count > MOST)
        ? [`I propose one to ${MOST} at once.`]
        : []),
    ];
    if (unclear.length > 0) return { unclear };
    if (models.chosen.length > 0)
      return { models: models.chosen, scenario: inText[0] ?? byWords, found: null };
    if (wish.reference !== null && !isBefore) return yield* thoseBefore(question, wish, there);
    const hasLimits = Object.keys(wish.limits).length > 0;
    const needsScenario = wish.meansScenario || (!hasLimits && !wish.isCheapest && !wish.isQuestion);
    const scenario =
      inText[0] ?? byWords ?? (needsScenario ? scenarioInMind(question.before, scenarios) : null);
    if (scenario === null && needsScenario)
      return {
        unclear: [
          scenarios.length === 0
            ? 'For what? There is no scenario yet: describe the workload to @scenario-drafter, or say a limit, such as “under $2 per million output tokens”.'
            : 'For which scenario? Name one, or say a limit, such as “under $2 per million output tokens”.',
        ],
      };
    const found = yield* callTool<Found>(tools, question, 'find_candidates', {
      ...wish.limits,
      ...(scenario !== null && { scenario_id: scenario.id, possible: true }),
      ...(wish.isMore && { besides: stacks.flatMap(modelOf) }),
      spread: !wish.isCheapest && !wish.isQuestion,
      limit: wish.count ?? (wish.isQuestion ? USUAL_LISTED : USUAL),
    });
    return { models: found.data, scenario, found };
  }

  /** What an earlier question listed, read once more from the person's own words. */
  async function* thoseBefore(question: Question, wish: Wish, there: There): AsyncGenerator<Part, Meant> {
    const { before } = question;
    const at = before.findLastIndex(({ role, agent }) => role === 'assistant' && agent === 'stack-proposer');
    const asked = at < 0 ? undefined : before.slice(0, at).findLast(({ role }) => role === 'user');
    const words = wish.reference?.words ?? '';
    if (!asked || wish.reference === null)
      return { unclear: [`I do not know which ones you mean by ${named(words)}.`] };
    const earlier = yield* wishOf(question, asked.content.replace(/^\s*@[\w-]+[\s,:]*/, ''), there.scenarios);
    const meant = yield* candidatesFor({ ...question, before: before.slice(0, at) }, earlier, there, true);
    if ('unclear' in meant) return { unclear: [`I do not know which ones you mean by ${named(words)}.`] };
    const models = referredTo(wish.reference, meant.models);
    if (models === null)
      return {
        unclear: [
          `${named(words)} does not fit the ${plural(meant.models.length, 'model')} that I listed; name those you mean.`,
        ],
      };
    return { ...meant, models, found: null };
  }
}

const pick = ({ provider, model_id }: Candidate) => ({ provider, model_id });

function modelOf({ model: { provider, model_id } }: Stack) {
  return provider === undefined || model_id === undefined ? [] : [{ provider, model_id }];
}

function stackOf({ provider, model_id }: Candidate, stacks: readonly Stack[]): Stack | undefined {
  return stacks.find(({ model }) => model.provider === provider && model.model_id === model_id);
}

/** The model's name; with its provider where another stack has that name. */
function nameFor(model: Candidate, taken: readonly { name: string }[]): string {
  const short = shortName(model);
  const isTaken = taken.some(({ name }) => name.trim().toLowerCase() === short.toLowerCase());
  return isTaken ? `${model.provider}/${model.model_id}` : short;
}

function descriptionOf({ price }: Candidate): string {
  if (price === null) return 'Proposed from the configured providers; its price is not known.';
  return `Proposed from the catalogue: ${priceOf(price)} (${price.source}, ${price.as_of}).`;
}

function priceOf({
  input_usd_per_million: input,
  output_usd_per_million: output,
}: NonNullable<Candidate['price']>) {
  return `${usd(input)} per million input tokens${output === undefined ? '' : ` and ${usd(output)} per million output tokens`}`;
}

/** Host and project of an address; the whole of it is in the stack and in what was looked up. */
const placeOf = (source: string) => /^https?:\/\/([^/]+(?:\/[^/]+){0,2})/.exec(source)?.[1] ?? source;

/** What is known of a candidate, in one line. */
function line(model: Candidate, title: string, more: readonly string[] = []): string {
  const {
    price,
    context_tokens: context,
    open_weights: open,
    per_1k_requests_usd: cost,
    configured,
    judged,
  } = model;
  const known = [
    price === null
      ? 'price not known'
      : `${priceOf(price)} (${plain(placeOf(price.source))}, ${price.as_of})`,
    ...(cost === null ? [] : [`about ${usd(cost)} for 1,000 requests`]),
    ...(context === null ? [] : [`${count(context)} tokens of context`]),
    ...(open === true ? ['open weights'] : []),
  ];
  const open_points = judged
    .filter(({ status }) => status === 'unknown')
    .map(({ requirement }) => requirement);
  const notes = [
    ...more,
    ...(open_points.length === 0 ? [] : [`Not known: ${open_points.map(plain).join(', ')}.`]),
    ...(configured ? [] : [`An evaluation cannot ask it until ${plain(model.provider)} is configured.`]),
  ];
  return `${title}: ${known.join('; ')}.${notes.map((note) => ` ${note}`).join('')}`;
}

function headOf(found: Found | null, scenario: Row | null): string {
  const forIt = scenario === null ? '' : ` for ${named(scenario.name)}`;
  return `${BY_RULE}${forIt}.${found === null ? '' : ` ${ruledOut(found, scenario)}`}`.trim();
}

/** What facts left out, so that nobody takes silence for a judgement. */
function ruledOut({ total, ruled_out }: Found, scenario: Row | null): string {
  const left = ruled_out.map(({ requirement, rows }) => `${plain(requirement)} (${count(rows)})`).join(', ');
  const what = scenario === null ? 'fits' : 'is ruled out by no fact';
  return `${plural(total, 'model')} ${total === 1 ? what : what.replace('fits', 'fit').replace('is ', 'are ')}.${left === '' ? '' : ` Others fail: ${left}.`}`;
}

function proposed(
  drafted: readonly { name: string; isNew: boolean; model: Candidate }[],
  { count: wanted, isCheapest }: Wish,
  found: Found | null,
  scenario: Row | null,
): string {
  const lines = drafted.map(({ name, isNew, model }, at) =>
    line(model, `${at + 1}. ${named(name)}`, [
      `It is ${plain(model.provider)}/${plain(model.model_id)}${isNew ? '' : ', a candidate already'}.`,
    ]),
  );
  const few =
    wanted !== null && found !== null && drafted.length < wanted ? ` There are only ${drafted.length}.` : '';
  const how =
    found === null || drafted.length < 2
      ? ''
      : isCheapest
        ? 'These are the cheapest.'
        : 'These go from the cheapest to the dearest, each another model, those that can be asked now first.';
  const cannot = drafted.filter(({ model }) => !model.configured);
  return [
    `${headOf(found, scenario)}${few}${how === '' ? '' : ` ${how}`}`,
    lines.join('\n'),
    drafted.some(({ isNew }) => isNew)
      ? 'What was drafted can be undone below.'
      : 'Nothing was drafted: they are candidates already.',
    `No catalogue says which one answers best, or how fast.${drafted.length - cannot.length < 2 ? '' : ' Say “Compare them” to have it measured.'}`,
  ].join('\n\n');
}

function listed(
  models: readonly Candidate[],
  found: Found | null,
  scenario: Row | null,
  stacks: readonly Stack[],
): string {
  const lines = models.map((model, at) => {
    const known = stackOf(model, stacks);
    const note = known ? [`A candidate here: ${named(known.name)}.`] : [];
    return line(model, `${at + 1}. ${plain(model.provider)}/${plain(model.model_id)}`, note);
  });
  const more =
    found !== null && found.total > models.length
      ? ` The ${plural(models.length, 'cheapest one', 'cheapest')} of them:`
      : '';
  return [
    `${headOf(found, scenario)}${more}`,
    lines.join('\n'),
    'Nothing was drafted. Say “Make stacks of the first three”, or name those you want.',
  ].join('\n\n');
}

/** Nothing fits: what failed, and how far the cheapest one is from it. */
function nothingFits(found: Found | null, scenario: Row | null, nearest: Candidate | undefined): string {
  const failed = (found?.ruled_out ?? []).map(
    ({ requirement, rows }) => `${plain(requirement)} (${count(rows)})`,
  );
  const why = failed.length === 0 ? '' : ` Facts rule every one out: ${failed.join(', ')}.`;
  const open = (nearest?.judged ?? []).filter(({ status }) => status === 'fail');
  const near =
    nearest === undefined || open.length === 0
      ? ''
      : ` The cheapest one, ${plain(nearest.provider)}/${plain(nearest.model_id)}: ${open.map(({ requirement, evidence }) => `${plain(requirement)} ${plain(evidence)}`).join('; ')}.`;
  const next = scenario === null ? 'Ask for less' : 'Change the scenario';
  return `${headOf(null, scenario)} No model fits.${why}${near} Nothing was drafted. ${next}, or add what the catalogue does not know (CATALOG_FILE).`;
}

function askedBack(unclear: readonly string[], scenarios: readonly Row[]): string {
  return [
    `${BY_RULE}, and this sentence is not clear, so nothing was drafted. ${unclear.join(' ')}`,
    `Scenarios: ${listedNames(scenarios)}.`,
    EXAMPLE,
  ].join('\n\n');
}
