import './named.css';

interface NamedProps {
  readonly title: string;
  /** Shown where there is one and it says more than the title. */
  readonly code: string | null;
  readonly className?: string;
}

/** A record by its name and code; where there is little room the name is cut, the code as good as never. */
export function Named({ title, code, className = '' }: NamedProps) {
  return (
    <span className={`named ${className}`} title={title}>
      <span className="cut">{title}</span>
      {code !== null && code !== title && <code className="mono quiet cut">{code}</code>}
    </span>
  );
}
