import i18next from 'i18next';
import { useEffect } from 'react';
import type { JsonObject } from '#contract/json.ts';
import { own } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { creationKey, isEmpty, readDraft, writeDraft } from '../../../fields/drafts/drafts.ts';
import { at, editText } from '../../../fields/model/fieldText.ts';
import { placesOf } from '../../../fields/model/form.ts';
import type { Typed } from '../../../fields/model/form.ts';
import type { DraftState } from '../../../fields/useDraft.ts';
import { call } from '../../../state/core.ts';
import { confirm } from '../../../state/dialogs.ts';
import { toast } from '../../../state/toasts.ts';
import { setList } from './listStore.ts';

/** Kinds whose form of a new record was just filled from another record. */
const filled = new Set<Kind>();

/** Opens the form of a new record with the values of an existing one and the next free code. */
export async function duplicate(kind: Kind, ref: string, files: boolean): Promise<void> {
  const key = creationKey(kind);
  const unsaved = await readDraft(key);
  if (unsaved !== null && !isEmpty(unsaved) && !(await mayReplace())) return;
  const made = await call('records.duplicate', { kind, ref, files });
  const typed = typedOf(resourceOf(kind), made.values);
  await writeDraft(key, { typed, base: {}, files: made.files, at: Date.now() });
  filled.add(kind);
  setList(kind, { adding: true });
  if (made.missing > 0) toast(i18next.t('records.duplicate.missing', { count: made.missing }));
}

function mayReplace(): Promise<boolean> {
  return confirm({
    title: i18next.t('records.duplicate.replace.title'),
    text: i18next.t('records.duplicate.replace.text'),
    action: i18next.t('records.duplicate.replace.action'),
  });
}

/** Returns the texts of the form's inputs for the values of a record. */
export function typedOf(resource: Resource, values: JsonObject): Typed {
  const texts = Object.entries(resource.fields).flatMap(([name, field]) =>
    own(values, name) === undefined
      ? []
      : placesOf(name, field).map(
          ({ path, field: part }) => [path, editText(part, at(values, path))] as const,
        ),
  );
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** Selects the proposed code of a form that was just filled; says nothing of a restored draft. */
export function useFilledForm(kind: Kind, { restored, seen }: DraftState): void {
  useEffect(() => {
    if (!restored || !filled.delete(kind)) return;
    seen();
    const { key, title } = resourceOf(kind);
    const input = document.querySelector(`.record [data-path="${key ?? title}"]`);
    if (!(input instanceof HTMLInputElement)) return;
    input.focus();
    input.select();
  }, [kind, restored, seen]);
}
