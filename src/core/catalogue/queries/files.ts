import type { Handlers } from '#contract/procedures.ts';
import { matchFiles } from '../matchFiles.ts';
import { coversOf, sightsOf } from '../../files/filePreviews.ts';
import { walk } from '../../files/walk.ts';
import type { ReadStores } from '../../workspace/readStores.ts';

type FileReadName = 'files.walk' | 'files.match' | 'files.sights' | 'files.covers' | 'facts.get';

/** Returns the handlers of file queries: matches, previews, covers and facts. */
export function fileReads(stores: ReadStores): Handlers<FileReadName> {
  return {
    'files.walk': ({ paths }) => walk(stores.disk.files, paths),
    'files.match': async ({ kind, files }) => ({ matches: await matchFiles(stores, kind, files) }),
    'files.sights': ({ items }) => ({ sights: sightsOf(stores, items) }),
    'files.covers': ({ kind, ids }) => ({ covers: coversOf(stores, kind, ids) }),
    'facts.get': ({ sha256s }) => ({
      facts: sha256s.flatMap((sha256) => stores.files.facts(sha256) ?? []),
    }),
  };
}
