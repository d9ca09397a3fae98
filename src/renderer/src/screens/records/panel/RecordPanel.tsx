import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Kind } from '#contract/resources/resource.ts';
import { select } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { LoadedPanel } from './LoadedPanel.tsx';
import type { Tab } from './Tabs.tsx';
import { useRecord } from './useRecord.ts';
import type { Loaded } from './useRecord.ts';
import './panel.css';

interface RecordPanelProps {
  readonly kind: Kind;
  readonly id: string;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

/**
 * Which form a record is shown in. Who walks from record to record has the same one: a form is made
 * once, and only its values change. A form that somebody put a hand to, or in which something typed
 * was found, is thrown away with its record, so that nothing of it can reach the next.
 */
function useForms(loaded: Loaded | null) {
  const [form, setForm] = useState({ record: '', made: 0, used: false });
  const record = loaded === null ? form.record : `${loaded.kind} ${loaded.ref}`;
  if (record !== form.record) {
    const sameKind = record.split(' ')[0] === form.record.split(' ')[0];
    setForm({ record, made: form.made + (form.used || !sameKind ? 1 : 0), used: false });
  }
  const onUse = useCallback(() => setForm((now) => (now.used ? now : { ...now, used: true })), []);
  return { form: form.made, onUse };
}

/** The record beside its list. */
export function RecordPanel({ kind, id, tab, onTab }: RecordPanelProps) {
  const { t } = useTranslation();
  const { loaded, error, reload } = useRecord(kind, id);
  const { form, onUse } = useForms(loaded);
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
          key={form}
          loaded={loaded}
          current={loaded.kind === kind && loaded.ref === id}
          reload={reload}
          tab={tab}
          onTab={onTab}
          onUse={onUse}
        />
      )}
    </Panel>
  );
}
