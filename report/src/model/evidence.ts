import type { Schemas } from '@touchstone/client';

type Results = Schemas['Results'];
type Evidence = NonNullable<Results['evidence']>[number];
type Finding = NonNullable<Evidence['regions']>['findings'][number];

/** What cost, compliance and lock-in of one target under one scenario rest on. */
export interface EvidenceSection
  extends Pick<Evidence, 'target_label' | 'scenario_label' | 'cost' | 'lock_in'> {
  readonly compliance: readonly (Finding & { readonly requirement: string })[];
  /** Sentences, each once; what they were made for. */
  readonly assumptions: readonly string[];
  readonly assumed: Readonly<Record<'cost' | 'compliance' | 'lock_in', readonly string[]>>;
  /** What is not known, and where to add it; each once. */
  readonly missing: readonly { readonly fact: string; readonly add: string }[];
}

/** Names of the vocabulary as words. */
const spaced = (name: string) => name.replaceAll('_', ' ');

/** A sentence for each, once. */
function assumedIn(all: readonly Pick<Evidence['cost'], 'assumptions'>[]): string[] {
  const sentences = all.flatMap(({ assumptions }) =>
    assumptions.map(({ name, value, why }) => `${spaced(name)}: ${spaced(String(value))}; ${spaced(why)}`),
  );
  return [...new Set(sentences)];
}

export function evidenceSections({ evidence = [] }: Results): EvidenceSection[] {
  return evidence.map(({ target_label, scenario_label, cost, lock_in, regions, certifications }) => {
    const compliance = [...(regions === null ? [] : [regions]), ...Object.values(certifications)];
    const all = [cost, lock_in, ...compliance];
    const assumed = {
      cost: assumedIn([cost]),
      compliance: assumedIn(compliance),
      lock_in: assumedIn([lock_in]),
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
      assumptions: assumedIn(all),
      assumed,
      missing: [...missing.values()],
    };
  });
}
