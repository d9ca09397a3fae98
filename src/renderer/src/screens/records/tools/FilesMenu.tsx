import { Menu } from '@mantine/core';
import { FileStack, FolderInput, FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { chooseFor } from '../../../files/drop/takeDrop.ts';
import { IconButton } from '../../../ui/IconButton.tsx';

/** Offers by button the same actions as dropping files on the list. */
export function FilesMenu({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  if (resourceOf(kind).upload === null) return null;
  const choose = (what: 'files' | 'folder') =>
    void chooseFor({ type: 'list', kind, row: null }, what);
  return (
    <Menu>
      <Menu.Target>
        <IconButton icon={FolderInput} label={t('files.choose.button')} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FileStack size={14} />} onClick={() => choose('files')}>
          {t('files.choose.files')}
        </Menu.Item>
        <Menu.Item leftSection={<FolderOpen size={14} />} onClick={() => choose('folder')}>
          {t('files.choose.folder')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
