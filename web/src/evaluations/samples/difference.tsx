import { diffLines, diffWordsWithSpace } from 'diff';
import { memo } from 'react';
import { LongText } from './long-text.tsx';

/** Longer texts are compared by lines. */
const MAX_BY_WORDS = 20_000;
/** Comparing gives up after this time, so that no pair of texts holds up the page. */
const BOUNDS = { timeout: 40, maxEditLength: 4000 };

/** What a text has that another has not, and the other way round. */
export const Difference = memo(function Difference({ before, after }: { before: string; after: string }) {
  if (before === after) {
    return (
      <>
        <p className="quiet">The responses are identical.</p>
        <LongText text={after} />
      </>
    );
  }
  const isLong = before.length + after.length > MAX_BY_WORDS;
  const parts = isLong ? diffLines(before, after, BOUNDS) : diffWordsWithSpace(before, after, BOUNDS);
  if (parts === undefined) {
    return (
      <>
        <p className="quiet">The responses differ in too many places to mark each one.</p>
        <LongText text={after} />
      </>
    );
  }
  return (
    <div className="passage difference">
      {parts.map(({ value, added, removed }, i) =>
        added ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two fixed texts
          <ins key={i}>{value}</ins>
        ) : removed ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two fixed texts
          <del key={i}>{value}</del>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two fixed texts
          <span key={i}>{value}</span>
        ),
      )}
    </div>
  );
});
