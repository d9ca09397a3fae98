import { own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import { visibleText } from '#contract/visibleText.ts';
import type { PriceGroupPart } from '#contract/resources/descriptor.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { normalizeForSearch, remembered } from '#contract/normalizeForSearch.ts';
import { numberOf, rawValue } from '../subject.ts';
import type { Subject } from '../subject.ts';
import { isBlank } from '../../../record/isBlank.ts';

/** The group values of a record; rules about several records compare the groups. */
export interface Grouping {
  readonly code: string | null;
  readonly name: string | null;
  readonly priceGroup: string | null;
  readonly price: number | null;
  readonly status: string | null;
}

const NOT_PLAIN = /[^\p{L}\p{N}]/gu;
/** The Unicode pattern takes ten times as long, and a folded name rarely has other characters. */
const ASCII = /^[\u0020-\u007e]*$/;
const NOT_PLAIN_ASCII = /[^a-z0-9]+/g;

/** Returns the group values of a record. */
export function groupingOf({ resource, record }: Subject): Grouping {
  const price = positive(numberOf(rawValue(resource, record, 'price')));
  const group = price === null ? null : priceGroupOf(resource, record);
  return {
    code: codeOf(textOf(resource.key === null ? undefined : own(record, resource.key))),
    name: plainName(textOf(own(record, resource.title))),
    priceGroup: group,
    price: group === null ? null : price,
    status: resource.fields['status'] === undefined ? null : textOf(own(record, 'status')),
  };
}

/** Returns a code without invisible characters, which do not distinguish codes. */
function codeOf(code: string | null): string | null {
  const form = code === null ? '' : visibleText(code);
  return form === '' ? null : form;
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 && Number.isFinite(value) ? value : null;
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

/**
 * Returns only the letters and digits of a name.
 *
 * Case, accents, spaces and hyphens do not distinguish names.
 */
export function plainName(name: string | null): string | null {
  if (name === null) return null;
  const folded = normalizeForSearch(name);
  const plain = folded.replace(ASCII.test(folded) ? NOT_PLAIN_ASCII : NOT_PLAIN, '');
  return plain === '' ? null : plain;
}

/** A catalogue has few categories, so the results are cached. */
const foldCategory = remembered((text) => normalizeForSearch(text).trim());

/** Returns the group in which a price is compared, by the descriptor's `priceGroup`. */
function priceGroupOf({ priceGroup }: Resource, record: Subject['record']): string | null {
  if (priceGroup === null) return null;
  const { parts, need } = priceGroup;
  const group = parts.map((part) => groupPart(part, own(record, part.field)));
  const isBlankPart = (part: string) => part === '';
  const isNone = need === 'all' ? group.some(isBlankPart) : group.every(isBlankPart);
  return isNone ? null : group.join(' / ');
}

function groupPart(part: PriceGroupPart, value: Json | undefined): string {
  const text = textOf(value) ?? '';
  switch (part.as) {
    case 'number':
      return isBlank(value) ? '' : (numberOf(value)?.toString() ?? '');
    case 'words':
      return normalizeForSearch(text).trim().split(/\s+/).slice(0, part.words).join(' ');
    case 'text':
    default:
      return foldCategory(text);
  }
}
