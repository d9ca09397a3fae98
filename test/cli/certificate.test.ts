import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { filesWithSecrets, secretsIn } from '#test/support/canary.ts';
import { PASSPHRASE } from '#test/support/certificateGateway.ts';
import { Desk, expectRefusal } from './support.ts';

const file = (name: string) => path.join(import.meta.dirname, `../fixtures/tls/${name}.pfx`);
const URL_OF = 'https://server.example:8443';
const NONE = { address: null, subject: null, validTo: null, managedFile: null, fault: null };
const STORED = {
  ...NONE,
  address: URL_OF,
  subject: 'O=Meble, CN=Anna Nowak',
  validTo: Date.UTC(2081, 8, 1, 2, 42, 43),
};

const choose = (name: string) => ['certificate', 'choose', file(name), '--url', URL_OF];

describe('T10: a client certificate in the terminal', () => {
  it('gets a passphrase that no output and no file shows', async () => {
    const desk = new Desk();
    const stored = await desk.json([...choose('client'), '--passphrase-stdin'], {}, PASSPHRASE);
    expect(stored.json(z.unknown())).toEqual({ certificate: STORED });
    const shown = [stored, await desk.json(['certificate']), await desk.run(['certificate'])];
    expect(shown[2]?.out).toContain('2081-09-01');
    expect(secretsIn(shown.map(({ out, said }) => out + said).join(''), [PASSPHRASE])).toEqual([]);
    expect(filesWithSecrets(desk.dir, [PASSPHRASE])).toEqual([]);
    const gone = await desk.json(['certificate', 'delete']);
    expect(gone.json(z.unknown())).toEqual({ certificate: NONE });
  });

  it('takes the passphrase from the environment, and an empty one from stdin', async () => {
    const desk = new Desk();
    const given = await desk.json(choose('client'), { CABINET_PASSPHRASE: PASSPHRASE });
    expect(given.json(z.unknown())).toEqual({ certificate: STORED });
    const open = await desk.json([...choose('client-open'), '--passphrase-stdin']);
    expect(open.exit).toBe(0);
  });

  it.each([
    ['client', 'wrong', 'rejected-file', /passphrase does not open/],
    ['client-rc2', PASSPHRASE, 'rejected-file', /outdated encryption.*AES-256/],
    ['client-without-key', PASSPHRASE, 'rejected-file', /private key/],
    ['no-such-file', PASSPHRASE, 'invalid', /a PFX file/],
  ])('names what is wrong: %s with %j', async (name, passphrase, code, words) => {
    const desk = new Desk();
    const refused = await desk.json([...choose(name), '--passphrase-stdin'], {}, passphrase);
    expectRefusal(refused, 2, code, words);
  });

  it('asks for the server where the profile has none, and for a passphrase', async () => {
    const desk = new Desk();
    const args = ['certificate', 'choose', file('client')];
    const without = await desk.json([...args, '--passphrase-stdin'], {}, PASSPHRASE);
    expectRefusal(without, 2, 'invalid', /https address/);
    expectRefusal(await desk.json(choose('client')), 2, 'invalid', /CABINET_PASSPHRASE/);
    const unmanaged = await desk.json(['certificate', 'passphrase', '--passphrase-stdin']);
    expectRefusal(unmanaged, 2, 'state', /name no PFX file/);
  });
});
