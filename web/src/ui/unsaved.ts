import { createContext, type RefObject, use, useEffect } from 'react';

// Apart from the dialog, whose parts are large: the form of the first page needs only this.

/** Whether something stands in the dialog that is not saved. */
export const Unsaved = createContext<RefObject<boolean>>({ current: false });

/** In a form of a dialog: what was sent was refused, so closing the dialog asks first, as before it was sent. */
export function useRefused(error: unknown): void {
  const isUnsaved = use(Unsaved);
  useEffect(() => {
    if (error) isUnsaved.current = true;
  }, [error, isUnsaved]);
}
