import { formatPageRanges } from '@touchstone/report/figures';
import type { Sources } from '../../knowledge/sources/sources.ts';
import type { Question } from './answer.ts';
import { escapeMarkdown } from './plain.ts';

/** Maximum number of sources that are checked. */
const MAX_SOURCES = 1000;
/** Maximum number of sources that are named. */
const MAX_NAMED = 3;

/** A sentence for each source with pages that have no text, because the answer may be there. */
export async function pagesWithoutText(
  sources: Pick<Sources, 'list'>,
  { actor, workspaceId }: Question,
): Promise<string[]> {
  const { data } = await sources.list(actor, workspaceId, { limit: MAX_SOURCES, status: 'ready' });
  return data
    .flatMap(({ title, left_out = [] }) => {
      const pages = left_out.find(({ reason }) => reason === 'page_without_text');
      return pages ? [sentenceOf(title, pages)] : [];
    })
    .slice(0, MAX_NAMED);
}

function sentenceOf(title: string, { count, examples }: { count: number; examples: readonly string[] }) {
  const source = `“${escapeMarkdown(title)}”`;
  return count === 1
    ? `Page ${examples.join()} of ${source} has no text: it is a picture and was not searched.`
    : `${count} pages of ${source} have no text (pages ${formatPageRanges(examples, count)}): they are pictures and were not searched.`;
}
