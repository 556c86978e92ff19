import { CLASSIFICATIONS, SOURCE_STATUSES, SOURCE_TYPES } from './source-schemas.ts';
import type { SourceFilter } from './source-store.ts';

const KNOWN: Readonly<Record<keyof SourceFilter, readonly string[]>> = {
  type: SOURCE_TYPES,
  status: SOURCE_STATUSES,
  classification: CLASSIFICATIONS,
};

/** Reads the filters of a list. `filter` is null when one of them can match nothing; the warnings then say so. */
export function filterOf(query: SourceFilter): { filter: SourceFilter | null; warnings: string[] } {
  const warnings: string[] = [];
  const filter: SourceFilter = {};
  for (const name of ['type', 'status', 'classification'] as const) {
    const value = query[name];
    if (value === undefined) continue;
    filter[name] = value;
    if (KNOWN[name].includes(value)) continue;
    warnings.push(`No source has the ${name} ${JSON.stringify(value)}; known are ${KNOWN[name].join(', ')}.`);
  }
  return { filter: warnings.length > 0 ? null : filter, warnings };
}
