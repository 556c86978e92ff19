import type { Insertable, Selectable } from 'kysely';

/**
 * The row types of all tables. Times are milliseconds since 1970 (UTC), identifiers lower-case UUIDs,
 * columns that end in `_json` hold JSON text; the same on both databases.
 */
export interface Schema {
  schema_migrations: {
    number: number;
    name: string;
    applied_at: number;
    /** The newest migration that a program must know to run on this database; null = this one. */
    oldest_program: number | null;
  };
  health: { id: number; written_at: number };

  // providers
  model_providers: {
    id: string;
    /** What `model.provider` of a stack says. */
    name: string;
    kind: string;
    base_url: string;
    /** Limits, models and prices, as they are sent over HTTP. */
    settings_json: string;
    /** The three parts of a sealed key (`models/providers/key-ring.ts`); all null where it is called without a key. */
    wrapped_by: string | null;
    wrapped_key: string | null;
    sealed_key: string | null;
    revision: number;
    created_at: number;
    updated_at: number;
  };

  /** Prices that people set while the service runs. A row is never changed but to end it. */
  catalog_prices: {
    /** `service`: for all workspaces. */
    workspace_id: string;
    id: string;
    provider: string;
    model_id: string;
    /** The price with its source, as it was sent over HTTP. */
    price_json: string;
    /** The key that set it, and the one that withdrew or replaced it. */
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
    /** JSON array of workspace ids the key is limited to; null = all. */
    workspaces_json: string | null;
    /** 1 = an agent's key. */
    is_agent: number;
    hash: string;
    created_at: number;
    revoked_at: number | null;
  };
  request_windows: {
    actor_id: string;
    /** Database time. */
    ends_at: number;
    /** Requests of the minute that processes have leased, and were refused. */
    leased: number;
  };
  open_streams: {
    id: string;
    actor_id: string;
    /** The process that holds it. */
    owner: string;
    /** Database time until which it counts, unless its process renews it. */
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
    /** The body of the evaluation that each run makes. */
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
    /** The look that runs. */
    running: string | null;
    /** The look that all others are compared with. */
    reference: string | null;
    /** How many looks are complete, the reference among them. */
    looks: number;
    /** What is followed of its looks; null before the reference. */
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
    /** Findings, alarms and changes. */
    shown_json: string | null;
    /** Who answered and which items were asked, for comparison with the next look. */
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
    /** The types of messages that it wants. */
    events_json: string;
    /** `active` or `paused`. */
    status: string;
    /** Why it is paused, where the service did so. */
    status_reason: string | null;
    /** The newest first; those after it sign until their time. */
    secrets_json: string;
    /** The first failure since anything was delivered. */
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
    /** Null once it has ended. */
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
    /** Database time at which it may be claimed: when a waiting job is due; when a running job's lease ends. */
    due_at: number;
    /** The worker that holds the lease; null while it waits. */
    owner: string | null;
    /** Grows with every claim. */
    fence: number;
    /** Attempts that failed. */
    attempts: number;
    /** Leases in a row that ran out because their owner sent no heartbeat. */
    lapses: number;
    /** 1 = it was enqueued again while it ran, so it runs once more. */
    again: number;
    error_json: string | null;
    failed_at: number | null;
    created_at: number;
    /** What it said to who enqueued it. */
    said_json: string | null;
  };

  /** Processes that run jobs, where several may. */
  workers: {
    owner: string;
    /** JSON array of the kinds of jobs that it runs. */
    kinds_json: string;
    /** Database time. */
    seen_at: number;
  };

  // models
  accounts: {
    /** Address and hash of the secret of a provider's account. */
    account: string;
    /** New with every write. */
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
    /** Database time. */
    told_at: number;
  };

  // approvals
  approvals: {
    workspace_id: string;
    id: string;
    action: string;
    /** What would be carried out, exactly. */
    body_json: string;
    /** `hashJson` of action and body. */
    body_hash: string;
    /** What a new evaluation meant, with everything that the body refers to; null for one that is there. */
    meaning: string | null;
    /** Name of the evaluation it is about. */
    name: string;
    estimate_json: string;
    /** What the evaluation may spend at most, in USD; null = nothing ends it. */
    cap_usd: number | null;
    /** The id of the actor that asked. */
    asked_by: string;
    message_id: string | null;
    /** `pending`, `approved` or `declined`; a pending one whose time is over has expired. */
    status: string;
    created_at: number;
    expires_at: number;
    decided_by: string | null;
    decided_at: number | null;
    /** JSON of what it was carried out as. */
    result_json: string | null;
  };

  // messages
  conversations: {
    workspace_id: string;
    last_number: number;
    /** Messages up to this number are deleted, whether their rows are still there or not. */
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
    /** For an answer: the id of the message it answers. */
    reply_to: string | null;
    /** For a person's message: the id of its answer. */
    answer_id: string | null;
    /** 1 once an agent has begun to write it; it never begins a second time. */
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
  /** The tools that were called for an answer, in their order. */
  message_steps: { workspace_id: string; message_id: string; ordinal: number; step_json: string };
  /** The calls of the model that writes answers, of the last day. */
  answer_costs: {
    id: string;
    actor_id: string;
    at: number;
    /** While the call runs, the most that it can cost. */
    cost_usd: number;
  };

  // sources
  source_heads: {
    workspace_id: string;
    /** The number of the last change that the search index has to follow. */
    last_change: number;
    source_count: number;
  };
  sources: {
    workspace_id: string;
    id: string;
    /**
     * The source that owns the bytes, the text and the chunks: itself, or the one that had this content first.
     * The state of the content (`status` … `indexed_at`) is in the owner's row, for all that share it.
     */
    owner_id: string;
    type: string;
    url: string | null;
    title: string;
    filename: string | null;
    media_type: string;
    /** The encoding of an uploaded text: as it was declared, else as reading found it; null until then. */
    charset: string | null;
    byte_size: number;
    /** Two sources of one identity share their content: type and bytes of an upload, else type and address. */
    identity: string;
    /** 1 when its title was given; 0 when reading may still find a better one. */
    is_titled: number;
    /** How the source is read as a dataset, where that was said: `columns` and `grader` as the API shows them. */
    table_json: string | null;
    /** SHA-256 in hex: of the uploaded bytes; of the text read from an address, and empty until it was read. */
    content_hash: string;
    status: string;
    stage_json: string | null;
    error_json: string | null;
    /** What reading found and left out, as the API shows it. */
    left_out_json: string | null;
    classification: string;
    language: string | null;
    /** How many sources that are not deleted share this owner's content; at 0 it is purged and never comes back. */
    holders: number;
    /** The generation of chunks that was begun last. */
    building: number;
    /** The generation that is current; 0 = none yet. */
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
  /** Immutable states of a source's rows. Before the first change there is none: the state is the upload's. */
  dataset_versions: {
    workspace_id: string;
    source_id: string;
    number: number;
    /** SHA-256 in hex of its text. */
    version: string;
    row_count: number;
    /** Rows that were changed since the version before. */
    added: number;
    edited: number;
    removed: number;
    /** The blocks of its text, in order; null = the text that was read from the upload. */
    blocks_json: string | null;
    /** The key that made it; null = uploaded. */
    created_by: string | null;
    created_at: number;
  };
  /** Rows as JSON lines, of any versions of a source. */
  dataset_blocks: { workspace_id: string; source_id: string; hash: string; text: string };
  /** Uploads that are not a source yet; the pieces of one that never becomes a source are found and deleted by it. */
  source_uploads: { workspace_id: string; id: string; touched_at: number };
  /** What an embedding model answered for a text: `vector` is its numbers as 32-bit floats, little-endian. */
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
    /** receiving, making, ready, failed */
    status: string;
    settings_json: string;
    /** Where the reading of the file stands, with what it has counted. */
    state_json: string;
    /** Makes pseudonyms of sessions; null once nothing more is read. */
    salt: string | null;
    /** Bytes of the file received, up to the end of the last whole record. */
    received_bytes: number;
    error_json: string | null;
    /** JSON object: the sources that it became, by what they hold. */
    sources_json: string;
    result_json: string | null;
    created_at: number;
    updated_at: number;
  };
  /** Calls of models that a file holds, redacted. */
  import_calls: {
    workspace_id: string;
    import_id: string;
    ordinal: number;
    /** SHA-256 of the request; empty where the file does not hold it. */
    hash: string;
    /** 1 = an earlier call of the import has the same hash. */
    repeated: number;
    /** A pseudonym. */
    session: string;
    /** 0 = the call is of no session, and `session` is its own. */
    has_session: number;
    model: string | null;
    route: string | null;
    /** Microseconds since 1970; -1 where the file does not say. */
    at_us: number;
    duration_us: number | null;
    input_tokens: number | null;
    output_tokens: number | null;
    cached_tokens: number | null;
    /** Characters of the request's messages. */
    characters: number;
    failed: number;
    /** JSON array of short hashes of the messages. */
    chain_json: string;
    /** Short hash of the answer as a message. */
    answer: string | null;
    content_json: string;
  };

  /** Written by the version before alone; the next version drops both tables. */
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
    /** A passage keeps its id in every generation that holds it. */
    id: string;
    /** Offsets in the source's content, in UTF-16 code units. */
    start_at: number;
    end_at: number;
    text: string;
    /** JSON array of headings, outermost first. */
    heading_json: string;
    /** JSON of its `Place`, null where it has none. */
    place_json: string | null;
    /** A link to it, where one exists. */
    url: string | null;
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
    /** What the next run does: `ask` what is pending, or `rescore` what was answered. */
    work: string;
    /** Grows with every retry: failures of an earlier round are pending again. */
    round: number;
    /** Maximum number of model calls under way: durable before they begin, 0 after a normal end. */
    calls_under_way: number;
    /** Maximum number of calls that were under way when runs were cut off; their cost is unknown. */
    calls_cut_off: number;
    /** What only a run knows for the manifest: limits, prices, models that answered (`RunConditions`). */
    run_facts_json: string | null;
    /** Written by the version before alone; the next version drops it. */
    lane_budget: number | null;
    revision: number;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
  };
  /** The parts of an evaluation that workers ask at the same time, while they do. */
  evaluation_lanes: {
    workspace_id: string;
    evaluation_id: string;
    /** 0 is that of the worker that runs the evaluation. */
    lane: number;
    of_lanes: number;
    /** The fence of the evaluation whose lane it is: once that grows otherwise than by its next run, nothing is written. */
    evaluation_fence: number;
    /** Grows with every claim of the lane, and when it is taken away. */
    fence: number;
    /** 1 = nothing more is asked here. */
    ended: number;
    /** 1 = no further unit is begun here: once those under way have ended, the evaluation is divided anew. */
    closing: number;
    /** Units of the lane that need nothing more. */
    done: number;
    /** As those of the evaluation, of this lane alone. */
    calls_under_way: number;
    calls_cut_off: number;
    /** What the lane may spend in all, what it has spent as far as that is known, in 10⁻¹² USD, and on how many calls. */
    leased: number;
    spent: number;
    paid_calls: number;
  };
  /** Batches of requests that an evaluation has, or had, at a provider. */
  evaluation_batches: {
    workspace_id: string;
    evaluation_id: string;
    /** Ours; the provider is told it, by which the batch is found again. */
    id: string;
    /** The place in the plan of the only target whose requests are in it. */
    target: number;
    round: number;
    /** 1 = its units were in no batch before. */
    attempt: number;
    /**
     * planned: not at the provider; exhausted: not in this run either, the account has no quota; sending: possibly at
     * the provider; submitted; cancelling; ended: nothing more comes.
     */
    state: string;
    remote_id: string | null;
    /** JSON array of the numbers of its units. */
    units_json: string;
    requests: number;
    /** What it may cost at most, in 10⁻¹² USD; 0 where there is no price. */
    most_cost: number;
    /** How often it was submitted. */
    sends: number;
    /** How often the provider was asked for it since its state changed. */
    looks: number;
    /** Requests that the provider says are done. */
    done: number;
    /** What went wrong the last time, for people. */
    problem: string | null;
    /** When it is looked at next. */
    due_at: number;
    expires_at: number | null;
    created_at: number;
    sent_at: number | null;
    ended_at: number | null;
  };
  /** Written by the version before alone; the next version drops it. */
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
    /** Why a unit failed (class) or is unscored. */
    reason: string | null;
    message: string | null;
    answer: string | null;
    reasoning: string | null;
    finish_reason: string | null;
    /** JSON object of what an answer has beside its text: calls of tools, passages; null where it has neither. */
    answer_parts_json: string | null;
    returned_model: string | null;
    input_tokens: number | null;
    output_tokens: number | null;
    /** Input tokens that the server read from its cache; null if it did not count them. */
    cached_tokens: number | null;
    /** 10⁻¹² USD. */
    cost: number | null;
    latency_ms: number | null;
    attempts: number;
    created_at: number;
    /** `right`, `wrong`, `failed` or `unscored`; null while the answer waits to be graded. */
    verdict: string | null;
    /** The retry round the unit was asked in. */
    round: number;
    /** By which the response cache finds the answer; null where it must not. */
    request_key: string | null;
    /** The sample whose response this one shares. */
    answer_of: string | null;
    /** JSON object: outcome, cause, scope and request id of the call that brought no answer; null where one did. */
    failure_json: string | null;
    /** JSON array of the scores of the criteria of a custom evaluation, null where one has none. */
    scores_json: string | null;
    /** 10⁻¹² USD of the models that its grader asked, in every grading; null where none was, or none is known. */
    grading_cost: number | null;
    /** What the published rule of its benchmark would have given, 0 or 1; null where it names none. */
    reference_grade: number | null;
    /** JSON object of further figures of the grader by name; null where it has none. */
    details_json: string | null;
    /** JSON object of the versions of graders and readings that it was graded by; null where it was not, or before there were any. */
    graded_by_json: string | null;
  };
  /** What a judge answered about one answer, or about two. */
  evaluation_judgements: {
    workspace_id: string;
    evaluation_id: string;
    /** The unit that is graded by it. */
    unit: number;
    /** Index of the judge in the plan. */
    judge: number;
    /** 1 where the second of two answers was shown first. */
    swapped: number;
    /** `graded`, or `failed`; rescoring requests failed judgements again. */
    state: string;
    /** JSON of its answer. */
    said_json: string | null;
    /** Why there is none: the class of a failure, or `unreadable`. */
    reason: string | null;
    message: string | null;
    returned_model: string | null;
    input_tokens: number | null;
    output_tokens: number | null;
    /** 10⁻¹² USD of all calls for it; null where one is not known. */
    cost: number | null;
    latency_ms: number | null;
    attempts: number;
    created_at: number;
  };
  /** A step of a conversation of a task, as it came. */
  evaluation_turns: {
    workspace_id: string;
    evaluation_id: string;
    unit: number;
    /** From 1: a conversation that was interrupted begins anew, and what there was of it stays. */
    beginning: number;
    ordinal: number;
    /** `user`, `reply`, `call`, `judge` or `end`. */
    kind: string;
    /** JSON of the step. */
    step_json: string;
    input_tokens: number | null;
    output_tokens: number | null;
    /** 10⁻¹² USD of the model that said it; null where none did, or it is not known. */
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
