import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CachedRecord } from '#contract/procedures.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copyText.ts';
import { prettyJson } from '../../../fields/model/jsonText.ts';

/** Shows the record exactly as the service sent it. */
export function RawTab({ record }: { readonly record: CachedRecord }) {
  const { t } = useTranslation();
  const text = prettyJson(record.doc ?? record.record);
  const copy = () => void copyText(text, t('records.rawCopied'));
  return (
    <div className="raw">
      <div className="raw-head">
        <p className="quiet">{t(record.doc === null ? 'records.rawHere' : 'records.rawSent')}</p>
        <Button icon={Copy} onClick={copy}>
          {t('records.copy')}
        </Button>
      </div>
      <pre className="mono">{text}</pre>
    </div>
  );
}
