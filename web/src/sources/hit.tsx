import type { Found } from '../api/api.ts';
import { score } from '../ui/format.ts';

type FoundChunk = Found['results'][number];

/** One chunk that was found, with what was found in it marked. */
export function Hit({ hit }: { hit: FoundChunk }) {
  const heading = hit.location.heading.join(' › ');
  return (
    <li>
      <p className="hit-title">
        <strong>{hit.source_title}</strong>
        {heading !== '' && <span className="quiet"> › {heading}</span>}
        <span className="score">{score(hit.score)}</span>
      </p>
      <p className="passage">{marked(hit.text, hit.highlights)}</p>
    </li>
  );
}

/** The text in pieces; highlights are ranges of UTF-16 code units, in order. */
function marked(text: string, highlights: FoundChunk['highlights']) {
  let at = 0;
  const pieces = highlights.flatMap(({ start, end }) => {
    const before = text.slice(at, start);
    at = end;
    return [before, <mark key={start}>{text.slice(start, end)}</mark>];
  });
  return [...pieces, text.slice(at)];
}
