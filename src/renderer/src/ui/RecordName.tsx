import './recordName.css';

interface RecordNameProps {
  readonly title: string;
  /** The record's code; null where it has none. */
  readonly code: string | null;
}

/** What a record is called; where there is little room the name is cut, and the code stays whole. */
export function RecordName({ title, code }: RecordNameProps) {
  return (
    <span className="record-label">
      <span className="cut" title={title}>
        {title}
      </span>
      {code !== null && code !== title && <code className="mono quiet cut">{code}</code>}
    </span>
  );
}
