import { Type } from 'typebox';
import type { Access } from '../../platform/access/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { ifMatch, setEtag } from '../../platform/http/etag.ts';
import { answerCreated, answerOnce } from '../../platform/http/idempotent-create.ts';
import { requireSameIds } from '../../platform/http/patch.ts';
import { ResourceParams, WorkspaceParams } from '../../platform/http/schemas.ts';
import type { Series } from './series.ts';
import {
  Look,
  NewSeries,
  SeriesEstimate,
  SeriesPage,
  SeriesPatch,
  SeriesQuery,
  SeriesQuestion,
  Series as SeriesResource,
  SeriesWithLooks,
} from './series-schemas.ts';

const COLLECTION = '/workspaces/:workspace_id/series';
const ONE = `${COLLECTION}/:series_id`;
const Params = ResourceParams('series_id');
const tags = ['series'];
/** As of an evaluation, whose body it holds; with its looks where all that was read is sent back. */
const SERIES_BYTES = 16_000_000;
const PATCH_BYTES = 24_000_000;

export function seriesRoutes(app: App, { series, access }: { series: Series; access: Access }): void {
  app.post(
    COLLECTION,
    {
      bodyLimit: SERIES_BYTES,
      schema: {
        operationId: 'createSeries',
        tags,
        summary: 'Repeat an evaluation by a schedule or on demand',
        params: WorkspaceParams,
        body: NewSeries,
        response: { 201: SeriesResource },
      },
    },
    (request, reply) =>
      answerCreated(access, request, reply, (alongside) =>
        series.create(request.actor, request.params.workspace_id, request.body, alongside),
      ),
  );

  app.post(
    `${COLLECTION}/estimate`,
    {
      bodyLimit: SERIES_BYTES,
      schema: {
        operationId: 'estimateSeries',
        tags,
        summary:
          'Say what a run of a series would cost, and after how many looks it finds what is worse; run nothing',
        params: WorkspaceParams,
        body: SeriesQuestion,
        response: { 200: SeriesEstimate },
      },
    },
    (request) => series.estimate(request.actor, request.params.workspace_id, request.body),
  );

  app.get(
    COLLECTION,
    {
      schema: {
        operationId: 'listSeries',
        tags,
        summary: 'List series, newest first',
        params: WorkspaceParams,
        querystring: SeriesQuery,
        response: { 200: SeriesPage },
      },
    },
    (request) => series.list(request.actor, request.params.workspace_id, request.query),
  );

  app.get(
    ONE,
    {
      schema: {
        operationId: 'getSeries',
        tags,
        summary: 'Read a series with its looks',
        params: Params,
        response: { 200: SeriesWithLooks },
      },
    },
    async (request, reply) => {
      const { workspace_id, series_id } = request.params;
      const { resource, revision } = await series.get(request.actor, workspace_id, series_id);
      setEtag(reply, revision);
      return resource;
    },
  );

  app.patch(
    ONE,
    {
      bodyLimit: PATCH_BYTES,
      schema: {
        operationId: 'updateSeries',
        tags,
        summary: 'Change a series: its name, schedule and budget, or pause it',
        params: Params,
        body: SeriesPatch,
        response: { 200: SeriesResource },
      },
    },
    async (request, reply) => {
      const { workspace_id, series_id } = request.params;
      requireSameIds(request.body, { id: series_id });
      const { resource, revision } = await series.patch(
        request.actor,
        workspace_id,
        series_id,
        request.body,
        ifMatch(request),
      );
      setEtag(reply, revision);
      return resource;
    },
  );

  app.delete(
    ONE,
    {
      schema: {
        operationId: 'deleteSeries',
        tags,
        summary: 'Delete a series; its evaluations stay',
        params: Params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { workspace_id, series_id } = request.params;
      await series.remove(request.actor, workspace_id, series_id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${ONE}/runs`,
    {
      schema: {
        operationId: 'runSeries',
        tags,
        summary: 'Run a series now',
        params: Params,
        response: { 201: Look },
      },
    },
    (request, reply) => {
      const { workspace_id, series_id } = request.params;
      const location = () => (request.url.split('?', 1)[0] ?? '').replace(/\/runs\/?$/, '');
      return answerOnce(access, request, reply, { status: 201, location }, (alongside) =>
        series.run(request.actor, workspace_id, series_id, alongside),
      );
    },
  );
}
