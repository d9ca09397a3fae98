import { desktopWindow } from '../../client/desktop.ts';
import { fileNameOf } from '../../ui/fileName.ts';
import { save } from '../../changesets/save.ts';
import { call } from '../../state/core.ts';
import type { DraftState } from './useProductDraft.ts';

/**
 * Saves the draft as a manifest with its files.
 *
 * `add-product` and this screen can read it. In a browser, manifest and files come in one ZIP.
 * Returns null if the user cancelled.
 */
export async function saveManifestFile(plan: string, { name, draft, flush }: DraftState) {
  await flush();
  const alone = draft.parts.every(({ files }) => files.length === 0);
  const extension = alone || desktopWindow() !== null ? 'json' : 'zip';
  return save(fileNameOf(name, 'manifest', extension), (to) =>
    call('productDrafts.saveManifest', { plan, to }),
  );
}
