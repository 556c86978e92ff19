import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api } from '../../api/api.ts';
import type { SamplesFilter } from './samples-search.ts';

/** Which evaluation. */
export interface Place {
  workspace_id: string;
  evaluation_id: string;
}

const SAMPLES = '/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples';
/** Rows of the table that are fetched together. */
export const WINDOW_ROWS = 200;
/** Windows that are not in view any more are dropped after this time, so that memory stays as it is. */
const KEPT_MS = 15_000;
/** An answer that has not looked at everything yet is followed by the next one. */
const FURTHER_MS = 150;

const key = ({ workspace_id, evaluation_id }: Place, ...rest: unknown[]) => [
  'workspace',
  workspace_id,
  'evaluations',
  evaluation_id,
  'samples',
  ...rest,
];
const whilePartial = (query: { state: { data: { partial: boolean } | undefined } }) =>
  query.state.data?.partial ? FURTHER_MS : false;

/** A window of the table. */
export const windowQuery = (path: Place, filter: SamplesFilter, window: number) =>
  queryOptions({
    queryKey: key(path, 'matrix', filter, window),
    queryFn: ({ signal }) =>
      answer(
        api.GET(`${SAMPLES}/matrix`, {
          params: { path, query: { ...filter, offset: window * WINDOW_ROWS, limit: WINDOW_ROWS } },
          signal,
        }),
      ),
    gcTime: KEPT_MS,
    refetchInterval: whilePartial,
  });

/** The row of a unit, with the one before and the one after it among those that the filter lets through. */
export const neighboursQuery = (path: Place, filter: SamplesFilter, unit: number) =>
  queryOptions({
    queryKey: key(path, 'neighbours', filter, unit),
    queryFn: ({ signal }) =>
      answer(
        api.GET(`${SAMPLES}/matrix`, {
          params: { path, query: { ...filter, from_unit: unit, before: 1, limit: 3 } },
          signal,
        }),
      ),
    gcTime: KEPT_MS,
    refetchInterval: whilePartial,
  });

export const countsQuery = (path: Place, filter: SamplesFilter) =>
  queryOptions({
    queryKey: key(path, 'counts', filter),
    queryFn: ({ signal }) =>
      answer(api.GET(`${SAMPLES}/counts`, { params: { path, query: filter }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: whilePartial,
  });

export const sampleQuery = (path: Place, sample_id: string) =>
  queryOptions({
    queryKey: key(path, 'sample', sample_id),
    queryFn: ({ signal }) =>
      answer(api.GET(`${SAMPLES}/{sample_id}`, { params: { path: { ...path, sample_id } }, signal })),
    gcTime: KEPT_MS,
  });

/** The samples of one row, from its first unit. */
export const rowQuery = (path: Place, unit: number, cells: number) =>
  queryOptions({
    queryKey: key(path, 'row', unit, cells),
    queryFn: async ({ signal }) => {
      const query = { from_unit: unit, limit: cells };
      const { data } = await answer(api.GET(SAMPLES, { params: { path, query }, signal }));
      return data.filter((sample) => sample.unit < unit + cells);
    },
    gcTime: KEPT_MS,
  });

export const labelsQuery = (path: Place, sample_id: string) =>
  queryOptions({
    queryKey: key(path, 'labels', sample_id),
    queryFn: ({ signal }) =>
      answer(api.GET(`${SAMPLES}/{sample_id}/labels`, { params: { path: { ...path, sample_id } }, signal })),
    gcTime: KEPT_MS,
  });
