import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followWorkspace, type Hint } from './shared-events.ts';

/** Events that come in a burst cause one fetch. */
const SETTLE_MS = 200;
/** A page that waits longer for the event stream is shown without it, and fetched again when it begins. */
const FOLLOWED_WITHIN_MS = 500;

interface LiveWorkspace {
  /** The connection to the service is lost. */
  isLost: boolean;
  /** What is fetched from now on misses no event. A page that waits for this is fetched once. */
  isFollowed: boolean;
}

/** What an event about a noun makes stale. The workspace counts what it holds, so it changes with all of them. */
const STALE_QUERIES_BY_NOUN: Readonly<Record<string, readonly string[]>> = {
  workspace: ['itself'],
  source: ['sources', 'itself'],
  import: ['imports'],
  scenario: ['scenarios'],
  stack: ['stacks', 'itself'],
  evaluation: ['evaluations', 'itself'],
  series: ['series'],
  approval: ['approvals'],
  message: ['messages'],
  conversation: ['messages'],
};

/**
 * Follows the events of a workspace while it is shown, and makes stale what they are about. When a lost connection is
 * back, everything is fetched again.
 */
export function useLiveWorkspace(workspaceId: string): LiveWorkspace {
  const client = useQueryClient();
  const [isLost, setLost] = useState(false);
  const [followed, setFollowed] = useState<string>();
  useEffect(() => {
    const waiting = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasLost = false;
    let isFollowed = false;

    const refresh = () => {
      timer = undefined;
      for (const part of waiting) {
        void client.invalidateQueries({
          queryKey: part === '' ? ['workspace', workspaceId] : ['workspace', workspaceId, part],
        });
      }
      waiting.clear();
    };
    const follow = () => {
      if (isFollowed) return;
      isFollowed = true;
      clearTimeout(fallback);
      waiting.add('');
      refresh();
      setFollowed(workspaceId);
    };
    const fallback = setTimeout(follow, FOLLOWED_WITHIN_MS);
    const tell = (hint: Hint | 'shared') => {
      if (hint === 'shared') return follow();
      setLost(hint === 'lost');
      // What lies outside the workspace failed as well.
      if (wasLost && hint !== 'lost') void client.invalidateQueries();
      wasLost = hint === 'lost';
      const noun = hint.slice(0, hint.indexOf('.'));
      // After a connection anything may have changed.
      for (const part of hint === 'resync' ? [''] : (STALE_QUERIES_BY_NOUN[noun] ?? [])) waiting.add(part);
      if (isFollowed) timer ??= setTimeout(refresh, SETTLE_MS);
      else follow();
    };
    const stop = followWorkspace(workspaceId, tell);
    return () => {
      stop();
      clearTimeout(timer);
      clearTimeout(fallback);
      setLost(false);
    };
  }, [client, workspaceId]);
  return { isLost, isFollowed: followed === workspaceId };
}
