import { use, useMemo } from 'react';
import { addDecimals, parseDecimal, roundDecimal, timesDecimals } from '#contract/decimal.ts';
import { parseNodes } from '#contract/jsonNodes.ts';
import { MOST_PRICES } from '#contract/procedures.ts';
import type { Field } from '#contract/resources/field.ts';
import { formatPrice } from '../../i18n/format.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { useForm, useFormText } from '../form.ts';
import type { FormContext } from '../form.ts';
import { at, editText } from '../model/fieldText.ts';
import { readJson } from '../model/jsonText.ts';
import { countedParts } from './model/countedParts.ts';
import type { CountedPart } from './model/countedParts.ts';
import { fieldShape } from './model/shape.ts';
import { PlannedParts } from './planned.ts';

const COUNTED = ['learned.changed', 'serviceFacts.changed'] as const;
const RECORDS = ['records.changed'] as const;
const CENT = '0.01';
const betweenReads = () => 1_000;

interface PartsSumProps {
  readonly fields: readonly (readonly [name: string, field: Field])[];
}

/** The sum of price × amount of all parts that the fields of a form name. */
export function PartsSum({ fields }: PartsSumProps) {
  const t = useFormText();
  const form = useForm();
  const schema = useProcedure('learned.schema', { kind: form.kind }, { refreshOn: COUNTED }).data;
  const texts = fields.map(([name, field]) => textIn(form, name, field));
  const key = texts.join('\n');
  const parts = useMemo(
    () =>
      fields.flatMap(([name, field], index) => {
        const found = fieldShape(schema ?? null, name, field);
        const text = texts[index] ?? '';
        const isShown = 'shape' in found && text.trim() !== '' && readJson(text).ok;
        return isShown ? countedParts(parseNodes(text), found.shape) : [];
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [schema, key],
  );
  const priceOf = usePrices(parts);
  const known = parts.map((part) => ({ amount: part.amount, price: priceOf(part) }));
  const summed = known.filter(({ amount, price }) => amount !== null && price !== null);
  if (summed.length === 0) return null;
  const sum = summed.reduce(
    (total, { amount, price }) => addDecimals(total, timesDecimals(amount ?? '0', price ?? '0')),
    '0',
  );
  const unpriced = known.filter(({ price }) => price === null).length;
  const uncounted = known.filter(({ amount, price }) => amount === null && price !== null).length;
  const notes = [
    t('structure.sumParts', { count: known.length }),
    ...(unpriced > 0 ? [t('structure.unpriced', { count: unpriced })] : []),
    ...(uncounted > 0 ? [t('structure.uncounted', { count: uncounted })] : []),
  ];
  return (
    <p className="parts-sum">
      <span>{t('structure.sum')}</span>
      <strong className="num">{formatPrice(roundDecimal(sum, CENT))}</strong>
      <span className="quiet">{notes.join(' · ')}</span>
    </p>
  );
}

function textIn({ draft, values }: FormContext, name: string, field: Field): string {
  return draft.typed[name] ?? editText(field, at(values, name));
}

/** Returns the price of a part: a canonical decimal, or null. */
function usePrices(parts: readonly CountedPart[]): (part: CountedPart) => string | null {
  const planned = use(PlannedParts);
  const keyOf = ({ reference: { kind, by }, ref }: CountedPart) => `${kind} ${by} ${ref}`;
  const byKey = new Map(parts.map((part) => [keyOf(part), part]));
  const asked = [...byKey.values()].slice(0, MOST_PRICES);
  const wanted = asked.map(({ reference: { kind, by }, ref }) => ({ kind, by, ref }));
  const { data } = useProcedure('records.prices', wanted.length === 0 ? null : { wanted }, {
    refreshOn: RECORDS,
    pause: betweenReads,
  });
  const prices = new Map(asked.map((part, index) => [keyOf(part), data?.prices[index] ?? null]));
  return (part) => {
    const { kind, by } = part.reference;
    const draft = planned.find(
      (each) => by === 'key' && each.kind === kind && each.code === part.ref,
    );
    const price = prices.get(keyOf(part)) ?? draft?.price ?? null;
    return price === null ? null : parseDecimal(price);
  };
}
