import { type Actor, hasRole, type Role, requireRole, requireWorkspace } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';

/**
 * What a person can approve. `create` makes an evaluation, `fetch` downloads the files of a benchmark, the others refer
 * to an evaluation.
 */
export const ACTIONS = ['create', 'resume', 'retry', 'rescore', 'rerun', 'fetch'] as const;
export type Action = (typeof ACTIONS)[number];

/** Who may call an operation of the API. */
export interface Permission {
  /** The minimum role of a key; `open` needs no key. */
  role: Role | 'open';
  /** The minimum role of a key that does not belong to an agent, if it is higher. */
  personRole?: Role;
  /**
   * What an agent's key with this role may do. `allowed`: the same as any key. `asks`: it creates an approval for a
   * person to decide, and nothing else happens. `refused`: 403.
   */
  agent: 'allowed' | 'asks' | 'refused';
  /** Why an agent may do something other than a plain read, or why it is refused. */
  why?: string;
  /** The action to be approved, if the agent asks. */
  action?: Action;
}

const open: Permission = { role: 'open', agent: 'allowed' };
const read: Permission = { role: 'viewer', agent: 'allowed' };
const allowedFor = (why: string, role: Role = 'editor'): Permission => ({ role, agent: 'allowed', why });
const refusedFor = (why: string, role: Role = 'editor'): Permission => ({ role, agent: 'refused', why });
const asksApproval = (action: Action): Permission => ({ role: 'editor', agent: 'asks', action });

const DRAFT_REASON = 'It only changes stored data and calls no model.';
const UNUSED_REASON =
  'It only changes stored data and calls no model. Objects used by a series are refused, because the series runs without an approval.';
const EMBEDDING_REASON =
  'It calls at most the configured embedding model (EMBEDDING_MODEL). Objects used by a series are refused.';
const ADMIN_REASON = 'It requires the role admin, which an agent’s key cannot have.';
const SERIES_REASON =
  'A series spends money without an approval: ask a person to create, change, run or delete it.';
const PRICE_REASON = 'A price decides which candidate is within budget: a person must state it.';
const WEBHOOK_REASON =
  'A webhook sends data to an external address, which may contain a secret: ask a person.';

/**
 * Every operation of the API and of the tools, by its operation id. This table alone decides who may use it: routes and
 * tools take their roles from here, and approvals the actions. A route or tool without a row stops the start.
 * `docs/reference/api.md#who-may-do-what` is generated from it.
 */
export const OPERATIONS = {
  createApiKey: refusedFor(ADMIN_REASON, 'admin'),
  listApiKeys: refusedFor(ADMIN_REASON, 'admin'),
  getApiKey: refusedFor(ADMIN_REASON, 'admin'),
  deleteApiKey: refusedFor(ADMIN_REASON, 'admin'),
  createSession: open,
  getSession: read,
  deleteSession: open,

  listErrors: open,
  getHealthz: open,
  getReadyz: open,
  listCatalogFrameworks: read,
  listCatalogHardware: read,
  listCatalogModels: read,
  listCatalogProviders: read,
  listCatalogPrices: read,
  getCatalogPrice: read,
  createCatalogPrice: refusedFor(ADMIN_REASON, 'admin'),
  deleteCatalogPrice: refusedFor(ADMIN_REASON, 'admin'),
  listProviders: read,
  getProvider: read,
  createProvider: refusedFor(ADMIN_REASON, 'admin'),
  updateProvider: refusedFor(ADMIN_REASON, 'admin'),
  deleteProvider: refusedFor(ADMIN_REASON, 'admin'),
  checkProvider: refusedFor(ADMIN_REASON, 'admin'),
  rewrapProviders: refusedFor(ADMIN_REASON, 'admin'),

  listWorkspaces: read,
  getWorkspace: read,
  createWorkspace: refusedFor(ADMIN_REASON, 'admin'),
  updateWorkspace: allowedFor(DRAFT_REASON),
  deleteWorkspace: refusedFor(ADMIN_REASON, 'admin'),
  getEvents: read,

  listBenchmarks: read,
  listGraders: read,
  fetchBenchmark: { ...asksApproval('fetch'), personRole: 'admin' },
  tryGrader: refusedFor(
    'It runs code or sends a sample to a server: request an evaluation, which a person approves.',
  ),

  listApprovals: read,
  getApproval: read,
  decideApproval: refusedFor(
    'An agent’s key cannot decide: a person must, in the console or with their own key.',
  ),
  withdrawApproval: allowedFor('It withdraws only requests of the same key.'),

  listEvaluations: read,
  getEvaluation: read,
  createEvaluation: asksApproval('create'),
  importEvaluation: allowedFor('It stores what files hold and calls no model.'),
  compareEvaluations: allowedFor('It stores what was measured and calls no model.'),
  estimateEvaluation: allowedFor('It plans and calls no model.', 'viewer'),
  preflightEvaluation: refusedFor(
    'It calls each target and judge: request the evaluation, which a person approves.',
  ),
  updateEvaluation: allowedFor(DRAFT_REASON),
  deleteEvaluation: allowedFor(DRAFT_REASON),
  cancelEvaluation: allowedFor('It ends a run and keeps its measurements.'),
  resumeEvaluation: asksApproval('resume'),
  retryEvaluation: asksApproval('retry'),
  rescoreEvaluation: asksApproval('rescore'),
  rerunEvaluation: asksApproval('rerun'),
  listEvaluationBatches: read,
  getEvaluationExport: read,
  getEvaluationManifest: read,
  getEvaluationMigration: read,
  createEvaluationReanalysis: allowedFor('It analyses existing measurements and stores nothing.', 'viewer'),
  listEvaluationSamples: read,
  getEvaluationSampleCounts: read,
  listEvaluationSampleMatrix: read,
  getEvaluationSample: read,
  createEvaluationSampleLabel: refusedFor(
    'A label is a person’s grade, against which judges are calibrated.',
  ),
  listEvaluationSampleLabels: read,

  createImport: allowedFor(UNUSED_REASON),
  listImports: read,
  getImport: read,
  updateImport: allowedFor(UNUSED_REASON),
  deleteImport: allowedFor(UNUSED_REASON),
  replaceImportContent: allowedFor(EMBEDDING_REASON),

  createMessage: allowedFor(
    'It calls at most AGENT_MODEL, within AGENT_COST_USD and AGENT_COST_USD_PER_DAY.',
  ),
  listMessages: read,
  getMessage: read,
  listMessageSteps: read,
  updateMessage: allowedFor(DRAFT_REASON),
  stopMessage: allowedFor('It ends an answer that is being written.'),
  deleteMessage: allowedFor(DRAFT_REASON),
  deleteMessages: allowedFor(DRAFT_REASON),

  createPrice: refusedFor(PRICE_REASON),
  listPrices: read,
  getPrice: read,
  deletePrice: refusedFor(PRICE_REASON),

  createScenario: allowedFor(DRAFT_REASON),
  listScenarios: read,
  getScenario: read,
  updateScenario: allowedFor(UNUSED_REASON),
  deleteScenario: allowedFor(UNUSED_REASON),

  createSeries: refusedFor(SERIES_REASON),
  listSeries: read,
  getSeries: read,
  estimateSeries: allowedFor('It plans and calls no model.', 'viewer'),
  updateSeries: refusedFor(SERIES_REASON),
  deleteSeries: refusedFor(SERIES_REASON),
  runSeries: refusedFor(SERIES_REASON),

  createSource: allowedFor(EMBEDDING_REASON),
  listSources: read,
  getSource: read,
  getSourceContent: read,
  getSourceOriginal: read,
  listSourceChunks: read,
  listSourceRows: read,
  changeSourceRows: allowedFor(UNUSED_REASON),
  listSourceVersions: read,
  inspectSource: allowedFor('It reads the request body and stores nothing.', 'viewer'),
  search: allowedFor('It calls at most the configured embedding model (EMBEDDING_MODEL).', 'viewer'),
  updateSource: allowedFor(EMBEDDING_REASON),
  deleteSource: allowedFor(UNUSED_REASON),
  reindexSource: allowedFor(EMBEDDING_REASON),
  retrySource: allowedFor(EMBEDDING_REASON),

  createStack: allowedFor(DRAFT_REASON),
  listStacks: read,
  getStack: read,
  updateStack: allowedFor(UNUSED_REASON),
  deleteStack: allowedFor(UNUSED_REASON),
  tryStack: refusedFor(
    'It sends an item to the stack: request an evaluation of the stack, which a person approves.',
  ),

  createWebhook: refusedFor(WEBHOOK_REASON),
  listWebhooks: refusedFor(WEBHOOK_REASON),
  getWebhook: refusedFor(WEBHOOK_REASON),
  updateWebhook: refusedFor(WEBHOOK_REASON),
  deleteWebhook: refusedFor(WEBHOOK_REASON),
  rotateWebhookSecret: refusedFor(WEBHOOK_REASON),
  testWebhook: refusedFor(WEBHOOK_REASON),
  listWebhookDeliveries: refusedFor(WEBHOOK_REASON),
  resendWebhookDelivery: refusedFor(WEBHOOK_REASON),
} as const satisfies Readonly<Record<string, Permission>>;

export type OperationId = keyof typeof OPERATIONS;

/** Throws if no row has this id: the permissions of the operation must be defined first. */
export function permissionOf(id: string): Permission {
  if (Object.hasOwn(OPERATIONS, id)) return OPERATIONS[id as OperationId];
  throw new Error(`access/operations.ts does not say who may use ${id}; add a row for it.`);
}

/**
 * The check of each function that spends money or that an agent may not use, however it is called. Throws `forbidden`
 * for an agent if the table refuses it, and also if the agent has to ask, unless the caller turns the request into an
 * approval (`asks`).
 */
export function requirePermission(actor: Actor, operation: OperationId, asks = false): void {
  const { agent, why, personRole }: Permission = OPERATIONS[operation];
  if (!actor.isAgent) {
    if (personRole) requireRole(actor, personRole);
    return;
  }
  if (agent === 'allowed' || (asks && agent === 'asks')) return;
  throw new AppError(
    'forbidden',
    agent === 'refused'
      ? `An agent’s key has no permission for this. ${why}`
      : 'An agent’s key cannot spend money: request an approval.',
  );
}

/**
 * The check of an operation inside a workspace: its role, and what an agent may do. Throws `not_found` for a workspace
 * outside the actor's list, and `forbidden`.
 */
export function requireOperation(actor: Actor, workspaceId: string, operation: OperationId): void {
  const { role } = permissionOf(operation);
  requireWorkspace(actor, workspaceId, role === 'open' ? 'viewer' : role);
  requirePermission(actor, operation);
}

/**
 * The check of an operation on what all workspaces share. Throws `forbidden` if the role is too low or the key is
 * limited to certain workspaces.
 */
export function requireServiceOperation(actor: Actor, operation: OperationId, what: string): void {
  const { role } = permissionOf(operation);
  if (role !== 'open') requireRole(actor, role);
  requirePermission(actor, operation);
  if (actor.workspaces !== null)
    throw new AppError(
      'forbidden',
      `This key is limited to certain workspaces and cannot manage ${what}, which all workspaces share.`,
    );
}

/**
 * The check of everything that has code or servers of users grade. Throws `forbidden` for a role below that of the
 * deployment (`OWN_GRADERS_ROLE`).
 */
export function requireOwnGraders(actor: Actor, least: Role, graders: readonly string[]): void {
  if (graders.length === 0 || hasRole(actor, least)) return;
  throw new AppError(
    'forbidden',
    `Graders that run code or call a server need the role ${least} here (OWN_GRADERS_ROLE): ${graders[0]}. This key's role is ${actor.role}.`,
  );
}
