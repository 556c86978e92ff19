import { resourceRows } from '../../platform/db/resource-rows.ts';
import type { Row } from '../../platform/db/schema.ts';

export type ScenarioRow = Row<'scenarios'>;

export const scenarioRows = resourceRows('scenarios', 'scenario');
