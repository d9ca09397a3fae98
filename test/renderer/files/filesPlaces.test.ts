import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gathered } from '../../../src/renderer/src/files/thumbs/gathered.ts';
import { allowedFor, allowedIn } from '../../../src/renderer/src/files/model/allowed.ts';

describe('asking together', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('does once what was asked for many times, and again when asked later', () => {
    const act = vi.fn();
    const ask = gathered(50, act);
    ask();
    ask();
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(50);
    ask();
    expect(act).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(50);
    expect(act).toHaveBeenCalledTimes(2);
  });
});

describe('what is taken where', () => {
  it('a material takes the pictures of the document, and no tga', () => {
    expect(allowedIn('materials', 'PICFILE')).toEqual(['.jpg', '.jpeg', '.png', '.svg', '.bmp']);
    expect(allowedIn('materials', 'name')).toEqual([]);
  });

  it('a fitting tells pictures and models apart', () => {
    expect(allowedIn('fittings', 'model')).toEqual(['.e3d', '.obj', '.dae', '.wrl', '.fbx']);
    expect(allowedIn('fittings', 'images')).toContain('.tga');
    expect(allowedIn('fittings', 'images')).not.toContain('.obj');
  });

  it('where the document names no types, what Cabinet can hold is taken', () => {
    expect(allowedIn('products', 'modelPath')).toContain('.fbx');
    expect(allowedIn('products', 'modelPath')).not.toContain('.png');
    expect(allowedIn('products', 'images')).toContain('.png');
    expect(allowedFor('products')).not.toContain('.txt');
    expect(allowedFor('edge-bands')).toEqual([]);
    expect(allowedFor(null)).toEqual(expect.arrayContaining(['.obj', '.png']));
  });
});
