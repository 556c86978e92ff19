import type { Insertable, Selectable } from 'kysely';

/**
 * The row types of all tables. Times are milliseconds since 1970 (UTC), identifiers are lower-case UUIDs, and columns
 * that end in `_json` contain JSON text. They are the same on both databases.
 */
export interface Schema {
  schema_migrations: {
    number: number;
    name: string;
    applied_at: number;
    /** The newest migration that a program must know to run on this database; null for this one. */
    oldest_program: number | null;
  };
  health: { id: number; written_at: number };

  // providers
  model_providers: {
    id: string;
    /** The value for `model.provider` of a stack. */
    name: string;
    kind: string;
    base_url: string;
    /** Limits, models and prices, in the form of the API. */
    settings_json: string;
    /** The three parts of a sealed key (`models/providers/key-ring.ts`); all null if the provider needs no key. */
    wrapped_by: string | null;
    wrapped_key: string | null;
    sealed_key: string | null;
    revision: number;
    created_at: number;
    updated_at: number;
  };

  /** Prices that people set while the service runs. A row changes only when it is withdrawn or replaced. */
  catalog_prices: {
    /** `service` for all workspaces. */
    workspace_id: string;
    id: string;
    provider: string;
    model_id: string;
    /** The price with its source, in the form of the API. */
    price_json: string;
    /** The id of the key that set the price, and of the key that withdrew or replaced it. */
    set_by: string;
    set_at: number;
    ended_by: string | null;
    ended_at: number | null;
  };

  // access
  api_keys: {
    id: string;
    name: string;
    role: string;
    /** JSON array of workspace ids the key is limited to; null for all. */
    workspaces_json: string | null;
    /** 1 if the key belongs to an agent. */
    is_agent: number;
    hash: string;
    created_at: number;
    revoked_at: number | null;
  };
  request_windows: {
    actor_id: string;
    /** Database time at which the minute ends. */
    ends_at: number;
    /** Number of requests of the minute that processes have leased, and that were refused. */
    leased: number;
  };
  open_streams: {
    id: string;
    actor_id: string;
    /** The process that holds the stream. */
    owner: string;
    /** Database time at which the lease ends unless the process renews it. */
    ends_at: number;
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
    quality_json: string;
    session_requirements_json: string;
    vendor_lock_in_tolerance: string | null;
    revision: number;
    created_at: number;
    updated_at: number;
  };
  stacks: {
    workspace_id: string;
    id: string;
    name: string;
    description: string | null;
    model_json: string;
    framework_json: string;
    hardware_json: string;
    endpoint_json: string | null;
    retrieval_json: string | null;
    revision: number;
    created_at: number;
    updated_at: number;
  };

  series: {
    workspace_id: string;
    id: string;
    name: string;
    description: string | null;
    /** The request body of the evaluation that each run creates. */
    evaluation_json: string;
    schedule_json: string | null;
    /** `frozen` or `fresh`. */
    items: string;
    /** `once` or `skip`. */
    missed: string;
    max_cost_usd_per_month: number | null;
    margins_json: string;
    /** `active` or `paused`. */
    status: string;
    next_due_at: number | null;
    /** The running interim analysis. */
    running: string | null;
    /** The interim analysis that all others are compared with. */
    reference: string | null;
    /** Number of complete interim analyses, including the reference. */
    looks: number;
    /** The metrics that are monitored; null before the reference is complete. */
    monitors_json: string | null;
    revision: number;
    created_at: number;
    updated_at: number;
  };
  series_looks: {
    workspace_id: string;
    series_id: string;
    id: string;
    number: number | null;
    /** `running`, `complete`, `failed` or `skipped`. */
    state: string;
    reason: string | null;
    due_at: number | null;
    evaluation_id: string | null;
    cost_usd: number | null;
    /** JSON of findings, alarms and changes. */
    shown_json: string | null;
    /** The models that responded and the items that were asked, for comparison with the next interim analysis. */
    identity_json: string | null;
    created_at: number;
    ended_at: number | null;
  };

  // webhooks
  webhooks: {
    workspace_id: string;
    id: string;
    name: string;
    url: string;
    /** JSON array of the message types that it receives. */
    events_json: string;
    /** `active` or `paused`. */
    status: string;
    /** Why it is paused, if the service paused it. */
    status_reason: string | null;
    /** The secrets, newest first; older ones also sign until their expiry. */
    secrets_json: string;
    /** The time of the first failure since the last delivery. */
    failing_since: number | null;
    revision: number;
    created_at: number;
    updated_at: number;
  };
  webhook_deliveries: {
    workspace_id: string;
    webhook_id: string;
    /** Id of the message, the same for every webhook that receives it. */
    id: string;
    type: string;
    /** The exact body that is sent. */
    body: string;
    /** `pending`, `delivered` or `failed`. */
    state: string;
    attempts: number;
    /** Status of the last attempt; null without a response. */
    response_status: number | null;
    error: string | null;
    created_at: number;
    attempted_at: number | null;
    /** Time of the next attempt; null if there is none. */
    next_attempt_at: number | null;
    ended_at: number | null;
  };

  // jobs
  jobs: {
    id: string;
    kind: string;
    /** At most one unfinished job for each kind and key. */
    key: string;
    workspace_id: string | null;
    payload_json: string;
    /**
     * Database time at which the job may be claimed: when a waiting job is due, or when the lease of a running job
     * ends.
     */
    due_at: number;
    /** The worker that holds the lease; null while the job waits. */
    owner: string | null;
    /** Incremented with every claim. */
    fence: number;
    /** Number of failed attempts. */
    attempts: number;
    /** Number of consecutive leases that expired because their owner sent no heartbeat. */
    lapses: number;
    /** 1 if it was enqueued again while it ran, so it runs once more. */
    again: number;
    error_json: string | null;
    failed_at: number | null;
    created_at: number;
    /** The last message of the job to the code that enqueued it. */
    said_json: string | null;
  };

  /** Processes that run jobs, if several can. */
  workers: {
    owner: string;
    /** JSON array of the job kinds that the process runs. */
    kinds_json: string;
    /** Database time of the last heartbeat. */
    seen_at: number;
  };

  // models
  accounts: {
    /** Hash of the address and the secret of a provider account. */
    account: string;
    /** A new value with every write. */
    revision: string;
    state_json: string;
  };

  // events
  events: {
    workspace_id: string;
    id: string;
    type: string;
    resource_id: string;
    data_json: string;
    /** Database time of the event. */
    told_at: number;
  };

  // approvals
  approvals: {
    workspace_id: string;
    id: string;
    action: string;
    /** The exact request that would be carried out. */
    body_json: string;
    /** `hashJson` of action and body. */
    body_hash: string;
    /** The plan of a new evaluation, with everything that its body refers to; null for an existing evaluation. */
    meaning: string | null;
    /** Name of the evaluation that the approval refers to. */
    name: string;
    estimate_json: string;
    /** Maximum cost of the evaluation in USD; null without a limit. */
    cap_usd: number | null;
    /** The id of the actor that requested it. */
    asked_by: string;
    message_id: string | null;
    /** `pending`, `approved` or `declined`; a pending approval whose time is over has expired. */
    status: string;
    created_at: number;
    expires_at: number;
    decided_by: string | null;
    decided_at: number | null;
    /** JSON of the result of carrying it out. */
    result_json: string | null;
  };

  // messages
  conversations: {
    workspace_id: string;
    last_number: number;
    /** Messages up to this number are deleted, even if their rows still exist. */
    forgotten_through: number;
    message_count: number;
  };
  messages: {
    workspace_id: string;
    /** 1, 2, 3 … in the order in which messages became visible. */
    number: number;
    id: string;
    role: string;
    content: string;
    agent_name: string | null;
    status: string;
    created_at: number;
    /** For an answer: the id of the message that it answers. */
    reply_to: string | null;
    /** For a person's message: the id of its answer. */
    answer_id: string | null;
    /** 1 once an agent has begun to write it; no agent begins it a second time. */
    is_begun: number;
    pinned: number;
    revision: number;
    citations_json: string | null;
    made_json: string | null;
    usage_json: string | null;
    error_json: string | null;
    /** For an answer: the actor who asked; null in rows of earlier versions. */
    asked_by: string | null;
  };
  /** The tool calls for an answer, in order. */
  message_steps: { workspace_id: string; message_id: string; ordinal: number; step_json: string };
  /** The calls of AGENT_MODEL in the last day. */
  answer_costs: {
    id: string;
    actor_id: string;
    at: number;
    /** While the call runs, its maximum cost. */
    cost_usd: number;
  };

  // sources
  source_heads: {
    workspace_id: string;
    /** The number of the last change that the search index has to apply. */
    last_change: number;
    source_count: number;
  };
  sources: {
    workspace_id: string;
    id: string;
    /**
     * The source that owns the bytes, the text and the chunks: itself, or the first source with this content. The state
     * of the content (`status` … `indexed_at`) is in the owner's row and applies to all that share it.
     */
    owner_id: string;
    type: string;
    url: string | null;
    title: string;
    filename: string | null;
    media_type: string;
    /** The encoding of an uploaded text: as declared, otherwise as detected while reading; null before. */
    charset: string | null;
    byte_size: number;
    /** Sources with the same identity share their content: type and bytes for an upload, otherwise type and address. */
    identity: string;
    /** 1 if a user gave the title; 0 if reading may replace it by a better one. */
    is_titled: number;
    /** How the source is read as a dataset, if a user chose it: `columns` and `grader` in the form of the API. */
    table_json: string | null;
    /** SHA-256 in hex of the uploaded bytes or of the text read from an address; empty until the address was read. */
    content_hash: string;
    status: string;
    stage_json: string | null;
    error_json: string | null;
    /** What reading found and omitted, in the form of the API. */
    left_out_json: string | null;
    classification: string;
    language: string | null;
    /** Number of sources that are not deleted and share this owner's content; at 0 the content is purged for good. */
    holders: number;
    /** The generation of chunks that was started last. */
    building: number;
    /** The current generation; 0 if there is none yet. */
    generation: number;
    chunk_count: number;
    /** The number of the last change of its chunks. */
    change: number | null;
    indexed_at: number | null;
    revision: number;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
  };
  /** Immutable states of a source's rows. Before the first change there is none: the state is that of the upload. */
  dataset_versions: {
    workspace_id: string;
    source_id: string;
    number: number;
    /** SHA-256 in hex of the version's text. */
    version: string;
    row_count: number;
    /** Number of rows that changed since the previous version. */
    added: number;
    edited: number;
    removed: number;
    /** The blocks of its text, in order; null for the text that was read from the upload. */
    blocks_json: string | null;
    /** The id of the key that made the version; null if it was uploaded. */
    created_by: string | null;
    created_at: number;
  };
  /** Blocks of rows as JSON lines, shared by the versions of a source. */
  dataset_blocks: { workspace_id: string; source_id: string; hash: string; text: string };
  /**
   * Uploads that are not a source yet. By this row, the pieces of an upload that never becomes a source are found and
   * deleted.
   */
  source_uploads: { workspace_id: string; id: string; touched_at: number };
  /** Responses of an embedding model to texts: `vector` contains 32-bit floats, little-endian. */
  embeddings: {
    workspace_id: string;
    /** `provider/model`. */
    model: string;
    /** SHA-256 of the text, in hex. */
    text_hash: string;
    vector: Uint8Array;
    created_at: number;
  };
  // imports
  imports: {
    workspace_id: string;
    id: string;
    name: string;
    /** `receiving`, `making`, `ready` or `failed`. */
    status: string;
    settings_json: string;
    /** The position in the file up to which it has been read, with its counts. */
    state_json: string;
    /** The key for pseudonyms of sessions; null once nothing more is read. */
    salt: string | null;
    /** Bytes of the file received, up to the end of the last complete record. */
    received_bytes: number;
    error_json: string | null;
    /** JSON object: the sources made from the import, by their contents. */
    sources_json: string;
    result_json: string | null;
    created_at: number;
    updated_at: number;
  };
  /** Model calls from an imported file, redacted. */
  import_calls: {
    workspace_id: string;
    import_id: string;
    ordinal: number;
    /** SHA-256 of the request; empty if the file does not contain it. */
    hash: string;
    /** 1 if an earlier call of the import has the same hash. */
    repeated: number;
    /** The pseudonym of a session. */
    session: string;
    /** 0 if the call belongs to no session; `session` is then unique. */
    has_session: number;
    model: string | null;
    route: string | null;
    /** Microseconds since 1970; -1 if the file has no time. */
    at_us: number;
    duration_us: number | null;
    input_tokens: number | null;
    output_tokens: number | null;
    cached_tokens: number | null;
    /** Number of characters in the request's messages. */
    characters: number;
    failed: number;
    /** JSON array of short hashes of the messages. */
    chain_json: string;
    /** Short hash of the response as a message. */
    answer: string | null;
    content_json: string;
  };

  /** Only written by the previous version; the next version drops both tables. */
  index_snapshots: { workspace_id: string; id: string; created_at: number };
  index_snapshot_parts: { workspace_id: string; snapshot_id: string; part: number };
  /** Uploaded bytes in pieces of at most 1 MB. */
  source_originals: { workspace_id: string; source_id: string; ordinal: number; bytes: Uint8Array };
  /** Extracted text in pieces. */
  source_contents: {
    workspace_id: string;
    source_id: string;
    generation: number;
    ordinal: number;
    text: string;
  };
  chunks: {
    workspace_id: string;
    source_id: string;
    generation: number;
    ordinal: number;
    /** A passage keeps its id in every generation that contains it. */
    id: string;
    /** Offsets in the source's content, in UTF-16 code units. */
    start_at: number;
    end_at: number;
    text: string;
    /** JSON array of headings, outermost first. */
    heading_json: string;
    /** JSON of its `Place`; null if it has none. */
    place_json: string | null;
    /** A link to the chunk; null if there is none. */
    url: string | null;
  };

  // evaluations
  evaluations: {
    workspace_id: string;
    id: string;
    name: string;
    description: string | null;
    evaluation_type: string;
    /** Targets, benchmarks, custom_eval and methodology as given in the request. */
    definition_json: string;
    /** The plan of the definition, with copies of everything it refers to (`Plan`). */
    plan_json: string;
    warnings_json: string;
    status: string;
    stop_reason: string | null;
    progress_percent: number;
    /** Incremented by every claim, cancellation and resumption; a worker with an older number writes nothing. */
    fence: number;
    started_at: number | null;
    completed_at: number | null;
    error_message: string | null;
    results_json: string | null;
    /** What the next run does: `ask` sends pending units, `rescore` grades stored responses. */
    work: string;
    /** Incremented by every retry: failures of an earlier round are pending again. */
    round: number;
    /** Maximum number of model calls in flight: durable before they begin, 0 after a normal end. */
    calls_under_way: number;
    /** Maximum number of calls that were in flight when runs were killed; their cost is unknown. */
    calls_cut_off: number;
    /** What only a run knows for the manifest: limits, prices, models that responded (`RunConditions`). */
    run_facts_json: string | null;
    /** Only written by the previous version; the next version drops it. */
    lane_budget: number | null;
    revision: number;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
  };
  /** The shards (lanes) of an evaluation that workers run in parallel, while they run. */
  evaluation_lanes: {
    workspace_id: string;
    evaluation_id: string;
    /** 0 for the shard of the worker that runs the evaluation. */
    lane: number;
    of_lanes: number;
    /** The fence of the evaluation; if it changes other than by the evaluation's next run, nothing more is written. */
    evaluation_fence: number;
    /** Incremented with every claim of the shard, and when it is revoked. */
    fence: number;
    /** 1 if nothing more is sent here. */
    ended: number;
    /** 1 if no further unit is started here: when the running ones have ended, the evaluation is divided again. */
    closing: number;
    /** Number of units of the shard that are finished. */
    done: number;
    /** As those of the evaluation, for this shard alone. */
    calls_under_way: number;
    calls_cut_off: number;
    /** The total amount that the shard may spend, its known cost so far (in 10⁻¹² USD), and its number of calls. */
    leased: number;
    spent: number;
    paid_calls: number;
  };
  /** Request batches that an evaluation has, or had, at a provider. */
  evaluation_batches: {
    workspace_id: string;
    evaluation_id: string;
    /** Our id, sent to the provider so that the batch can be found again. */
    id: string;
    /** The index of the batch's only target in the plan. */
    target: number;
    round: number;
    /** 1 if its units were in no earlier batch. */
    attempt: number;
    /**
     * planned: not yet at the provider; exhausted: the account has no quota, so not in this run; sending: possibly at
     * the provider; submitted; cancelling; ended: no more results will come.
     */
    state: string;
    remote_id: string | null;
    /** JSON array of the numbers of its units. */
    units_json: string;
    requests: number;
    /** Maximum cost in 10⁻¹² USD; 0 without a price. */
    most_cost: number;
    /** Number of submissions. */
    sends: number;
    /** Number of polls since its last change of state. */
    looks: number;
    /** Number of requests that the provider reports as done. */
    done: number;
    /** The last error, for people. */
    problem: string | null;
    /** The time of the next poll. */
    due_at: number;
    expires_at: number | null;
    created_at: number;
    sent_at: number | null;
    ended_at: number | null;
  };
  /** Only written by the previous version; the next version drops it. */
  load_shares: { workspace_id: string; evaluation_id: string; share: number };
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
    target: number;
    benchmark: number;
    item: number;
    epoch: number;
    state: string;
    score: number | null;
    extraction: string | null;
    extracted: string | null;
    /** Why a unit failed (class of the failure) or is unscored. */
    reason: string | null;
    message: string | null;
    answer: string | null;
    reasoning: string | null;
    finish_reason: string | null;
    /** JSON object of tool calls and passages of a response; null if it has neither. */
    answer_parts_json: string | null;
    returned_model: string | null;
    input_tokens: number | null;
    output_tokens: number | null;
    /** Input tokens that the server read from its cache; null if it did not report them. */
    cached_tokens: number | null;
    /** 10⁻¹² USD. */
    cost: number | null;
    latency_ms: number | null;
    attempts: number;
    created_at: number;
    /** `right`, `wrong`, `failed` or `unscored`; null while the response waits for its grade. */
    verdict: string | null;
    /** The retry round in which the unit was sent. */
    round: number;
    /** The key of the response in the response cache; null if it must not be shared. */
    request_key: string | null;
    /** The sample whose response this one shares. */
    answer_of: string | null;
    /** JSON object: outcome, cause, scope and request id of the failed call; null if it succeeded. */
    failure_json: string | null;
    /** JSON array of the scores of the criteria of a custom evaluation, null for a criterion without a score. */
    scores_json: string | null;
    /**
     * Cost of the models that its grader called, over all gradings, in 10⁻¹² USD; null if there were none or it is
     * unknown.
     */
    grading_cost: number | null;
    /** The grade by the published rule of its benchmark, 0 or 1; null if there is no such rule. */
    reference_grade: number | null;
    /** JSON object of further figures of the grader by name; null if there are none. */
    details_json: string | null;
    /**
     * JSON object of the versions of graders and readers that graded it; null if it is not graded or was graded before
     * versions existed.
     */
    graded_by_json: string | null;
  };
  /** The judgement of a judge about one response or two. */
  evaluation_judgements: {
    workspace_id: string;
    evaluation_id: string;
    /** The unit that the judgement grades. */
    unit: number;
    /** Index of the judge in the plan. */
    judge: number;
    /** 1 if the second of two responses was shown first. */
    swapped: number;
    /** `graded` or `failed`; rescoring repeats failed judgements. */
    state: string;
    /** JSON of the judgement. */
    said_json: string | null;
    /** Why there is none: the class of a failure, or `unreadable`. */
    reason: string | null;
    message: string | null;
    returned_model: string | null;
    input_tokens: number | null;
    output_tokens: number | null;
    /** Cost of all its calls in 10⁻¹² USD; null if one is unknown. */
    cost: number | null;
    latency_ms: number | null;
    attempts: number;
    created_at: number;
  };
  /** A step of a task's conversation. */
  evaluation_turns: {
    workspace_id: string;
    evaluation_id: string;
    unit: number;
    /** From 1. After an interruption the conversation starts again with the next number; earlier steps are kept. */
    beginning: number;
    ordinal: number;
    /** `user`, `reply`, `call`, `judge` or `end`. */
    kind: string;
    /** JSON of the step. */
    step_json: string;
    input_tokens: number | null;
    output_tokens: number | null;
    /** Cost of the model call in 10⁻¹² USD; null without a call or if unknown. */
    cost: number | null;
    latency_ms: number | null;
    created_at: number;
  };
  evaluation_labels: {
    workspace_id: string;
    evaluation_id: string;
    unit: number;
    id: string;
    criterion: string;
    score: number;
    note: string | null;
    labelled_by: string;
    created_at: number;
  };
}

export type Row<T extends keyof Schema> = Selectable<Schema[T]>;
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>;
