import { Checkbox, SegmentedControl } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import type { Changeset } from '#contract/changesets/changeset.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { decimalMark } from '../i18n/format.ts';
import { textOf } from '../i18n/i18n.ts';
import { call } from '../state/core.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { ChangesetView } from './preview/ChangesetView.tsx';
import { useClosedChangeset } from './ChangesetTask.tsx';
import { TaskDialog } from './TaskDialog.tsx';
import { closeTask, leaveTouched } from '../fields/undo/tasks.ts';
import type { TaskOf } from '../fields/undo/tasks.ts';
import { Working } from './Working.tsx';

type Mark = NonNullable<Input<'paste.plan'>['decimal']>;

/** Previews a pasted column or block before it is queued. */
export function PasteTask({ task }: { readonly task: TaskOf<'paste'> }) {
  const { t } = useTranslation();
  const { mark, head, plan, error, readWith } = usePaste(task);
  useClosedChangeset(plan);
  const what = textOf(resourceOf(task.kind).label).toLowerCase();
  const decimals = (
    <span className="paste-decimals">
      <span className="quiet" id="paste-decimals">
        {t('sheets.import.decimal')}
      </span>
      <SegmentedControl
        size="xs"
        aria-labelledby="paste-decimals"
        data={[
          { value: '', label: foundLabel(t, plan) },
          { value: ',', label: '12,50' },
          { value: '.', label: '12.50' },
        ]}
        value={mark ?? ''}
        onChange={(value) => {
          const next = value === ',' || value === '.' ? value : null;
          void leaveTouched(() => readWith({ mark: next, head }));
        }}
      />
      <Checkbox
        size="xs"
        label={t('sheets.paste.head')}
        checked={head ?? plan?.label.params['head'] === 'yes'}
        onChange={({ currentTarget: { checked } }) =>
          void leaveTouched(() => readWith({ mark, head: checked }))
        }
      />
    </span>
  );
  return (
    <TaskDialog title={t('sheets.paste.title', { subject: what })} size="large" onClose={closeTask}>
      {error !== null && (
        <div className="task-error">
          <ErrorNotice error={error} />
          {decimals}
        </div>
      )}
      {plan !== null && (
        <ChangesetView
          key={plan.plan}
          plan={plan}
          tools={decimals}
          onBack={null}
          onDone={closeTask}
        />
      )}
      {plan === null && error === null && <Working title={t('sheets.working.look')} plan={null} />}
    </TaskDialog>
  );
}

// The label shows the detected mark, so that a wrong guess is noticed before queueing.
function foundLabel(t: TFunction, plan: Changeset | null): string {
  const mark = plan?.label.params['decimal'];
  return mark === undefined
    ? t('sheets.paste.found')
    : t('sheets.paste.foundMark', { mark: `12${mark}50` });
}

/** The format of a paste; null means detected. */
interface Ways {
  readonly mark: Mark | null;
  /** True if the first row holds the column names. */
  readonly head: boolean | null;
}

/** The preview of a paste in one format, once loaded. */
interface Read extends Ways {
  readonly plan: Changeset | null;
  readonly error: AppError | null;
}

interface Paste extends Read {
  /** Reads the paste again in another format; the old preview is dropped at once. */
  readonly readWith: (ways: Ways) => void;
}

function usePaste({ kind, ids, fields, text }: TaskOf<'paste'>): Paste {
  const [read, setRead] = useState<Read>({ mark: null, head: null, plan: null, error: null });
  const { mark, head } = read;
  useEffect(() => {
    let current = true;
    call('paste.plan', {
      kind,
      ids: [...ids],
      fields: [...fields],
      text,
      habit: decimalMark(),
      ...(mark === null ? {} : { decimal: mark }),
      ...(head === null ? {} : { head }),
    }).then(
      (plan) => {
        if (current) setRead({ mark, head, plan, error: null });
        // The dialog was closed or read again meanwhile: this changeset must be closed here.
        else void call('changesets.close', { plan: plan.plan }).catch(() => {});
      },
      (thrown: unknown) => {
        if (current) setRead({ mark, head, plan: null, error: asAppError(thrown) });
      },
    );
    return () => {
      current = false;
    };
  }, [kind, ids, fields, text, mark, head]);
  const readWith = (next: Ways) => {
    if (next.mark !== mark || next.head !== head) setRead({ ...next, plan: null, error: null });
  };
  return { ...read, readWith };
}
