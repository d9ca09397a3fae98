import { useState } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { RecordPanel } from './RecordPanel.tsx';
import type { Tab } from './Tabs.tsx';

interface BesideRecordProps {
  readonly kind: Kind;
  /** The id of the record; the panel closes by clearing the selection. */
  readonly id: string;
}

/** Shows a record beside a list of another screen; the open tab stays for the next record. */
export function BesideRecord({ kind, id }: BesideRecordProps) {
  const [tab, setTab] = useState<Tab>('details');
  return <RecordPanel kind={kind} id={id} tab={tab} onTab={setTab} />;
}
