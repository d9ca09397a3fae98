import { describe, expect, it } from 'vitest';
import { readPfx } from '#core/service/pfx.ts';
import { roundsOf } from '#core/service/pfxRounds.ts';
import { PASSPHRASE, pfxFile } from '#test/support/certificateGateway.ts';

const MAC_LENGTH = 0x41;

/** Returns a PFX file whose check sum names so many rounds, as four bytes in hex. */
function withRounds(rounds: string): Buffer {
  const pfx = pfxFile();
  const mac = pfx.length - 2 - MAC_LENGTH;
  expect([pfx[mac], pfx[mac + 1]]).toEqual([0x30, MAC_LENGTH]);
  pfx.writeUInt16BE(pfx.readUInt16BE(2) + 2, 2);
  pfx[mac + 1] = MAC_LENGTH + 2;
  expect(pfx.subarray(-4).toString('hex')).toBe('02020800');
  return Buffer.concat([pfx.subarray(0, -4), Buffer.from(`0204${rounds}`, 'hex')]);
}

describe('the rounds of a PFX file', () => {
  it.each(['client', 'client-ec', 'client-open', 'client-rc2'])(
    'are those of its key, its certificates and its check sum: %s',
    (name) => {
      expect(roundsOf(pfxFile(name))).toBe(3 * 2048);
    },
  );

  it('are refused above three million, before any of them is done', () => {
    const began = process.cpuUsage();
    expect(readPfx(withRounds('7fffffff'), PASSPHRASE)).toBe('pfx-rounds');
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(1);
  });

  it.each([
    ['in pieces of octets', '24800405300804010004050203ffffff0000'],
    ['with lengths that are not named', '308004020000020400ffffff0000'],
    ['with a longer length than needed', '30840000000a04020000020400ffffff'],
    ['behind a salt in pieces without a length', '30802480040100000002040fffffff0000'],
    ['with their tags in the long form', '3f100b1f0401001f02040fffffff'],
    ['in pieces of pieces', '248004053008040100248004030203ff0402ffff00000000'],
    ['behind 100 levels', '3080'.repeat(100)],
    ['behind another element', '040d3009040100020400ffffff9999'],
  ])('are found %s', (_, hex) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(roundsOf(bytes)).toBeGreaterThan(3_000_000);
  });

  it('of encrypted bytes and of no PFX file are none', () => {
    expect(roundsOf(Buffer.from('0409a1b2020400ffffff00', 'hex'))).toBe(0);
    expect(roundsOf(Buffer.alloc(0))).toBe(0);
    expect(roundsOf(Buffer.from('hello, this is no file of keys'))).toBe(0);
  });
});
