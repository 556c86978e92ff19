import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** After a move to another page the focus is on its heading, so that a screen reader says where it is. */
export function useFocusAfterMove(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        const heading = document.querySelector<HTMLElement>('main h1');
        heading?.focus({ preventScroll: true });
      }),
    [router],
  );
}
