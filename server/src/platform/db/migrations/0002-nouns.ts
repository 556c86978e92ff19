import type { ColumnTypes, Migration } from './migration.ts';

/** The columns of every resource with an ETag. */
const life = ({ int }: ColumnTypes) => `
      revision ${int} NOT NULL,
      created_at ${int} NOT NULL,
      updated_at ${int} NOT NULL`;

export const nouns: Migration = {
  number: 2,
  name: 'nouns',
  up: (types) => {
    const { key, text, tail } = types;
    return [
      `CREATE TABLE workspaces (
      id ${key} PRIMARY KEY,
      name ${text} NOT NULL,
      description ${text},${life(types)},
      deleted_at ${types.int}
    )${tail}`,
      `CREATE TABLE scenarios (
      workspace_id ${key} NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      id ${key} NOT NULL,
      name ${text} NOT NULL,
      workload_type ${text} NOT NULL,
      traffic_profile ${text},
      slo_requirements_json ${text} NOT NULL,
      budget_json ${text} NOT NULL,
      compliance_json ${text} NOT NULL,
      vendor_lock_in_tolerance ${text},${life(types)},
      PRIMARY KEY (workspace_id, id)
    )${tail}`,
      `CREATE TABLE stacks (
      workspace_id ${key} NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      id ${key} NOT NULL,
      name ${text} NOT NULL,
      description ${text},
      model_json ${text} NOT NULL,
      framework_json ${text} NOT NULL,
      hardware_json ${text} NOT NULL,${life(types)},
      PRIMARY KEY (workspace_id, id)
    )${tail}`,
    ];
  },
};
