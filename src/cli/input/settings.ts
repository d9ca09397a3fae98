import { invalid } from '#contract/errors.ts';
import { CURRENCY_EXPECTED } from '#contract/currency.ts';
import { settingsSchema } from '#contract/procedures.ts';
import { currentName } from '#contract/settingNames.ts';
import type { Settings } from '#contract/procedures.ts';
import { LABELS_EXPECTED } from '#contract/statusLabels.ts';
import { show } from '#contract/values.ts';
import type { z } from '#contract/zod.ts';

const EXPECTED: Readonly<Record<keyof Settings, string>> = {
  pageSize: 'a whole number from 0 to 10000; 0 lets Cabinet learn it',
  concurrency: 'a whole number from 1 to 8',
  inFlightWindowSeconds: 'a whole number of seconds from 0 to 86400',
  assetBaseUrl: 'an address such as https://files.example, or nothing',
  assetBudgetMb: 'a whole number of megabytes from 0 to 1000000; 0 fetches no pictures',
  proxy: 'system, none, or an address such as http://proxy.example:3128, without user and password',
  proxyUser: 'a user of at most 200 characters, or nothing',
  language: 'en, pl or system',
  theme: 'light, dark or system',
  trashDays: 'a whole number of days from 1 to 3650',
  currency: CURRENCY_EXPECTED,
  statusLabels: LABELS_EXPECTED,
  autoSend: 'off or online',
  rememberPassword: 'off or on',
  sendOnQuit: 'never, ask or always',
  notifications: 'off, counts or names',
  refreshMinutes: 'a whole number of minutes from 0 to 1440; 0 turns this off',
};

const settingName = settingsSchema.keyof();

/** Reads the name of a setting. */
export function readSettingName(name: string): keyof Settings {
  const parsed = settingName.safeParse(currentName(name));
  if (parsed.success) return parsed.data;
  const expected = `one of ${settingName.options.join(', ')}`;
  throw invalid([{ place: 'NAME', value: show(name), expected }]);
}

const someSettings = settingsSchema.partial();

/** Reads the value of one setting as it was typed. */
export function readSetting(name: keyof Settings, text: string): z.infer<typeof someSettings> {
  const given = /^\d{1,15}$/.test(text) ? Number(text) : text;
  const parsed = someSettings.safeParse({ [name]: given });
  if (parsed.success) return parsed.data;
  throw invalid([{ place: name, value: show(text), expected: EXPECTED[name] }]);
}
