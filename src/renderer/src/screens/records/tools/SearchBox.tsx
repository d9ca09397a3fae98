import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { isComposing } from '../../../ui/keys/composing.ts';
import { SearchInput } from '../../../ui/SearchField.tsx';
import { queryOf } from '../../../fields/model/views.ts';
import { focusGrid } from '../state/focusGrid.ts';
import { listOf, setShape, useList } from '../state/listStore.ts';
import { askFor } from '../state/useRows.ts';
import { FILTER_BOX } from '../state/useRecordKeys.ts';

/** Filters the list on every key; arrow down moves to the rows. */
export function SearchBox({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const search = useList(kind, (list) => list.shape.search);
  const label = t('records.filterBy', { subject: textOf(resourceOf(kind).label).toLowerCase() });
  const set = (text: string) => {
    askFor(queryOf(kind, { ...listOf(kind).shape, search: text }));
    setShape(kind, { search: text });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With Ctrl or Command the key is a shortcut of the window.
    if (event.ctrlKey || event.metaKey || isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'Enter') focusGrid();
    else if (event.key === 'Escape' && search !== '') set('');
    else if (event.key === 'Escape') focusGrid();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return <SearchInput id={FILTER_BOX} text={search} onText={set} {...{ label, onKeyDown }} />;
}
