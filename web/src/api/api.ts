import { createClient, type Paths } from '@touchstone/client';
import { addIdempotencyKeys, fetchOnce } from './once.ts';

/** The console is mounted at `<base path>/console/`; the API is one level up, wherever that is. */
export const baseUrl = new URL('..', document.baseURI).href.replace(/\/$/, '');

/** Signed in by a cookie that scripts cannot read, or not at all where the service is open to its machine. */
export const api = createClient({ baseUrl, fetch: fetchOnce });
addIdempotencyKeys(api);

type Json<R> = R extends { content: { 'application/json': infer T } } ? T : never;

/** The body that an operation answers: `Answer<'/workspaces', 'get'>`. */
export type Answer<P extends keyof Paths, M extends keyof Paths[P]> = Paths[P][M] extends {
  responses: { 200: infer R };
}
  ? Json<R>
  : never;

/** The body that an operation takes. */
export type Body<P extends keyof Paths, M extends keyof Paths[P]> = Paths[P][M] extends {
  requestBody: { content: { 'application/json': infer T } };
}
  ? T
  : never;

type Item<T> = T extends { data: (infer U)[] } ? U : never;

export type Session = Answer<'/session', 'get'>;
export type Workspace = Answer<'/workspaces/{workspace_id}', 'get'>;
export type Source = Item<Answer<'/workspaces/{workspace_id}/sources', 'get'>>;
export type Import = Item<Answer<'/workspaces/{workspace_id}/imports', 'get'>>;
export type Found = Answer<'/workspaces/{workspace_id}/search', 'post'>;
export type Message = Item<Answer<'/workspaces/{workspace_id}/messages', 'get'>>;
export type Scenario = Item<Answer<'/workspaces/{workspace_id}/scenarios', 'get'>>;
export type Stack = Item<Answer<'/workspaces/{workspace_id}/stacks', 'get'>>;
export type Evaluation = Item<Answer<'/workspaces/{workspace_id}/evaluations', 'get'>>;
export type Series = Item<Answer<'/workspaces/{workspace_id}/series', 'get'>>;
export type SeriesWithLooks = Answer<'/workspaces/{workspace_id}/series/{series_id}', 'get'>;
export type SeriesQuestion = Body<'/workspaces/{workspace_id}/series/estimate', 'post'>;
export type NewSeries = Body<'/workspaces/{workspace_id}/series', 'post'>;
export type NewEvaluation = Body<'/workspaces/{workspace_id}/evaluations', 'post'>;
export type Estimate = Answer<'/workspaces/{workspace_id}/evaluations/estimate', 'post'>;
export type Approval = Item<Answer<'/workspaces/{workspace_id}/approvals', 'get'>>;
export type Sample = Item<Answer<'/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples', 'get'>>;
export type Benchmark = Item<Answer<'/benchmarks', 'get'>>;
export type Provider = Item<Answer<'/providers', 'get'>>;
export type SampleMatrix = Answer<
  '/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples/matrix',
  'get'
>;
export type SampleCounts = Answer<
  '/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples/counts',
  'get'
>;
