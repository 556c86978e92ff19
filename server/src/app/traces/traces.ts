import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';

export interface TracesOptions {
  /** The address of an OTLP/HTTP collector; `/v1/traces` is appended. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** The share of new traces that are sampled, from 0 to 1. */
  share: number;
  serviceName: string;
  version: string;
  log: Log;
}

export interface Traces {
  start(): void;
  /** Sends waiting spans, for at most 5 s. */
  stop(): Promise<void>;
}

/** Interval between log lines while a collector does not respond. */
const SAID_EVERY_MS = 60_000;
const LAST_SPANS_WITHIN_MS = 5000;

/**
 * Traces of this process for OpenTelemetry. They contain no prompts, no responses and no user text except model
 * names.
 */
export async function createTraces(options: TracesOptions): Promise<Traces> {
  // Loaded only if traces are enabled.
  const [{ diag, DiagLogLevel }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }, followed, names] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('./followed.ts'),
      import('../../kernel/trace-names.ts'),
    ]);
  const { url, headers, share, serviceName, version, log } = options;
  const exporter = new OTLPTraceExporter({
    url: `${url.href.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...headers },
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      [names.SERVICE_NAME]: serviceName,
      [names.SERVICE_VERSION]: version,
      [names.SERVICE_INSTANCE]: newId(),
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  let stopFollowing = () => {};
  return {
    start() {
      diag.setLogger(saysFailures(log, url), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
      stopFollowing = followed.followFeatures(
        provider.getTracer('touchstone', version, { schemaUrl: names.SCHEMA_URL }),
      );
    },
    async stop() {
      stopFollowing();
      const late = new Promise((resolve) => setTimeout(resolve, LAST_SPANS_WITHIN_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      diag.disable();
    },
  };
}

/** The library reports each batch that was not sent, but one log line per minute suffices. */
function saysFailures(log: Log, url: URL) {
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (message: string, ...args: unknown[]) => {
    if (performance.now() - saidAt < SAID_EVERY_MS) return;
    saidAt = performance.now();
    log.warn({ collector: url.host, why: [message, ...args].map(String).join(' ') }, 'traces are not sent');
  };
  const nothing = () => {};
  return { error: say, warn: say, info: nothing, debug: nothing, verbose: nothing };
}
