import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, it, vi } from 'vitest';
import type { Operation } from '#contract/operations.ts';
import type { Cluster } from '../../../../src/renderer/src/screens/outbox/model/rows.ts';
import { NoElement, page } from '../../hooks.ts';
import { operation } from '../../fields/outboxSupport.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', NoElement);
const { ClusterLine } =
  await import('../../../../src/renderer/src/screens/outbox/list/ClusterLine.tsx');

afterAll(() => vi.unstubAllGlobals());

/** Renders the heading of operations that were queued together. */
function head(lead: Partial<Operation>, part: Partial<Cluster> = {}): string {
  const first = operation({ group: 'g', ...lead });
  const cluster: Cluster = {
    key: 'g:g',
    type: 'together',
    lead: first,
    shown: [first],
    done: 0,
    total: 30,
    isCut: false,
    ...part,
  };
  return renderToStaticMarkup(createElement(ClusterLine, { cluster, open: false, active: false }));
}

const groupLabel = {
  code: 'percent',
  kind: 'fittings',
  count: 30,
  params: { percent: '5' },
} as const;

it('operations that were queued together are named as Undo names them', () => {
  expect(head({ groupLabel })).toContain('sheets.groups.percent');
  expect(head({ groupLabel })).not.toContain('outbox.list.together');
});

it('those whose name is not known any more are counted', () => {
  expect(head({})).toContain('outbox.list.together');
});

it('a plan is named by its product, as long as that is known', () => {
  expect(head({ groupLabel }, { type: 'plan' })).toContain('outbox.list.planTitle');
  expect(head({ groupLabel }, { type: 'plan', isCut: true })).toContain('sheets.groups.percent');
});
