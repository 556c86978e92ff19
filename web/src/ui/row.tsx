import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Warnings } from './warnings.tsx';

interface RowProps {
  name: string;
  /** Its name, as the link to its page. */
  link: ReactNode;
  warnings: readonly string[] | undefined;
  onDuplicate: () => void;
  onDelete: () => void;
  /** What is said of it in a line or two. */
  children: ReactNode;
}

/** One of a list: what it is, a copy of it, and the end of it. */
export function Row({ name, link, warnings, onDuplicate, onDelete, children }: RowProps) {
  return (
    <li>
      <div>
        {link}
        {children}
        <Warnings warnings={warnings} />
      </div>
      <button type="button" className="subtle" aria-label={`Duplicate ${name}`} onClick={onDuplicate}>
        <Copy size={16} aria-hidden /> Duplicate
      </button>
      <button type="button" className="subtle" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </button>
    </li>
  );
}
