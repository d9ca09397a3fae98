import {
  CircleAlert,
  Clock,
  FileDown,
  FileUp,
  FolderInput,
  ListX,
  PencilLine,
  Plus,
} from 'lucide-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { chooseFor } from '../../../files/drop/takeDrop.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { useCommands } from '../../../state/commands.ts';
import type { Command } from '../../../state/commands.ts';
import { clearFilters } from './filtering.ts';
import { setList, setShape } from './listStore.ts';
import { openBulk, openExport, openImport } from './tasks.ts';

/** Adds the palette commands of the visible list. */
export function useRecordCommands(kind: Kind): void {
  const { t } = useTranslation();
  const commands = useMemo(
    (): readonly Command[] => [...sheetCommands(kind, t), ...listCommands(kind, t)],
    [kind, t],
  );
  useCommands(commands);
}

function sheetCommands(kind: Kind, t: TFunction): readonly Command[] {
  const what = textOf(resourceOf(kind).label);
  return [
    {
      id: 'records-import',
      label: t('sheets.menu.importInto', { subject: what }),
      words: 'import sheet csv excel xlsx arkusz importuj',
      icon: FileUp,
      run: () => openImport(kind),
    },
    {
      id: 'records-export',
      label: t('sheets.menu.exportOf', { subject: what }),
      words: 'export sheet csv excel xlsx arkusz eksportuj',
      icon: FileDown,
      shortcut: 'export',
      run: () => void openExport(kind),
    },
    {
      id: 'records-bulk',
      label: t('sheets.menu.bulkSelected'),
      words: 'bulk change price percent set replace zmień cena procent ustaw zamień',
      icon: PencilLine,
      run: () => void openBulk(kind),
    },
  ];
}

function listCommands(kind: Kind, t: TFunction): readonly Command[] {
  return [
    {
      id: 'records-add',
      label: t('records.add', { subject: textOf(resourceOf(kind).singular) }),
      words: 'add new create dodaj nowy utwórz',
      icon: Plus,
      shortcut: 'add',
      run: () => setList(kind, { adding: true }),
    },
    {
      id: 'records-changed',
      label: t('records.pending.any'),
      words: 'changes waiting zmiany czekają',
      icon: Clock,
      run: () => setShape(kind, { pending: 'any' }),
    },
    {
      id: 'records-attention',
      label: t('records.pending.attention'),
      words: 'needs me refused conflict odrzucone konflikt',
      icon: CircleAlert,
      run: () => setShape(kind, { pending: 'attention' }),
    },
    {
      id: 'records-clear',
      label: t('records.noMatch.clear'),
      words: 'clear filters wyczyść filtry',
      icon: ListX,
      run: () => clearFilters(kind),
    },
    ...(['files', 'folder'] as const).map((what) => ({
      id: `records-${what}`,
      label: t(`files.choose.${what}`),
      words: 'add pictures models drop match dodaj zdjęcia modele upuść dopasuj',
      icon: FolderInput,
      disabled: resourceOf(kind).upload === null,
      run: () => void chooseFor({ type: 'list', kind, row: null }, what),
    })),
  ];
}
