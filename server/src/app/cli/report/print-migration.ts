import type { Schemas } from '@touchstone/client';
import { migrationPage } from '@touchstone/report';
import type { Output } from '../terminal/output.ts';
import { printSection } from './print-results.ts';

/** Prints the migration advice, as HTML, Markdown and console show it. */
export function printMigration(out: Output, migration: Schemas['Migration']): void {
  const { title, answer, then, sections, warnings } = migrationPage(migration);
  out.title(title);
  out.text(answer);
  for (const sentence of then) out.text(sentence);
  for (const section of sections) printSection(out, section);
  if (warnings.length === 0) return;
  out.title('Notes');
  for (const warning of warnings) out.text(warning);
}
