import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Access } from '../../platform/access/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import { answerCreated } from '../../platform/http/idempotent-create.ts';
import { memberAction, memberOperation, resourceRoutes } from '../../platform/http/resource-routes.ts';
import { ResourceParams, WorkspaceParams } from '../../platform/http/schemas.ts';
import { sentFiles } from '../../platform/http/sent-files.ts';
import type { Evaluations } from './evaluations.ts';
import { EXPORT_WRITERS } from './exports/exports.ts';
import { RequestBatches } from './schemas/batch-schemas.ts';
import { Estimate } from './schemas/estimate-schemas.ts';
import {
  EVALUATION_API,
  Evaluation,
  MAX_EVALUATION_BODY_BYTES,
  NewEvaluation,
} from './schemas/evaluation-schemas.ts';
import { ExportQuery } from './schemas/export-schemas.ts';
import { Manifest } from './schemas/manifest-schemas.ts';
import { Migration } from './schemas/migration-schemas.ts';
import { PreflightResult } from './schemas/preflight-schemas.ts';
import { Reanalysis, ReanalysisInput } from './schemas/reanalysis-schemas.ts';
import { MOST_IMPORTED_BYTES, NewComparison, RunImportQuery } from './schemas/run-import-schemas.ts';
import { Sample } from './schemas/sample-schemas.ts';

/** Content of the JSON export. */
const WholeEvaluation = Type.Object(
  { evaluation: Evaluation, samples: Type.Array(Sample) },
  { title: 'WholeEvaluation' },
);

export function evaluationRoutes(
  app: App,
  { evaluations, access }: { evaluations: Evaluations; access: Access },
): void {
  const tags = ['evaluations'];
  const path = '/workspaces/:workspace_id/evaluations';
  const one = `${path}/:evaluation_id`;
  const params = ResourceParams('evaluation_id');

  resourceRoutes(app, access, EVALUATION_API, evaluations);

  app.post(
    `${path}/estimate`,
    {
      bodyLimit: MAX_EVALUATION_BODY_BYTES,
      schema: {
        tags,
        summary: 'Estimate the cost and statistical power of an evaluation',
        description: 'Nothing is run.',
        params: WorkspaceParams,
        body: NewEvaluation,
        response: { 200: Estimate },
      },
    },
    (request) => evaluations.estimate(request.actor, request.params.workspace_id, request.body),
  );

  app.post(
    `${path}/import`,
    {
      config: { rawBody: true, heldBytes: MOST_IMPORTED_BYTES },
      // The limit of this route is enforced while the body is read.
      bodyLimit: Number.MAX_SAFE_INTEGER,
      schema: {
        operationId: 'importEvaluation',
        tags,
        summary: 'Import the results of another evaluation tool',
        description:
          'Stores the results in the files as a completed evaluation whose targets are compared item by item; no model is called. Supported files: logs of Inspect (`.eval`, JSON), `results_….json` and `samples_….jsonl` of lm-evaluation-harness, results of promptfoo (JSON, JSONL), logs of OpenAI Evals (JSONL), and experiments of Braintrust and Langfuse (JSON, JSONL, CSV); at most 256 MB in total. Files of one form field form one run, whose label is the name of the field; for `run`, `run-1`, `run-2` and so on, the label is the model. Items that some runs lack are excluded and listed in `warnings` and in the manifest.',
        params: WorkspaceParams,
        querystring: RunImportQuery,
        body: {
          content: {
            'multipart/form-data': { schema: Type.Unknown({ description: 'The files.' }) },
          },
        },
        response: { 201: Evaluation },
      },
    },
    async (request, reply) => {
      const { workspace_id } = request.params;
      const files = await sentFiles(request, MOST_IMPORTED_BYTES);
      return answerCreated(
        access,
        request,
        reply,
        (alongside) =>
          evaluations.importRuns(request.actor, workspace_id, { files, ...request.query }, alongside),
        { below: (from) => from.replace(/\/import$/, '') },
      );
    },
  );

  app.post(
    `${path}/compare`,
    {
      schema: {
        operationId: 'compareEvaluations',
        tags,
        summary: 'Compare evaluations',
        description:
          'Stores a completed evaluation whose targets are the targets of the given ones, compared on the items that all of them have with the same question, expected answer and grader; no model is called. `warnings` and the manifest state how many items are shared, how many were changed, and how many only some evaluations have.',
        params: WorkspaceParams,
        body: NewComparison,
        response: { 201: Evaluation },
      },
    },
    (request, reply) =>
      answerCreated(
        access,
        request,
        reply,
        (alongside) =>
          evaluations.compare(request.actor, request.params.workspace_id, request.body, alongside),
        { below: (from) => from.replace(/\/compare$/, '') },
      ),
  );

  app.post(
    `${path}/preflight`,
    {
      bodyLimit: MAX_EVALUATION_BODY_BYTES,
      schema: {
        operationId: 'preflightEvaluation',
        tags,
        summary: 'Check the targets and judges of an evaluation',
        description: 'Sends one request to each target and judge and returns which of them respond.',
        params: WorkspaceParams,
        body: NewEvaluation,
        response: { 200: PreflightResult },
      },
    },
    (request) =>
      evaluations.preflight(request.actor, request.params.workspace_id, request.body, request.signal),
  );

  for (const [action, summary, description] of [
    ['cancel', 'Cancel an evaluation', 'Stops the evaluation and keeps its measurements.'],
    ['resume', 'Resume an evaluation', 'Sends the requests that have not been sent yet.'],
    ['retry', 'Retry an evaluation', 'Repeats failed requests and sends those that have not been sent yet.'],
    [
      'rescore',
      'Rescore an evaluation',
      'Grades the stored responses again. Targets are not called; judges are called only where they failed.',
    ],
  ] as const)
    memberAction(app, EVALUATION_API, action, evaluations[action], { summary, description });

  app.post(
    `${one}/rerun`,
    {
      schema: {
        tags,
        summary: 'Rerun an evaluation as a new one',
        description: 'Creates an evaluation with the same plan and items, and sends every request again.',
        params,
        response: { 201: Evaluation },
      },
    },
    (request, reply) => {
      const { workspace_id, evaluation_id } = request.params;
      return answerCreated(
        access,
        request,
        reply,
        (alongside) => evaluations.rerun(request.actor, workspace_id, evaluation_id, alongside),
        { below: (path) => path.split('/').slice(0, -2).join('/') },
      );
    },
  );

  memberOperation(app, EVALUATION_API, ['GET', 'manifest'], evaluations.manifest, {
    summary: 'Get the manifest of an evaluation',
    description: 'The inputs that determine the requests: versions, seeds, hashes and parameters.',
    answer: Manifest,
  });

  memberOperation(app, EVALUATION_API, ['GET', 'batches'], evaluations.batches, {
    summary: 'List the provider batches of an evaluation',
    answer: RequestBatches,
  });

  memberOperation(app, EVALUATION_API, ['GET', 'migration'], evaluations.migration, {
    summary: 'Get the migration advice of an evaluation',
    description: 'Whether to move from the baseline to a candidate, and by when.',
    answer: Migration,
  });

  app.post(
    `${one}/reanalysis`,
    {
      schema: {
        tags,
        summary: 'Reanalyse an evaluation with other margins',
        description:
          'Tests from the same responses which candidates are no worse. The result is exploratory and is not stored.',
        params,
        body: ReanalysisInput,
        response: { 200: Reanalysis },
      },
    },
    (request) => {
      const { workspace_id, evaluation_id } = request.params;
      return evaluations.reanalyse(request.actor, workspace_id, evaluation_id, request.body);
    },
  );

  app.get(
    `${one}/export`,
    {
      schema: {
        tags,
        summary: 'Export an evaluation',
        params,
        querystring: ExportQuery,
        response: {
          200: {
            description: 'The file in the requested format, as a download.',
            content: Object.fromEntries(
              Object.values(EXPORT_WRITERS).map(({ contentType }) => [
                contentType.split(';')[0],
                { schema: contentType.startsWith('application/json') ? WholeEvaluation : Type.String() },
              ]),
            ),
          },
        },
      },
    },
    async (request, reply) => {
      const { workspace_id, evaluation_id } = request.params;
      const { contentType, filename, body } = await evaluations.export(
        request.actor,
        workspace_id,
        evaluation_id,
        request.query,
      );
      reply.headers({
        'content-type': contentType,
        'content-disposition': contentDisposition('attachment', filename),
        ...SANDBOX_HEADERS,
      });
      return reply.send(Readable.from(body) as never);
    },
  );
}

/** Labels and responses come from outside. The sandbox keeps a browser from running anything in them. */
const SANDBOX_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
};
