import { Link } from '@tanstack/react-router';
import { MessageCircleQuestion } from 'lucide-react';

/** Leads to the conversation with a question begun, which the person completes and sends. */
export function AskAbout({ workspaceId, question }: { workspaceId: string; question: string }) {
  return (
    <Link
      className="button"
      to="/workspaces/$workspaceId/conversation"
      params={{ workspaceId }}
      search={{ ask: question }}
      aria-label="Ask about this"
      title="Ask about this"
    >
      <MessageCircleQuestion size={16} aria-hidden /> Ask
    </Link>
  );
}
