import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './empty.css';

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  /** Reads it out where nobody asked for it. */
  readonly role?: 'alert';
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** A place with nothing in it: says why, and what would fill it. */
export function Empty({ icon: Icon, title, text, role, children }: EmptyProps) {
  return (
    <div className="empty" role={role}>
      <span className="empty-icon">
        <Icon size={22} strokeWidth={1.6} aria-hidden />
      </span>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div className="empty-actions">{children}</div>}
    </div>
  );
}
