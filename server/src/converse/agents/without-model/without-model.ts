import type { Search } from '../../../knowledge/search/search.ts';
import type { Sources } from '../../../knowledge/sources/sources.ts';
import type { EvaluationReport, Tools } from '../../tools/tools.ts';
import type { Agent, AgentName, Part, Question } from '../answer.ts';
import { pagesWithoutText } from '../pages-without-text.ts';
import { runToolStep } from '../take-step.ts';
import { callTool } from './call-tool.ts';
import { closestPassages, showPassage } from './closest-passages.ts';
import { type AskedResults, findAskedResults, findNamedResults, type NamedResults } from './find-results.ts';
import { showResults } from './show-results.ts';

export interface WithoutModelDeps {
  search: Search;
  sources: Pick<Sources, 'list'>;
  tools: Tools;
  /** The address of a page of a workspace in the console, such as `evaluations/<id>`. */
  pageOf: (workspaceId: string, page: string) => string;
}

/** Number of newest evaluations, scenarios and stacks that can be named. */
const MAX_NAMED_RESOURCES = 50;
/** Maximum length of a search query. */
const MAX_CHARACTERS = 2000;
/** More than are shown, because some are omitted. */
const SEARCH_LIMIT = 20;
/** Maximum number of sources that are counted. */
const MAX_COUNTED = 1000;
/** Search warnings that mean incomplete results. */
const LIMITING_WARNINGS = /^(?:deadline_reached|index_behind)/;

const WITHOUT_MODEL =
  'No model is configured (`AGENT_MODEL`), so the question cannot be answered. These are the closest passages, best first.';
const NOTHING_FOUND = 'No passage of the sources is related to this question.';
const NO_SOURCES = 'This workspace has no sources. Add documents under Sources and ask again.';
const NONE_READ = 'None of the sources could be read. See Sources for the reasons and to retry.';
const NO_WORDS = 'The question has no words to search for.';
const CAPABILITIES_TEXT =
  'Without one I can show the closest passages of the sources (begin with `@researcher`) and the results of evaluations (begin with `@explainer`).';

/** Tasks that need a model, and the page of the console where a person can do them. */
const NEEDS_MODEL: Readonly<
  Record<Exclude<AgentName, 'researcher' | 'explainer'>, { what: string; page: string; title: string }>
> = {
  'scenario-drafter': { what: 'Drafting a scenario', page: 'requirements', title: 'Requirements' },
  'stack-proposer': { what: 'Proposing stacks', page: 'candidates', title: 'Candidates' },
  evaluator: { what: 'Planning an evaluation', page: 'evaluations/new', title: 'New evaluation' },
};

/**
 * The agents without a model. The researcher shows the closest passages of the sources, and the results that a
 * question names; the explainer shows results. The others say where a person can do their task. They create, change
 * and run nothing, and obey no text of a source or name.
 */
export function createAgentsWithoutModel({ search, sources, tools, pageOf }: WithoutModelDeps): Agent[] {
  async function* results(
    question: Question,
    find: (all: NamedResults) => AskedResults | null,
  ): AsyncGenerator<Part, boolean> {
    const list = <T>(tool: string) =>
      callTool<{ data: T[] }>(tools, question, tool, { limit: MAX_NAMED_RESOURCES });
    const { data: evaluations } = yield* list<NamedResults['evaluations'][number]>('list_evaluations');
    const { data: scenarios } = yield* list<NamedResults['scenarios'][number]>('list_scenarios');
    const { data: stacks } = yield* list<NamedResults['stacks'][number]>('list_stacks');
    const meant = find({ evaluations, scenarios, stacks });
    if (meant === null) return false;
    if ('say' in meant) {
      yield text(`${meant.say}\n`);
      return true;
    }
    const input = { evaluation_id: meant.id };
    const report = yield* callTool<EvaluationReport>(tools, question, 'get_evaluation', input);
    yield text(showResults(report, meant.names, pageOf(question.workspaceId, `evaluations/${meant.id}`)));
    return true;
  }

  async function* passages(question: Question): AsyncGenerator<Part> {
    const { any, ready, unread } = await countSources(sources, question);
    if (!any) return yield text(`${NO_SOURCES}\n`);
    if (!ready) return yield text(`${unread > 0 ? stillReading(unread) : NONE_READ}\n`);
    const query = question.text.slice(0, MAX_CHARACTERS).toWellFormed();
    if (!/[\p{L}\p{N}]/u.test(query)) return yield text(`${NO_WORDS}\n`);
    const searched = await searchFor(search, question, query);
    yield { type: 'step', step: searched.step };
    if (searched.error) throw searched.error;
    const { results: found, warnings } = searched.output;
    const closest = closestPassages(found);
    yield text(`${closest.length > 0 ? WITHOUT_MODEL : NOTHING_FOUND}\n`);
    for (const passage of closest) {
      yield { type: 'citation', citation: passage.citation };
      yield text(`\n${showPassage(passage)}\n`);
    }
    const notes = [
      ...(unread > 0 ? [stillReading(unread)] : []),
      ...(await pagesWithoutText(sources, question)),
      ...warnings.filter((warning) => LIMITING_WARNINGS.test(warning)),
    ];
    if (notes.length > 0) yield text(`\n${notes.join('\n\n')}\n`);
  }

  return [
    {
      name: 'researcher',
      async *answer(question) {
        const hasResults = yield* results(question, (all) => findNamedResults(question.text, all));
        if (hasResults) yield text('\n');
        yield* passages(question);
      },
    },
    {
      name: 'explainer',
      async *answer(question) {
        yield* results(question, (all) => findAskedResults(question.text, question.before, all));
      },
    },
    ...Object.entries(NEEDS_MODEL).map(
      ([name, { what, page, title }]): Agent => ({
        name: name as AgentName,
        async *answer({ workspaceId }) {
          const where = `[${title}](${pageOf(workspaceId, page)})`;
          yield text(
            `${what} from a description needs a model, and none is configured (\`AGENT_MODEL\`). ${where} has a form for it. ${CAPABILITIES_TEXT}\n`,
          );
        },
      }),
    ),
  ];
}

const text = (words: string): Part => ({ type: 'text', text: words });

/** Whether a workspace has sources, whether any can be searched, and how many are not read yet. */
async function countSources(sources: Pick<Sources, 'list'>, { actor, workspaceId }: Question) {
  const count = async (limit: number, status?: string) => {
    const query = { limit, ...(status !== undefined && { status }) };
    return (await sources.list(actor, workspaceId, query)).data.length;
  };
  const [any, ready, pending, processing] = await Promise.all([
    count(1),
    count(1, 'ready'),
    count(MAX_COUNTED, 'pending'),
    count(MAX_COUNTED, 'processing'),
  ]);
  return { any: any > 0, ready: ready > 0, unread: pending + processing };
}

const stillReading = (unread: number) =>
  unread === 1
    ? 'One source is still being read and is not in this answer.'
    : `${unread} sources are still being read and are not in this answer.`;

/** The search as a step of the answer, which stores the found chunks without their texts. */
function searchFor(search: Search, { actor, workspaceId }: Question, query: string) {
  const input = { query, limit: SEARCH_LIMIT };
  return runToolStep(
    'search',
    input,
    () => search.search(actor, workspaceId, input),
    ({ results, mode, warnings }) => ({
      results: results.map(({ chunk_id, source_id, source_title, score, location }) => {
        return { chunk_id, source_id, source_title, score, location };
      }),
      mode,
      warnings,
    }),
  );
}
