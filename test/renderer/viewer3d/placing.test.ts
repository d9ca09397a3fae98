import { describe, expect, it } from 'vitest';
import { partOf } from '../../../src/renderer/src/files/tab/usePlacing.ts';
import { setLocale } from '../../../src/renderer/src/i18n/locale.ts';
import { movedTo } from '../../../src/renderer/src/viewer3d/scene/handles.ts';

describe('where a model stands', () => {
  it('is read from what was typed with a comma, and from what the service sent', () => {
    const form = {
      values: { mdrl: { x: '1.25', y: 7, z: 'dużo' } },
      draft: { typed: { 'mdrl.x': '12,5' } },
    };
    expect(['x', 'y', 'z', 'scale'].map((part) => partOf(form, 'mdrl', part))).toEqual([
      '12.5',
      '7',
      'dużo',
      '',
    ]);
    expect(partOf({ ...form, draft: { typed: {} } }, 'mdrl', 'x')).toBe('1.25');
  });

  it('is read in the language of the window', () => {
    setLocale('pl');
    const form = { values: {}, draft: { typed: { 'mdrl.x': '100,125', 'mdrl.y': '1.234,50' } } };
    expect(['x', 'y'].map((part) => partOf(form, 'mdrl', part))).toEqual(['100.125', '1234.50']);
    setLocale('en');
  });

  it('keeps its digits on the axes along which it is not dragged', () => {
    const was = { x: '12.3456', y: '7.00', z: '', scale: '1.5' };
    const place = { x: 12.3456, y: 30.239, z: 1e-16 };
    expect(movedTo(place, was)).toEqual({ x: '12.3456', y: '30.24', z: '0', scale: '1.5' });
    expect(movedTo(place, null)).toEqual({ x: '12.35', y: '30.24', z: '0', scale: '1' });
  });
});
