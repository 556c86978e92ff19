import { Type } from 'typebox';
import type { Scenarios } from '../../decide/scenarios/scenarios.ts';
import { type Clock, utcDay } from '../../kernel/clock.ts';
import {
  Candidate,
  candidatesNamedIn,
  type Facts,
  listCandidates,
  pickVariedCandidates,
} from '../../models/catalog/catalog.ts';
import type { Models } from '../../models/models.ts';
import { toProvider } from '../../models/provider-schemas.ts';
import { Id, Warnings } from '../../platform/http/schemas.ts';
import { Limit, rowLimit } from './list-input.ts';
import { rowsMatchingWords, SearchWords } from './matching.ts';
import { defineTool, Input, type Tool } from './tool.ts';

const Usd = Type.Optional(Type.Number({ minimum: 0 }));

export interface CandidateToolsOptions {
  factsAt(workspaceId: string): Promise<Facts>;
  models: Pick<Models, 'list'>;
  scenarios: Pick<Scenarios, 'get'>;
  clock: Clock;
}

/** Tools that find candidate models by facts alone. */
export function candidateTools({ factsAt, models, scenarios, clock }: CandidateToolsOptions): Tool[] {
  return [
    defineTool({
      name: 'find_candidates',
      operations: ['listCatalogModels'],
      title: 'Find candidates',
      description:
        'Returns chat models of the catalogue and of the configured providers that could be candidates, lowest request price first, with price, source, date and context length. With a scenario, also what facts show about its budget, regions, certificates and lock-in. Latency and quality are unknown before an evaluation. Use create_stack to make a model a candidate.',
      effect: 'read',
      input: Input({
        scenario_id: Type.Optional(Id),
        words: SearchWords,
        max_input_usd_per_million: Usd,
        max_output_usd_per_million: Usd,
        min_context_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
        open_weights: Type.Optional(Type.Boolean()),
        reasoning: Type.Optional(Type.Boolean()),
        configured: Type.Optional(
          Type.Boolean({ description: 'Return only models that an evaluation can call now.' }),
        ),
        named_in: Type.Optional(
          Type.String({
            maxLength: 2000,
            description: 'Return only models named in this text; “Claude Sonnet 5” matches claude-sonnet-5.',
          }),
        ),
        possible: Type.Optional(
          Type.Boolean({ description: 'Return only models that no fact rules out for the scenario.' }),
        ),
        besides: Type.Optional(
          Type.Array(
            Input({ provider: Type.String({ maxLength: 200 }), model_id: Type.String({ maxLength: 200 }) }),
            {
              maxItems: 100,
              description: 'Models to leave out.',
            },
          ),
        ),
        spread: Type.Optional(
          Type.Boolean({
            description:
              'Return `limit` different models spread from the lowest to the highest price, with callable models first.',
          }),
        ),
        limit: Limit,
      }),
      output: Type.Object({
        data: Type.Array(Candidate),
        total: Type.Integer({ minimum: 0, description: 'Number of matching rows; `data` has some of them.' }),
        ruled_out: Type.Array(
          Type.Object({ requirement: Type.String(), rows: Type.Integer({ minimum: 1 }) }),
          {
            description:
              'With `possible`: the number of rows that each requirement excluded. One row may fail several.',
          },
        ),
        warnings: Warnings,
      }),
      async run(actor, workspaceId, input) {
        const { scenario_id, words, limit, named_in, possible, besides = [], spread, ...limits } = input;
        const scenario = scenario_id && (await scenarios.get(actor, workspaceId, scenario_id)).resource;
        const facts = await factsAt(workspaceId);
        const all = listCandidates(facts, offeredBy(models), scenario || null, utcDay(clock.now()));
        const textsOf = ({ provider, model_id, base_model }: Candidate) => [
          provider,
          model_id,
          base_model ?? undefined,
        ];
        const named = named_in === undefined ? all : candidatesNamedIn(named_in, all);
        const isLeftOut = ({ provider, model_id }: Candidate) =>
          besides.some((one) => one.provider === provider && one.model_id === model_id);
        const matched = rowsMatchingWords(named, words, textsOf).filter(
          (one) => isWithin(one, limits) && !isLeftOut(one),
        );
        const data = possible === true ? matched.filter((one) => failsOf(one).length === 0) : matched;
        const ruledOut =
          possible === true ? Map.groupBy(matched.flatMap(failsOf), (name) => name) : new Map();
        const most = rowLimit(limit);
        return {
          data: spread === true ? pickVariedCandidates(data, most) : data.slice(0, most),
          total: data.length,
          ruled_out: [...ruledOut].map(([requirement, all]) => ({ requirement, rows: all.length })),
        };
      },
    }),
  ];
}

const failsOf = ({ judged }: Candidate) =>
  judged.flatMap(({ requirement, status }) => (status === 'fail' ? [requirement] : []));

/** The configured models. Baseline programs are excluded, because they only give a benchmark its floor. */
function offeredBy(models: Pick<Models, 'list'>) {
  return models
    .list()
    .map(toProvider)
    .filter(({ kind }) => kind !== 'baseline')
    .map(({ name, models: own, accepts_other_models }) => ({
      provider: name,
      models: own,
      acceptsOthers: accepts_other_models,
    }));
}

interface Limits {
  max_input_usd_per_million?: number;
  max_output_usd_per_million?: number;
  min_context_tokens?: number;
  open_weights?: boolean;
  reasoning?: boolean;
  configured?: boolean;
}

/** Unknown values satisfy no limit. */
function isWithin(
  { price, context_tokens, open_weights, reasoning, configured }: Candidate,
  limits: Limits,
): boolean {
  const isAtMost = (value: number | undefined, most: number | undefined) =>
    most === undefined || (value !== undefined && value <= most);
  const isAs = (value: boolean | null, wanted: boolean | undefined) =>
    wanted === undefined || value === wanted;
  return (
    isAtMost(price?.input_usd_per_million, limits.max_input_usd_per_million) &&
    isAtMost(price?.output_usd_per_million, limits.max_output_usd_per_million) &&
    (limits.min_context_tokens === undefined || (context_tokens ?? 0) >= limits.min_context_tokens) &&
    isAs(open_weights, limits.open_weights) &&
    isAs(reasoning, limits.reasoning) &&
    isAs(configured, limits.configured)
  );
}
