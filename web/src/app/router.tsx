import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { validateSamplesSearch } from '../evaluations/samples/samples-search.ts';
import { type CatalogueSearch, isFactKind } from '../settings/fact-kinds.ts';
import { validateReaderSearch, validateRoomSearch } from '../sources/room-search.ts';
import { AppShell } from './app-shell.tsx';
import { FrameFailed, NotFound, PageFailed } from './failures.tsx';
import { lazyPage } from './lazy-page.ts';
import { WorkspaceShell } from './workspace-shell.tsx';

interface OverviewSearch {
  scenario?: string;
  /** A candidate's letter and a requirement: whose evidence is open. */
  cell?: string;
  /** Axes of the plot; one that the results do not have is ignored. */
  x?: string;
  y?: string;
}

// Every page of the console by its address. A page is fetched when it is first opened; its parameters and what it
// reads from the query of the address are checked here, so that a page can trust them.

/** The drawer of something new is open, empty or filled like another. */
function newOrLike({ new: isNew, like }: Record<string, unknown>): { new?: true; like?: string } {
  return { ...(isNew === true && { new: isNew }), ...(typeof like === 'string' && { like }) };
}

/** The drawer of something new is open. */
function onlyNew({ new: isNew }: Record<string, unknown>): { new?: true } {
  return isNew === true ? { new: isNew } : {};
}

/** The drawer in which the thing of the page is edited is open. */
function onlyEdit({ edit }: Record<string, unknown>): { edit?: true } {
  return edit === true ? { edit } : {};
}

const root = createRootRoute({
  component: AppShell,
  notFoundComponent: NotFound,
  errorComponent: FrameFailed,
});

const workspaces = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyPage(() => import('../workspaces/workspace-list.tsx'), 'WorkspaceList'),
});

const workspace = createRoute({
  getParentRoute: () => root,
  path: '/workspaces/$workspaceId',
  component: WorkspaceShell,
});

const decision = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: lazyPage(() => import('../decision/decision-page.tsx'), 'DecisionPage'),
});

const evaluations = createRoute({
  getParentRoute: () => workspace,
  path: '/evaluations',
  component: lazyPage(() => import('../evaluations/evaluation-list.tsx'), 'EvaluationList'),
});

interface NewEvaluationSearch {
  step?: number;
  from?: string;
  under?: string;
  /** A source with items that are asked. */
  asks?: string;
  /** A source with recorded traffic that is sent as load. */
  load?: string;
  /** A benchmark of the evaluation that it begins as, and how many items or requests of it. */
  more?: string;
  size?: number;
  /** Candidates of it that are left out: their ids with commas between. */
  without?: string;
  /** A candidate by its id: what may take its place is asked. */
  moving?: string;
}

const newEvaluation = createRoute({
  getParentRoute: () => workspace,
  path: '/evaluations/new',
  validateSearch: ({
    step,
    from,
    under,
    asks,
    load,
    more,
    size,
    without,
    moving,
  }: Record<string, unknown>): NewEvaluationSearch => ({
    ...((step === 2 || step === 3) && { step }),
    ...(typeof from === 'string' && { from }),
    ...(typeof under === 'string' && { under }),
    ...(typeof asks === 'string' && { asks }),
    ...(typeof load === 'string' && { load }),
    ...(typeof without === 'string' && { without }),
    ...(typeof moving === 'string' && { moving }),
    ...(typeof more === 'string' && { more }),
    ...(Number.isInteger(size) && { size: Number(size) }),
  }),
  component: lazyPage(() => import('../evaluations/new/new-evaluation-page.tsx'), 'NewEvaluationPage'),
});

const evaluation = createRoute({
  getParentRoute: () => workspace,
  path: '/evaluations/$evaluationId',
  component: lazyPage(() => import('../evaluations/evaluation-shell.tsx'), 'EvaluationShell'),
});

const overview = createRoute({
  getParentRoute: () => evaluation,
  path: '/',
  validateSearch: ({ scenario, cell, x, y }: Record<string, unknown>): OverviewSearch => ({
    ...(scenario !== undefined && { scenario: String(scenario) }),
    ...(cell !== undefined && { cell: String(cell) }),
    ...(typeof x === 'string' && { x }),
    ...(typeof y === 'string' && { y }),
  }),
  component: lazyPage(() => import('../evaluations/overview/overview-page.tsx'), 'OverviewPage'),
});

const quality = createRoute({
  getParentRoute: () => evaluation,
  path: '/quality',
  component: lazyPage(() => import('../evaluations/quality/quality-page.tsx'), 'QualityPage'),
});

const load = createRoute({
  getParentRoute: () => evaluation,
  path: '/load',
  component: lazyPage(() => import('../evaluations/load/load-page.tsx'), 'LoadPage'),
});

const cost = createRoute({
  getParentRoute: () => evaluation,
  path: '/cost',
  validateSearch: ({
    scenario,
    volume,
  }: Record<string, unknown>): { scenario?: string; volume?: number } => ({
    ...(typeof scenario === 'string' && { scenario }),
    ...(typeof volume === 'number' && { volume: Math.min(2, Math.max(-2, volume)) }),
  }),
  component: lazyPage(() => import('../evaluations/cost/cost-page.tsx'), 'CostPage'),
});

const weights = createRoute({
  getParentRoute: () => evaluation,
  path: '/weights',
  validateSearch: ({
    scenario,
    weights: text,
  }: Record<string, unknown>): { scenario?: string; weights?: string } => ({
    ...(typeof scenario === 'string' && { scenario }),
    ...(typeof text === 'string' && { weights: text }),
  }),
  component: lazyPage(() => import('../evaluations/weights/weights-page.tsx'), 'WeightsPage'),
});

const migration = createRoute({
  getParentRoute: () => evaluation,
  path: '/migration',
  component: lazyPage(() => import('../evaluations/migration/migration-page.tsx'), 'MigrationPage'),
});

const samples = createRoute({
  getParentRoute: () => evaluation,
  path: '/samples',
  validateSearch: validateSamplesSearch,
  component: lazyPage(() => import('../evaluations/samples/samples-page.tsx'), 'SamplesPage'),
});

const sample = createRoute({
  getParentRoute: () => evaluation,
  path: '/samples/$sampleId',
  validateSearch: validateSamplesSearch,
  component: lazyPage(() => import('../evaluations/samples/sample-page.tsx'), 'SamplePage'),
});

const run = createRoute({
  getParentRoute: () => evaluation,
  path: '/run',
  component: lazyPage(() => import('../evaluations/run/run-page.tsx'), 'RunPage'),
});

const compare = createRoute({
  getParentRoute: () => evaluation,
  path: '/compare',
  validateSearch: ({ other }: Record<string, unknown>): { other?: string } =>
    typeof other === 'string' ? { other } : {},
  component: lazyPage(() => import('../evaluations/compare/compare-page.tsx'), 'ComparePage'),
});

const series = createRoute({
  getParentRoute: () => workspace,
  path: '/series',
  validateSearch: onlyNew,
  component: lazyPage(() => import('../series/series-list.tsx'), 'SeriesList'),
});

const oneSeries = createRoute({
  getParentRoute: () => workspace,
  path: '/series/$seriesId',
  component: lazyPage(() => import('../series/series-page.tsx'), 'SeriesPage'),
});

const candidates = createRoute({
  getParentRoute: () => workspace,
  path: '/candidates',
  validateSearch: newOrLike,
  component: lazyPage(() => import('../candidates/candidate-list.tsx'), 'CandidateList'),
});

const candidate = createRoute({
  getParentRoute: () => workspace,
  path: '/candidates/$stackId',
  validateSearch: onlyEdit,
  component: lazyPage(() => import('../candidates/candidate-page.tsx'), 'CandidatePage'),
});

const candidatePair = createRoute({
  getParentRoute: () => workspace,
  path: '/candidates/compare',
  validateSearch: ({ a, b }: Record<string, unknown>): { a?: string; b?: string } => ({
    ...(typeof a === 'string' && { a }),
    ...(typeof b === 'string' && { b }),
  }),
  component: lazyPage(() => import('../candidates/compare-page.tsx'), 'ComparePage'),
});

const requirements = createRoute({
  getParentRoute: () => workspace,
  path: '/requirements',
  validateSearch: newOrLike,
  component: lazyPage(() => import('../requirements/requirement-list.tsx'), 'RequirementList'),
});

const requirement = createRoute({
  getParentRoute: () => workspace,
  path: '/requirements/$scenarioId',
  validateSearch: onlyEdit,
  component: lazyPage(() => import('../requirements/requirement-page.tsx'), 'RequirementPage'),
});

const sources = createRoute({
  getParentRoute: () => workspace,
  path: '/sources',
  validateSearch: validateRoomSearch,
  component: lazyPage(() => import('../sources/sources-room.tsx'), 'SourcesRoom'),
});

const noSource = createRoute({
  getParentRoute: () => sources,
  path: '/',
  component: lazyPage(() => import('../sources/no-source.tsx'), 'NoSource'),
});

const source = createRoute({
  getParentRoute: () => sources,
  path: '/$sourceId',
  validateSearch: validateReaderSearch,
  component: lazyPage(() => import('../sources/source-page.tsx'), 'SourcePage'),
});

const imports = createRoute({
  getParentRoute: () => workspace,
  path: '/imports',
  component: lazyPage(() => import('../imports/import-list.tsx'), 'ImportList'),
});

const oneImport = createRoute({
  getParentRoute: () => workspace,
  path: '/imports/$importId',
  component: lazyPage(() => import('../imports/import-page.tsx'), 'ImportPage'),
});

const conversation = createRoute({
  getParentRoute: () => workspace,
  path: '/conversation',
  validateSearch: ({ ask }: Record<string, unknown>): { ask?: string } =>
    typeof ask === 'string' && ask !== '' ? { ask } : {},
  component: lazyPage(() => import('../conversation/conversation-page.tsx'), 'ConversationPage'),
});

const settings = createRoute({
  getParentRoute: () => workspace,
  path: '/settings',
  component: lazyPage(() => import('../settings/settings-shell.tsx'), 'SettingsShell'),
});

const workspaceSettings = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyPage(() => import('../settings/workspace-settings.tsx'), 'WorkspaceSettings'),
});

const providerSettings = createRoute({
  getParentRoute: () => settings,
  path: '/providers',
  component: lazyPage(() => import('../settings/provider-settings.tsx'), 'ProviderSettings'),
});

const catalogueSettings = createRoute({
  getParentRoute: () => settings,
  path: '/catalogue',
  validateSearch: ({ kind, q, lacks, at }: Record<string, unknown>): CatalogueSearch => ({
    ...(isFactKind(kind) && { kind }),
    ...(q !== undefined && { q: String(q) }),
    ...(lacks !== undefined && { lacks: String(lacks) }),
    ...(at !== undefined && { at: String(at) }),
  }),
  component: lazyPage(() => import('../settings/catalogue-settings.tsx'), 'CatalogueSettings'),
});

const priceSettings = createRoute({
  getParentRoute: () => settings,
  path: '/prices',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => ({
    ...(q !== undefined && { q: String(q) }),
  }),
  component: lazyPage(() => import('../settings/price-settings.tsx'), 'PriceSettings'),
});

const keySettings = createRoute({
  getParentRoute: () => settings,
  path: '/keys',
  component: lazyPage(() => import('../settings/key-settings.tsx'), 'KeySettings'),
});

const webhookSettings = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  component: lazyPage(() => import('../settings/webhook-settings.tsx'), 'WebhookSettings'),
});

/** Addresses of earlier versions that people may have kept. */
const EARLIER_ADDRESSES = {
  scenarios: '/workspaces/$workspaceId/requirements',
  stacks: '/workspaces/$workspaceId/candidates',
  search: '/workspaces/$workspaceId/sources',
  messages: '/workspaces/$workspaceId/conversation',
} as const;

const earlierRoutes = Object.entries(EARLIER_ADDRESSES).map(([path, to]) =>
  createRoute({
    getParentRoute: () => workspace,
    path: `/${path}`,
    beforeLoad: ({ params }) => {
      throw redirect({ to, params, replace: true });
    },
  }),
);

const routes = root.addChildren([
  workspaces,
  workspace.addChildren([
    decision,
    evaluations,
    newEvaluation,
    evaluation.addChildren([
      overview,
      quality,
      load,
      cost,
      weights,
      migration,
      samples,
      sample,
      run,
      compare,
    ]),
    series,
    oneSeries,
    candidates,
    candidatePair,
    candidate,
    requirements,
    requirement,
    sources.addChildren([noSource, source]),
    imports,
    oneImport,
    conversation,
    settings.addChildren([
      workspaceSettings,
      providerSettings,
      catalogueSettings,
      priceSettings,
      webhookSettings,
      keySettings,
    ]),
    ...earlierRoutes,
  ]),
]);

export const router = createRouter({
  routeTree: routes,
  basepath: new URL(document.baseURI).pathname,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
