import { use } from 'react';
import type { Reference } from '#contract/learned.ts';
import type { CachedRecord } from '#contract/procedures.ts';
import { isNamedBy } from '#contract/records.ts';
import { priceOf } from '#contract/resources/price.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readRecord } from '#contract/values.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { firstReadable } from '../../ui/readable.ts';
import { PlannedParts } from './planned.ts';

/** The record that a code or an id names. */
export interface Named {
  /** Null for a part of a product draft. */
  readonly id: string | null;
  readonly title: string;
  /** Its price as the service holds it; null for none. */
  readonly price: string | null;
  /** The record exists only on this computer. */
  readonly isNew: boolean;
}

/** `unknown`: no record has the code. Null: not known yet. */
export type NamedState = Named | 'unknown' | 'several' | null;

const RECORDS = ['records.changed'] as const;
const betweenReads = () => 500;

/** Looks up a record by its code or id, and follows its changes. */
export function useNamed({ kind, by }: Pick<Reference, 'kind' | 'by'>, ref: string): NamedState {
  const { data, error } = useProcedure('records.get', ref === '' ? null : { kind, ref }, {
    refreshOn: RECORDS,
    kind,
    keep: false,
    pause: betweenReads,
  });
  const parts = use(PlannedParts);
  if (ref === '') return null;
  const part = parts.find((each) => by === 'key' && each.kind === kind && each.code === ref);
  const planned: Named | null =
    part === undefined ? null : { id: null, title: part.title, price: part.price, isNew: true };
  if (error?.code === 'not-found') return planned ?? 'unknown';
  if (error?.code === 'ambiguous') return 'several';
  if (data === undefined) return null;
  return isNamedBy(by, data, ref) ? namedOf(resourceOf(kind), data) : (planned ?? 'unknown');
}

function namedOf(resource: Resource, { id, doc, record }: CachedRecord): Named {
  const values = readRecord(resource, record);
  return {
    id,
    title: firstReadable(values[resource.title]) ?? id,
    price: priceOf(resource, values),
    isNew: doc === null,
  };
}
