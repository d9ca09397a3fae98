import type { TFunction } from 'i18next';
import type { Field } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ServiceFact, ServiceKnowledge, ServiceMemory } from '#contract/serviceFacts.ts';
import { formatMoment } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import { fieldOf } from '../../fields/values/values.ts';

/** One line of the page: what it is about, what is known, and how. */
export interface KnowledgeRow {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly evidence: string;
  readonly fact?: ServiceFact;
  readonly memory?: ServiceMemory;
  /** A later answer of the service that differs from what a person said. */
  readonly answer?: ServiceFact | undefined;
}

/** Returns the lines of a kind: what was learned first, then what the document says. */
export function rowsOf(t: TFunction, kind: Kind, known: ServiceKnowledge): readonly KnowledgeRow[] {
  const isOfKind = (each: { readonly kind: Kind }) => each.kind === kind;
  return [
    ...known.facts.filter(isOfKind).map((fact) => factRow(t, fact, known.answers)),
    ...known.memories.filter(isOfKind).map((memory) => memoryRow(t, memory)),
    ...documentRows(t, kind),
  ];
}

function factRow(t: TFunction, fact: ServiceFact, answers: readonly ServiceFact[]): KnowledgeRow {
  const isSame = (each: ServiceFact) =>
    each.kind === fact.kind && each.field === fact.field && each.fact === fact.fact;
  return {
    key: `${fact.kind}.${fact.field}.${fact.fact}`,
    name: factName(t, fact),
    value: factText(t, fact),
    evidence: evidenceText(t, fact),
    fact,
    answer: answers.find(isSame),
  };
}

/** Returns the name of a fact: the label of its field and what it says of it. */
export function factName(t: TFunction, { kind, field, fact }: ServiceFact): string {
  // The place of a reference and the type of a file are no fields.
  const known = fact === 'reference' || fact === 'upload' ? undefined : fieldOf(kind, field);
  const label = known === undefined ? field : textOf(known.label);
  return t(`knowledge.fact.${fact}.name`, { field: label });
}

/** Returns what a fact says. */
export function factText(t: TFunction, fact: ServiceFact): string {
  if (fact.fact === 'required') return t(`knowledge.fact.required.${fact.value ? 'yes' : 'no'}`);
  if (fact.fact === 'update') return t(`knowledge.fact.update.${fact.value}`);
  if (fact.fact === 'reference') return textOf(resourceOf(fact.value).label);
  if (fact.fact === 'upload') return t(`knowledge.fact.upload.${fact.value}`);
  if (fact.value === null) return t('knowledge.fact.restricted.some');
  return t('knowledge.fact.restricted.list', { values: fact.value.join(', ') });
}

/** Returns how a fact is known: the answer, its request and record, and the time. */
export function evidenceText(t: TFunction, fact: ServiceFact): string {
  const time = formatMoment(fact.at);
  if (fact.source === 'person') return t('knowledge.person', { time });
  const words = fact.words === null ? null : t('knowledge.servers', { words: fact.words });
  return [fact.request, fact.record, time, words].filter((part) => part !== null).join(' · ');
}

function memoryRow(t: TFunction, memory: ServiceMemory): KnowledgeRow {
  const { kind, about, request, at } = memory;
  const time = at === null ? t('knowledge.noTime') : formatMoment(at);
  return {
    key: `${kind}.${about}`,
    name: t(`knowledge.about.${about}`),
    value: memoryText(t, memory),
    evidence: `${request} · ${time}`,
    memory,
  };
}

const NO_ALL = /^(\d+), no all=true$/;

function memoryText(t: TFunction, { about, value }: ServiceMemory): string {
  if (about === 'code-form' || about === 'not-offered') return t(`knowledge.value.${about}`);
  if (about === 'keeps-code') return t(`knowledge.value.${value === 'yes' ? 'yes' : 'no'}`);
  if (about === 'update-form') return t(`knowledge.value.${value === '1' ? 'form1' : 'form0'}`);
  const size = about === 'page-size' ? NO_ALL.exec(value)?.[1] : undefined;
  return size === undefined ? value : t('knowledge.value.noAll', { size });
}

function documentRows(t: TFunction, kind: Kind): readonly KnowledgeRow[] {
  const { fields, upload } = resourceOf(kind);
  const labels = (isMeant: (field: Field) => boolean) =>
    Object.values(fields)
      .filter(isMeant)
      .map(({ label }) => textOf(label))
      .join(', ');
  const files = upload === null ? t('knowledge.value.noFiles') : upload.extensions?.join(' ');
  const row = (about: 'documentedRequired' | 'documentedUpdates' | 'files', value: string) => ({
    key: `${kind}.${about}`,
    name: t(`knowledge.about.${about}`),
    value: value === '' ? '—' : value,
    evidence: t('knowledge.documented'),
  });
  return [
    row(
      'documentedRequired',
      labels(({ create }) => create === 'required'),
    ),
    row(
      'documentedUpdates',
      labels(({ update }) => update),
    ),
    row('files', files ?? t('knowledge.value.anyFiles')),
  ];
}
