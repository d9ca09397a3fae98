import { connected } from '../state/core.ts';

interface Written {
  readonly file: string;
  readonly download: string | null;
}

/**
 * Saves a file at a place chosen by the user, or as a download in a browser.
 *
 * Returns null if the user cancelled.
 */
export async function save<W extends Written>(
  name: string,
  write: (to: string | null) => Promise<W>,
): Promise<W | null> {
  const client = connected();
  const to = await client.chooseTarget(name);
  if (to === 'left') return null;
  const written = await write(to === 'download' ? null : to.path);
  if (written.download !== null) await client.receive(written.download, name);
  return { ...written, file: to === 'download' ? name : written.file };
}
