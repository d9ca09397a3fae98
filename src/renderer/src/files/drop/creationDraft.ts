import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { creationKey, readDraft, writeDraft } from '../../fields/drafts/drafts.ts';
import type { DraftFile } from '../../fields/drafts/drafts.ts';

/**
 * Adds files to those of a record that is being created.
 *
 * A single-file field keeps only the last file.
 */
export function joinFiles(
  kind: Kind,
  old: readonly DraftFile[],
  files: readonly DraftFile[],
): readonly DraftFile[] {
  const { fields } = resourceOf(kind);
  return files.reduce<readonly DraftFile[]>((list, file) => {
    const single = fields[file.field]?.type === 'file';
    return [...list.filter(({ field }) => !single || field !== file.field), file];
  }, old);
}

let line: Promise<unknown> = Promise.resolve();

/**
 * Adds files to the stored draft of a new record whose form is not open.
 *
 * Calls run one after the other.
 */
export function keepForCreation(kind: Kind, files: readonly DraftFile[]): Promise<void> {
  const work = async () => {
    const key = creationKey(kind);
    const old = await readDraft(key);
    await writeDraft(key, {
      typed: old?.typed ?? {},
      base: old?.base ?? null,
      files: joinFiles(kind, old?.files ?? [], files),
      at: Date.now(),
    });
  };
  const mine = line.then(work);
  line = mine.catch(() => undefined);
  return mine;
}
