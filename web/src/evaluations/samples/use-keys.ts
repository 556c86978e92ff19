import { useEffect, useRef } from 'react';

/** Calls what a key stands for, unless it is typed into a field or a dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, [contenteditable], [role=dialog]')) return;
      // Enter on a control is its own.
      if (event.key === 'Enter' && target.closest('a, button, summary')) return;
      const run = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined;
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
