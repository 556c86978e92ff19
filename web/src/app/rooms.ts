import {
  ChartLine,
  FileText,
  FlaskConical,
  Layers,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  Scale,
  Settings,
} from 'lucide-react';

/** The rooms of a workspace as its rail, the command palette and the keys know them: `g` and then `key` opens one. */
export const ROOMS = [
  { to: '/workspaces/$workspaceId', name: 'Decision', key: 'd', icon: Scale },
  { to: '/workspaces/$workspaceId/evaluations', name: 'Evaluations', key: 'e', icon: FlaskConical },
  { to: '/workspaces/$workspaceId/series', name: 'Series', key: 'w', icon: ChartLine },
  { to: '/workspaces/$workspaceId/candidates', name: 'Candidates', key: 'c', icon: Layers },
  { to: '/workspaces/$workspaceId/requirements', name: 'Requirements', key: 'r', icon: ListChecks },
  { to: '/workspaces/$workspaceId/sources', name: 'Sources', key: 's', icon: FileText },
  { to: '/workspaces/$workspaceId/conversation', name: 'Conversation', key: 'm', icon: MessagesSquare },
  { to: '/workspaces/$workspaceId/settings', name: 'Settings', key: 't', icon: Settings },
] as const satisfies readonly { to: string; name: string; key: string; icon: LucideIcon }[];
