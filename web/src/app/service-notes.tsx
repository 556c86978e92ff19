import { useState } from 'react';
import { useServiceNotes } from '../api/use-service-notes.ts';

/** Kept in this browser: what was read already, so that it is said once. */
const READ_NOTES_KEY = 'touchstone-service-notes-read';

/** What an operator has to know of the service, once in the frame of every page, until it was read. */
export function ServiceNotes() {
  const said = useServiceNotes().join(' ');
  const [read, setRead] = useState(() => localStorage.getItem(READ_NOTES_KEY));
  if (said === '' || read === said) return null;
  const dismiss = () => {
    localStorage.setItem(READ_NOTES_KEY, said);
    setRead(said);
  };
  return (
    <aside className="service-notes" aria-label="Service notices">
      <p>{said} You can read this again under Settings.</p>
      <button type="button" onClick={dismiss}>
        Dismiss
      </button>
    </aside>
  );
}
