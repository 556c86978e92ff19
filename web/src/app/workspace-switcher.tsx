import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { queries } from '../api/queries.ts';

/** The workspace that is open, and the way to another one. */
export function WorkspaceSwitcher({ id }: { id: string }) {
  const list = useRef<HTMLElement>(null);
  const popover = useId();
  const [isOpen, setOpen] = useState(false);
  const { data: open } = useQuery(queries.workspace(id));
  const { data: workspaces = [] } = useQuery({ ...queries.workspaces, enabled: isOpen });
  const close = () => list.current?.hidePopover();
  return (
    <div className="switcher">
      {open && (
        <button
          type="button"
          className="subtle"
          popoverTarget={popover}
          aria-label={`Workspace: ${open.name}`}
        >
          <span className="switcher-name">{open.name}</span> <ChevronsUpDown size={14} aria-hidden />
        </button>
      )}
      <nav
        ref={list}
        id={popover}
        popover="auto"
        aria-label="Workspaces"
        className="menu-items"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {workspaces.map((workspace) => (
          <Link
            key={workspace.id}
            to="/workspaces/$workspaceId"
            params={{ workspaceId: workspace.id }}
            className="menu-item"
            aria-current={workspace.id === id ? 'true' : undefined}
            onClick={close}
          >
            {workspace.name}
          </Link>
        ))}
        <Link to="/" className="menu-item quiet" onClick={close}>
          All workspaces
        </Link>
      </nav>
    </div>
  );
}
