import { answer } from '@touchstone/client';
import { api } from '../api.ts';
import { EvaluationPage } from '../evaluations/evaluation-page.tsx';
import { EvaluationTab } from '../evaluations/evaluation-tab.tsx';
import { useHints, WorkspaceEvents } from '../events.tsx';
import { MessageTab } from '../messages/message-tab.tsx';
import { go, Link } from '../route.tsx';
import { ScenarioTab } from '../scenarios/scenario-tab.tsx';
import { SearchTab } from '../search/search-tab.tsx';
import { SourceTab } from '../sources/source-tab.tsx';
import { StackTab } from '../stacks/stack-tab.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { Problem } from '../ui/problem.tsx';
import { useLoaded } from '../use-loaded.ts';

const TABS = {
  sources: SourceTab,
  search: SearchTab,
  messages: MessageTab,
  scenarios: ScenarioTab,
  stacks: StackTab,
  evaluations: EvaluationTab,
} as const;
type TabName = keyof typeof TABS;

function isTab(name: string): name is TabName {
  return Object.hasOwn(TABS, name);
}

/** One workspace: its name, its tabs, and what the open tab shows. */
export function WorkspacePage({ id, route: [tab = 'sources', resourceId] }: { id: string; route: string[] }) {
  return (
    <WorkspaceEvents workspaceId={id}>
      <Heading id={id} />
      <Tabs id={id} open={tab} />
      {isTab(tab) ? (
        <Tab id={id} tab={tab} resourceId={resourceId} />
      ) : (
        <p className="empty">There is no {tab}.</p>
      )}
    </WorkspaceEvents>
  );
}

function Heading({ id }: { id: string }) {
  const params = { path: { workspace_id: id } };
  const workspace = useLoaded(id, () => answer(api.GET('/workspaces/{workspace_id}', { params })));
  useHints(
    ['workspace.updated', 'source.updated', 'source.deleted', 'evaluation.completed', 'evaluation.deleted'],
    workspace.reload,
  );
  const remove = async () => {
    await answer(api.DELETE('/workspaces/{workspace_id}', { params }));
    go('');
  };
  return (
    <div className="heading">
      <div>
        <p className="quiet">
          <Link to="">Workspaces</Link>
        </p>
        <h1>{workspace.data?.name ?? ' '}</h1>
        {workspace.data?.description && <p>{workspace.data.description}</p>}
      </div>
      {workspace.data && <DeleteButton name={`workspace ${workspace.data.name}`} onDelete={remove} />}
      <Problem error={workspace.error} />
    </div>
  );
}

function Tabs({ id, open }: { id: string; open: string }) {
  return (
    <nav className="tabs" aria-label="Parts of this workspace">
      {Object.keys(TABS).map((name) => (
        <Link key={name} to={`workspaces/${id}/${name}`} aria-current={name === open ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Tab({ id, tab, resourceId }: { id: string; tab: TabName; resourceId: string | undefined }) {
  if (tab === 'evaluations' && resourceId !== undefined) {
    return <EvaluationPage key={resourceId} workspaceId={id} id={resourceId} />;
  }
  const Content = TABS[tab];
  return <Content workspaceId={id} />;
}
