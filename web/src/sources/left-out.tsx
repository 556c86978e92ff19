import { plural, count as written } from '@touchstone/report/figures';
import type { Source } from '../api/api.ts';
import { Fold } from '../ui/section.tsx';

type LeftOutList = NonNullable<Source['left_out']>;

const REASONS: Readonly<Record<LeftOutList[number]['reason'], string>> = {
  vendored: 'code of other projects, or of tools',
  lock_file: 'lock files',
  minified: 'minified or generated',
  binary: 'binary',
  empty: 'empty',
  unreadable: 'damaged notebooks',
  too_large: 'too large',
  pointer: 'pointers to files in git-lfs or git-annex',
  secret: 'files that usually hold passwords or keys',
  not_a_file: 'links',
  bad_path: 'paths that lead outside',
};

/** What was found and not read, by reason, with examples. */
export function LeftOut({ leftOut }: { leftOut: LeftOutList }) {
  const total = leftOut.reduce((sum, { count }) => sum + count, 0);
  return (
    <Fold title={`${plural(total, 'file')} ${total === 1 ? 'was' : 'were'} not read`}>
      <ul>
        {leftOut.map(({ reason, count, examples }) => (
          <li key={reason}>
            {written(count)} × {REASONS[reason]}: {examples.join(', ')}
            {count > examples.length && ' …'}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
