import { FileQuestion } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import type { Located } from './useLocated.ts';

interface MissingProps {
  readonly missing: readonly string[];
  readonly located: Located;
  /** Shows one line over the picture instead of a list. */
  readonly brief?: boolean;
}

/** The files that the model names but that are missing, with a button to locate them. */
export function Missing({ missing, located, brief = false }: MissingProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [first = '', ...others] = missing;
  const name =
    others.length === 0 ? first : t('model.missingMore', { name: first, more: others.length });
  const picker = (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      aria-label={t('model.locateLabel')}
      onChange={({ currentTarget }) => {
        located.add([...(currentTarget.files ?? [])], missing);
        currentTarget.value = '';
      }}
    />
  );
  if (brief)
    return (
      <div className="model-missing">
        <FileQuestion size={13} aria-hidden />
        <span className="cut" role="status">
          {located.news?.length === 0 ? t('model.locatedNone') : t('model.missingShort', { name })}
        </span>
        <button type="button" className="model-locate" onClick={() => input.current?.click()}>
          {t('model.locate')}
        </button>
        {picker}
      </div>
    );
  return (
    <>
      <p id={hintId} className="model-hint">
        {t('model.locateHint')}
      </p>
      {located.news !== null && (
        <p className="model-hint" role="status">
          {located.news.length === 0
            ? t('model.locatedNone')
            : t('model.located', { names: located.news.join(', ') })}
        </p>
      )}
      <Button
        aria-describedby={hintId}
        aria-label={t('model.locateLabel')}
        onClick={() => input.current?.click()}
      >
        {t('model.locate')}
      </Button>
      {picker}
    </>
  );
}
