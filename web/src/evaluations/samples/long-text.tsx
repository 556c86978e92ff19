import { count } from '@touchstone/report/figures';
import { useState } from 'react';

/** Longer texts are cut until they are wanted: one of a million characters would hold up the page. */
const SHOWN = 6000;

/** A text as it stands, with its line breaks. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > SHOWN && !isWhole;
  return (
    <>
      <div className="passage">{isCut ? `${text.slice(0, SHOWN)}…` : text}</div>
      {isCut && (
        <button type="button" className="subtle" onClick={() => setWhole(true)}>
          Show all {count(text.length)} characters
        </button>
      )}
    </>
  );
}
