import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { unitRun } from '../../evaluate/evaluations/evaluations.ts';
import { currentTrace, type Span as Followed, type SpanRun, type TraceContext } from '../../kernel/span.ts';
import * as names from '../../kernel/trace-names.ts';
import { searchDone } from '../../knowledge/search/search.ts';
import { type ModelCall, modelCall } from '../../models/models.ts';
import { databaseWorkDone } from '../../platform/db/db.ts';
import { requestSpan } from '../../platform/http/http.ts';
import { jobRun } from '../../platform/jobs/jobs.ts';

interface SpanStart {
  name: string;
  kind: SpanKind;
  attributes: Attributes;
  parent: Context;
  links?: Link[];
  /** In ms since 1970; defaults to now. */
  startTime?: number;
}

interface SpanEnd {
  attributes?: Attributes;
  /** The class of the failure; null without one. */
  failure?: string | null;
}

/** Makes a span for each operation of the features from now on; returns a function that ends it. */
export function followFeatures(tracer: Tracer): () => void {
  const ends = [
    follow(tracer, requestSpan, {
      begin: ({ method, route, arrivedAt, traceparent, requestId }) => ({
        name: route === null ? method : `${method} ${route}`,
        kind: SpanKind.SERVER,
        attributes: {
          [names.HTTP_METHOD]: method,
          ...(route !== null && { [names.HTTP_ROUTE]: route }),
          [names.REQUEST_ID]: requestId,
        },
        parent: parentOf(traceparent),
        startTime: arrivedAt,
      }),
      end: ({ status }) => ({
        attributes: { [names.HTTP_STATUS]: status },
        failure: status >= 500 ? String(status) : null,
      }),
    }),
    follow(tracer, jobRun, {
      begin: ({ kind, key, workspaceId }) => ({
        name: `job ${kind}`,
        kind: SpanKind.INTERNAL,
        attributes: {
          [names.JOB_KIND]: kind,
          [names.JOB_KEY]: key,
          ...(workspaceId !== null && { [names.WORKSPACE_ID]: workspaceId }),
        },
        // A job is a separate trace; comparing times shows which request of this process caused it.
        parent: ROOT_CONTEXT,
      }),
      end: (error) => ({ failure: error === null ? null : classOf(error) }),
    }),
    follow(tracer, unitRun, {
      begin: ({ evaluationId, workspaceId, unit }) => ({
        name: 'evaluation unit',
        kind: SpanKind.INTERNAL,
        attributes: {
          [names.EVALUATION_ID]: evaluationId,
          [names.WORKSPACE_ID]: workspaceId,
          [names.UNIT]: unit,
        },
        // Each unit is a separate trace, linked with its job: a trace of 20,000 units would be unreadable.
        parent: ROOT_CONTEXT,
        links: linkTo(currentTrace()),
      }),
    }),
    follow(tracer, modelCall, { begin: beginCall, end: endCall }),
    databaseWorkDone.hear(({ work, seconds }) => {
      const attributes = { [names.DATABASE_WORK]: work };
      recordPastSpan(tracer, { name: `database ${work}`, kind: SpanKind.CLIENT, attributes }, seconds);
    }),
    searchDone.hear(({ mode, took_ms }) => {
      const attributes = { [names.SEARCH_MODE]: mode };
      recordPastSpan(tracer, { name: `search ${mode}`, kind: SpanKind.INTERNAL, attributes }, took_ms / 1000);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function beginCall({ provider, modelId, work, request }: ModelCall): SpanStart {
  const operation = work === 'chat' ? 'chat' : 'embeddings';
  return {
    name: modelId === null ? operation : `${operation} ${modelId}`,
    kind: SpanKind.CLIENT,
    attributes: definedAttributes({
      [names.GEN_AI_OPERATION]: operation,
      [names.GEN_AI_PROVIDER]: provider,
      [names.GEN_AI_REQUEST_MODEL]: modelId,
      [names.GEN_AI_TEMPERATURE]: request?.temperature,
      [names.GEN_AI_MAX_TOKENS]: request?.maxTokens,
    }),
    parent: contextOf(currentTrace()),
  };
}

type CallResult = typeof modelCall extends Followed<ModelCall, infer R> ? R : never;

function endCall(outcome: CallResult): SpanEnd {
  if (!outcome.ok) return { failure: outcome.class };
  const written = 'text' in outcome ? outcome : null;
  return {
    attributes: definedAttributes({
      [names.GEN_AI_RESPONSE_MODEL]: outcome.returnedModel,
      [names.GEN_AI_FINISH_REASONS]: written && [written.finishReason],
      [names.GEN_AI_INPUT_TOKENS]: outcome.usage.input_tokens,
      [names.GEN_AI_OUTPUT_TOKENS]: written?.usage.output_tokens,
      [names.GEN_AI_CACHED_TOKENS]: written?.usage.cached_tokens,
    }),
  };
}

function follow<T, R>(
  tracer: Tracer,
  followed: Followed<T, R>,
  { begin, end = () => ({}) }: { begin(what: T): SpanStart; end?(result: R): SpanEnd },
): () => void {
  const open = new WeakMap<SpanRun<T, R>, Span>();
  return followed.follow({
    began(stretch) {
      const { name, parent, ...options } = begin(stretch.what);
      const span = tracer.startSpan(name, options, parent);
      open.set(stretch, span);
      return toTraceContext(span);
    },
    ended(stretch) {
      const span = open.get(stretch);
      if (!span) return; // Began before spans were recorded.
      const { attributes = {}, failure = null } =
        'error' in stretch ? { failure: classOf(stretch.error) } : end(stretch.result as R);
      span.setAttributes(attributes);
      if (failure !== null) {
        span.setAttribute(names.ERROR_TYPE, failure);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  });
}

/** Records a span that has ended, if it belongs to a sampled trace. */
function recordPastSpan(
  tracer: Tracer,
  { name, ...options }: Omit<SpanStart, 'parent'>,
  seconds: number,
): void {
  const parent = currentTrace();
  if (!parent?.isSampled) return;
  const now = Date.now();
  tracer.startSpan(name, { ...options, startTime: now - seconds * 1000 }, contextOf(parent)).end(now);
}

function toTraceContext(span: Span): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
}

const toSpanContext = ({ traceId, spanId, isSampled }: TraceContext, isRemote = false) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  isRemote,
});

function contextOf(parent: TraceContext | undefined): Context {
  return parent ? trace.setSpanContext(ROOT_CONTEXT, toSpanContext(parent)) : ROOT_CONTEXT;
}

const linkTo = (parent: TraceContext | undefined) => (parent ? [{ context: toSpanContext(parent) }] : []);

/** W3C Trace Context, 3.2: other forms count as absent, and later versions begin like the first. */
function parentOf(traceparent: string | undefined): Context {
  const [, version, traceId, spanId, flags] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(traceparent ?? '') ?? [];
  if (version === undefined || version === 'ff' || !traceId || !spanId || !flags) return ROOT_CONTEXT;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT;
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  return trace.setSpanContext(ROOT_CONTEXT, toSpanContext({ traceId, spanId, isSampled }, true));
}

const classOf = (error: unknown) => (error instanceof Error ? error.name : 'Error');

function definedAttributes(
  attributes: Record<string, string | number | string[] | null | undefined>,
): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined),
  ) as Attributes;
}
