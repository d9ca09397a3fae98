import { describe, expect, it } from 'vitest';
import { pictureSize } from '#core/files/fileMetadata.ts';

/** Returns a JPEG of 300 by 200 pixels with these bytes before its frame header. */
const jpeg = (before: string, frame = 'c0') =>
  Buffer.from(`ffd8ffe000040000${before}ff${frame}000b0800c8012c01000000${'00'.repeat(40)}`, 'hex');
const oldBmp = [0x42, 0x4d, ...new Uint8Array(12), 12, 0, 0, 0, 0x40, 1, 0xf0, 0, 1, 0, 24, 0];

describe('the size of a picture', () => {
  it.each([
    ['a JPEG', 'jpeg', jpeg(''), 300, 200],
    ['a JPEG with fill bytes', 'jpeg', jpeg('ffff'), 300, 200],
    ['a JPEG with arithmetic coding', 'jpeg', jpeg('', 'c9'), 300, 200],
    ['a BMP with the oldest header', 'bmp', Buffer.from(oldBmp), 320, 240],
  ] as const)('is read from %s', (_, type, bytes, width, height) => {
    expect(pictureSize(type, bytes)).toEqual({ width, height, orientation: 1 });
  });

  it('is unknown for a JPEG that ends before its frame header', () => {
    expect(pictureSize('jpeg', jpeg('').subarray(0, 10))).toBeNull();
  });
});
