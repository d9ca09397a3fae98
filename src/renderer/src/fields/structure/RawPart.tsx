import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readJson } from '../model/jsonText.ts';
import { useEditing } from './editing.ts';
import { setAt } from './model/editText.ts';
import type { RawBlock } from './model/layout.ts';

/** More characters are shown on request. */
const SHOWN = 2_000;

interface RawPartProps {
  readonly block: Pick<RawBlock, 'path' | 'node'> & { readonly key?: string };
  readonly label: string;
}

/** A part without a shape, as its JSON text. A text that is no JSON yet stays in its input. */
export function RawPart({ block: { key, path, node }, label }: RawPartProps) {
  const { t } = useTranslation();
  const { text, readOnly, edit } = useEditing();
  const literal = text.slice(node.start, node.end);
  const [typed, setTyped] = useState<{ readonly text: string; readonly from: string } | null>(null);
  const [isWhole, setWhole] = useState(false);
  const shown = typed !== null && typed.from === literal ? typed.text : literal;
  const isBroken = !readJson(shown).ok;
  const isLong = shown.length > SHOWN && !isWhole;
  return (
    <div className="parts-raw">
      {key !== undefined && <span className="parts-key">{key}</span>}
      {isLong ? (
        <button type="button" className="parts-link" onClick={() => setWhole(true)}>
          {t('structure.showJson', { count: shown.length })}
        </button>
      ) : (
        <textarea
          className="mono"
          aria-label={label}
          aria-invalid={isBroken}
          spellCheck={false}
          autoComplete="off"
          readOnly={readOnly}
          rows={Math.min(8, shown.split('\n').length)}
          value={shown}
          onChange={(event) => {
            const next = event.target.value;
            const isJson = readJson(next).ok;
            setTyped({ text: next, from: isJson ? next.trim() : literal });
            if (isJson) edit(setAt(text, path, next.trim()), `raw ${JSON.stringify(path)}`);
          }}
        />
      )}
      {isBroken && <span className="fault">{t('structure.brokenPart')}</span>}
    </div>
  );
}
