import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readJson } from '../model/jsonText.ts';
import { useEditing } from './editing.ts';
import { setAt } from './model/editText.ts';
import type { RawBlock } from './model/layout.ts';

/** More characters are shown on request. */
const SHOWN = 2_000;

interface RawPartProps {
  readonly block: Pick<RawBlock, 'path' | 'node'> & { readonly key?: string | null };
  readonly label: string;
}

/** A part without a shape, as its JSON text. A text that is not valid yet blocks saving. */
export function RawPart({ block: { key, path, node }, label }: RawPartProps) {
  const { t } = useTranslation();
  const { text, readOnly, edit, hold, brokenAt } = useEditing();
  const literal = text.slice(node.start, node.end);
  const broken = brokenAt(path);
  // White space around the JSON stays as typed.
  const [typed, setTyped] = useState('');
  const [isLong, setLong] = useState(literal.length > SHOWN);
  const shown = broken ?? (typed.trim() === literal ? typed : literal);
  const isBroken = broken !== null;
  const faultId = useId();
  const onText = (next: string) => {
    setTyped(next);
    if (!readJson(next).ok) hold(path, next);
    else if (next.trim() === literal) hold(path, null);
    else edit(setAt(text, path, next.trim()), `raw ${JSON.stringify(path)}`, path);
  };
  return (
    <div className="parts-raw">
      {typeof key === 'string' && <span className="parts-key">{key}</span>}
      {isLong ? (
        <button type="button" className="parts-link" onClick={() => setLong(false)}>
          {t('structure.showJson', { count: shown.length })}
        </button>
      ) : (
        <textarea
          className="mono"
          aria-label={label}
          aria-invalid={isBroken}
          aria-describedby={isBroken ? faultId : undefined}
          data-uncommitted={isBroken || undefined}
          spellCheck={false}
          autoComplete="off"
          readOnly={readOnly}
          rows={Math.min(8, shown.split('\n').length)}
          value={shown}
          onChange={(event) => onText(event.target.value)}
        />
      )}
      {isBroken && (
        <span id={faultId} className="fault">
          {t('structure.brokenPart')}
        </span>
      )}
    </div>
  );
}
