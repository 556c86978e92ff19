import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { queries } from '../api/queries.ts';
import { chooseTheme } from '../ui/theme.ts';
import { ROOMS } from './rooms.ts';

interface Command {
  /** Told apart by it. */
  value: string;
  label: string;
  run: () => void;
}

interface Group {
  value: string;
  items: Command[];
}

/** How many of the newest evaluations are offered in pairs. */
const COMPARED = 5;

/** Finds whatever has a name in this workspace, and what can be done anywhere. */
export function CommandPalette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const groups = useCommands(onHelp);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette" aria-label="Search and commands">
          <Autocomplete.Root open inline items={groups} autoHighlight="always" keepHighlight>
            <Autocomplete.Input
              aria-label="Search and commands"
              placeholder="Search pages, evaluations, sources…"
            />
            <Autocomplete.Empty>
              <p className="quiet">No results. Try another word.</p>
            </Autocomplete.Empty>
            <Autocomplete.List className="palette-list">
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="quiet">{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.value}
                        value={command}
                        className="palette-item"
                        onClick={() => {
                          onClose();
                          command.run();
                        }}
                      >
                        {command.label}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useCommands(onHelp: () => void): Group[] {
  const { workspaceId } = useParams({ strict: false });
  const goTo = useGoTo();
  const workspaces = useQuery(queries.workspaces).data ?? [];
  const groups: Group[] = [
    ...useWorkspaceCommands(workspaceId),
    {
      value: 'Workspaces',
      items: [
        goTo('/', 'All workspaces'),
        ...workspaces.map(({ id, name }) => goTo(`/workspaces/${id}`, name)),
      ],
    },
    {
      value: 'Commands',
      items: [
        { value: 'light', label: 'Use the light theme', run: () => chooseTheme('light') },
        { value: 'dark', label: 'Use the dark theme', run: () => chooseTheme('dark') },
        { value: 'system', label: 'Use the system theme', run: () => chooseTheme('system') },
        { value: 'keys', label: 'Show keyboard shortcuts', run: onHelp },
      ],
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** What a workspace holds; nothing outside of one. */
function useWorkspaceCommands(workspaceId = ''): Group[] {
  const enabled = workspaceId !== '';
  const goTo = useGoTo();
  const evaluations = useQuery({ ...queries.evaluations(workspaceId), enabled }).data ?? [];
  const stacks = useQuery({ ...queries.stacks(workspaceId), enabled }).data ?? [];
  const scenarios = useQuery({ ...queries.scenarios(workspaceId), enabled }).data ?? [];
  const sources = useQuery({ ...queries.sources(workspaceId), enabled }).data ?? [];
  if (!enabled) return [];
  const base = `/workspaces/${workspaceId}`;
  // The newest first: these are compared most.
  const pairs = evaluations
    .slice(0, COMPARED)
    .flatMap((one, i) => evaluations.slice(i + 1, COMPARED).map((other) => [one, other] as const));
  return [
    {
      value: 'Create',
      items: [
        goTo(`${base}/evaluations/new`, 'New evaluation'),
        goTo(`${base}/candidates`, 'New candidate', { new: true }),
        goTo(`${base}/requirements`, 'New requirements', { new: true }),
        goTo(`${base}/series`, 'New series', { new: true }),
      ],
    },
    {
      value: 'Compare',
      items: [
        ...(stacks.length > 1 ? [goTo(`${base}/candidates/compare`, 'Compare candidates')] : []),
        ...pairs.map(([one, other]) =>
          goTo(`${base}/evaluations/${one.id}/compare`, `Compare ${one.name} with ${other.name}`, {
            other: other.id,
          }),
        ),
      ],
    },
    {
      value: 'Pages',
      items: ROOMS.map(({ to, name }) => goTo(to.replace('$workspaceId', workspaceId), name)),
    },
    {
      value: 'Evaluations',
      items: evaluations.map(({ id, name }) => goTo(`${base}/evaluations/${id}`, name)),
    },
    { value: 'Candidates', items: stacks.map(({ id, name }) => goTo(`${base}/candidates/${id}`, name)) },
    {
      value: 'Requirements',
      items: scenarios.map(({ id, name }) => goTo(`${base}/requirements/${id}`, name)),
    },
    { value: 'Sources', items: sources.map(({ id, title }) => goTo(`${base}/sources/${id}`, title)) },
  ];
}

function useGoTo(): (path: string, label: string, search?: Record<string, unknown>) => Command {
  const router = useRouter();
  return (path, label, search = {}) => ({
    value: `${path} ${label}`,
    label,
    run: () => void router.navigate({ to: path, search }),
  });
}
