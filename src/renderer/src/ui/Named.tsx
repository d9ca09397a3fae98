import { useTranslation } from 'react-i18next';
import { calledOf } from './readable.ts';
import './named.css';

interface NamedProps {
  readonly title: string;
  /** Shown where there is one and it says more than the title. */
  readonly code: string | null;
  readonly className?: string;
}

/** A record by its name and code; where there is little room the name is cut, the code as good as never. */
export function Named({ title, code, className = '' }: NamedProps) {
  const { t } = useTranslation();
  const name = calledOf(t, title);
  const shown = code === title ? null : code;
  return (
    <span className={`named ${className}`} title={shown === null ? name : `${name}\u2003${shown}`}>
      <span className="cut">{name}</span>
      {shown !== null && <code className="mono quiet cut">{shown}</code>}
    </span>
  );
}
