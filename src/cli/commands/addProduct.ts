import path from 'node:path';
import { partKinds } from '#contract/resources/draftRoles.ts';
import { z } from '#contract/zod.ts';
import { command, noOptions } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { readJsonInput } from '../input/json.ts';
import { someText } from '../input/words.ts';
import { table } from '../output/table.ts';
import { clean } from '../output/text.ts';
import { withCore } from '../withCore.ts';

const names = partKinds.map(({ label }) => label.en.toLowerCase());
const partNames = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

/** Queues a product with everything it needs, all or nothing. */
export const addProductCommand = command({
  usage: 'add-product <MANIFEST>',
  about: `Add a product with its missing ${partNames}.`,
  example: 'cabinet add-product wardrobe.json',
  args: z.tuple([someText]),
  values: noOptions,
  run: async (shell, [file]) => {
    const { documentFolder } = await import('#core/files/inside.ts');
    const { systemDisk } = await import('#core/app/nodePlatform.ts');
    // Resolved before the manifest is read: the folder could be replaced later.
    const folder = documentFolder(
      systemDisk.files,
      file === '-' ? process.cwd() : path.dirname(path.resolve(file)),
    );
    const manifest = await readJsonInput(file, 'MANIFEST');
    const { steps } = await withCore(shell, 'write', (core) =>
      core.call('plan.addProduct', { manifest, folder }),
    );
    shell.show({ steps }, () =>
      table(
        [{ title: 'kind' }, { title: 'key' }, { title: 'outcome' }, { title: 'operation' }],
        steps.map(({ kind, key, outcome, operation }) => ({
          cells: [kind, clean(key), outcome, operation ?? ''],
        })),
      ),
    );
    return EXIT.done;
  },
});
