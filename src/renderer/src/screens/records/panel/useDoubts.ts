import { useState } from 'react';
import type { Resource } from '#contract/resources/resource.ts';
import { brokenRules } from '#contract/rules.ts';
import type { Rule } from '#contract/rules.ts';
import type { Purpose } from '#contract/values.ts';
import { placesOf } from '../../../fields/model/form.ts';
import type { Outcome, Typed } from '../../../fields/model/form.ts';
import { at } from '../../../fields/model/fieldText.ts';
import { isBelowZero, refusedFault } from '../../../fields/model/readTypedValue.ts';
import type { Fault } from '../../../fields/model/readTypedValue.ts';

/** The confirmation of doubtful values in a form. */
export interface Doubts {
  /** The outcome with the values marked that the user was asked about. */
  readonly shown: Outcome;
  /** Asks about new doubts; returns the first place, or null. */
  readonly ask: () => string | null;
}

/** A form whose values are checked for doubts. */
export interface DoubtfulForm {
  readonly resource: Resource;
  readonly outcome: Outcome;
  readonly typed: Typed;
  readonly purpose: Purpose;
  /** Learned rules of the service. */
  readonly rules: readonly Rule[];
  /** The fields with a new file. */
  readonly files: readonly string[];
}

/**
 * Asks once about each doubtful value: a negative amount, or one that the service refused before.
 *
 * Keeping the same text again accepts it.
 */
export function useDoubts(form: DoubtfulForm): Doubts {
  const { outcome, typed } = form;
  const [asked, setAsked] = useState<Typed>({});
  const doubts = doubtsIn(form);
  const textAt = (path: string) => typed[path] ?? '';
  const isAsked = ([path]: readonly [string, Fault]) => asked[path] === textAt(path);
  const faults = doubts.filter(isAsked);
  return {
    shown:
      faults.length === 0
        ? outcome
        : { ...outcome, faults: { ...Object.fromEntries(faults), ...outcome.faults } },
    ask: () => {
      const [first] = doubts.find((doubt) => !isAsked(doubt)) ?? [null];
      if (first !== null)
        setAsked(Object.fromEntries(doubts.map(([path]) => [path, textAt(path)])));
      return first;
    },
  };
}

/** Returns the doubts about the values of a form, by the place that shows them. */
export function doubtsIn(form: DoubtfulForm): readonly (readonly [string, Fault])[] {
  const { resource, outcome, purpose, rules, files } = form;
  const below = amountsBelowZero(resource, outcome).map(
    (path) => [path, { type: 'below' }] as const,
  );
  const given = Object.fromEntries(files.map((field) => [field, field]));
  const broken = brokenRules(resource, { ...outcome.values, ...given }, rules, purpose);
  const refused = broken.map(
    (rule) => [placeOf(resource, rule.field), refusedFault(rule)] as const,
  );
  return [...below, ...refused];
}

/** Returns the input that shows a fault of a field: the first part, where a field has parts. */
function placeOf(resource: Resource, path: string): string {
  const field = Object.hasOwn(resource.fields, path) ? resource.fields[path] : undefined;
  return field === undefined ? path : (placesOf(path, field)[0]?.path ?? path);
}

/** Returns the fields with a negative amount that makes little sense. */
export function amountsBelowZero(
  resource: Resource,
  { values }: Pick<Outcome, 'values'>,
): readonly string[] {
  return Object.entries(resource.fields)
    .flatMap(([name, field]) => placesOf(name, field))
    .filter(({ path, field }) => isBelowZero(field, at(values, path) ?? null))
    .map(({ path }) => path);
}
