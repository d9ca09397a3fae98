import { safeStorage } from 'electron';
import type { Log, Secrets } from '#core/platform/platform.ts';
import type { ShellStore } from './stores.ts';

/** Secrets as the system keeps them, or for this session alone where it cannot. */
export interface DesktopSecrets extends Secrets {
  /** False where the system has no safe place, or gives none: then nothing is written down. */
  readonly persist: () => Promise<boolean>;
}

/** Keeps secrets sealed by the system; `onForgetful` is called when one could only be held in memory. */
export function desktopSecrets(
  store: ShellStore,
  log: Log,
  onForgetful: () => void,
): DesktopSecrets {
  const held = new Map<string, string>();
  let known: Promise<boolean> | null = null;
  const canSeal = () => (known ??= canPersist());
  return {
    persist: async () => held.size === 0 && canSeal(),
    get: async (name) => held.get(name) ?? ((await canSeal()) ? unseal(store, log, name) : null),
    set: async (name, value) => {
      const kept = (await canSeal()) ? await sealedOrNull(log, value) : null;
      // Even where nothing takes its place, the one of before has had its time.
      store.keepSealed(name, kept);
      if (kept !== null) {
        held.delete(name);
        return;
      }
      held.set(name, value);
      onForgetful();
    },
    remove: async (name) => {
      await Promise.resolve();
      held.delete(name);
      store.keepSealed(name, null);
    },
  };
}

async function canPersist(): Promise<boolean> {
  const isLinux = process.platform === 'linux';
  if (isLinux && safeStorage.getSelectedStorageBackend() === 'basic_text') return false;
  // One that does not even say is no safe place; the window must open all the same.
  if (!(await safeStorage.isAsyncEncryptionAvailable().catch(() => false))) return false;
  return !isLinux || !(await isOpenToAll());
}

/** How Linux marks what it sealed with a password that everybody knows, as it does without a keyring: that protects nothing. */
const OPEN_TO_ALL = 'v10';

// The desktop's keyring is named also where none answers, and only what was sealed tells which password was taken.
async function isOpenToAll(): Promise<boolean> {
  // One that refuses has a password of its own, and may be unlocked later.
  const tried = await safeStorage.encryptStringAsync('tried').catch(() => null);
  return tried !== null && tried.toString('latin1').startsWith(OPEN_TO_ALL);
}

/** A keyring that says it is there may still refuse, as one that stays locked does: then null. */
async function sealedOrNull(log: Log, value: string): Promise<string | null> {
  try {
    return await sealed(value);
  } catch (thrown) {
    log('warn', `A sign-in could not be sealed: ${String(thrown)}`);
    return null;
  }
}

async function sealed(value: string): Promise<string> {
  return (await safeStorage.encryptStringAsync(value)).toString('base64');
}

async function unseal(store: ShellStore, log: Log, name: string): Promise<string | null> {
  const kept = store.sealed(name);
  if (kept === null) return null;
  try {
    const opened = await safeStorage.decryptStringAsync(Buffer.from(kept, 'base64'));
    if (opened.shouldReEncrypt) await sealAnew(store, log, name, kept, opened.result);
    return opened.result;
  } catch (thrown) {
    // Another keyring than last time: the person signs in again, the queue is untouched.
    log('warn', `A kept sign-in could not be opened: ${String(thrown)}`);
    return null;
  }
}

/** What took the place of `kept` meanwhile stays, and what was forgotten stays forgotten. */
async function sealAnew(
  store: ShellStore,
  log: Log,
  name: string,
  kept: string,
  value: string,
): Promise<void> {
  const renewed = await sealedOrNull(log, value);
  if (renewed === null || store.sealed(name) !== kept) return;
  try {
    store.keepSealed(name, renewed);
  } catch (thrown) {
    // On a full disk the one of before still opens.
    log('warn', `A sign-in could not be sealed anew: ${String(thrown)}`);
  }
}
