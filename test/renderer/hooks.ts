import { createElement } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { settle } from './support.ts';

/** Stands for a DOM class; no object in these tests is an instance of it. */
export class NoElement {
  readonly isElement = false;
}

/** Fake page with only the members that a component without output uses; stub it as `window`. */
export const page = Object.assign(new EventTarget(), {
  event: undefined,
  document: { activeElement: null, body: null },
  HTMLIFrameElement: NoElement,
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
});

/** A mounted hook: its latest value, a way to render it with new props, and to unmount it. */
interface Used<P, T> {
  readonly now: () => T;
  readonly use: (props: P) => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** Mounts a hook in a component without output; `around` may give it a context. */
export async function useIn<P, T>(
  hook: (props: P) => T,
  first: P,
  around: (child: ReactNode) => ReactNode = (child) => child,
): Promise<Used<P, T>> {
  const place = Object.assign(new EventTarget(), {
    nodeType: 1,
    tagName: 'DIV',
    ownerDocument: { defaultView: page, addEventListener: () => {} },
  });
  const root = createRoot(place as unknown as Element);
  let last: { readonly given: T } | undefined;
  function Probe({ props }: { readonly props: P }) {
    last = { given: hook(props) };
    return null;
  }
  const use = async (props: P) => {
    root.render(around(createElement(Probe, { props })));
    await settle();
  };
  const leave = async () => {
    root.unmount();
    await settle();
  };
  onTestFinished(leave);
  await use(first);
  return {
    now: () => {
      if (last === undefined) throw new Error('not drawn yet');
      return last.given;
    },
    use,
    leave,
  };
}
