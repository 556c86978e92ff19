import { Dialog } from '../ui/dialog.tsx';
import { ROOMS } from './rooms.ts';

const KEYS = [
  ['Ctrl K or ⌘ K', 'Search pages, evaluations, candidates, sources and commands'],
  ['/', 'Go to the search field'],
  ...ROOMS.map(({ key, name }) => [`g ${key}`, `Open ${name}`] as const),
  ['j, k', 'Go to the next or previous sample or search result; Enter opens it'],
  ['1 to 9, then r, w, u', 'Select a response, then label it right, wrong or unsure'],
  ['?', 'Show this list'],
  ['Esc', 'Close the dialog'],
] as const;

/** The keys, for those who ask. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
