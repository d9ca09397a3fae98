import { FileDown, FileUp, PanelRight, Plus } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { select, useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { setList } from '../state/listStore.ts';
import { spotOf } from '../state/spots.ts';
import { openExport, openImport } from '../state/tasks.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { FilesMenu } from './FilesMenu.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import { SearchBox } from './SearchBox.tsx';
import { ViewMenu } from './ViewMenu.tsx';
import './tools.css';

/** The tools above a list: view, search, filter, columns, files, import, export and add. */
export const Toolbar = memo(function Toolbar({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const open = useView((view) => view.selected[kind] ?? null);
  const what = textOf(resourceOf(kind).singular);
  const plural = textOf(resourceOf(kind).label);
  return (
    <>
      <ViewMenu kind={kind} />
      <SearchBox kind={kind} />
      <FilterMenu kind={kind} />
      <span className="tools-space" />
      <FilesMenu kind={kind} />
      <ColumnsMenu kind={kind} />
      <IconButton
        icon={PanelRight}
        label={t(open === null ? 'records.showPanel' : 'records.hidePanel')}
        aria-pressed={open !== null}
        className={open === null ? '' : 'tools-on'}
        onClick={() => select(kind, open === null ? spotOf(kind).id : null)}
      />
      <Button
        icon={FileUp}
        aria-label={t('sheets.menu.importInto', { subject: plural })}
        onClick={() => openImport(kind)}
      >
        <span className="tools-word">{t('sheets.menu.importShort')}</span>
      </Button>
      <Button
        icon={FileDown}
        aria-label={t('sheets.menu.exportOf', { subject: plural })}
        onClick={() => void openExport(kind)}
      >
        <span className="tools-word">{t('sheets.menu.exportShort')}</span>
      </Button>
      <Button
        tone="go"
        icon={Plus}
        aria-label={t('records.add', { subject: what })}
        onClick={() => setList(kind, { adding: true })}
      >
        {t('records.addShort')}
      </Button>
    </>
  );
});
