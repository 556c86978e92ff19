import type { FormatName } from './formats/format.ts';
import type { NewImport } from './import-schemas.ts';
import type { Stratum } from './making/strata.ts';

/** How a file is read and what is created from it, with defaults filled in. */
export interface ImportSettings {
  format: FormatName | 'auto';
  redacts: boolean;
  region: string;
  size: number;
  by: readonly Stratum[];
  seed: number;
  grader: string;
  /** An editor must unpause it. */
  paused?: boolean;
}

export function settingsOf({ format, redact, phone_region, sample, grader }: NewImport): ImportSettings {
  return {
    format: format ?? 'auto',
    redacts: redact ?? true,
    region: (phone_region ?? 'US').toUpperCase(),
    size: sample?.size ?? 1000,
    by: sample?.by ?? ['model', 'route', 'length'],
    seed: sample?.seed ?? 1,
    grader: grader ?? 'f1',
  };
}
