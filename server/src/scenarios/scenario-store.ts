import { resourceRows } from '../db/resource-rows.ts';
import type { Row } from '../db/schema.ts';

export type ScenarioRow = Row<'scenarios'>;

export const scenarioRows = resourceRows('scenarios', 'scenario');
