import { listMetrics } from '../../server/src/app/metrics/list-metrics.ts';
import type { Tool } from '../../server/src/converse/tools/tools.ts';
import { ERRORS } from '../../server/src/kernel/errors.ts';
import { LOCK_IN_TOLERANCES } from '../../server/src/models/catalog/vocabulary/lock-in-tolerances.ts';
import type { Distribution, Sourced } from '../../server/src/models/catalog/vocabulary/profiles.ts';
import { TRAFFIC_PROFILES } from '../../server/src/models/catalog/vocabulary/traffic-profiles.ts';
import { WORKLOAD_PROFILES } from '../../server/src/models/catalog/vocabulary/workload-profiles.ts';
import { OPERATIONS, type Permission } from '../../server/src/platform/access/operations.ts';
import { SETTINGS, type SettingName } from '../../server/src/platform/settings.ts';

// The tables of docs/reference that repeat facts of the code, as Markdown.

/** A Markdown table; a bar in a cell is escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const code = (text: string) => (text === '' ? '' : `\`${text}\``);

/** The first setting of each group, in the order of the code. */
const SETTING_GROUPS: Readonly<Partial<Record<SettingName, string>>> = {
  ROLE: 'The process and its address',
  BACKUP_DIR: 'Backups and lost writes',
  DATABASE_URL: 'PostgreSQL',
  ALLOWED_HOSTS: 'Access',
  TOUCHSTONE_CONFIG: 'Files',
  LOG_LEVEL: 'Logs, metrics and traces',
  BODY_LIMIT_BYTES: 'Limits of requests and calls',
  SEARCH_MEMORY_BYTES: 'Search and conversation',
  UPLOAD_LIMIT_BYTES: 'Limits of stored data',
  ALLOW_PRIVATE_NETWORKS: 'Which addresses may be reached',
  GITHUB_URL: 'Where documents and benchmarks are read',
};

/** Every setting, grouped: environment variable, default and meaning. */
export function settingsTables(): string {
  const groups: { title: string; rows: string[][] }[] = [];
  for (const [name, { fallback, help }] of Object.entries(SETTINGS)) {
    const title = SETTING_GROUPS[name as SettingName];
    if (title !== undefined) groups.push({ title, rows: [] });
    groups.at(-1)?.rows.push([code(name), code(fallback), help]);
  }
  return groups
    .map(({ title, rows }) => `### ${title}\n\n${markdownTable(['setting', 'default', 'meaning'], rows)}`)
    .join('\n\n');
}

/** Every metric of this service with its labels. */
export function metricsTable(): string {
  const rows = listMetrics().map(({ name, type, labels, help }) => [
    code(name),
    type,
    labels.map(code).join(', '),
    help,
  ]);
  return markdownTable(['metric', 'type', 'labels', 'meaning'], rows);
}

const number = (value: number) => Math.round(value).toLocaleString('en');

function sizeOf(size: Distribution | undefined): string {
  if (size === undefined) return '';
  if (size.dist === 'constant') return number(size.value);
  if (size.dist === 'uniform') return `${number(size.min)} to ${number(size.max)}`;
  if (size.dist !== 'quantiles')
    return `mean ${number(size.mean)}${size.sd === undefined ? '' : `, sd ${number(size.sd)}`}`;
  const [p50, p95] = [50, 95].map((percentile) => size.values[size.percentiles.indexOf(percentile)] ?? 0);
  return `mean ${number(size.mean ?? 0)}, p50 ${number(p50 ?? 0)}, p95 ${number(p95 ?? 0)}`;
}

/** The name of the source without the part that was used, and its date. */
const sourceOf = ({ source, as_of }: Sourced) => `${source.split(/[:,;]/)[0]}, ${as_of}`;

/** The words of `workload_type`. */
export const workloadTypes = () =>
  markdownTable(
    ['word', 'kind of work', 'input tokens', 'output tokens', 'grade', 'source'],
    WORKLOAD_PROFILES.map((profile) => [
      code(profile.word),
      profile.title,
      sizeOf(profile.sizes.input_tokens),
      sizeOf(profile.sizes.output_tokens),
      profile.grade,
      sourceOf(profile),
    ]),
  );

/** The words of `traffic_profile`. */
export const trafficProfiles = () =>
  markdownTable(
    ['word', 'arrivals', 'loop', 'parameters with their defaults', 'source'],
    TRAFFIC_PROFILES.map((profile) => [
      code(profile.word),
      profile.process,
      profile.loop,
      Object.entries(profile.parameters)
        .map(
          ([name, parameter]) => `${code(name)}${parameter.default === null ? '' : ` ${parameter.default}`}`,
        )
        .join(', '),
      sourceOf(profile),
    ]),
  );

/** The words of `vendor_lock_in_tolerance`. */
export const lockInTolerances = () =>
  markdownTable(
    ['word', 'highest score', 'also', 'source'],
    LOCK_IN_TOLERANCES.map((one) => [
      code(one.word),
      String(one.max_score),
      one.fails_on_component_maximum ? 'fails if any component is at its maximum' : '',
      sourceOf(one),
    ]),
  );

/** Every code with its status, meaning and remedy. */
export const errorTable = () =>
  markdownTable(
    ['code', 'status', 'meaning', 'what to do'],
    Object.entries(ERRORS).map(([name, { status, title, remedy }]) => [
      code(name),
      String(status),
      title,
      remedy,
    ]),
  );

/** Operations with the same permissions share a row. */
export function permissionTable(): string {
  const rules = Map.groupBy(
    Object.entries<Permission>(OPERATIONS),
    ([, { role, personRole, agent, why = '' }]) =>
      JSON.stringify([personRole === undefined ? role : `${role} (people: ${personRole})`, agent, why]),
  );
  return markdownTable(
    ['role', 'agent’s key', 'operations', 'why'],
    [...rules].map(([rule, operations]) => {
      const [role = '', agent = '', why = ''] = JSON.parse(rule) as string[];
      return [code(role), agent, operations.map(([id]) => id).join(', '), why];
    }),
  );
}

/** The tools of agents and MCP clients. */
export const toolTable = (
  tools: Iterable<Pick<Tool, 'name' | 'title' | 'effect' | 'role' | 'inWorkspace'>>,
) =>
  markdownTable(
    ['tool', 'what it does', 'role', 'effect'],
    [...tools].map(({ name, title, effect, role, inWorkspace }) => [
      code(name),
      inWorkspace ? title : `${title} *`,
      role,
      effect,
    ]),
  );
