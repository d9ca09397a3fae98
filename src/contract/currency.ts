import { z } from './zod.ts';

/** The expected form of the setting. */
export const CURRENCY_EXPECTED = 'a currency code such as PLN or EUR, or nothing';

const known = new Set(Intl.supportedValuesOf('currency'));

/** A currency code of ISO 4217, or empty. */
export const currencyCode = z
  .string()
  .refine((code) => code === '' || known.has(code), { error: () => CURRENCY_EXPECTED });
