import * as prometheus from 'prom-client';
import { createLog } from '../../kernel/log.ts';
import { countWhatHappens } from './counted.ts';
import { createStateGauges } from './states.ts';

export interface MetricDescription {
  name: string;
  type: string;
  help: string;
  labels: readonly string[];
}

/** Every metric of this service, without the process metrics of the Prometheus client. */
export function listMetrics(): MetricDescription[] {
  const registry = new prometheus.Registry();
  countWhatHappens(prometheus, registry)();
  createStateGauges(prometheus, registry, {
    version: '',
    role: '',
    due: async () => [],
    accounts: () => [],
    connections: () => null,
    backups: () => null,
    log: createLog('silent'),
  });
  return registry.getMetricsAsArray().map((metric) => {
    const { name, type, help, labelNames } = metric as typeof metric & { labelNames: string[] };
    return { name, type: String(type), help, labels: labelNames };
  });
}
