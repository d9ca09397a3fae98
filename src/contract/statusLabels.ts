import type { Json } from './json.ts';
import { z } from './zod.ts';

/** The labels that a profile gives to numeric codes such as a status: code to label. */
export type StatusLabels = ReadonlyMap<string, string>;

export const NO_LABELS: StatusLabels = new Map();

/** The expected form of the setting. */
export const LABELS_EXPECTED =
  'pairs such as 1 = active, 0 = inactive, each code and label once, or nothing';

const LONGEST = 1000;
const PAIR = /^([^=]+)=(.+)$/;

/**
 * Reads the setting `statusLabels`: `1 = active, 0 = inactive`.
 *
 * Pairs are separated by commas, semicolons or lines. Returns null for another text, and where a
 * label stands for two codes, because an import could not tell them apart.
 */
export function readStatusLabels(text: string): StatusLabels | null {
  const labels = new Map<string, string>();
  const words = new Set<string>();
  const pairs = text.split(/[,;\n]/).filter((each) => each.trim() !== '');
  for (const pair of pairs) {
    const [, code = '', label = ''] = (PAIR.exec(pair.trim()) ?? []).map((each) => each.trim());
    if (code === '' || label === '' || labels.has(code) || words.has(plain(label))) return null;
    labels.set(code, label);
    words.add(plain(label));
  }
  // A label that is also the code of another label has two meanings.
  return [...labels].some(([code, label]) => label !== code && labels.has(label)) ? null : labels;
}

export const statusLabelsText = z
  .string()
  .max(LONGEST, `at most ${LONGEST} characters`)
  .refine((text) => readStatusLabels(text) !== null, { error: () => LABELS_EXPECTED });

/** Returns the label of a code, or null if it has none. */
export function statusLabel(labels: StatusLabels, value: Json | undefined): string | null {
  if (labels.size === 0 || (typeof value !== 'string' && typeof value !== 'number')) return null;
  return labels.get(String(value).trim()) ?? null;
}

/** Returns the code of a label that a user typed; another text stays as it is. */
export function statusCode(labels: StatusLabels, text: string): string {
  const word = plain(text);
  for (const [code, label] of labels) if (plain(label) === word) return code;
  return text;
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}
