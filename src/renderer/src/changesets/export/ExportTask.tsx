import { NativeSelect, Radio } from '@mantine/core';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { language } from '../../i18n/locale.ts';
import { call } from '../../state/core.ts';
import { useStatus } from '../../state/status.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { tellError } from '../../ui/tellError.ts';
import { save } from '../save.ts';
import { TaskDialog } from '../TaskDialog.tsx';
import { closeTask, openNow } from '../../fields/undo/tasks.ts';
import type { TaskOf } from '../../fields/undo/tasks.ts';
import { Working } from '../Working.tsx';
import { datedName } from '../../state/datedName.ts';
import { firstChoice, formatOf } from './exportChoice.ts';
import type { ExportChoice } from './exportChoice.ts';
import { FormatFields } from './FormatFields.tsx';
import './export.css';

interface ExportTaskProps {
  readonly task: TaskOf<'export'>;
}

/** Exports rows of a list to a sheet; asks for rows, columns and format. */
export function ExportTask({ task }: ExportTaskProps) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState(() => firstChoice(language(), task.ids.length));
  const { busy, error, run } = useExport(task, choice);
  const what = textOf(resourceOf(task.kind).label).toLowerCase();
  const change = (part: Partial<ExportChoice>) => setChoice((old) => ({ ...old, ...part }));
  return (
    <TaskDialog
      title={t('sheets.export.title', { subject: what })}
      size="small"
      onClose={closeTask}
    >
      {busy ? (
        <Working title={t('sheets.working.write')} plan="export" />
      ) : (
        <form
          className="task-form"
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          <Rows task={task} choice={choice} onChange={change} />
          <NativeSelect
            label={t('sheets.export.columns')}
            data={[
              {
                value: 'shown',
                label: t('sheets.export.columnsShown', { count: task.columns.length }),
              },
              { value: 'all', label: t('sheets.export.columnsAll') },
            ]}
            value={choice.columns}
            onChange={({ currentTarget: { value } }) =>
              change({ columns: value === 'all' ? 'all' : 'shown' })
            }
          />
          <FormatFields choice={choice} onChange={change} />
          {error !== null && <ErrorNotice error={error} />}
          <div className="dialog-actions">
            <Button onClick={closeTask}>{t('common.actions.cancel')}</Button>
            <Button tone="go" type="submit" icon={FileDown}>
              {t('sheets.export.go')}
            </Button>
          </div>
        </form>
      )}
    </TaskDialog>
  );
}

interface RowsProps extends ExportTaskProps {
  readonly choice: ExportChoice;
  readonly onChange: (part: Partial<ExportChoice>) => void;
}

function Rows({ task, choice, onChange }: RowsProps) {
  const { t } = useTranslation();
  const all = useStatus(({ status }) => status?.counts[task.kind] ?? task.shown);
  const selected = task.ids.length;
  return (
    <Radio.Group
      label={t('sheets.export.rows')}
      value={choice.rows}
      onChange={(value) =>
        onChange({ rows: value === 'all' || value === 'selected' ? value : 'shown' })
      }
    >
      <div className="export-rows">
        {selected > 1 && (
          <Radio value="selected" label={t('sheets.export.rowsSelected', { count: selected })} />
        )}
        <Radio
          value="shown"
          label={t('sheets.export.rowsShown', { count: task.shown })}
          data-autofocus
        />
        <Radio value="all" label={t('sheets.export.rowsAll', { count: all })} />
      </div>
    </Radio.Group>
  );
}

function useExport(task: TaskOf<'export'>, choice: ExportChoice) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const run = async () => {
    const isOpen = openNow();
    setBusy(true);
    setError(null);
    const { kind, query, columns, ids } = task;
    try {
      const written = await save(datedName(kind, choice.format), (to) =>
        call('sheets.export', {
          query: choice.rows === 'shown' ? query : { kind },
          ...(choice.rows === 'selected' ? { ids: [...ids] } : {}),
          ...(choice.columns === 'shown' ? { columns: [...columns] } : {}),
          as: formatOf(choice),
          to,
        }),
      );
      if (written !== null) {
        toast(t('sheets.export.done', { count: written.rows, file: written.file }));
        if (isOpen()) closeTask();
        return;
      }
    } catch (thrown) {
      const problem = asAppError(thrown);
      if (problem.code !== 'cancelled' && !isOpen()) return tellError(problem);
      if (problem.code !== 'cancelled') setError(problem);
    }
    setBusy(false);
  };
  return { busy, error, run: () => void run() };
}
