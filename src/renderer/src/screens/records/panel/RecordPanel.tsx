import { useTranslation } from 'react-i18next';
import type { Kind } from '#contract/resources/resource.ts';
import { select } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { LoadedPanel } from './LoadedPanel.tsx';
import type { Tab } from './Tabs.tsx';
import { useRecord } from './useRecord.ts';
import './panel.css';

interface RecordPanelProps {
  readonly kind: Kind;
  readonly id: string;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

/** The record beside its list. */
export function RecordPanel({ kind, id, tab, onTab }: RecordPanelProps) {
  const { t } = useTranslation();
  const { loaded, error, reload } = useRecord(kind, id);
  const gone =
    error !== null && (loaded === null || loaded.ref !== id || error.code === 'not-found');
  return (
    <Panel label={t('records.panel')}>
      {gone && (
        <div className="panel-gone">
          <ErrorNotice error={error}>
            <Button onClick={() => void reload()}>{t('common.actions.retry')}</Button>
            <Button onClick={() => select(kind, null)}>{t('common.actions.close')}</Button>
          </ErrorNotice>
        </div>
      )}
      {!gone && loaded !== null && (
        <LoadedPanel
          key={`${loaded.kind} ${loaded.ref}`}
          loaded={loaded}
          reload={reload}
          tab={tab}
          onTab={onTab}
        />
      )}
    </Panel>
  );
}
