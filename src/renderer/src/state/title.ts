import { create } from 'zustand';

interface Title {
  readonly title: string;
  readonly detail: string | null;
}

/** The title in the bar and of the window. */
export const titleStore = create<Title>(() => ({ title: '', detail: null }));

/** Sets the title of the screen in the bar and of the window. */
export function setTitle(title: string, detail: string | null): void {
  titleStore.setState({ title, detail });
  document.title = title === '' ? 'Cabinet' : `${title} · Cabinet`;
}
