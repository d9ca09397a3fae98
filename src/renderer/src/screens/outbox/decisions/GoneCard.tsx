import { FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import type { Conflict } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { pickFiles } from '../../../files/drop/pick.ts';
import { allowedIn } from '../../../files/model/allowed.ts';
import { call, stage } from '../../../state/core.ts';
import { Button } from '../../../ui/Button.tsx';
import { labelOf, namesOf } from '../../../fields/values/values.ts';
import { ChangeTable } from '../../../fields/ChangeTable.tsx';
import { useWords } from '../../../fields/useWords.ts';
import { Card } from './Card.tsx';
import type { DecisionProps } from './Card.tsx';
import { SideButtons } from './SideButtons.tsx';
import { useDecide } from './useDecide.ts';

interface GoneCardProps extends DecisionProps {
  readonly conflict: Conflict;
}

/** Returns the file fields that the error names as missing for a new record. */
function askedFiles(kind: Kind, error: AppError | null): readonly string[] {
  if (error?.code !== 'invalid') return [];
  const { fields } = resourceOf(kind);
  return (error.details.issues ?? []).flatMap(({ place }) =>
    Object.hasOwn(fields, place) && fields[place]?.type === 'file' ? [place] : [],
  );
}

/** Decides a change of a record deleted on the service: create it again or discard the change. */
export function GoneCard({ operation, all, conflict }: GoneCardProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { busy, error, run, decide } = useDecide(operation);
  // The pending change takes the file, which is then part of the new record.
  const give = async (field: string) => {
    const { kind, recordId: ref } = operation;
    const [picked] = (await pickFiles(allowedIn(kind, field), 'file')).given;
    if (picked === undefined) return;
    const isGiven = await run(async () => {
      const { file } = await stage(picked.source, { kind, field });
      await call('records.update', { kind, ref, values: {}, files: [{ field, file }] });
    });
    if (isGiven) decide({ all: 'mine' });
  };
  const changed = conflict.fields.map(({ field }) => field);
  const fields = namesOf(operation.kind, changed, words);
  return (
    <Card
      {...{ operation, all, error }}
      title={t('outbox.conflict.title.gone')}
      lead={`${t('outbox.conflict.goneText', { fields })} ${t('outbox.conflict.nothingSent')}`}
      buttons={
        <SideButtons
          {...{ operation, all, busy }}
          onChoose={(side) => decide({ all: side })}
          theirs={t('outbox.conflict.dropChange')}
          mine={t('outbox.conflict.createAgain')}
        />
      }
    >
      <ChangeTable operation={operation} />
      <p className="card-note">{t('outbox.conflict.goneMeaning')}</p>
      {askedFiles(operation.kind, error).map((field) => (
        <p key={field}>
          <Button icon={FolderOpen} disabled={busy} onClick={() => void give(field)}>
            {t('outbox.conflict.chooseFile', { field: labelOf(operation.kind, field, words) })}
          </Button>
        </p>
      ))}
    </Card>
  );
}
