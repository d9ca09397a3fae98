import { lazy, Suspense } from 'react';
import { DropLayer } from './drop/DropLayer.tsx';
import { IntakeTray } from './intake/IntakeTray.tsx';
import { useIntake } from './state/intakeStore.ts';

const IntakeDialog = lazy(async () => ({
  default: (await import('./intake/IntakeDialog.tsx')).IntakeDialog,
}));

/** The layer over the screens for dropped files and their intakes. */
export function FilesLayer() {
  const open = useIntake((state) => state.open);
  return (
    <>
      <DropLayer />
      <IntakeTray />
      {open !== null && (
        <Suspense fallback={null}>
          <IntakeDialog key={open} id={open} />
        </Suspense>
      )}
    </>
  );
}
