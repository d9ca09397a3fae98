import { BulkTask } from '../changesets/bulk/BulkTask.tsx';
import { CorrectTask } from '../changesets/bulk/CorrectTask.tsx';
import { ExportTask } from '../changesets/export/ExportTask.tsx';
import { ImportTask } from '../changesets/import/ImportTask.tsx';
import { PasteTask } from '../changesets/PasteTask.tsx';
import { ChangesetTask } from '../changesets/ChangesetTask.tsx';
import { ReferencesTask } from '../screens/records/references/ReferencesTask.tsx';
import { taskStore } from '../fields/undo/tasks.ts';
import { UndoTask } from '../changesets/UndoTask.tsx';

/** The dialog of the open task, if any. */
export function TaskHost() {
  const task = taskStore((state) => state.open);
  if (task === null) return null;
  if (task.id === 'import') return <ImportTask kind={task.kind} roots={task.roots} />;
  if (task.id === 'bulk') return <BulkTask task={task} />;
  if (task.id === 'correct') return <CorrectTask task={task} />;
  if (task.id === 'references') return <ReferencesTask task={task} />;
  if (task.id === 'export') return <ExportTask task={task} />;
  if (task.id === 'paste') return <PasteTask task={task} />;
  if (task.id === 'undo') return <UndoTask step={task.step} />;
  return <ChangesetTask plan={task.plan} />;
}
