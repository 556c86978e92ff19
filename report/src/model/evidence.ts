import type { Schemas } from '@touchstone/client';

type Results = Schemas['Results'];
type Evidence = NonNullable<Results['evidence']>[number];
type EvidenceOfTarget = NonNullable<Evidence['regions']>['findings'][number];

/** The evidence for cost, compliance and lock-in of one target under one scenario. */
export interface EvidenceSection
  extends Pick<Evidence, 'target_label' | 'scenario_label' | 'cost' | 'lock_in'> {
  readonly compliance: readonly (EvidenceOfTarget & { readonly requirement: string })[];
  /** The distinct assumptions, as sentences. */
  readonly assumptions: readonly string[];
  readonly assumed: Readonly<Record<'cost' | 'compliance' | 'lock_in', readonly string[]>>;
  /** The distinct missing facts, and where to add them. */
  readonly missing: readonly { readonly fact: string; readonly add: string }[];
}

/** Replaces underscores in names of the vocabulary by spaces. */
const withSpaces = (name: string) => name.replaceAll('_', ' ');

/** One sentence for each distinct assumption. */
function distinctAssumptions(all: readonly Pick<Evidence['cost'], 'assumptions'>[]): string[] {
  const sentences = all.flatMap(({ assumptions }) =>
    assumptions.map(
      ({ name, value, why }) => `${withSpaces(name)}: ${withSpaces(String(value))}; ${withSpaces(why)}`,
    ),
  );
  return [...new Set(sentences)];
}

export function evidenceSections({ evidence = [] }: Results): EvidenceSection[] {
  return evidence.map(({ target_label, scenario_label, cost, lock_in, regions, certifications }) => {
    const compliance = [...(regions === null ? [] : [regions]), ...Object.values(certifications)];
    const all = [cost, lock_in, ...compliance];
    const assumed = {
      cost: distinctAssumptions([cost]),
      compliance: distinctAssumptions(compliance),
      lock_in: distinctAssumptions([lock_in]),
    };
    const missing = new Map(
      all.flatMap((one) => one.missing.map((each) => [`${each.fact} ${each.add}`, each])),
    );
    return {
      target_label,
      scenario_label,
      cost,
      lock_in,
      compliance: compliance.flatMap(({ requirement, findings }) =>
        findings.map((finding) => ({ ...finding, requirement })),
      ),
      assumptions: distinctAssumptions(all),
      assumed,
      missing: [...missing.values()],
    };
  });
}
