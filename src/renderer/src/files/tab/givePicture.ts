import i18next from 'i18next';
import { toldError } from '../../client/toldError.ts';
import { fileNameOf } from '../../ui/fileName.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { defaultAs, fieldOf, labelOf } from '../model/intake.ts';
import type { FileTarget } from '../model/intake.ts';
import { queueFiles } from '../state/undoing.ts';
import { toBase64 } from '../thumbs/base64.ts';

/** Queues a view of a model as a picture of its record, with undo. */
export async function givePicture(
  target: FileTarget,
  png: Blob,
  name: string,
  sha256: string | null,
): Promise<void> {
  const { kind, record } = target;
  const field = fieldOf(kind, 'view.png');
  if (field === null) return;
  const { file } = await call('files.give', {
    name: pictureName(name, sha256),
    kind,
    field,
    data: await toBase64(png),
  });
  const as = defaultAs(kind, field);
  const { placed, undo } = await queueFiles(
    i18next.t('files.tab.viewOf', { subject: labelOf(target) }),
    [{ file, kind, record, field, as }],
  );
  const error = placed[0]?.error ?? null;
  if (error !== null) throw toldError(error);
  const text = i18next.t('files.queuedFor', { count: 1, where: labelOf(target) });
  toast(text, () => void undo());
}

/** Maximum letters of a name. The disk limits bytes, and a letter has up to three. */
const LONGEST = 80;

// The picture is named after its model, but the disk may not allow that name.
function pictureName(name: string, sha256: string | null): string {
  const stem = name.replace(/\.png$/i, '').slice(0, LONGEST);
  return fileNameOf(stem, sha256?.slice(0, 8) ?? 'model', 'png');
}
