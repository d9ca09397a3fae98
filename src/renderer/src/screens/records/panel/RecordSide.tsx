import { memo, useState } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { useView } from '../../../state/view.ts';
import { useList } from '../state/listStore.ts';
import { CreatePanel } from './CreatePanel.tsx';
import { RecordPanel } from './RecordPanel.tsx';
import type { Tab } from './Tabs.tsx';

/** Shows a record, the form of a new record, or nothing beside a list. */
export const RecordSide = memo(function RecordSide({ kind }: { readonly kind: Kind }) {
  const opened = useView((view) => view.selected[kind] ?? null);
  const adding = useList(kind, (list) => list.adding);
  const [tab, setTab] = useState<Tab>('details');
  if (adding) return <CreatePanel kind={kind} />;
  if (opened === null) return null;
  return <RecordPanel kind={kind} id={opened} tab={tab} onTab={setTab} />;
});
