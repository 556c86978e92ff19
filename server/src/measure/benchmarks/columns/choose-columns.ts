import { joinNames } from '@touchstone/report/figures';
import type { ColumnMapping } from '../../../knowledge/reading/tables/column-mapping.ts';
import {
  openTable,
  surveyTable,
  type Table,
  UnreadableTable,
} from '../../../knowledge/reading/tables/tables.ts';
import { OWN_NAMES } from './column-roles.ts';
import { firstNames, shortName } from './first-names.ts';
import { type ColumnGuesses, guessColumns } from './guess-columns.ts';
import { secondHeaderNotes } from './second-header.ts';

/** How the rows of a table are read as items. */
export interface ChosenColumns {
  /** Null: the table has the column names of a dataset. */
  mapping: ColumnMapping | null;
  /** What was inferred without being stated, as sentences. */
  warnings: string[];
  /** Why the table cannot be used; null if it can. */
  problem: string | null;
}

/** Number of rows that are read to guess the columns. */
const LOOKED_AT = 1000;

/**
 * Decides how a table is read: by the given mapping, by the column names of a dataset if it has them, or by a guess
 * that is at least likely, which a warning reports.
 */
export async function chooseColumns(
  table: Table,
  given: ColumnMapping | null,
  { isGraded }: { isGraded: boolean },
): Promise<ChosenColumns> {
  const survey = await surveyTable(table, LOOKED_AT);
  const { columns, rowCount } = survey;
  const names = columns.map(({ name }) => name);
  const warnings = secondHeaderNotes(survey);
  // Unreadable rows are reported with their lines.
  if (rowCount === 0) return { mapping: given, warnings, problem: null };
  if (given !== null) {
    const mapping = inTable(given, names);
    const problem =
      missingColumns(mapping, names) ??
      (isGraded ? missingRole(mapping, guessColumns(columns), names) : null);
    return { mapping, warnings, problem };
  }
  if (OWN_NAMES.every((name) => names.includes(name))) return { mapping: null, warnings, problem: null };
  const guessed = guessColumns(columns);
  const isAnswered = guessed.guesses.some(({ role }) => role === 'expected');
  // Graders of rows may contain what is expected.
  if (names.includes('input') && names.includes('grader') && !isAnswered)
    return { mapping: null, warnings, problem: null };
  const problem = unsure(guessed);
  if (problem === null)
    return { mapping: guessed.mapping, warnings: [...sentencesOf(guessed), ...warnings], problem: null };
  const missing = OWN_NAMES.filter((name) => !names.includes(name));
  return {
    mapping: null,
    warnings,
    problem: `there is no column ${missing.join(' and no column ')}; it has: ${firstNames(names)}. ${problem} Name them in an evaluation file, as in columns: { input: …, expected: … }, or rename the columns`,
  };
}

/** Why a table does not fit columns; null if it does, or if the text is not a table. */
export async function columnsProblem(text: string, columns: ColumnMapping): Promise<string | null> {
  try {
    const table = await openTable(Buffer.from(text));
    return (await chooseColumns(table, columns, { isGraded: false })).problem;
  } catch (error) {
    if (error instanceof UnreadableTable) return null;
    throw error;
  }
}

/**
 * The mapping with the names as the table spells them: an umlaut may be one character, or a letter and a combining
 * mark.
 */
function inTable(mapping: ColumnMapping, names: readonly string[]): ColumnMapping {
  const known = new Map(names.map((name) => [name.normalize('NFC'), name]));
  const nameIn = (name: string) => (names.includes(name) ? name : (known.get(name.normalize('NFC')) ?? name));
  return Object.fromEntries(
    Object.entries(mapping).map(([role, name]: [string, string | string[]]) => [
      role,
      Array.isArray(name) ? name.map(nameIn) : nameIn(name),
    ]),
  );
}

function missingColumns(mapping: ColumnMapping, names: readonly string[]): string | null {
  const missing = Object.values(mapping)
    .flat()
    .filter((name) => !names.includes(name));
  return missing.length === 0
    ? null
    : `columns names ${joinNames(missing.map((name) => `"${shortName(name)}"`))}, which the table does not have; it has: ${firstNames(names)}`;
}

/** The roles that a graded dataset needs and its mapping lacks, with the column that may be meant. */
function missingRole(
  mapping: ColumnMapping,
  { mapping: guessed }: ColumnGuesses,
  names: readonly string[],
): string | null {
  if (mapping.messages !== undefined) return null;
  const role = OWN_NAMES.find((name) => mapping[name] === undefined);
  if (role === undefined) return null;
  const used = Object.values(mapping).flat();
  const guess = [guessed[role] ?? []].flat().find((name) => !used.includes(name));
  const example = guess === undefined ? '…' : shortName(guess);
  const holds = role === 'input' ? 'questions' : 'right answers';
  return `columns names no ${role}. Add the column that holds the ${holds}, as in columns: { ${role}: ${example} }; the table has: ${firstNames(names)}`;
}

/** Why a guess is not used without being stated; null if it is used. */
function unsure({ guesses, mapping }: ColumnGuesses): string | null {
  const input = guesses.find(({ role }) => role === 'input' || role === 'messages');
  const expected = guesses.find(({ role }) => role === 'expected');
  if (input === undefined) return 'No column could be the input.';
  if (input.confidence === 'low') return `"${input.column}" may be the input: ${lowerFirst(input.reason)}`;
  if (expected === undefined)
    return mapping.messages === undefined ? 'No column could be what is expected.' : null;
  return expected.confidence === 'low'
    ? `"${expected.column}" may be what is expected: ${lowerFirst(expected.reason)}`
    : null;
}

function sentencesOf({ guesses, proposedClusters, notes }: ColumnGuesses): string[] {
  const read = guesses.map(
    ({ role, column, reason }) => `"${column}" as ${role} (${lowerFirst(reason).replace(/\.$/, '')})`,
  );
  return [
    `Columns were read by what they are called and hold: ${joinNames(read)}.`,
    ...proposedClusters
      .slice(0, 1)
      .map(
        ({ column }) =>
          `Items that share a value of "${column}" may not be independent; name it as cluster if so.`,
      ),
    ...notes,
  ];
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
