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

/**
 * The shell's own data between two starts.
 *
 * The user's settings are in their profile.
 */
export class ShellStore {
  readonly #store = new Store<Record<string, unknown>>({
    name: 'shell',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });

  constructor() {
    // Earlier entries were keyed by profile name only, so their data folder is unknown.
    if (this.#store.has('sealed')) this.#store.delete('sealed');
  }

  window(): WindowState | null {
    return windowState.safeParse(this.#store.get('window')).data ?? null;
  }

  keepWindow(state: WindowState): void {
    this.#remember('window', state);
  }

  /** The folder of the last file dialog. */
  folder(): string | null {
    return z.string().safeParse(this.#store.get('folder')).data ?? null;
  }

  keepFolder(folder: string): void {
    this.#remember('folder', folder);
  }

  /** Whether Cabinet goes on when its window is closed. */
  keepsRunning(): boolean {
    return this.#store.get('keepRunning') === true;
  }

  keepRunning(on: boolean): void {
    this.#store.set('keepRunning', on);
  }

  /**
   * Stores optional data.
   *
   * A full disk must not block closing the window or using a file of another disk.
   */
  #remember(name: 'window' | 'folder', value: unknown): void {
    try {
      this.#store.set(name, value);
    } catch {
      // The previous value stays.
    }
  }

  /** Secrets encrypted by the system, in base64. */
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
