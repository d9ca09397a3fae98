import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, useIn } from '../../hooks.ts';
import { settle } from '../../support.ts';

vi.stubGlobal('window', page);
const { useDayText } =
  await import('../../../../src/renderer/src/screens/outbox/activity/useDayText.ts');

beforeEach(async () => {
  await i18next.use(initReactI18next).init({ lng: 'cimode' });
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

it('a day that was today is yesterday once midnight is over, without anything else', async () => {
  vi.setSystemTime(new Date(2026, 2, 4, 23, 59, 30));
  const day = await useIn(useDayText, new Date(2026, 2, 4, 9).getTime());
  expect(day.now()).toBe('outbox.activity.today');
  vi.advanceTimersByTime(60_000);
  await settle();
  expect(day.now()).toBe('outbox.activity.yesterday');
});
