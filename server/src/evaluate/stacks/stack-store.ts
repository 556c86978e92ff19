import { resourceRows } from '../../platform/db/resource-rows.ts';
import type { Row } from '../../platform/db/schema.ts';

export type StackRow = Row<'stacks'>;

export const stackRows = resourceRows('stacks', 'stack');
