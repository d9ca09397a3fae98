import { BulkTask } from './bulk/BulkTask.tsx';
import { ExportTask } from './export/ExportTask.tsx';
import { ImportTask } from './import/ImportTask.tsx';
import { PasteTask } from './PasteTask.tsx';
import { PlanTask } from './PlanTask.tsx';
import { ReferencesTask } from './references/ReferencesTask.tsx';
import { taskStore } from '../fields/undo/tasks.ts';
import { UndoTask } from './UndoTask.tsx';

/** The dialog of the open task, if any. */
export function TaskHost() {
  const task = taskStore((state) => state.open);
  if (task === null) return null;
  if (task.id === 'import') return <ImportTask kind={task.kind} roots={task.roots} />;
  if (task.id === 'bulk') return <BulkTask task={task} />;
  if (task.id === 'references') return <ReferencesTask task={task} />;
  if (task.id === 'export') return <ExportTask task={task} />;
  if (task.id === 'paste') return <PasteTask task={task} />;
  if (task.id === 'undo') return <UndoTask step={task.step} />;
  return <PlanTask plan={task.plan} />;
}
