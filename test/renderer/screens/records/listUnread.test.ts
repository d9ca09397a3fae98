import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Query } from '#contract/procedures.ts';
import { NoElement, page } from '../../hooks.ts';
import { settle } from '../../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', NoElement);
const { ListContent } =
  await import('../../../../src/renderer/src/screens/records/ListContent.tsx');
const { RowStore, SLOW } =
  await import('../../../../src/renderer/src/screens/records/state/rowStore.ts');

afterAll(() => vi.unstubAllGlobals());

const NONE = { total: 0, rows: [] };
const SOUGHT: Query = { kind: 'fittings', search: 'zx' };
const ALL: Query = { kind: 'fittings' };

/** Answers the requests from now on. */
let answer: () => Promise<typeof NONE>;
const store = () => new RowStore(() => answer());

function drawn(rows: InstanceType<typeof RowStore>): string {
  return renderToStaticMarkup(
    createElement(ListContent, { kind: 'fittings', rows: rows.snapshot(), changes: new Map() }),
  );
}

beforeEach(() => {
  answer = () => Promise.resolve(NONE);
});

describe('a list in which what was sought fits nothing', () => {
  it('does not say that nothing is there while it reads what is to be shown now', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const rows = store();
    rows.setQuery(SOUGHT);
    await settle();
    const gate = Promise.withResolvers<typeof NONE>();
    answer = () => gate.promise;
    rows.setQuery(ALL);
    await vi.advanceTimersByTimeAsync(SLOW);
    expect(drawn(rows)).toContain('common.loading');
    expect(drawn(rows)).not.toContain('records.empty');
    gate.resolve(NONE);
    await settle();
    expect(drawn(rows)).toContain('records.empty');
  });

  it('does not say so either where that cannot be read', async () => {
    const rows = store();
    rows.setQuery(SOUGHT);
    await settle();
    answer = () => Promise.reject(new AppError('disconnected', 'The core has stopped.'));
    rows.setQuery(ALL);
    await settle();
    expect(drawn(rows)).toContain('errors.disconnected.title');
    expect(drawn(rows)).not.toContain('records.empty');
  });
});
