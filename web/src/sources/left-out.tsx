import { formatPageRanges, plural, count as written } from '@touchstone/report/figures';
import type { Source } from '../api/api.ts';
import { Fold } from '../ui/section.tsx';

type LeftOutList = NonNullable<Source['left_out']>;
type LeftOutOne = LeftOutList[number];

const FILES: Readonly<Partial<Record<LeftOutOne['reason'], string>>> = {
  vendored: 'third-party code',
  lock_file: 'lock files',
  minified: 'minified or generated files',
  binary: 'binary files',
  empty: 'empty files',
  unreadable: 'damaged notebooks',
  too_large: 'files that are too large',
  pointer: 'git-lfs or git-annex pointers',
  secret: 'files that may contain passwords or keys',
  not_a_file: 'links',
  bad_path: 'paths outside the repository',
};

/** What was found and not read: pages of a PDF, invisible characters, and files by reason with examples. */
export function LeftOut({ leftOut }: { leftOut: LeftOutList }) {
  const pages = leftOut.find(({ reason }) => reason === 'page_without_text');
  const hidden = leftOut.find(({ reason }) => reason === 'invisible_text');
  const files = leftOut.filter(({ reason }) => FILES[reason] !== undefined);
  return (
    <>
      {pages && (
        <p className="warning" role="status">
          {capital(pagesText(pages))}: no text, only {pages.count === 1 ? 'a picture' : 'pictures'}. Run text
          recognition (OCR) on the PDF and add it again.
        </p>
      )}
      {hidden && (
        <p className="quiet">
          {plural(hidden.count, 'invisible character')} {hidden.count === 1 ? 'was' : 'were'} removed
          {hidden.examples.length > 0 && ` (${pagesText(hidden)})`}. Such characters can hide text.
        </p>
      )}
      {files.length > 0 && <Files files={files} />}
    </>
  );
}

/** The pages: `pages 2, 5–7`. */
function pagesText({ count, examples, reason }: LeftOutOne): string {
  const isOne = examples.length === 1 && !examples[0]?.includes('–');
  return `${isOne ? 'page' : 'pages'} ${formatPageRanges(examples, reason === 'page_without_text' ? count : 0)}`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Files({ files }: { files: LeftOutList }) {
  const total = files.reduce((sum, { count }) => sum + count, 0);
  return (
    <Fold title={`${plural(total, 'file')} ${total === 1 ? 'was' : 'were'} not read`}>
      <ul>
        {files.map(({ reason, count, examples }) => (
          <li key={reason}>
            {written(count)} × {FILES[reason]}: {examples.join(', ')}
            {count > examples.length && ' …'}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
