import path from 'node:path';
import { asAppError } from '#contract/errors.ts';
import { partKinds } from '#contract/resources/draftRoles.ts';
import { isRuleIssue } from '#contract/rules.ts';
import { z } from '#contract/zod.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { askingError } from '../input/record.ts';
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
  options: [
    {
      flags: '--accept-warnings',
      about: 'save it even if the server rejected such values in other records',
    },
  ],
  args: z.tuple([someText]),
  values: z.object({ acceptWarnings: z.boolean().default(false) }),
  run: async (shell, [file], { acceptWarnings: accepted }) => {
    const { documentFolder } = await import('#core/files/inside.ts');
    const { systemDisk } = await import('#core/app/nodePlatform.ts');
    // Resolved before the manifest is read: the folder could be replaced later.
    const folder = documentFolder(
      systemDisk.files,
      file === '-' ? process.cwd() : path.dirname(path.resolve(file)),
    );
    const manifest = await readJsonInput(file, 'MANIFEST');
    const { steps } = await withCore(shell, 'write', (core) =>
      core
        .call('productDrafts.addProduct', { manifest, folder, accepted })
        .catch((thrown: unknown) => {
          const error = asAppError(thrown);
          throw error.details.issues?.some(isRuleIssue) === true ? askingError(error) : error;
        }),
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
