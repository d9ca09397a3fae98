import { AppError, asAppError } from '#contract/errors.ts';
import { BYTES_PATH } from '#contract/files/bytes.ts';
import type { PassedOver } from '#contract/files/intake.ts';
import type { Input, Output } from '#contract/procedures.ts';
import type { Channel } from '#contract/rpc/channel.ts';
import type { DesktopWindow } from '#contract/shell.ts';
import { ConnectionStore } from './connection.ts';
import type { Collected, Root, Source, StageWatch } from './source.ts';
import { connectWindow, ShownProfile } from './tables.ts';
import type { WindowClient } from './tables.ts';
import { walkRoots } from './walk.ts';
import type { CabinetClient } from './cabinetClient.ts';

declare global {
  interface Window {
    readonly cabinet?: DesktopWindow<File>;
  }
}

/** Returns the object that the desktop's preload exposes; null in a browser. */
export function desktopWindow(): DesktopWindow<File> | null {
  return window.cabinet ?? null;
}

/** Returns the client over the desktop's channel, which lives as long as the window. */
export function desktopClient(desktop: DesktopWindow<File>): CabinetClient {
  const connection = new ConnectionStore();
  const channel: Channel = {
    send: desktop.send,
    onMessage: desktop.onMessage,
    onClose: () => {},
  };
  const shown = new ShownProfile();
  const client = connectWindow(channel, shown);
  // The shell answers at once, even while the core is opening.
  client.call('shell.info', {}).then(
    ({ profile }) => {
      shown.meet(profile);
      connection.set('open');
    },
    (thrown: unknown) => connection.set('lost', asAppError(thrown)),
  );
  return {
    ...client,
    connection,
    collect: (roots) => collectPaths(desktop, client, roots),
    stage: async (source, use, watch = {}) => {
      const path = source instanceof File ? desktop.pathOf(source) : source.path;
      if (path === '') throw nowhere(source);
      return stagePath(client, { path, ...use }, watch);
    },
    bytes: () => Promise.resolve(BYTES_PATH),
    chooseTarget: async (name) => {
      const { path } = await client.call('shell.saveFile', { name });
      return path === null ? 'left' : { path };
    },
    receive: () => Promise.reject(new AppError('internal', 'The desktop writes where it is told.')),
  };
}

/** Collects a drop: the core walks folders on the disk, the browser gives files. */
async function collectPaths(
  desktop: DesktopWindow<File>,
  client: WindowClient,
  roots: readonly Root[],
): Promise<Collected> {
  const folders: string[] = [];
  const files: Root[] = [];
  for (const root of roots) {
    const path =
      root.entry?.isDirectory === true && root.file !== null ? desktop.pathOf(root.file) : '';
    if (path === '') files.push({ file: root.file, entry: root.file === null ? root.entry : null });
    else folders.push(path);
  }
  const plain = await walkRoots(files);
  if (folders.length === 0) return plain;
  const found = await client.call('files.walk', { paths: folders });
  const given = found.files.map(({ path, name, size, shown }) => ({
    source: { path },
    name,
    size,
    shown,
  }));
  const { passedOver } = found;
  return {
    given: [...plain.given, ...given],
    unreadable: passedOver.filter(({ why }) => NAMED.has(why)).map(({ shown }) => shown),
    cut: plain.cut || passedOver.some(({ why }) => why === 'too-many' || why === 'too-deep'),
  };
}

/** Reasons that are reported by name. Files that systems leave in folders are skipped silently. */
const NAMED: ReadonlySet<PassedOver['why']> = new Set(['unreadable', 'link', 'no-file']);

async function stagePath(
  client: WindowClient,
  file: Omit<Input<'files.stage'>, 'token'>,
  { signal, onProgress }: StageWatch,
): Promise<Output<'files.stage'>> {
  const token = crypto.randomUUID();
  const off = client.on('files.progress', (progress) => {
    if (progress.token === token) onProgress?.(progress.done);
  });
  const stop = () => void client.call('files.cancel', { token });
  signal?.addEventListener('abort', stop);
  try {
    return await client.call('files.stage', { ...file, token });
  } finally {
    off();
    signal?.removeEventListener('abort', stop);
  }
}

function nowhere(source: Source): AppError {
  const name = source instanceof File ? source.name : source.path;
  return new AppError(
    'rejected-file',
    `${name} does not lie on the disk. Save it there first, then add it again.`,
  );
}
