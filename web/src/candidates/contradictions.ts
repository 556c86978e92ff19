import type { Evaluation, Scenario, Stack } from '../api/api.ts';
import { type StackDraft, toStackDraft } from './stack-draft.ts';
import { type Facts, servingPlatform } from './use-facts.ts';

/** Why a candidate cannot meet a set of requirements, and where that is known from. */
export interface Contradiction {
  scenario: Scenario;
  says: string;
  from: string;
}

/** Members of the European Union, and the further ones of the European Economic Area, as of 2026-11-21. */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const EEA = [...EU, 'IS', 'LI', 'NO'];

/**
 * What facts rule out before anything is measured: a region whose country is known and not allowed, a certificate
 * known to be missing. Unknown facts rule out nothing; the verdict of an evaluation decides.
 */
export function contradictions(
  facts: Facts,
  draft: StackDraft,
  scenarios: readonly Scenario[],
): Contradiction[] {
  const platform = servingPlatform(facts, draft);
  if (!platform) return [];
  const place = facts.regions.find(
    ({ provider, region }) => provider === platform.id && region === draft.region.trim(),
  );
  return scenarios.flatMap((scenario) => {
    const { regions = [], certifications = [] } = scenario.compliance;
    const found: Contradiction[] = [];
    if (place?.country && regions.length > 0 && !regions.some((word) => mayAllow(word, place))) {
      found.push({
        scenario,
        says: `allows only ${regions.join(', ')}, but ${platform.name} ${place.region} is in ${place.country}`,
        from: `${place.source}, ${place.as_of}`,
      });
    }
    for (const wanted of certifications) {
      const none = platform.certificates.find(
        ({ covers, status }) => status === 'not_held' && covers.includes(wanted),
      );
      if (none) {
        found.push({
          scenario,
          says: `requires ${wanted}, which ${platform.name} does not hold`,
          from: `${none.source}, ${none.as_of}`,
        });
      }
    }
    return found;
  });
}

/** Whether a word of a requirement allows a place; a word that only the service understands is taken to allow it. */
function mayAllow(word: string, { region, country = '' }: Facts['regions'][number]): boolean {
  const said = word.trim().toUpperCase();
  if (said === 'EU') return EU.includes(country);
  if (said === 'EEA') return EEA.includes(country);
  if (/^[A-Z]{2}$/.test(said)) return said === country;
  const isOtherRegion = /-\d$/.test(said) && said !== region.toUpperCase();
  return !isOtherRegion;
}

/** The newest finished evaluation of a candidate for a scenario, of a list that has the newest first. */
export function newestOf(stack: Stack, scenario: Scenario, evaluations: readonly Evaluation[]) {
  return evaluations.find(
    ({ targets, result_summary: found }) =>
      found !== undefined &&
      found.verdict.length > 0 &&
      [stack, scenario].every((one) => labelOf(targets, one) !== undefined),
  );
}

/** The limits that an evaluation showed a candidate to miss, in the words of its results. */
export function measuredMisses(stack: Stack, scenario: Scenario, evaluation: Evaluation): Contradiction[] {
  const { name, targets, results } = evaluation;
  const label = labelOf(targets, stack);
  const under = labelOf(targets, scenario);
  return (results?.requirements ?? [])
    .filter((one) => one.target_label === label && one.scenario_label === under)
    .filter(({ status }) => status === 'fail')
    .map(({ says, reason }) => ({ scenario, says: `${says}: ${reason}`, from: name }));
}

function labelOf(targets: Evaluation['targets'], { id, name }: { id: string; name: string }) {
  const target = targets.find(({ target_id }) => target_id === id);
  return target && (target.label ?? name);
}

/** What facts rule out for a saved candidate. */
export function knownContradictions(facts: Facts, stack: Stack, scenarios: readonly Scenario[]) {
  return contradictions(facts, toStackDraft(stack), scenarios);
}
