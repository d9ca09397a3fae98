import { own } from '#contract/json.ts';
import { visibleText } from '#contract/visibleText.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { normalizeForSearch, remembered } from '../../../record/normalizeForSearch.ts';
import { numberOf, rawValue } from '../subject.ts';
import type { Subject } from '../subject.ts';
import { isBlank } from '../../../record/isBlank.ts';

/** What a record is grouped by: the groups are compared by the rules of several records. */
export interface Grouping {
  readonly code: string | null;
  readonly name: string | null;
  readonly priceGroup: string | null;
  readonly price: number | null;
  readonly status: string | null;
}

const NOT_PLAIN = /[^\p{L}\p{N}]/gu;
/** Asking for a property of every letter takes ten times as long, and a folded name rarely has foreign ones. */
const ASCII = /^[\u0020-\u007e]*$/;
const NOT_PLAIN_ASCII = /[^a-z0-9]+/g;

/** Reads the keys of a record's groups. */
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

/** Two codes that look the same are the same: what nobody sees in them does not count. */
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

/** Letters and digits alone: case, accents, spaces and hyphens do not make another name. */
export function plainName(name: string | null): string | null {
  if (name === null) return null;
  const folded = normalizeForSearch(name);
  const plain = folded.replace(ASCII.test(folded) ? NOT_PLAIN_ASCII : NOT_PLAIN, '');
  return plain === '' ? null : plain;
}

/** A catalogue has few categories. */
const foldCategory = remembered((text) => normalizeForSearch(text).trim());

/** Fittings are compared within their subcategory, materials with those named alike and as thick. */
function priceGroupOf(resource: Resource, record: Subject['record']): string | null {
  const part = (name: string) => textOf(own(record, name)) ?? '';
  if (resource.kind === 'fittings') {
    const group = [foldCategory(part('kategoria')), foldCategory(part('podkategoria'))];
    return group.every((each) => each === '') ? null : group.join(' / ');
  }
  if (resource.kind !== 'materials' || isBlank(own(record, 'DEB'))) return null;
  const words = normalizeForSearch(part('name')).trim().split(/\s+/).slice(0, 2).join(' ');
  const thickness = numberOf(own(record, 'DEB'));
  return words === '' || thickness === null ? null : `${words} / ${thickness}`;
}
