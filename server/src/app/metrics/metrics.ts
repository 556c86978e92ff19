import type { Registry } from 'prom-client';
import { countWhatHappens } from './counted.ts';
import { serveText } from './metrics-server.ts';
import { createStateGauges, type States } from './states.ts';

export interface MetricsOptions extends States {
  host: string;
  /** 0 = any free port. */
  port: number;
}

export interface Metrics {
  /** Starts counting, and serves the counts at `/metrics` of this port. */
  start(): Promise<{ host: string; port: number }>;
  stop(): Promise<void>;
}

/**
 * Metrics of this process in the text format of Prometheus, on a separate port. No label contains user text, and each
 * has a bounded number of values; unknown values have no sample.
 */
export async function createMetrics(options: MetricsOptions): Promise<Metrics> {
  // Loaded only if metrics are enabled.
  const prometheus = await import('prom-client');
  const registry: Registry = new prometheus.Registry();
  const server = serveText({
    path: '/metrics',
    type: registry.contentType,
    read,
    onError: (err) => options.log.warn({ err }, 'the metrics could not be read'),
  });
  let readStates = async () => {};
  let stopCounting = () => {};
  let reading: Promise<string> | null = null;

  async function readOnce(): Promise<string> {
    await readStates();
    // Removes means without values, which occur if two clients read within 10 ms and are not valid in the format.
    return (await registry.metrics()).replace(/^.* Nan$\n/gm, '');
  }

  /** Simultaneous reads share one result, because one read resets gauges that the other fills. */
  function read(): Promise<string> {
    reading ??= readOnce().finally(() => {
      reading = null;
    });
    return reading;
  }

  return {
    start() {
      prometheus.collectDefaultMetrics({ register: registry });
      stopCounting = countWhatHappens(prometheus, registry);
      readStates = createStateGauges(prometheus, registry, options);
      return server.listen(options.host, options.port);
    },
    async stop() {
      stopCounting();
      await server.close();
      registry.clear();
    },
  };
}
