import { lazy, Suspense } from 'react';
import type { ModelViewerProps } from './view/props.ts';

// three.js is a third of the whole program, and most screens never draw a model.
const ModelViewer = lazy(async () => ({
  default: (await import('./view/ModelViewer.tsx')).ModelViewer,
}));

/** The viewer of models, fetched when the first model is shown; as high as what is around it. */
export function LazyModelViewer(props: ModelViewerProps) {
  return (
    <Suspense fallback={null}>
      <ModelViewer {...props} />
    </Suspense>
  );
}
