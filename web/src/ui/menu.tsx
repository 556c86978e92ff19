import { Menu as Base } from '@base-ui/react/menu';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

interface MenuProps {
  /** The button that opens it. */
  label: ReactNode;
  /** What a screen reader says of the button, where `label` says less than it should. */
  name?: string;
  children: ReactNode;
}

/** A button with things to choose from: arrow keys, Escape and first letters work. */
export function Menu({ label, name, children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger className="menu-button" aria-label={name}>
        {label} <ChevronDown size={14} aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="menu-place">
          <Base.Popup className="menu-items">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Something that is done. */
export function MenuItem({ onPick, children }: { onPick: () => void; children: ReactNode }) {
  return (
    <Base.Item className="menu-item" onClick={onPick}>
      {children}
    </Base.Item>
  );
}

/** A file that is fetched. */
export function MenuDownload({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Base.LinkItem className="menu-item" href={href} download closeOnClick>
      {children}
    </Base.LinkItem>
  );
}

export function MenuDivider() {
  return <Base.Separator className="menu-divider" />;
}
