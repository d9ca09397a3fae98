import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { IntakeLine } from '../../../src/renderer/src/files/intake/IntakeLine.tsx';
import type { Line } from '../../../src/renderer/src/files/model/intake.ts';
import { HINGE } from './filesSupport.ts';

vi.mock('../../../src/renderer/src/files/thumbs/useSight.ts', () => ({
  useThumb: () => ({ sight: null, url: null }),
}));

const LINE: Line = {
  file: {
    id: 'f1',
    name: 'ZAW-110.png',
    folder: '',
    size: 9,
    copy: { state: 'waiting' },
    unfit: null,
    match: null,
    choice: { target: HINGE, by: 'code', as: 'replace', out: false },
    refused: null,
  },
  standing: 'copying',
  target: HINGE,
  candidates: [],
  field: 'images',
};

/** Returns the parts of a line that can be changed. */
function openParts(frozen: boolean): readonly string[] {
  const line = createElement(IntakeLine, {
    intake: 'i',
    kind: 'fittings',
    line: LINE,
    top: 0,
    frozen,
  });
  const markup = renderToStaticMarkup(createElement(MantineProvider, null, line));
  const parts = [...markup.matchAll(/<(input|select|button)\b([^>]*)>/g)];
  return parts.flatMap(([, name = '', more = '']) => (/ disabled=""/.test(more) ? [] : [name]));
}

describe('a file whose intake is being queued', () => {
  it('shows what is queued: nothing of its line can be changed meanwhile', () => {
    expect(openParts(false)).toEqual(['input', 'select', 'button']);
    expect(openParts(true)).toEqual([]);
  });
});
