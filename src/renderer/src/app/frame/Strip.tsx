import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface StripProps {
  readonly icon: LucideIcon;
  readonly tone: 'ask' | 'bad' | 'news';
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

/** A notice above the screen; news waits until a screen reader is idle. */
export function Strip({ icon: Icon, tone, text, children }: StripProps) {
  return (
    <div className={`strip strip-${tone}`} role={tone === 'news' ? 'status' : 'alert'}>
      <Icon size={15} aria-hidden />
      <div className="strip-text">{text}</div>
      {children}
    </div>
  );
}
