import type { Json } from '#contract/json.ts';
import type { Problem, Rule } from '#contract/problems.ts';
import { show } from '#contract/values.ts';

type Say = (param: (name: string) => string) => string;

/** One English sentence for each rule; the compiler requires one for a new rule. */
const SENTENCES: Readonly<Record<Rule, Say>> = {
  'same-code': (p) => `The code ${p('code')} is that of ${p('first')} too.`,
  'unknown-material': (p) => `Names the material ${p('code')}, which is not in the catalogue.`,
  'unknown-fitting': (p) => `Names the fitting ${p('code')}, which is not in the catalogue.`,
  'unknown-edge-band': (p) => `Names the edge band ${p('code')}, which is not in the catalogue.`,
  'file-not-held': (p) => `The service does not hold ${p('path')}.`,
  'wrong-type': (p) => `Holds ${p('value')}, expected ${p('expected')}.`,
  'price-missing': () => 'No price.',
  'price-zero': (p) => `The price is ${p('value')}.`,
  'price-outlier': (p) =>
    `The price ${p('value')} is far from the others of ${p('group')} (middle ${p('median')}).`,
  'no-picture': () => 'No picture.',
  'no-model': () => 'No 3D model.',
  'size-missing': (p) => (p('parts') === '' ? 'No size.' : `The size lacks ${p('parts')}.`),
  'size-unlike-model': (p) => `The size ${p('stored')} is not that of the model, ${p('model')} mm.`,
  'near-name': (p) => `Is named almost like ${p('otherName')} (${p('other')}).`,
  'unknown-status': (p) => `The status ${p('value')} is used by hardly any other record.`,
  'stock-low': (p) => `${p('stock')} in stock, under the limit of ${p('limit')}.`,
};

/** Returns a problem as a sentence. */
export function problemText({ rule, params }: Problem): string {
  return SENTENCES[rule]((name) => plain(params[name]));
}

function plain(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return show(value);
}
