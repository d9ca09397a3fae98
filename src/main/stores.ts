import Store from 'electron-store';
import { z } from '#contract/zod.ts';

const windowState = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowState>;
const SECRETS = 'secrets';
const sealedSecrets = z.record(z.string(), z.string());

/** What the shell itself remembers between two starts; a person's settings lie in their profile. */
export class ShellStore {
  readonly #store = new Store<Record<string, unknown>>({
    name: 'shell',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });

  constructor() {
    // One from before was named by the profile alone: in whatever data folder that is, nobody can tell.
    if (this.#store.has('sealed')) this.#store.delete('sealed');
  }

  window(): WindowState | null {
    return windowState.safeParse(this.#store.get('window')).data ?? null;
  }

  keepWindow(state: WindowState): void {
    this.#remember('window', state);
  }

  /** The folder from which files were last picked. */
  folder(): string | null {
    return z.string().safeParse(this.#store.get('folder')).data ?? null;
  }

  keepFolder(folder: string): void {
    this.#remember('folder', folder);
  }

  /** What is only convenient: a full disk must neither keep a window open nor a file from another disk. */
  #remember(name: 'window' | 'folder', value: unknown): void {
    try {
      this.#store.set(name, value);
    } catch {
      // The one from before stays.
    }
  }

  /** Secrets as the system sealed them, in base64. */
  sealed(name: string): string | null {
    return this.#sealed()[name] ?? null;
  }

  keepSealed(name: string, sealed: string | null): void {
    const { [name]: _old, ...rest } = this.#sealed();
    this.#store.set(SECRETS, sealed === null ? rest : { ...rest, [name]: sealed });
  }

  #sealed(): Record<string, string> {
    return sealedSecrets.safeParse(this.#store.get(SECRETS)).data ?? {};
  }
}
