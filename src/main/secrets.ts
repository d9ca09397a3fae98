import { safeStorage } from 'electron';
import type { Log, Secrets } from '#core/platform/platform.ts';
import type { ShellStore } from './stores.ts';

/** Secrets kept by the system, or in memory for this session. */
export interface DesktopSecrets extends Secrets {
  /** Returns false when the system has no safe storage; then nothing is written to disk. */
  readonly persist: () => Promise<boolean>;
}

/**
 * Stores secrets encrypted by the system.
 *
 * Calls `onForgetful` when a secret could only be kept in memory.
 */
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
    seals: canSeal,
    get: async (name) => held.get(name) ?? ((await canSeal()) ? unseal(store, log, name) : null),
    set: async (name, value) => {
      const kept = (await canSeal()) ? await sealedOrNull(log, value) : null;
      // The old secret is removed even when the new one cannot be stored.
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
      if (store.sealed(name) !== null) store.keepSealed(name, null);
    },
  };
}

async function canPersist(): Promise<boolean> {
  const isLinux = process.platform === 'linux';
  if (isLinux && safeStorage.getSelectedStorageBackend() === 'basic_text') return false;
  // A store that does not answer counts as unsafe; the window must open anyway.
  if (!(await safeStorage.isAsyncEncryptionAvailable().catch(() => false))) return false;
  return !isLinux || !(await isOpenToAll());
}

/**
 * Prefix of secrets that Linux encrypted with a well-known password, as it does without a keyring.
 */
const OPEN_TO_ALL = 'v10';

// Linux names a keyring even when none answers; only an encrypted sample shows which password is
// used.
async function isOpenToAll(): Promise<boolean> {
  // A keyring that refuses has its own password and may be unlocked later.
  const tried = await safeStorage.encryptStringAsync('tried').catch(() => null);
  return tried !== null && tried.toString('latin1').startsWith(OPEN_TO_ALL);
}

/** Encrypts a secret; null when the keyring refuses, as a locked one does. */
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
    // The keyring has changed since the last start. The user signs in again; the outbox is
    // untouched.
    log('warn', `A kept sign-in could not be opened: ${String(thrown)}`);
    return null;
  }
}

/** Encrypts a secret again, unless it was replaced or removed meanwhile. */
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
    // On a full disk the old encryption still works.
    log('warn', `A sign-in could not be sealed anew: ${String(thrown)}`);
  }
}
