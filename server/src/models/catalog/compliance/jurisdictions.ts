import { type FoundFact, isSameProvider, knownFact, missingFact } from '../facts/find.ts';
import type { Facts } from '../facts/schemas.ts';

/*
 * Members of the European Union (Treaty on European Union, article 52) and of the European Economic Area (EEA
 * Agreement): 27 and 30 countries as of 2026-11-21. The United Kingdom and Switzerland are in neither.
 */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const EEA = [...EU, 'IS', 'LI', 'NO'];

/** Other names of a jurisdiction or country, in upper case. */
const ALIASES: Readonly<Record<string, string>> = {
  'EUROPEAN UNION': 'EU',
  'EUROPEAN ECONOMIC AREA': 'EEA',
  USA: 'US',
  'UNITED STATES': 'US',
  UK: 'GB',
  'UNITED KINGDOM': 'GB',
  GERMANY: 'DE',
  FRANCE: 'FR',
  IRELAND: 'IE',
  NETHERLANDS: 'NL',
  SWEDEN: 'SE',
  SWITZERLAND: 'CH',
  CANADA: 'CA',
  JAPAN: 'JP',
  AUSTRALIA: 'AU',
  INDIA: 'IN',
};

const upper = (text: string) => text.trim().toUpperCase();

/** Normalises the name of a jurisdiction: `uk` and `United Kingdom` become GB. */
function jurisdictionName(text: string): string {
  return ALIASES[upper(text)] ?? upper(text);
}

/** The jurisdictions of a provider's region, including the region's own name: `EU-WEST-1, IE, EU, EEA`. */
export function jurisdictionsOf(
  facts: Facts,
  provider: string,
  region: string,
): FoundFact<readonly string[]> {
  const row = facts.regions.find(
    (one) => upper(one.region) === upper(region) && isSameProvider(facts, one.provider, provider),
  );
  if (!row) return missingFact(`where the region ${region} of ${provider} lies`, '/regions/-');
  const { country, jurisdiction } = row;
  const names = [upper(region)];
  if (country !== undefined) names.push(country);
  if (jurisdiction !== undefined) names.push(jurisdictionName(jurisdiction));
  if ((country !== undefined && EU.includes(country)) || names.includes('EU')) names.push('EU', 'EEA');
  else if (country !== undefined && EEA.includes(country)) names.push('EEA');
  return knownFact([...new Set(names)]);
}

/** Whether a scenario's region name covers one of the jurisdictions. */
export function isJurisdictionAllowed(allowed: string, jurisdictions: readonly string[]): boolean {
  return jurisdictions.includes(jurisdictionName(allowed));
}
