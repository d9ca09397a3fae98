import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxExport } from '#contract/care.ts';
import { datedName } from '../../state/datedName.ts';
import { save } from '../../changesets/save.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { useAct } from '../../ui/useAct.ts';
import type { Act } from '../../ui/useAct.ts';

/** The export of all pending operations. */
export interface ExportOutbox extends Omit<Act, 'run'> {
  /** The files that the last export could not include. */
  readonly missing: readonly string[];
  readonly run: () => Promise<void>;
}

/** Exports all pending operations with their files to a place chosen by the user. */
export function useExportOutbox(): ExportOutbox {
  const { t } = useTranslation();
  const { run, ...act } = useAct();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const tell = ({ operations, files, file, missing: left }: OutboxExport) => {
    setMissing(left);
    const what = t('outbox.operations', { count: operations });
    const parts = files === 0 ? what : `${what}, ${t('common.files', { count: files })}`;
    toast(t('settings.care.exported', { subject: parts, file }));
  };
  return {
    ...act,
    missing,
    run: async () => {
      await run(async () => {
        const name = datedName('outbox', 'zip');
        const written = await save(name, (to) => call('outbox.export', { to }));
        if (written !== null) tell(written);
      });
    },
  };
}
