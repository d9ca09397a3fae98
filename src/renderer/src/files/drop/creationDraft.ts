import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { creationKey, readDraft, writeDraft } from '../../fields/drafts/drafts.ts';
import type { DraftFile } from '../../fields/drafts/drafts.ts';

/** The files of a creation with others; one file has room where the field takes one: the last given has it. */
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

/** Lays files into the creation of a kind that was begun and is not open; one call after the other. */
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
