import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import type { WireChange } from '#contract/resources/descriptor.ts';

const change = (part: Partial<WireChange>): WireChange => ({
  values: {},
  files: {},
  before: {},
  ...part,
});

describe('bodies on the wire', () => {
  it('sends a fitting price as text to create and as a number to update (doc §2.3)', () => {
    const fitting = resourceOf('fittings');
    expect(fitting.toCreate({ price: '8.90' })).toEqual({ price: '8.90' });
    expect(fitting.toUpdate(change({ values: { price: '8.90' } }), 0)).toEqual([{ price: 8.9 }]);
  });

  it('names the old file of a fitting and makes one request a picture', () => {
    const bodies = resourceOf('fittings').toUpdate(
      change({
        values: { name: 'N', model: 'm2' },
        files: { images: { add: ['a2', 'b2'], remove: ['a1'] } },
        before: { model: 'm1' },
      }),
      0,
    );
    expect(bodies).toEqual([
      {
        name: 'N',
        newModelPath: 'm2',
        modelOperation: 'replace',
        oldModelPath: 'm1',
        newImagePath: 'a2',
        imageOperation: 'replace',
        oldImagePath: 'a1',
      },
      { newImagePath: 'b2', imageOperation: 'replace', oldImagePath: '' },
    ]);
  });

  it('refuses to remove a picture of a fitting without another in its place', () => {
    const { filesFault } = resourceOf('fittings');
    expect(filesFault('images', { add: [], remove: ['a'] })).toContain('replace');
    expect(filesFault('images', { add: ['b'], remove: ['a'] })).toBeNull();
  });

  it('sends a material price as a number to create, and in either form to update', () => {
    const material = resourceOf('materials');
    expect(material.toCreate({ price: '12.50', SIFRA: 'X' })).toEqual({ price: 12.5, SIFRA: 'X' });
    expect(material.toUpdate(change({ values: { price: '12.50' } }), 0)).toEqual([{ price: 12.5 }]);
    expect(material.toUpdate(change({ values: { price: '12.50' } }), 1)).toEqual([
      { CIJENA: '12.50' },
    ]);
  });

  it('turns a product change into newImages, imagesToDelete, newModelPath and filePathToDelete (doc §2.5)', () => {
    const bodies = resourceOf('products').toUpdate(
      change({
        values: { name: 'N', modelPath: 'm2' },
        files: { images: { add: ['b'], remove: ['a'] } },
        before: { modelPath: 'm1' },
      }),
      0,
    );
    expect(bodies).toEqual([
      {
        name: 'N',
        newImages: ['b'],
        imagesToDelete: ['a'],
        newModelPath: 'm2',
        filePathToDelete: 'm1',
      },
    ]);
  });
});
