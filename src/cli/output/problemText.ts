import type { Json } from '#contract/json.ts';
import type { Problem, Rule } from '#contract/problems.ts';
import { statusLabel } from '#contract/statusLabels.ts';
import { priceText } from '#contract/valueText.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { show } from '#contract/values.ts';

type Say = (param: (name: string) => string) => string;

/** One English sentence for each rule; the compiler requires one for a new rule. */
const SENTENCES: Readonly<Record<Rule, Say>> = {
  'same-code': (p) => `The code ${p('code')} is also used by ${p('first')}.`,
  'unknown-material': (p) => `Refers to material ${p('code')}, which is not in the catalogue.`,
  'unknown-fitting': (p) => `Refers to fitting ${p('code')}, which is not in the catalogue.`,
  'unknown-edge-band': (p) => `Refers to edge band ${p('code')}, which is not in the catalogue.`,
  'unknown-record': (p) => `Refers to code ${p('code')}, which is not in the catalogue.`,
  'file-not-held': (p) => `${p('path')} is not on the server.`,
  'wrong-type': (p) => `The value ${p('value')} is not ${p('expected')}.`,
  'price-missing': () => 'No price.',
  'price-zero': (p) => `The price is ${p('value')}.`,
  'price-outlier': (p) =>
    `The price ${p('value')} is unusual for the group ${p('group')} (median ${p('median')}).`,
  'no-picture': () => 'No image.',
  'no-model': () => 'No 3D model.',
  'size-missing': (p) => (p('parts') === '' ? 'No size.' : `Missing size: ${p('parts')}.`),
  'size-unlike-model': (p) => `Record: ${p('stored')} mm. 3D model: ${p('model')} mm.`,
  'near-name': (p) => `The name is very similar to ${p('otherName')} (${p('other')}).`,
  'unknown-status': (p) => `The status ${p('value')} is unusual.`,
  'stock-low': (p) => `${p('stock')} in stock; the minimum is ${p('limit')}.`,
};

/**
 * Returns a problem as a sentence.
 *
 * Without a style its values stay as they are, as in documents for other programs.
 */
export function problemText({ rule, params }: Problem, style?: ValueStyle): string {
  return SENTENCES[rule]((name) =>
    style === undefined ? plain(params[name]) : shown(rule, style, params[name]),
  );
}

const PRICES: ReadonlySet<Rule> = new Set(['price-zero', 'price-outlier']);

function shown(rule: Rule, style: ValueStyle, value: Json | undefined): string {
  if (rule === 'unknown-status') return statusLabel(style.labels, value) ?? plain(value);
  return PRICES.has(rule) ? priceText(style, plain(value)) : plain(value);
}

function plain(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return show(value);
}
