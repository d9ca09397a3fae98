import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { listMarks } from '../../files/drop/place.ts';
import { textOf } from '../../i18n/i18n.ts';
import { useStatus } from '../../state/status.ts';
import { Screen } from '../../ui/Screen.tsx';
import { countText } from './countText.ts';
import { ListContent } from './ListContent.tsx';
import { isFiltered, queryOf } from '../../fields/model/views.ts';
import { RecordSide } from './panel/RecordSide.tsx';
import { useList } from './state/listStore.ts';
import { useChanges } from './state/useChanges.ts';
import { useRecordCommands } from './state/useRecordCommands.ts';
import { useRecordKeys } from './state/useRecordKeys.ts';
import { useRows } from './state/useRows.ts';
import { Chips } from './tools/Chips.tsx';
import { Toolbar } from './tools/Toolbar.tsx';
import './records.css';

/** Shows the list of one kind with its tools; records open beside it. */
export function RecordsList({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const resource = resourceOf(kind);
  const shape = useList(kind, (list) => list.shape);
  const query = useMemo(() => queryOf(kind, shape), [kind, shape]);
  const rows = useRows(kind, query);
  const changes = useChanges(kind);
  const all = useStatus(({ status }) => status?.counts[kind] ?? null);
  useRecordKeys(kind);
  useRecordCommands(kind);
  const detail = countText(t, { shown: rows.total, all, isFiltered: isFiltered(shape) });
  return (
    <Screen
      title={textOf(resource.label)}
      {...(detail === undefined ? {} : { detail })}
      toolbar={<Toolbar kind={kind} />}
      panel={<RecordSide kind={kind} />}
      fixed
    >
      <div className="records" {...listMarks(kind)}>
        <Chips kind={kind} />
        <div className="records-body">
          <ListContent kind={kind} rows={rows} changes={changes} />
        </div>
      </div>
    </Screen>
  );
}
