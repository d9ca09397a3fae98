import { useView } from '../../state/view.ts';
import { RecordsList } from './RecordsList.tsx';

/** The catalogue screen: the list of one kind, with a record beside it. */
export function RecordsScreen() {
  const kind = useView((view) => view.kind);
  return <RecordsList key={kind} kind={kind} />;
}
