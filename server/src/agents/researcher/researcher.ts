import { createYieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import type { Search, SearchResults } from '../../search/search.ts';
import type { Agent, Part, Question } from '../answer.ts';
import { takeStep } from '../take-step.ts';
import { candidatesOf } from './candidates.ts';
import { chooseAnswer } from './choose-answer.ts';
import { readQuestion } from './read-question.ts';
import { scoreCandidates } from './score-candidates.ts';
import { type PagesWithoutText, stillReading, writeAnswer } from './write-answer.ts';

export interface ResearcherDeps {
  search: Search;
  /** Whether the workspace has sources, whether one of them can be searched, and how many are not read yet. */
  sourcesOf(question: Question): Promise<{ any: boolean; ready: boolean; unread: number }>;
  /** The sources that have pages without text, with how many and the first of them. */
  pagesWithoutText(question: Question): Promise<PagesWithoutText[]>;
}

const RESULTS = 20;
const NO_SOURCES =
  'This workspace has no sources, so there is nothing that I could quote. Add documents under Sources and ask again. Or describe a workload (kind of work, latency, requests per second, budget, region) to get a scenario, then ask for stacks for it, and to compare them.';
const NONE_READ =
  'None of the sources could be read, so there is nothing that I could quote. Sources says why, and tries again.';
const NO_WORDS = 'The question has no words that could be searched for. Ask it in a sentence.';

/**
 * The researcher without a model: searches the sources, and quotes the sentences that answer best, with their places.
 * What it says of a source is quoted, never written by it; and what a source says is never carried out.
 */
export function createResearcher({ search, sourcesOf, pagesWithoutText }: ResearcherDeps): Agent {
  // One for all answers, so that requests wait for one step of one answer.
  const yieldToEventLoop = createYieldToEventLoop();
  return {
    name: 'researcher',
    async *answer(question, signal): AsyncGenerator<Part> {
      const { any, ready, unread } = await sourcesOf(question);
      if (!any) return yield { type: 'text', text: NO_SOURCES };
      const asked = readQuestion(question.text);
      if (!/[\p{L}\p{N}]/u.test(asked.query)) return yield { type: 'text', text: NO_WORDS };
      if (!ready) return yield { type: 'text', text: unread > 0 ? stillReading(unread) : NONE_READ };
      const searched = await searchStep(search, question, asked.query);
      yield { type: 'step', step: searched.step };
      if (searched.error) throw searched.error;
      const found = searched.output;
      signal.throwIfAborted();
      const candidates = candidatesOf(found.results.filter(isReadable));
      await yieldToEventLoop();
      const scored = scoreCandidates(asked, candidates);
      await yieldToEventLoop();
      const chosen = chooseAnswer(asked, scored);
      yield* writeAnswer(chosen, {
        stillRead: unread,
        withoutText: chosen.quoted.length === 0 ? await pagesWithoutText(question) : [],
        warnings: found.warnings.filter((warning) => /^(?:deadline_reached|index_behind)/.test(warning)),
      });
    },
  };
}

/** Rows of JSON lines are data: quoted they would be escapes and names of fields, and a test set states nothing. */
const isReadable = ({ is_dataset, text }: SearchResults['results'][number]) =>
  !(is_dataset && /"[^"\n]{1,60}"\s*:/.test(text));

/** The search as a step of the answer: which chunks were found, without their texts. */
function searchStep(search: Search, { actor, workspaceId }: Question, query: string) {
  const input = { query, limit: RESULTS };
  return takeStep(
    'search',
    input,
    () => search.search(actor, workspaceId, input),
    ({ results, mode, warnings }) => {
      const shown = results.map(({ chunk_id, source_id, source_title, score, location }) => {
        return { chunk_id, source_id, source_title, score, location };
      });
      return { results: shown, mode, warnings };
    },
  );
}
