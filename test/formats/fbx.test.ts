import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codes, made, madeText, parse, refusal, size } from './support.ts';

const BINARY = made('cabinet.fbx');
const TEXT = madeText('cabinet-ascii.fbx');

/** Returns one record of a binary FBX 7.4 with a single compressed list of numbers. */
function packedRecord(at: number, promised: number, packed: Uint8Array): Uint8Array {
  const record = new Uint8Array(13 + 1 + 13 + packed.length);
  const view = new DataView(record.buffer);
  view.setUint32(0, at + record.length, true);
  view.setUint32(4, 1, true);
  view.setUint32(8, 13 + packed.length, true);
  record.set([1, 0x41], 12);
  record[14] = 'd'.charCodeAt(0);
  view.setUint32(15, promised, true);
  view.setUint32(19, 1, true);
  view.setUint32(23, packed.length, true);
  record.set(packed, 27);
  return record;
}

function withRecord(promised: number, packed: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    ...BINARY.slice(0, 27),
    ...packedRecord(27, promised, packed),
    ...new Uint8Array(13),
  ]);
}

describe('an FBX', () => {
  it('too old is refused with its version', async () => {
    const old = BINARY.slice();
    new DataView(old.buffer).setUint32(23, 6100, true);
    expect(await refusal(parse({ 'a.fbx': old }))).toEqual({
      code: 'oldFbx',
      params: { version: 6100, oldest: 6400 },
    });
    const written = TEXT.replace(/FBXVersion: \d+/, 'FBXVersion: 6100');
    expect(await refusal(parse({ 'a.fbx': written }))).toEqual({
      code: 'oldFbx',
      params: { version: 6100, oldest: 7000 },
    });
  });

  it('whose lists unfold to more than they promise, or to more than there is room for, is refused', async () => {
    const bomb = zlib.deflateSync(Buffer.alloc(8_000_000));
    const lying = await refusal(parse({ 'a.fbx': withRecord(10, bomb) }));
    expect(lying).toEqual({ code: 'brokenOffset', params: { offset: 54 } });
    const honest = await refusal(
      parse({ 'a.fbx': withRecord(1_000_000, bomb) }, { unpackedBytes: 1_000_000 }),
    );
    expect(honest).toEqual({ code: 'tooLong', params: { limit: 1_000_000, offset: 54 } });
  });

  it('with a byte that contradicts the rest is refused with its place', async () => {
    const broken = BINARY.slice();
    broken[27 + 4] = 255;
    const fault = await refusal(parse({ 'a.fbx': broken }));
    expect(fault.code).toBe('brokenOffset');
    expect(fault.params['offset']).toBeGreaterThanOrEqual(27);
  });

  it('written with decimal commas is read as it was meant where its lists prove it', async () => {
    const commas = TEXT.replace(
      /(\sa: )([^}]*\.[^}]*?)(?=\s*\})/g,
      (_all, head: string, list: string) => {
        const items = list
          .split(/\s*,\s*/)
          .map((each) => Number(each).toFixed(4).replace('.', ','));
        return head + items.join(',');
      },
    );
    expect(commas).not.toBe(TEXT);
    const parsed = await parse({ 'a.fbx': commas });
    expect(codes(parsed)).toContain('commaList');
    expect(size(parsed)).toEqual([6000, 5850, 7200]);
  });

  it('with Z up keeps what turns the one group that everything hangs from', async () => {
    const turned = `	Model: 1000100, "Model::all", "Null" {
		Version: 232
		Properties70:  {
			P: "Lcl Rotation", "Lcl Rotation", "", "A",0,0,90
		}
	}
	Model: 1000013,`;
    const grouped = TEXT.replace('\tModel: 1000013,', turned)
      .replace(/(C: "OO", 10000\d\d), 0$/gm, '$1, 1000100')
      .replace('Connections:  {', 'Connections:  {\n\tC: "OO", 1000100, 0')
      .replace(/("UpAxis".*) 1$/m, '$1 2');
    const parsed = await parse({ 'a.fbx': grouped });
    expect(parsed.facts.up).toBe('z');
    expect(size(parsed)).toEqual([5850, 6000, 7200]);
  });

  it('that is binary tells that Z is up', async () => {
    const at = Buffer.from(BINARY).indexOf('S\u0006\0\0\0UpAxis', 'latin1');
    const value = Buffer.from(BINARY).indexOf('I', Buffer.from(BINARY).indexOf('Integer', at) + 7);
    const up = BINARY.slice();
    up[value + 1] = 2;
    const parsed = await parse({ 'a.fbx': up });
    expect(parsed.facts.up).toBe('z');
    expect(size(parsed)).toEqual(size(await parse({ 'a.fbx': BINARY })));
  });

  it('nested without end is refused with its line', async () => {
    const deep = `; FBX 7.4.0 project file\nFBXVersion: 7400\nA: ${'{ B: '.repeat(5000)}${'}'.repeat(5000)}`;
    expect(await refusal(parse({ 'a.fbx': deep }))).toEqual({
      code: 'tooDeep',
      params: { limit: 200, line: 3 },
    });
  });

  it('P3: never throws anything but a sentence, whichever byte is broken', async () => {
    for (let at = 27; at < BINARY.length; at += Math.ceil(BINARY.length / 150)) {
      const broken = BINARY.slice();
      broken[at] = (broken[at] ?? 0) ^ 0xff;
      const reading = parse({ 'a.fbx': broken }, { objects: 5000 });
      // Some bytes have no effect; then the file is read.
      await reading.then(
        ({ facts }) => expect(facts.format).toBe('fbx'),
        (thrown: unknown) => expect(thrown).toMatchObject({ name: 'ModelFault' }),
      );
    }
  });
});
