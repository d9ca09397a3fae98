import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './empty.css';

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  /** Set when the message appears by itself, so that screen readers announce it. */
  readonly role?: 'alert';
  /** Buttons that help. */
  readonly children?: ReactNode;
}

/** An empty place with the reason and a way to fill it. */
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
