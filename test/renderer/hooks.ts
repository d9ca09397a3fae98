import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { settle } from './support.ts';

/** What nothing here is an element of. */
export class NoElement {
  readonly isElement = false;
}

/** As much of a page as a component that draws nothing asks for; give it as `window`. */
export const page = Object.assign(new EventTarget(), {
  event: undefined,
  document: { activeElement: null, body: null },
  HTMLIFrameElement: NoElement,
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
});

/** A hook in use: what it gave last, and the same with something else. */
interface Used<P, T> {
  readonly now: () => T;
  readonly use: (props: P) => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** Uses a hook as a component that draws nothing. */
export async function useIn<P, T>(hook: (props: P) => T, first: P): Promise<Used<P, T>> {
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
    root.render(createElement(Probe, { props }));
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
