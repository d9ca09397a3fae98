import { useState } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { RecordPanel } from './RecordPanel.tsx';
import type { Tab } from './Tabs.tsx';

interface BesideRecordProps {
  readonly kind: Kind;
  /** The record's id; the panel closes by unselecting it. */
  readonly id: string;
}

/** A record beside another list than its own; the tab stays the same from record to record. */
export function BesideRecord({ kind, id }: BesideRecordProps) {
  const [tab, setTab] = useState<Tab>('details');
  return <RecordPanel kind={kind} id={id} tab={tab} onTab={setTab} />;
}
