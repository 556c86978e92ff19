import { resourceRows } from '../db/resource-rows.ts';
import type { Row } from '../db/schema.ts';

export type StackRow = Row<'stacks'>;

export const stackRows = resourceRows('stacks', 'stack');
