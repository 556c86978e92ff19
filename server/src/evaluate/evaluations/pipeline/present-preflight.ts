import { toUsdNumber } from '../../../kernel/money.ts';
import type { Preflight, PreflightEntry } from '../plan/preflight.ts';
import type { PreflightPart } from '../schemas/preflight-schemas.ts';

/** The preflight as the API returns it, without targets and judges that were not checked. */
export function presentPreflight({ targets, judges }: Preflight): PreflightPart {
  const asked = (entries: Preflight['targets']) => entries.filter((entry) => entry !== null);
  return {
    targets: asked(targets).map((entry) => ({ target_label: entry.label, ...presentEntry(entry) })),
    judges: asked(judges).map((entry) => ({ judge: entry.label, ...presentEntry(entry) })),
  };
}

function presentEntry(entry: PreflightEntry) {
  return {
    status: entry.status,
    message: entry.message,
    returned_model: entry.returnedModel,
    first_token_ms: entry.firstTokenMs,
    latency_ms: entry.latencyMs,
    parameters: entry.parameters && { ...entry.parameters },
    learned: [...(entry.lessons ?? [])],
    cost_usd: entry.cost === null ? null : toUsdNumber(BigInt(entry.cost)),
    ...(entry.isEstimated && { cost_is_estimated: true }),
  };
}
