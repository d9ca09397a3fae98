import { settingsSchema } from '#contract/procedures.ts';
import type { z } from '#contract/zod.ts';
import { isInsecure } from '../signIn/checkSignIn.ts';

/** The settings that are whole numbers. */
export type NumberSetting =
  'pageSize' | 'concurrency' | 'settleSeconds' | 'assetBudgetMb' | 'trashDays';

/** What is wrong with what was typed, as far as a person must know. */
export type Fault =
  | { readonly is: 'whole' }
  | { readonly is: 'between'; readonly min: number; readonly max: number }
  | { readonly is: 'url' }
  /** An address of another computer without encryption, which a person must accept. */
  | { readonly is: 'unencrypted'; readonly value: string };

export type CheckedSetting<T> = { readonly value: T } | { readonly fault: Fault };

/** Reads a whole number within the limits that the contract sets. */
export function checkNumber(name: NumberSetting, text: string): CheckedSetting<number> {
  if (!/^\d{1,9}$/.test(text.trim())) return { fault: { is: 'whole' } };
  const value = Number(text);
  if (settingsSchema.shape[name].safeParse(value).success) return { value };
  return { fault: { is: 'between', ...limitsOf(name) } };
}

/** Reads an address, or nothing. */
export function checkAddress(text: string): CheckedSetting<string> {
  const parsed = settingsSchema.shape.assetBaseUrl.safeParse(text.trim());
  if (!parsed.success) return { fault: { is: 'url' } };
  const value = parsed.data;
  return isInsecure(value) ? { fault: { is: 'unencrypted', value } } : { value };
}

function limitsOf(name: NumberSetting): { readonly min: number; readonly max: number } {
  const schema: z.ZodNumber = settingsSchema.shape[name];
  return { min: schema.minValue ?? 0, max: schema.maxValue ?? 0 };
}
