import { Check, CircleAlert, CircleHelp, CircleSlash, Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../i18n/format.ts';
import { ErrorLine } from '../../ui/ErrorNotice.tsx';
import { copiedOf } from '../model/intake.ts';
import type { GivenFile, Line } from '../model/intake.ts';
import { Refusal } from './Refusal.tsx';

/** The state of a file as icon and word; a refusal lists the accepted types. */
export function LineState({ line: { file, standing } }: { readonly line: Line }) {
  const { t } = useTranslation();
  const { copy, unfit, refused } = file;
  if (unfit !== null) return <Refusal unfit={unfit} />;
  const error = refused ?? (copy.state === 'failed' ? copy.error : null);
  if ((standing === 'failed' || standing === 'companion') && error !== null)
    return (
      <span className="intake-state" data-tone="bad">
        <CircleAlert size={14} aria-hidden />
        <ErrorLine error={error} />
      </span>
    );
  if (standing === 'companion')
    return (
      <span className="intake-state" data-tone="hold">
        <Layers size={14} aria-hidden /> {t('files.states.companion')}
      </span>
    );
  if (standing === 'ask' || standing === 'crowded')
    return (
      <span className="intake-state" data-tone="ask">
        <CircleHelp size={14} aria-hidden /> {t(`files.states.${standing}`)}
      </span>
    );
  if (standing === 'out')
    return (
      <span className="intake-state" data-tone="hold">
        <CircleSlash size={14} aria-hidden /> {t('files.states.out')}
      </span>
    );
  return <CopyState file={file} />;
}

function CopyState({ file }: { readonly file: GivenFile }) {
  const { t } = useTranslation();
  if (file.copy.state === 'kept')
    return (
      <span className="intake-state" data-tone="good">
        <Check size={14} aria-hidden /> {t('files.states.kept')}
      </span>
    );
  if (file.copy.state === 'waiting')
    return <span className="intake-state quiet">{t('files.states.waiting')}</span>;
  const share = file.size === 0 ? 0 : copiedOf(file) / file.size;
  return (
    <span className="intake-state">
      <progress
        aria-label={t('files.states.copyingOf', { name: file.name })}
        max={1}
        value={share}
      />
      <span className="quiet num">{formatPercent(share)}</span>
    </span>
  );
}
