import { FileX2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Unfit } from '../model/intake.ts';

/** Why a file is refused, with the accepted types. */
export function Refusal({ unfit }: { readonly unfit: Unfit }) {
  const { t } = useTranslation();
  const allowed = unfit.allowed.map((each) => each.slice(1)).join(', ');
  const extension = unfit.extension === '' ? t('files.refused.none') : unfit.extension;
  return (
    <span className="intake-state intake-refusal" data-tone="bad">
      <FileX2 size={14} aria-hidden />
      <span>
        <b>{t(`files.refused.${unfit.why}`, { extension })}</b>
        {unfit.why === 'type' && <span> {t('files.refused.allowed', { allowed })}</span>}
      </span>
    </span>
  );
}
