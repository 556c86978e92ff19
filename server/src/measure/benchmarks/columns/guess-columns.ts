import {
  COLUMN_ROLES,
  type ColumnMapping,
  type ColumnRole,
} from '../../../knowledge/reading/tables/column-mapping.ts';
import type { ColumnFacts } from '../../../knowledge/reading/tables/tables.ts';
import { CLUSTER_NAMES, COMPOUND_NAMES, OWN_NAMES, plainName, ROLE_NAMES } from './column-roles.ts';

export type Confidence = 'high' | 'medium' | 'low';

export interface ColumnGuess {
  role: ColumnRole;
  column: string;
  confidence: Confidence;
  /** The reason, as a sentence. */
  reason: string;
}

export interface ColumnGuesses {
  mapping: ColumnMapping;
  guesses: ColumnGuess[];
  /**
   * Columns that may identify which items belong together. None is used automatically, because clusters change
   * intervals.
   */
  proposedClusters: { column: string; reason: string }[];
  /** Columns that are kept as metadata. */
  metadata: string[];
  /** Notes that a person should read before using the mapping. */
  notes: string[];
}

/** Roles whose names may be part of a longer name, as in `prompt_text`. */
const IN_LONGER_NAMES: ReadonlySet<ColumnRole> = new Set([
  'input',
  'expected',
  'system',
  'context',
  'messages',
]);
const LONG_TEXT = 60;

/** The order in which roles choose their column: the most clearly named first. */
const ROLES = ['messages', 'system', 'expected', 'input', 'context', 'id', 'tags', 'weight'] as const;

/**
 * Guesses the roles of columns from their names and contents. Only the names `input` and `expected` are certain, so
 * every guess states its reason and confidence.
 */
export function guessColumns(columns: readonly ColumnFacts[]): ColumnGuesses {
  const filled = columns.filter((column) => column.filled > 0);
  const guesses: ColumnGuess[] = [];
  const free = () => filled.filter(({ name }) => !guesses.some(({ column }) => column === name));
  for (const role of ROLES) {
    if (role === 'input' && guesses.some((one) => one.role === 'messages')) continue;
    const guess = byName(role, free());
    if (guess !== null) guesses.push(guess);
  }
  const exactGrader = filled.find(({ name }) => name === 'grader');
  if (exactGrader) guesses.push(certain('grader', 'grader'));
  const exactCluster = filled.find(({ name }) => name === 'cluster');
  if (exactCluster) guesses.push(certain('cluster', 'cluster'));
  byContent(guesses, free);
  contextAlone(guesses);
  return {
    mapping: mappingOf(guesses),
    guesses: inOrder(guesses),
    proposedClusters: proposals(filled, guesses),
    metadata: free().map(({ name }) => name),
    notes: notesOn(filled, guesses),
  };
}

const certain = (role: ColumnRole, column: string): ColumnGuess => ({
  role,
  column,
  confidence: 'high',
  reason: `It is called ${column}.`,
});

interface Match {
  facts: ColumnFacts;
  /** The index of the name in the role's list; names that only contain one come after all of them. */
  rank: number;
  word: string;
  isWhole: boolean;
}

function byName(role: (typeof ROLES)[number], columns: readonly ColumnFacts[]): ColumnGuess | null {
  const matches = columns
    .flatMap((facts) => matchOf(role, facts) ?? [])
    .filter(({ facts }) => isPlausible(role, facts))
    .sort((a, b) => a.rank - b.rank);
  const [best, second] = matches;
  if (best === undefined) return null;
  const column = best.facts.name;
  const called = best.isWhole ? `Its name means ${role}` : `Its name contains "${best.word}"`;
  const own = (OWN_NAMES as readonly string[]).includes(column) || column === role;
  if (own) return { role, column, confidence: 'high', reason: `It is called ${column}.` };
  const also = second === undefined ? '' : `, and "${second.facts.name}" could be meant too`;
  const confidence = best.isWhole && second === undefined ? 'high' : 'medium';
  return { role, column, confidence, reason: `${called}${also}.` };
}

function matchOf(role: (typeof ROLES)[number], facts: ColumnFacts): Match | null {
  const name = plainName(facts.name);
  const names = ROLE_NAMES[role];
  const whole = names.indexOf(name);
  if (whole !== -1) return { facts, rank: whole, word: name, isWhole: true };
  if (
    !IN_LONGER_NAMES.has(role) ||
    /\b(?:id|ids|type|types|count|length|len|lang|language|date|time|score|url|start|idx|index|tokens|source|number|num)\b/.test(
      name,
    )
  )
    return null;
  const part = names.findIndex((word) => word.length > 3 && ` ${name} `.includes(` ${word} `));
  if (part !== -1) return { facts, rank: names.length + part, word: names[part] as string, isWhole: false };
  const [compound] = COMPOUND_NAMES[role]?.exec(name) ?? [];
  return compound === undefined ? null : { facts, rank: 2 * names.length, word: compound, isWhole: false };
}

/** Whether the contents of a column allow the role that its name suggests. */
function isPlausible(role: ColumnRole, { kinds, filled, distinct }: ColumnFacts): boolean {
  const isMessages = kinds.messages > filled / 2;
  if (role === 'messages') return isMessages;
  if (role === 'input') return kinds.text + kinds.number + kinds.messages > filled / 2;
  if (role === 'system' || role === 'context') return kinds.text + kinds.list > filled / 2;
  if (role === 'weight') return kinds.number > filled / 2;
  if (role === 'id') return distinct >= Math.min(filled, 1000) * 0.9;
  if (role === 'expected') return !isMessages;
  return true;
}

/**
 * Guesses without names: messages by their form; otherwise the input has questions or is the longest text, and what is
 * expected is shorter.
 */
function byContent(guesses: ColumnGuess[], free: () => ColumnFacts[]): void {
  const has = (role: ColumnRole) => guesses.some((one) => one.role === role);
  const messages = free().filter(({ kinds, filled }) => kinds.messages > filled / 2);
  const [only] = messages;
  if (!has('messages') && !has('input') && only !== undefined && messages.length === 1)
    guesses.push({
      role: 'messages',
      column: only.name,
      confidence: 'medium',
      reason: 'It holds lists of messages.',
    });
  if (!has('input') && !has('messages')) {
    const texts = free().filter(({ kinds, filled }) => kinds.text > filled / 2);
    const asking = texts.filter(({ questions, filled }) => questions > filled / 2);
    const [asks] = asking;
    const [longest] = texts.toSorted((a, b) => b.meanLength - a.meanLength);
    if (asks !== undefined && asking.length === 1)
      guesses.push({
        role: 'input',
        column: asks.name,
        confidence: 'medium',
        reason: 'Most of its values end with a question mark.',
      });
    else if (longest !== undefined)
      guesses.push({
        role: 'input',
        column: longest.name,
        confidence: 'low',
        reason: 'It has the longest texts, and no column has a name that says input.',
      });
  }
  if (has('expected') || has('messages')) return;
  const rest = free().filter(
    ({ kinds, filled }) => kinds.text + kinds.number + kinds.boolean + kinds.list > filled / 2,
  );
  const [single] = rest;
  if (single !== undefined && rest.length === 1)
    guesses.push({
      role: 'expected',
      column: single.name,
      confidence: 'low',
      reason: 'It is the only column left, and no column has a name that says what is expected.',
    });
}

/** A text to work on, without a question of its own, is the input. */
function contextAlone(guesses: ColumnGuess[]): void {
  if (guesses.some(({ role }) => role === 'input' || role === 'messages')) return;
  const context = guesses.find(({ role }) => role === 'context');
  if (context === undefined) return;
  context.role = 'input';
  context.confidence = 'low';
  context.reason = 'It is a text, and no column has a name that says input.';
}

function mappingOf(guesses: readonly ColumnGuess[]): ColumnMapping {
  return Object.fromEntries(inOrder(guesses).map(({ role, column }) => [role, column])) as ColumnMapping;
}

const inOrder = (guesses: readonly ColumnGuess[]) =>
  guesses.toSorted((a, b) => COLUMN_ROLES.indexOf(a.role) - COLUMN_ROLES.indexOf(b.role));

/** Guesses clusters by name, or from few short values that rows share; and from the context, if rows share it. */
function proposals(
  columns: readonly ColumnFacts[],
  guesses: readonly ColumnGuess[],
): ColumnGuesses['proposedClusters'] {
  if (guesses.some(({ role }) => role === 'cluster')) return [];
  return columns.flatMap(({ name, distinct, filled, meanLength }) => {
    const role = guesses.find(({ column }) => column === name)?.role;
    const isShared = filled >= 4 && distinct >= 2 && distinct <= filled / 2;
    if (role === 'context')
      return isShared
        ? [{ column: name, reason: `Rows share it: ${filled} rows have ${distinct} different texts.` }]
        : [];
    if (role !== undefined || meanLength > LONG_TEXT) return [];
    if (CLUSTER_NAMES.includes(plainName(name)))
      return [{ column: name, reason: 'The column name suggests a grouping of rows.' }];
    return isShared &&
      filled >= 20 &&
      distinct <= filled / 4 &&
      /\b(?:id|group|set|family)\b/.test(plainName(name))
      ? [{ column: name, reason: `Rows share it: ${filled} rows have ${distinct} different values.` }]
      : [];
  });
}

/** The required roles for which no column was found. */
function missingRoles(guesses: readonly ColumnGuess[]): string[] {
  const has = (role: ColumnRole) => guesses.some((one) => one.role === role);
  return [
    ...(has('input') || has('messages')
      ? []
      : ['No column was taken as input. Name the column that holds the questions as input.']),
    ...(has('expected') || has('messages')
      ? []
      : ['No column was taken as expected. Name the column that holds the right answers as expected.']),
  ];
}

const LETTERED = /^(?:option |choice |opt )?[a-e]$|^(?:option|choice|answer|opt|ending|sol) ?[0-9]$/;

function notesOn(columns: readonly ColumnFacts[], guesses: readonly ColumnGuess[]): string[] {
  const notes = columns.length === 0 ? [] : missingRoles(guesses);
  const role = (name: string) => guesses.find(({ column }) => column === name)?.role;
  const options = columns.filter(({ name }) => {
    const plain = plainName(name);
    return (
      role(name) !== 'input' &&
      (LETTERED.test(plain) || /^(?:choices|options|endings|alternatives|mc\d targets)$/.test(plain))
    );
  });
  if (options.length > 0)
    notes.push(
      `Options to choose from are in ${options.map(({ name }) => name).join(', ')} and are not sent with the question: write them into the input.`,
    );
  const input = columns.find(({ name }) => role(name) === 'input');
  const longer = columns.filter(
    ({ name, kinds, filled, meanLength }) =>
      role(name) === undefined &&
      kinds.text > filled / 2 &&
      meanLength > LONG_TEXT &&
      input !== undefined &&
      meanLength > 2 * input.meanLength,
  );
  if (longer.length > 0 && !guesses.some((one) => one.role === 'context'))
    notes.push(
      `Long texts in ${longer.map(({ name }) => name).join(', ')} are not sent with the input: name one as context where the input is about it.`,
    );
  if (guesses.some((one) => one.role === 'weight'))
    notes.push('Weights are kept with their items and do not change scores: every item counts the same.');
  return notes;
}
