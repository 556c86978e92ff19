import type { Gauge, Registry } from 'prom-client';
import type { Log } from '../../kernel/log.ts';
import type { Models } from '../../models/models.ts';
import type { Connections } from '../../platform/db/db.ts';
import type { DueJobs } from '../../platform/jobs/jobs.ts';
import type { BackupState } from '../backups/backups.ts';

type Prometheus = typeof import('prom-client');

export interface States {
  version: string;
  role: string;
  due: () => Promise<DueJobs[]>;
  accounts: Models['accounts'];
  connections: () => Connections | null;
  backups: () => BackupState | null;
  log: Log;
}

/** Makes the gauges of states; returns a function that reads them anew. States that cannot be read are absent. */
export function createStateGauges(
  { Gauge }: Prometheus,
  registry: Registry,
  states: States,
): () => Promise<void> {
  const registers = [registry];
  const gauge = <L extends string>(name: string, labelNames: L[], help: string): Gauge<L> =>
    new Gauge({ name, help, labelNames, registers });

  const { version, role } = states;
  const info = gauge('touchstone_info', ['version', 'role'], 'Version and role of this process; always 1.');
  info.set({ version, role }, 1);
  const due = gauge(
    'touchstone_jobs_due',
    ['kind'],
    'Jobs that are due and not running. Every process reports the same number: take the maximum, not the sum.',
  );
  const oldest = gauge('touchstone_jobs_oldest_due_seconds', ['kind'], 'Waiting time of the oldest due job.');
  const limit = gauge(
    'touchstone_account_calls_limit',
    ['provider'],
    'Maximum calls in flight of this process to the account; of several processes, its share.',
  );
  const inFlight = gauge(
    'touchstone_account_calls_in_flight',
    ['provider'],
    'Calls of this process in flight.',
  );
  const waiting = gauge(
    'touchstone_account_calls_waiting',
    ['provider'],
    'Calls of this process that wait for the account’s limit.',
  );
  const connections = gauge(
    'touchstone_database_connections',
    ['state'],
    'PostgreSQL only: connections that are `busy` or `idle`, and `most`, the setting.',
  );
  const queue = gauge(
    'touchstone_database_waiting',
    [],
    'PostgreSQL only: reads and write batches that wait for a connection.',
  );
  const overdue = gauge(
    'touchstone_backup_overdue_seconds',
    [],
    'How long the next scheduled backup is overdue; 0 if it is not.',
  );
  const failures = gauge(
    'touchstone_backup_failures',
    [],
    'Scheduled backups of this process that failed since the last successful one.',
  );

  return async () => {
    const jobs = await states.due().catch((err) => {
      states.log.warn({ err }, 'due jobs could not be counted for the metrics');
      return [];
    });
    for (const each of [due, oldest, limit, inFlight, waiting, connections]) each.reset();
    // Removed, because gauges without labels would be 0 after a reset.
    for (const each of [queue, overdue, failures]) each.remove();
    for (const job of jobs) {
      due.set({ kind: job.kind }, job.due);
      if (job.oldestMs !== null) oldest.set({ kind: job.kind }, job.oldestMs / 1000);
    }
    for (const { provider, state } of states.accounts()) {
      limit.inc({ provider }, state.limit);
      inFlight.inc({ provider }, state.inFlight);
      waiting.inc({ provider }, state.waiting);
    }
    const backups = states.backups();
    if (backups !== null) {
      overdue.set(backups.overdueSeconds);
      failures.set(backups.failures);
    }
    const pool = states.connections();
    if (pool === null) return;
    connections.set({ state: 'busy' }, pool.busy);
    connections.set({ state: 'idle' }, pool.idle);
    connections.set({ state: 'most' }, pool.most);
    queue.set(pool.waiting);
  };
}
