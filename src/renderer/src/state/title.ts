import { create } from 'zustand';

interface Title {
  readonly title: string;
  readonly detail: string | null;
}

/** What the bar and the window's title show. */
export const titleStore = create<Title>(() => ({ title: '', detail: null }));

/** Names the screen in the bar and in the window's title. */
export function setTitle(title: string, detail: string | null): void {
  titleStore.setState({ title, detail });
  document.title = title === '' ? 'Cabinet' : `${title} · Cabinet`;
}
