const MOST_NAMES = 20;
const MOST_CHARACTERS = 60;

/** Names of columns for a sentence: the first 20, each truncated, and the number of others. */
export function firstNames(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMES).map(shortName).join(', ');
  return names.length > MOST_NAMES ? `${first} and ${names.length - MOST_NAMES} more` : first;
}

/** A name truncated to 60 characters. */
export const shortName = (name: string) =>
  name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…` : name;
