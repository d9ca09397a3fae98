import { settingsSchema } from '#contract/procedures.ts';
import type { z } from '#contract/zod.ts';
import { isInsecure } from '../signIn/checkSignIn.ts';

export type NumberSetting =
  | 'pageSize'
  | 'concurrency'
  | 'inFlightWindowSeconds'
  | 'assetBudgetMb'
  | 'trashDays'
  | 'refreshMinutes';

/** A fault of a typed setting. */
export type Fault =
  | { readonly is: 'whole' }
  | { readonly is: 'between'; readonly min: number; readonly max: number }
  | { readonly is: 'url' | 'currency' | 'labels' | 'proxy' }
  /** An unencrypted address of another computer, which the user must accept. */
  | { readonly is: 'unencrypted'; readonly value: string };

export type CheckedSetting<T> = { readonly value: T } | { readonly fault: Fault };

/** Parses a whole number within the limits of the contract. */
export function checkNumber(name: NumberSetting, text: string): CheckedSetting<number> {
  if (!/^\d{1,9}$/.test(text.trim())) return { fault: { is: 'whole' } };
  const value = Number(text);
  if (settingsSchema.shape[name].safeParse(value).success) return { value };
  return { fault: { is: 'between', ...limitsOf(name) } };
}

/** Parses an address; an empty text is valid. */
export function checkAddress(text: string): CheckedSetting<string> {
  const parsed = settingsSchema.shape.assetBaseUrl.safeParse(text.trim());
  if (!parsed.success) return { fault: { is: 'url' } };
  const value = parsed.data;
  return isInsecure(value) ? { fault: { is: 'unencrypted', value } } : { value };
}

/** Parses the address of a proxy; a missing scheme is http. */
export function checkProxy(text: string): CheckedSetting<string> {
  const typed = text.trim();
  const value = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`;
  const isValid = typed !== '' && settingsSchema.shape.proxy.safeParse(value).success;
  return isValid ? { value } : { fault: { is: 'proxy' } };
}

/** Parses the user of a proxy; an empty text is valid. */
export function checkProxyUser(text: string): CheckedSetting<string> {
  return { value: text.trim().slice(0, 200) };
}

/** Parses a currency code in any case; an empty text is valid. */
export function checkCurrency(text: string): CheckedSetting<string> {
  const parsed = settingsSchema.shape.currency.safeParse(text.trim().toUpperCase());
  return parsed.success ? { value: parsed.data } : { fault: { is: 'currency' } };
}

/** Parses labels of status codes; an empty text is valid. */
export function checkStatusLabels(text: string): CheckedSetting<string> {
  const parsed = settingsSchema.shape.statusLabels.safeParse(text.trim());
  return parsed.success ? { value: parsed.data } : { fault: { is: 'labels' } };
}

function limitsOf(name: NumberSetting): { readonly min: number; readonly max: number } {
  const schema: z.ZodNumber = settingsSchema.shape[name];
  return { min: schema.minValue ?? 0, max: schema.maxValue ?? 0 };
}
