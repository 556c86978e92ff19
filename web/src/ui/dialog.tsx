import { Dialog as Base } from '@base-ui/react/dialog';
import { useBlocker } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Unsaved } from './unsaved.ts';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** A drawer comes from the side and leaves the page in view; for making and editing things. */
  kind?: 'dialog' | 'drawer';
  children: ReactNode;
}

/**
 * Something that is done before the page goes on: the focus stays in it, Escape closes it. Where something was typed that
 * was not sent, closing it and going back ask first.
 */
export function Dialog({ title, isOpen, onClose, kind = 'dialog', children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const isTyped = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: () => isOpen && isTyped.current,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const close = () => {
    if (isTyped.current) setAsking(true);
    else onClose();
  };
  const goOn = () => {
    setAsking(false);
    blocker.reset?.();
  };
  const throwAway = () => {
    isTyped.current = false;
    setAsking(false);
    if (blocker.proceed) blocker.proceed();
    else onClose();
  };
  // A form is opened to be filled; without one, the first button has the focus.
  const first = () => popup.current?.querySelector<HTMLElement>('form input, form select') ?? true;
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          ref={popup}
          className={kind}
          initialFocus={first}
          onInput={({ target }) => {
            // A choice outside of a form is no text that would be lost.
            if ((target as Element).closest('form')) isTyped.current = true;
          }}
          onSubmit={() => {
            isTyped.current = false;
          }}
        >
          <header className="dialog-head">
            <Base.Title>{title}</Base.Title>
            <Base.Close className="subtle" aria-label="Close">
              <X size={18} aria-hidden />
            </Base.Close>
          </header>
          {(isAsking || blocker.status === 'blocked') && (
            <div className="problem" role="alert">
              <p>Your changes are not saved.</p>
              <div className="buttons">
                <button type="button" className="danger" onClick={throwAway}>
                  Discard changes
                </button>
                {/* biome-ignore lint/a11y/noAutofocus: it asks, and the harmless answer has the focus */}
                <button type="button" autoFocus onClick={goOn}>
                  Keep editing
                </button>
              </div>
            </div>
          )}
          <Unsaved value={isTyped}>{children}</Unsaved>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Closes the dialog that it stands in, which asks first where something typed was not saved. */
export function LeaveButton() {
  return <Base.Close>Cancel</Base.Close>;
}
