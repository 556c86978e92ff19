import type { Access } from '../../platform/access/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { answerIdempotently } from '../../platform/http/idempotent-create.ts';
import { resourceRoutes } from '../../platform/http/resource-routes.ts';
import { ResourceParams, WorkspaceParams } from '../../platform/http/schemas.ts';
import type { Series } from './series.ts';
import { Look, MAX_SERIES_BODY_BYTES, SERIES_API, SeriesEstimate, SeriesQuestion } from './series-schemas.ts';

const COLLECTION = '/workspaces/:workspace_id/series';
const tags = ['series'];

export function seriesRoutes(app: App, { series, access }: { series: Series; access: Access }): void {
  resourceRoutes(app, access, SERIES_API, series);

  app.post(
    `${COLLECTION}/estimate`,
    {
      bodyLimit: MAX_SERIES_BODY_BYTES,
      schema: {
        operationId: 'estimateSeries',
        tags,
        summary: 'Estimate the cost and sensitivity of a series',
        params: WorkspaceParams,
        body: SeriesQuestion,
        response: { 200: SeriesEstimate },
      },
    },
    (request) => series.estimate(request.actor, request.params.workspace_id, request.body),
  );

  app.post(
    `${COLLECTION}/:series_id/runs`,
    {
      schema: {
        operationId: 'runSeries',
        tags,
        summary: 'Run a series now',
        params: ResourceParams('series_id'),
        response: { 201: Look },
      },
    },
    (request, reply) => {
      const { workspace_id, series_id } = request.params;
      const location = () => (request.url.split('?', 1)[0] ?? '').replace(/\/runs\/?$/, '');
      return answerIdempotently(access, request, reply, { status: 201, location }, (alongside) =>
        series.run(request.actor, workspace_id, series_id, alongside),
      );
    },
  );
}
