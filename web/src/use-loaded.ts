import { useCallback, useEffect, useEffectEvent, useState } from 'react';

export interface Loaded<T> {
  /** Absent until it has arrived; what arrived last while it is fetched again. */
  data: T | undefined;
  error: unknown;
  reload: () => void;
}

/** Fetches what `key` stands for, and again on `reload`. A late answer to an earlier key is dropped. */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; data: T | undefined; error: unknown }>({
    key,
    data: undefined,
    error: undefined,
  });
  const [turn, setTurn] = useState(0);
  const fetchNow = useEffectEvent(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is what asks for another fetch of the same key
  useEffect(() => {
    let isWanted = true;
    fetchNow().then(
      (data) => isWanted && setState({ key, data, error: undefined }),
      (error: unknown) =>
        isWanted && setState((old) => ({ key, data: old.key === key ? old.data : undefined, error })),
    );
    return () => {
      isWanted = false;
    };
  }, [key, turn]);
  const reload = useCallback(() => setTurn((number) => number + 1), []);
  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : undefined,
    error: isCurrent ? state.error : undefined,
    reload,
  };
}
