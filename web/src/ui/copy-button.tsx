import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

/** Copies a text; says that it did, or that the browser does not allow it. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => setSaid('Copied'))
      .catch(() => setSaid('The browser blocked copying. Select the text and copy it.'));
  return (
    <>
      <button type="button" className="subtle" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {said === 'Copied' ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      </button>
      <span role="status" className="quiet">
        {said}
      </span>
    </>
  );
}
