/** A bounded set of open things by key, the least recently used closed first. */
export interface OpenFiles<T> {
  /** The open one, or what `open` makes, kept unless it is null. */
  use(key: string, open: () => T | null): T | null;
  close(key: string): void;
  closeAll(): void;
  size(): number;
}

/**
 * At most `limit` things open at once. One that `isBusy` (a transaction is open on it) is passed over, so the
 * limit is exceeded only when everything is busy.
 */
export function createOpenFiles<T extends { close(): void }>(
  limit: number,
  isBusy: (file: T) => boolean = () => false,
): OpenFiles<T> {
  const files = new Map<string, T>();
  const close = (key: string) => {
    const file = files.get(key);
    files.delete(key);
    file?.close();
  };
  const makeRoom = () => {
    for (const [key, file] of files) {
      if (files.size < limit) return;
      if (!isBusy(file)) close(key);
    }
  };
  return {
    use(key, open) {
      const known = files.get(key);
      if (known) files.delete(key);
      else makeRoom();
      const file = known ?? open();
      if (file) files.set(key, file);
      return file;
    },
    close,
    closeAll: () => {
      for (const key of [...files.keys()]) close(key);
    },
    size: () => files.size,
  };
}
