import { Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReviewSession } from '#contract/review.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { tellError } from '../../ui/tellError.ts';
import { exportMarks, MARK_FORMATS } from './exportMarks.ts';
import type { MarkFormat } from './exportMarks.ts';

interface ExportMarksProps {
  readonly session: ReviewSession;
  readonly short?: boolean;
}

/** Exports the marks of a review in a chosen format. */
export function ExportMarks({ session, short = false }: ExportMarksProps) {
  const { t } = useTranslation();
  const write = async (format: MarkFormat) => {
    try {
      const name = await exportMarks(session, format);
      if (name !== null) toast(t('review.exported', { name }));
    } catch (thrown) {
      tellError(thrown);
    }
  };
  return (
    <Menu>
      <Menu.Target>
        {short ? (
          <IconButton icon={Download} label={`${t('review.export')}: ${session.name}`} />
        ) : (
          <Button icon={Download}>{t('review.export')}</Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {MARK_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => void write(format)}>
            {t(`review.formats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
