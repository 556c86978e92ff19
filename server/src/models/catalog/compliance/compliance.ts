import type { Assumption } from '../assumptions.ts';
import { findProvider, type MissingFact } from '../facts/find.ts';
import type { CertificateFact, Facts } from '../facts/schemas.ts';
import { type PromptRecipient, promptRecipients, type StackParts } from '../stack-parts.ts';
import { isJurisdictionAllowed, jurisdictionsOf } from './jurisdictions.ts';

export type ComplianceStatus = 'pass' | 'fail' | 'unknown';

/** Whether one part of the stack meets one requirement. */
export interface ComplianceFinding {
  readonly component: string;
  readonly status: ComplianceStatus;
  readonly evidence: string;
}

/** The result for one requirement: all allowed regions together, or one certificate. */
export interface ComplianceResult {
  readonly requirement: string;
  readonly status: ComplianceStatus;
  readonly findings: readonly ComplianceFinding[];
  readonly assumptions: readonly Assumption[];
  readonly missing: readonly MissingFact[];
}

const HELD = ['listed', 'available', 'gated_report'];

interface Answer {
  status: ComplianceStatus;
  evidence: string;
  missing?: MissingFact;
}

/**
 * Whether every part of the stack that sees prompts runs in an allowed region: one of the regions, countries or
 * jurisdictions that the scenario lists. An unknown region is unknown, never allowed.
 */
export function checkRegions(facts: Facts, stack: StackParts, allowed: readonly string[]): ComplianceResult {
  return checkParts(facts, stack, `regions ${allowed.join(', ')}`, ({ provider, region }) => {
    if (region === null) {
      const fact = `in which region ${provider} processes the prompts`;
      return {
        status: 'unknown',
        evidence: `not known: ${fact}`,
        missing: { fact, add: 'hardware.region of the stack' },
      };
    }
    const jurisdictions = jurisdictionsOf(facts, provider, region);
    if (!jurisdictions.known) {
      if (allowed.some((one) => one.trim().toUpperCase() === region.toUpperCase())) {
        return { status: 'pass', evidence: `${provider} ${region} is allowed by name` };
      }
      return {
        status: 'unknown',
        evidence: `not known: ${jurisdictions.missing.fact}`,
        missing: jurisdictions.missing,
      };
    }
    const inside = allowed.some((one) => isJurisdictionAllowed(one, jurisdictions.value));
    const says = `${provider} ${region} is in ${jurisdictions.value.slice(1).join(', ')}`;
    return { status: inside ? 'pass' : 'fail', evidence: says };
  });
}

/** Whether every part that sees prompts is run by a provider with the certificate. */
export function checkCertificate(facts: Facts, stack: StackParts, wanted: string): ComplianceResult {
  return checkParts(facts, stack, wanted, ({ provider }) => {
    const found = findProvider(facts, provider);
    if (!found.known)
      return { status: 'unknown', evidence: `not known: ${found.missing.fact}`, missing: found.missing };
    return certificateOf(found.value.id, found.value.certificates, wanted);
  });
}

function certificateOf(provider: string, certificates: readonly CertificateFact[], wanted: string): Answer {
  const fitting = certificates.filter(({ covers }) =>
    covers.some((one) => normalizedName(one) === normalizedName(wanted)),
  );
  const best = fitting.find(({ status }) => HELD.includes(status)) ?? fitting[0];
  const missing = {
    fact: `whether ${provider} has ${wanted}`,
    add: `/providers/-/certificates/- of ${provider}`,
  };
  if (!best)
    return { status: 'unknown', evidence: `no source states that ${provider} has ${wanted}`, missing };
  const evidence = `${provider}, ${best.name}: ${best.status} (${best.source}, ${best.as_of})`;
  if (HELD.includes(best.status)) return { status: 'pass', evidence };
  if (best.status === 'not_held') return { status: 'fail', evidence };
  return { status: 'unknown', evidence, missing };
}

/** `ISO/IEC 27001:2022`, `iso27001` and `ISO 27001` are the same; so are `SOC2 Type II` and `SOC 2 Type 2`. */
function normalizedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\btype (ii|i)\b/g, (_, roman: string) => `type ${roman.length}`)
    .replace(/\/iec\b/, '')
    .replace(/:\d{4}$/, '')
    .replace(/[^a-z0-9]+/g, '');
}

function checkParts(
  facts: Facts,
  stack: StackParts,
  requirement: string,
  ask: (platform: NonNullable<PromptRecipient['platform']>) => Answer,
): ComplianceResult {
  const findings: ComplianceFinding[] = [];
  const assumptions: Assumption[] = [];
  const missing: MissingFact[] = [];
  for (const part of promptRecipients(facts, stack)) {
    if (!part.known) {
      missing.push(part.missing);
      findings.push({
        component: part.missing.fact,
        status: 'unknown',
        evidence: `not known: ${part.missing.fact}`,
      });
      continue;
    }
    const { component, platform, assumption } = part.value;
    if (assumption) assumptions.push(assumption);
    const answer: Answer = platform
      ? ask(platform)
      : { status: 'pass', evidence: 'you run it where you choose' };
    findings.push({ component, status: answer.status, evidence: answer.evidence });
    if (answer.missing) missing.push(answer.missing);
  }
  return { requirement, status: combineFindings(findings), findings, assumptions, missing };
}

/** Any fail is a fail; otherwise any unknown makes the requirement unknown. */
function combineFindings(findings: readonly ComplianceFinding[]): ComplianceStatus {
  if (findings.some(({ status }) => status === 'fail')) return 'fail';
  return findings.every(({ status }) => status === 'pass') ? 'pass' : 'unknown';
}
