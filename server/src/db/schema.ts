import type { Insertable, Selectable } from 'kysely';

/**
 * The row types of all tables. Times are milliseconds since 1970 (UTC), identifiers lower-case UUIDs,
 * columns that end in `_json` hold JSON text; the same on both databases.
 */
export interface Schema {
  schema_migrations: { number: number; name: string; applied_at: number };
  health: { id: number; written_at: number };

  // access
  api_keys: {
    id: string;
    name: string;
    role: string;
    /** JSON array of workspace ids the key is limited to; null = all. */
    workspaces_json: string | null;
    hash: string;
    created_at: number;
    revoked_at: number | null;
  };
  sessions: { hash: string; key_id: string; created_at: number; expires_at: number };
  idempotency_keys: {
    /** Empty for routes outside a workspace. */
    workspace_id: string;
    actor_id: string;
    route: string;
    key: string;
    body_hash: string;
    status: number;
    location: string;
    body: string;
    created_at: number;
  };

  // nouns
  workspaces: {
    id: string;
    name: string;
    description: string | null;
    revision: number;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
  };
  scenarios: {
    workspace_id: string;
    id: string;
    name: string;
    workload_type: string;
    traffic_profile: string | null;
    slo_requirements_json: string;
    budget_json: string;
    compliance_json: string;
    vendor_lock_in_tolerance: string | null;
    revision: number;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
  };
  stacks: {
    workspace_id: string;
    id: string;
    name: string;
    description: string | null;
    model_json: string;
    framework_json: string;
    hardware_json: string;
    revision: number;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
  };

  // evaluations
  evaluations: {
    workspace_id: string;
    id: string;
    name: string;
    description: string | null;
    evaluation_type: string;
    /** Targets, benchmarks, custom_eval and methodology as they were given. */
    definition_json: string;
    /** What the definition means, with everything it refers to copied (`Plan`). */
    plan_json: string;
    warnings_json: string;
    status: string;
    stop_reason: string | null;
    progress_percent: number;
    /** Grows with every claim, cancellation and resumption; a worker whose number is old writes nothing. */
    fence: number;
    started_at: number | null;
    completed_at: number | null;
    error_message: string | null;
    results_json: string | null;
    revision: number;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
  };
  evaluation_items: {
    workspace_id: string;
    evaluation_id: string;
    /** Index of the benchmark in the plan. */
    benchmark: number;
    /** Index of the item in the benchmark. */
    item: number;
    hash: string;
    content_json: string;
  };
  evaluation_samples: {
    workspace_id: string;
    evaluation_id: string;
    /** The number of the unit in the plan: (target, benchmark, item, epoch). */
    unit: number;
    id: string;
    target: number;
    benchmark: number;
    item: number;
    epoch: number;
    state: string;
    score: number | null;
    extraction: string | null;
    extracted: string | null;
    /** Why a unit failed (class) or is unscored. */
    reason: string | null;
    message: string | null;
    answer: string | null;
    reasoning: string | null;
    finish_reason: string | null;
    returned_model: string | null;
    input_tokens: number | null;
    output_tokens: number | null;
    /** 10⁻¹² USD. */
    cost: number | null;
    latency_ms: number | null;
    attempts: number;
    created_at: number;
  };
}

export type Row<T extends keyof Schema> = Selectable<Schema[T]>;
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>;
