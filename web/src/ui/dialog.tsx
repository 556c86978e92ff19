import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** A drawer comes from the side and leaves the page in view; for making and editing things. */
  kind?: 'dialog' | 'drawer';
  children: ReactNode;
}

/** Something that is done before the page goes on: the focus stays in it, Escape closes it. */
export function Dialog({ title, isOpen, onClose, kind = 'dialog', children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  // A form is opened to be filled; without one, the first button has the focus.
  const first = () => popup.current?.querySelector<HTMLElement>('form input, form select') ?? true;
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup ref={popup} className={kind} initialFocus={first}>
          <header className="dialog-head">
            <Base.Title>{title}</Base.Title>
            <Base.Close className="subtle" aria-label="Close">
              <X size={18} aria-hidden />
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
