import { connected } from '../state/core.ts';

interface Written {
  readonly file: string;
  readonly download: string | null;
}

/**
 * Writes a file where the person wants it: asked for on the desktop, among the downloads in a
 * browser. Null when they left the question.
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
