import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import type { Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { CoverTile } from '../../../files/thumbs/CoverTile.tsx';
import { textOf } from '../../../i18n/i18n.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { kindIcons } from '../../../ui/kindIcons.ts';
import { firstReadable } from '../../../ui/readable.ts';
import { beforeOf } from '../../../fields/model/changes.ts';
import { choosable } from '../../../fields/model/columns.ts';
import type { Column } from '../../../fields/model/columns.ts';
import { nameOf } from '../state/selecting.ts';
import { Value } from './Cell.tsx';
import { Change } from './Change.tsx';
import { useRowWords } from './rowWords.ts';
import './quick.css';

interface QuickLookProps {
  readonly kind: Kind;
  readonly row: Row;
  readonly operations: readonly Operation[] | undefined;
  readonly label: string;
  readonly onClose: () => void;
}

/** Shows all values of a list row in an overlay; the focus stays on the row. */
export function QuickLook({ kind, row, operations, label, onClose }: QuickLookProps) {
  const { t } = useTranslation();
  const resource = resourceOf(kind);
  const words = useRowWords();
  const columns = choosable(resource).filter(
    // Values that a pending change empties are shown too.
    (column) => hasValue(column, row, resource.title) || isQueued(column, operations),
  );
  return (
    <section className="quick" aria-label={label}>
      <div className="quick-picture">
        <CoverTile kind={kind} id={row.id} width={160} icon={kindIcons[kind]} />
      </div>
      <header className="quick-head">
        <div>
          <h2>{firstReadable(row.fields[resource.title]) ?? nameOf(row, resource.title)}</h2>
          <p className="mono quiet">{row.key ?? row.id}</p>
        </div>
        <IconButton icon={X} label={t('common.actions.close')} onClick={onClose} tabIndex={-1} />
      </header>
      <Change pending={row.pending} operations={operations} />
      <dl className="quick-values">
        {columns.map((column) => (
          <div key={column.id}>
            <dt>{column.field === null ? '' : textOf(column.field.label)}</dt>
            <dd className={column.numeric ? 'num' : ''}>
              <Value
                column={column}
                row={row}
                operations={operations}
                locked={false}
                active={false}
                words={words}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function isQueued({ name }: Column, operations: readonly Operation[] | undefined): boolean {
  return name !== null && beforeOf(operations, name) !== undefined;
}

function hasValue({ name }: Column, row: Row, title: string): boolean {
  if (name === null || name === title) return false;
  const value = row.fields[name];
  return value !== undefined && value !== null && value !== '' && value !== row.key;
}
