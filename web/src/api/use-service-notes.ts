import { useQuery } from '@tanstack/react-query';
import { queries } from './queries.ts';

/** The sentences that the service says of itself; empty where there is nothing. */
export function useServiceNotes(): readonly string[] {
  return useQuery(queries.readiness).data?.warnings ?? [];
}
