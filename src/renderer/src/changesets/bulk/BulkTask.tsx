import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkChange } from '#contract/changesets/changeset.ts';
import { countedText } from '../../i18n/i18n.ts';
import { call } from '../../state/core.ts';
import { fieldsOf } from '../../fields/model/fields.ts';
import { groupText } from '../../fields/model/groupText.ts';
import { ChangesetView } from '../preview/ChangesetView.tsx';
import { useClosedChangeset } from '../ChangesetTask.tsx';
import { TaskDialog } from '../TaskDialog.tsx';
import { closeTask } from '../../fields/undo/tasks.ts';
import type { TaskOf } from '../../fields/undo/tasks.ts';
import { useNewChangeset } from '../useNewChangeset.ts';
import { Working } from '../Working.tsx';
import { BulkFields } from './BulkFields.tsx';
import { codesFor, emptyForm } from './bulkForm.ts';

/** Changes many records at once: first the form, then a preview of every record. */
export function BulkTask({ task }: { readonly task: TaskOf<'bulk'> }) {
  const { t } = useTranslation();
  const { kind, selection, count } = task;
  const fields = useMemo(() => fieldsOf(kind), [kind]);
  const [form, setForm] = useState(() => emptyForm(codesFor(fields)[0] ?? 'set', fields));
  const { plan, busy, error, look: ask, back } = useNewChangeset();
  const look = (change: BulkChange) => ask(() => call('bulk.plan', { kind, selection, change }));
  useClosedChangeset(plan);
  if (plan !== null)
    return (
      <TaskDialog title={groupText(t, plan.label)} size="large" onClose={closeTask}>
        <ChangesetView plan={plan} onBack={back} onDone={closeTask} />
      </TaskDialog>
    );
  const title = t('sheets.bulk.title', { records: countedText(kind, count) });
  return (
    <TaskDialog title={title} size="small" onClose={closeTask}>
      {busy ? (
        <Working title={t('sheets.working.look')} plan={null} />
      ) : (
        <BulkFields
          kind={kind}
          form={form}
          fields={fields}
          onChange={setForm}
          onLook={look}
          error={error}
        />
      )}
    </TaskDialog>
  );
}
