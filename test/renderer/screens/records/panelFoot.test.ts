import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Operation } from '#contract/operations.ts';
import { NoElement, page } from '../../hooks.ts';
import { operation } from '../../fields/outboxSupport.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', NoElement);
const { PanelFoot } =
  await import('../../../../src/renderer/src/screens/records/panel/PanelFoot.tsx');

afterAll(() => vi.unstubAllGlobals());

const record = {
  id: 'r1',
  serviceId: 'r1',
  key: 'ZAW-110',
  record: {},
  pending: null,
  doc: null,
  missingSince: null,
};
const keeping = {
  keep: () => Promise.resolve(),
  type: () => {},
  discard: () => {},
  busy: false,
  error: null,
  strict: false,
  shown: { values: {}, faults: {}, changed: [] },
  changed: 0,
  faults: 0,
};

/** Renders the foot of a record with changes in these states. */
function foot(...states: readonly Operation['state'][]): string {
  const operations = states.map((state, seq) => operation({ id: state, seq, state }));
  const loaded = { kind: 'fittings', ref: 'r1', record, operations } as const;
  return renderToStaticMarkup(createElement(PanelFoot, { loaded, keeping }));
}

describe('what stands below a record', () => {
  it('is that changes wait, and a way to send them', () => {
    expect(foot('waiting')).toContain('records.waiting');
    expect(foot('waiting', 'held')).toContain('records.waiting');
    expect(foot('waiting', 'held')).toContain('common.actions.send');
  });

  it('is no word of waiting where they are on hold, nor a button that sends nothing', () => {
    expect(foot('held')).toContain('common.statesShort.held');
    expect(foot('held')).not.toContain('records.waiting');
    expect(foot('held')).not.toContain('common.actions.send');
    expect(foot('held')).toContain('records.toOutbox');
  });

  it('is that they are on their way, with the button still in its place', () => {
    expect(foot('sending')).toContain('common.statesShort.sending');
    expect(foot('sending')).not.toContain('records.waiting');
    expect(foot('sending')).toContain('common.actions.send');
  });

  it('is what asks before all else', () => {
    expect(foot('sending', 'refused')).toContain('common.statesShort.refused');
    expect(foot('held', 'conflict')).toContain('records.decide');
  });
});
