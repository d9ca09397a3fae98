import { X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { createMarks } from '../../../files/drop/place.ts';
import { useHotkeys } from '../../../ui/keys/useHotkeys.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { formatTime } from '../../../i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { readForm, requiredFaults } from '../../../fields/model/form.ts';
import type { Outcome } from '../../../fields/model/form.ts';
import { creationKey } from '../../../fields/drafts/drafts.ts';
import { focusGrid } from '../state/focusGrid.ts';
import { useFilledForm } from '../state/duplicate.ts';
import { setList } from '../state/listStore.ts';
import { CreateFiles } from './CreateFiles.tsx';
import { Details } from './Details.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { Form } from '../../../fields/form.ts';
import type { FormContext } from '../../../fields/form.ts';
import { useCreate } from './useCreate.ts';
import type { Creating } from './useCreate.ts';
import { useDraft } from '../../../fields/useDraft.ts';
import type { DraftState } from '../../../fields/useDraft.ts';
import { useTakenCode } from './useTakenCode.ts';
import './panel.css';

const NOTHING = {};

/** The form of a new record; the input is kept as a draft until it is queued. */
export function CreatePanel({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const resource = resourceOf(kind);
  const draft = useDraft(creationKey(kind));
  useFilledForm(kind, draft);
  const outcome = useTakenCode(resource, useOutcome(resource, draft));
  const creating = useCreate(kind, draft, outcome);
  const frame = useRef<HTMLDivElement>(null);
  const close = () => {
    setList(kind, { adding: false });
    focusGrid();
  };
  useHotkeys({ keep: () => void creating.create(), leave: close });
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('[data-path]')?.focus();
  }, []);
  const form: FormContext = {
    key: creationKey(kind),
    kind,
    resource,
    purpose: 'create',
    leaving: false,
    record: NOTHING,
    values: NOTHING,
    operations: [],
    draft,
    outcome: creating.shown,
    strict: creating.strict,
    undo: null,
    askToTry: null,
  };
  const title = t('records.create.title', { subject: textOf(resource.singular) });
  return (
    <Panel label={title}>
      <Form value={form}>
        <div className="record" ref={frame} {...createMarks(kind)}>
          <CreateHead title={title} onClose={close} />
          {/* A region that scrolls must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className="tab-panel create-body scroll" tabIndex={0}>
            <DraftNotice />
            <Details onFiles={null} />
            <CreateFiles />
          </div>
          {creating.error !== null && (
            <div className="record-problem">
              <ErrorNotice error={creating.error} />
            </div>
          )}
          <CreateFoot draft={draft} creating={creating} />
        </div>
      </Form>
    </Panel>
  );
}

function useOutcome(resource: Resource, { typed, files }: DraftState): Outcome {
  return useMemo(() => {
    const read = readForm(resource, NOTHING, typed, 'create');
    const given = Object.fromEntries(files.map(({ field, file }) => [field, file]));
    const missing = requiredFaults(resource, { ...read.values, ...given });
    return { ...read, faults: { ...missing, ...read.faults } };
  }, [resource, typed, files]);
}

function CreateHead({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <header className="record-head">
      <div className="record-name">
        <h2>{title}</h2>
        <p className="quiet">{t('records.create.hint')}</p>
      </div>
      <IconButton icon={X} label={t('common.actions.close')} shortcut="leave" onClick={onClose} />
    </header>
  );
}

interface CreateFootProps {
  readonly draft: DraftState;
  readonly creating: Creating;
}

function CreateFoot({ draft, creating }: CreateFootProps) {
  const { t } = useTranslation();
  return (
    <footer className="record-foot">
      <span className="quiet cut">
        {draft.at === null
          ? t('records.create.needed')
          : t(`records.draft.${draft.kept}`, { time: formatTime(draft.at) })}
      </span>
      <span className="tools-space" />
      {draft.at !== null && <Button onClick={draft.discard}>{t('files.dialog.cancel')}</Button>}
      <Button tone="go" busy={creating.busy} onClick={() => void creating.create()}>
        {t('records.create.action')} <Kbd shortcut="keep" />
      </Button>
    </footer>
  );
}
