import { useState } from 'react';

export interface Action<A extends unknown[]> {
  run: (...args: A) => Promise<boolean>;
  isBusy: boolean;
  error: unknown;
}

/** Something a person starts and that may fail: one at a time, with its error kept until the next try. */
export function useAction<A extends unknown[]>(act: (...args: A) => Promise<unknown>): Action<A> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (...args: A) => {
    if (isBusy) return false;
    setBusy(true);
    setError(undefined);
    try {
      await act(...args);
      return true;
    } catch (thrown) {
      setError(thrown);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, error };
}
