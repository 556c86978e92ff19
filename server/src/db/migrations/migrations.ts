import { access } from './0001-access.ts';
import { nouns } from './0002-nouns.ts';
import type { Migration } from './migration.ts';

/** All migrations, in order. */
export const migrations: readonly Migration[] = [access, nouns];
