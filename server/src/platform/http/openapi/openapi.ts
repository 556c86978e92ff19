import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { Type } from 'typebox';
import { ERRORS } from '../../../kernel/errors.ts';
import { Problem } from '../answers/problem.ts';
import type { App } from '../app-type.ts';
import { finishOpenApiDocument } from './openapi-document.ts';
import { describeOperation } from './openapi-operations.ts';

/**
 * The policy of the page: requests only to this service, also over plain HTTP. The plugin's own policy has
 * `upgrade-insecure-requests`, with which a page from another machine requests its scripts over https, which is not
 * served.
 */
const DOCS_CSP =
  "default-src 'none'; base-uri 'none'; connect-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'";

/** Publishes `/openapi.json` (3.1, generated from the route schemas) and the page `/docs` that shows it. */
export async function addOpenApi(
  app: App,
  { basePath, version }: { basePath: string; version: string },
): Promise<void> {
  app.addSchema(Problem);
  // Every route may fail with any code of the table of errors.
  app.addHook('onRoute', (route) => {
    const schema = route.schema;
    if (!schema || schema.hide) return;
    schema.response = { ...(schema.response as object), '4xx': problemResponse, '5xx': problemResponse };
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Touchstone',
        version,
        description: 'Finds the AI stack to run for a workload, with evidence.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: basePath || '/' }],
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'An API key of the form ts_….' },
        },
      },
      // As long as no key exists, a server bound to loopback is open to its machine.
      security: [{ key: [] }, {}],
    },
    transform: describeOperation,
    transformObject: (made) => finishOpenApiDocument('openapiObject' in made ? made.openapiObject : {}),
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `schema-${i}`) },
  });
  // The plugin's own routes show the document and no data of a workspace.
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(`${basePath}/docs`)) route.config = { ...route.config, role: 'open' };
  });
  await app.register(swaggerUi, {
    routePrefix: `${basePath}/docs`,
    staticCSP: DOCS_CSP,
    theme: { title: 'Touchstone API' },
    uiConfig: { tryItOutEnabled: true, persistAuthorization: false },
  });
  app.get(`${basePath}/openapi.json`, { schema: { hide: true }, config: { role: 'open' } }, async () =>
    app.swagger(),
  );
  app.get(
    `${basePath}/errors`,
    {
      schema: { tags: ['discovery'], summary: 'List error codes', response: { 200: ErrorTable } },
    },
    async () => ({
      data: Object.entries(ERRORS).map(([code, { status, title }]) => ({ code, status, title })),
    }),
  );
}

const ErrorTable = Type.Object({
  data: Type.Array(Type.Object({ code: Type.String(), status: Type.Integer(), title: Type.String() })),
});

const problemResponse = {
  description: 'A problem (RFC 9457).',
  content: { 'application/problem+json': { schema: Type.Ref('Problem') } },
};
