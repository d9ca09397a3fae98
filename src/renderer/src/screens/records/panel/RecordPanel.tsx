import { Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Kind } from '#contract/resources/resource.ts';
import { select } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { openTrash } from '../../history/openTrash.ts';
import { LoadedPanel } from './LoadedPanel.tsx';
import { formFor, NO_FORM } from '../../../fields/shownForm.ts';
import type { Tab } from './Tabs.tsx';
import { useRecord } from '../../../fields/useRecord.ts';
import type { Loaded } from '../../../fields/useRecord.ts';
import './panel.css';

interface RecordPanelProps {
  readonly kind: Kind;
  readonly id: string;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

function useForms(loaded: Loaded | null) {
  const [before, setForm] = useState(NO_FORM);
  const form = loaded === null ? before : formFor(before, loaded);
  if (form !== before) setForm(form);
  const onUse = useCallback(() => setForm((now) => (now.used ? now : { ...now, used: true })), []);
  return { form, onUse };
}

/** Shows the selected record beside its list. */
export function RecordPanel({ kind, id, tab, onTab }: RecordPanelProps) {
  const { t } = useTranslation();
  const { loaded, error, reload } = useRecord(kind, id);
  const { form, onUse } = useForms(loaded);
  const close = () => select(kind, null);
  const gone =
    error !== null && (loaded === null || loaded.ref !== id || error.code === 'not-found');
  return (
    <Panel label={t('records.panel')}>
      {gone && (
        <div className="panel-gone">
          {error.code === 'not-found' ? (
            <Removed onOpen={() => openTrash(kind, id)} onClose={close} />
          ) : (
            <ErrorNotice error={error}>
              <Button onClick={() => void reload()}>{t('common.actions.retry')}</Button>
              <Button onClick={close}>{t('common.actions.close')}</Button>
            </ErrorNotice>
          )}
        </div>
      )}
      {!gone && loaded !== null && (
        <LoadedPanel
          key={form.made}
          loaded={loaded}
          id={form.id}
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

interface RemovedProps {
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** Replaces a deleted record: says that it is gone, and links to the trash. */
function Removed({ onOpen, onClose }: RemovedProps) {
  const { t } = useTranslation();
  return (
    <Empty icon={Trash2} title={t('records.gone.title')} text={t('records.gone.text')} role="alert">
      <Button onClick={onOpen}>{t('records.gone.deleted')}</Button>
      <Button onClick={onClose}>{t('common.actions.close')}</Button>
    </Empty>
  );
}
