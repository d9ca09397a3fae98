import { lazy, Suspense } from 'react';
import type { ModelViewerProps } from './view/props.ts';

// three.js is a third of the whole program, and most screens never draw a model.
const ModelViewer = lazy(async () => ({
  default: (await import('./view/ModelViewer.tsx')).ModelViewer,
}));

/**
 * The model viewer, loaded when the first model is shown.
 *
 * It fills its parent's height.
 */
export function LazyModelViewer(props: ModelViewerProps) {
  return (
    <Suspense fallback={null}>
      <ModelViewer {...props} />
    </Suspense>
  );
}
