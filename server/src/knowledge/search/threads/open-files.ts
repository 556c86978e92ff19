/** A bounded set of open files by key; the least recently used is closed first. */
export interface OpenFiles<T> {
  /** The open file, or the result of `open`, which is kept unless it is null. */
  use(key: string, open: () => T | null): T | null;
  close(key: string): void;
  closeAll(): void;
}

/**
 * Keeps at most `limit` files open. A busy one (with an open transaction) is not closed, so the limit is exceeded only
 * if all are busy. Cache libraries are not used because they cannot refuse to evict an entry.
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
  };
}
