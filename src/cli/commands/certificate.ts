import type { CertificateInfo } from '#contract/certificate.ts';
import { PFX_BYTES } from '#contract/certificate.ts';
import { AppError, invalid, why } from '#contract/errors.ts';
import { show } from '#contract/values.ts';
import { z } from '#contract/zod.ts';
import type { Core } from '#core/app/core.ts';
import { takeGivenPassword } from '#core/app/shell/givenPassword.ts';
import fs from 'node:fs';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { readPassword } from '../input/password.ts';
import { someText } from '../input/words.ts';
import { pairs } from '../output/table.ts';
import { clean } from '../output/text.ts';
import { withCore } from '../withCore.ts';

/** Read before any command: a process started later would inherit the environment. */
const given = takeGivenPassword(process.env, 'CABINET_PASSPHRASE');

const ACTIONS = ['choose', 'passphrase', 'delete'] as const;

/**
 * Shows the client certificate, or stores or deletes one.
 *
 * The passphrase comes from the environment or stdin, or is asked for, never from an argument.
 */
export const certificateCommand = command({
  usage: 'certificate [ACTION] [FILE]',
  about:
    'Show the client certificate. “choose” stores the PFX file FILE for the server; “passphrase” stores the passphrase of the file in the managed settings; “delete” removes it. The passphrase is read from CABINET_PASSPHRASE or stdin, or asked for in a terminal.',
  example: 'cabinet certificate choose office.pfx --url https://server.example',
  options: [
    { flags: '--url <URL>', about: 'the server that gets it; default: the one of the profile' },
    { flags: '--passphrase-stdin', about: 'read the passphrase from stdin' },
  ],
  args: z.tuple([
    z.enum(ACTIONS, `one of ${ACTIONS.join(', ')}, or nothing`).optional(),
    z.string().optional(),
  ]),
  values: z.object({ url: someText.optional(), passphraseStdin: z.boolean().default(false) }),
  run: async (shell, [action, file], { url, passphraseStdin }) => {
    const pfx = action === 'choose' ? readFile(file) : null;
    const info = await withCore(shell, 'create', async (core) => {
      if (action === undefined) return core.call('certificate.get', {});
      if (action === 'delete') return core.call('certificate.forget', {});
      return store(core, { pfx, url, file, fromStdin: passphraseStdin });
    });
    shell.show({ certificate: info }, () => textOf(info));
    return info.fault === null ? EXIT.done : EXIT.attention;
  },
});

interface Given {
  readonly pfx: string | null;
  readonly url: string | undefined;
  readonly file: string | undefined;
  readonly fromStdin: boolean;
}

async function store(core: Core, { pfx, url, file, fromStdin }: Given): Promise<CertificateInfo> {
  const { managedFile } = await core.call('certificate.get', {});
  const passphrase = await readPassword({
    fromStdin,
    given,
    of: file ?? managedFile ?? '',
    mayBeEmpty: true,
    expected: 'the passphrase in CABINET_PASSPHRASE, or --passphrase-stdin',
  });
  return core.call('certificate.set', { pfx, passphrase, url });
}

/** Reads the file as base64; throws `invalid` or `rejected-file` for one that cannot be a PFX file. */
function readFile(file: string | undefined): string {
  if (file === undefined)
    throw invalid([{ place: 'FILE', value: 'missing', expected: 'a PFX file' }]);
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true)
    throw invalid([{ place: 'FILE', value: show(file), expected: 'a PFX file' }]);
  if (stat.size > PFX_BYTES)
    throw new AppError('rejected-file', 'This file is too large for a PFX file.', {
      why: why('pfx-size'),
    });
  return fs.readFileSync(file).toString('base64');
}

function textOf({ address, subject, validTo, managedFile, fault }: CertificateInfo): string {
  const until = validTo === null ? '' : new Date(validTo).toISOString().slice(0, 10);
  return pairs([
    ['Certificate', clean(subject ?? (address === null ? 'none' : 'not readable'))],
    ['Server', clean(address ?? '')],
    ['Valid until', until],
    ['Managed file', clean(managedFile ?? '')],
    ['Problem', fault ?? ''],
  ]);
}
