import { Menu } from '@mantine/core';
import { CloudOff, Copy, CopyPlus, FilePlus2, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { formatTime } from '../../../i18n/format.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { select } from '../../../state/view.ts';
import { copyText } from '../../../ui/copyText.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { firstReadable } from '../../../ui/readable.ts';
import { Badge, StateBadge, toState } from '../../../ui/StateBadge.tsx';
import { isLeaving } from '../../../fields/model/changes.ts';
import { fileFields } from './Details.tsx';
import { focusGrid } from '../state/focusGrid.ts';
import { useHotkeys } from '../../../ui/keys/useHotkeys.ts';
import { tellError } from '../../../ui/tellError.ts';
import { duplicate } from '../state/duplicate.ts';
import { askToRemove } from '../state/removing.ts';
import type { Loaded } from '../../../fields/useRecord.ts';

interface PanelHeadProps {
  readonly loaded: Loaded;
  readonly values: JsonObject;
}

/** Shows the name, code and state of the record. */
export function PanelHead({ loaded, values }: PanelHeadProps) {
  const { t } = useTranslation();
  const { kind, record, operations } = loaded;
  const resource = resourceOf(kind);
  const name = own(values, resource.title);
  const title = firstReadable(name) ?? textOf(resource.singular);
  const code = firstReadable(record.key, name) ?? record.id;
  const copy = () => void copyText(code, t('records.copied', { count: 1, first: code }));
  return (
    <header className="record-head">
      <div className="record-name">
        <h2>{title}</h2>
        {record.key !== null && (
          <p className="mono quiet">
            <span className="record-code">{record.key}</span>
          </p>
        )}
        <State loaded={loaded} />
      </div>
      <div className="record-tools">
        <IconButton icon={Copy} label={t('records.copyCode')} onClick={copy} />
        <Duplicate loaded={loaded} values={values} />
        <IconButton
          icon={Trash2}
          label={t('records.remove.ask')}
          disabled={isLeaving(operations)}
          onClick={() => void askToRemove(kind, [record.id], code)}
        />
        <IconButton
          icon={X}
          label={t('common.actions.close')}
          shortcut="leave"
          onClick={() => {
            select(kind, null);
            // The button is removed with the panel, and the focus would be lost.
            focusGrid();
          }}
        />
      </div>
    </header>
  );
}

/** Duplicates the record; asks whether its files are copied too, if it has any. */
function Duplicate({ loaded: { kind, record }, values }: PanelHeadProps) {
  const { t } = useTranslation();
  const run = (files: boolean) => void duplicate(kind, record.id, files).catch(tellError);
  useHotkeys({ duplicate: () => run(true) });
  const hasFiles = fileFields(resourceOf(kind).fields).some(([name]) => {
    const value = own(values, name);
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';
  });
  const label = t('records.duplicate.action');
  if (!hasFiles)
    return (
      <IconButton icon={CopyPlus} label={label} shortcut="duplicate" onClick={() => run(false)} />
    );
  return (
    <Menu>
      <Menu.Target>
        <IconButton icon={CopyPlus} label={label} shortcut="duplicate" />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => run(true)}>{t('records.duplicate.withFiles')}</Menu.Item>
        <Menu.Item onClick={() => run(false)}>{t('records.duplicate.withoutFiles')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function State({ loaded: { record, operations } }: { readonly loaded: Loaded }) {
  const { t } = useTranslation();
  const state = toState(record.pending);
  const action = operations.find((each) => each.action !== 'update')?.action;
  if (state === null && record.missingSince === null) return null;
  return (
    <div className="record-state">
      {state !== null && <StateBadge state={state} />}
      {action === 'create' && (
        <Badge tone="wait" icon={FilePlus2}>
          {t('records.newHere')}
        </Badge>
      )}
      {action === 'remove' && (
        <Badge tone="ask" icon={Trash2}>
          {t('records.leavingHere')}
        </Badge>
      )}
      {record.missingSince !== null && (
        <Badge tone="ask" icon={CloudOff}>
          {t('records.missing', { time: formatTime(record.missingSince) })}
        </Badge>
      )}
    </div>
  );
}
