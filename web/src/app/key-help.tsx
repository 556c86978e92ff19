import { Dialog } from '../ui/dialog.tsx';
import { ROOMS } from './rooms.ts';

const KEYS = [
  ['Ctrl K or ⌘ K', 'Find a page, an evaluation, a candidate, a source, or a command'],
  ['/', 'Search'],
  ...ROOMS.map(({ key, name }) => [`g ${key}`, `Open ${name}`] as const),
  ['j, k', 'The next and the previous sample or hit; Enter opens it'],
  ['1 to 9, then r, w, u', 'Choose an answer, and label it right, wrong or unsure'],
  ['?', 'This list'],
  ['Esc', 'Close what is open'],
] as const;

/** The keys, for those who ask. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" isOpen onClose={onClose}>
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
