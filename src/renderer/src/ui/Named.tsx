import { useTranslation } from 'react-i18next';
import { calledOf } from './readable.ts';
import './named.css';

interface NamedProps {
  readonly title: string;
  /** Shown when it exists and differs from the title. */
  readonly code: string | null;
  readonly className?: string;
}

/**
 * A record's name and code.
 *
 * In a narrow place the name is shortened before the code.
 */
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
