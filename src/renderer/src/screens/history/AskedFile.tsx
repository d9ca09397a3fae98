import { FilePlus2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { Kind } from '#contract/resources/resource.ts';
import { joinFiles } from '../../files/drop/creationDraft.ts';
import { pickFiles } from '../../files/drop/pick.ts';
import { FileLine } from '../../files/FileLine.tsx';
import { allowedIn } from '../../files/model/allowed.ts';
import { call, stage } from '../../state/core.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAct } from '../../ui/useAct.ts';
import { labelOf } from '../../fields/values/values.ts';
import { useWords } from '../../fields/useWords.ts';
import type { DraftFile } from '../../fields/drafts/drafts.ts';

interface Chosen {
  readonly of: ReadonlyMap<string, readonly DraftFile[]>;
}

const NONE: readonly DraftFile[] = [];
const chosen = create<Chosen>(() => ({ of: new Map() }));

/** Returns the files chosen for a record, by its key; they stay until the record is created. */
export function useChosenFiles(key: string): readonly DraftFile[] {
  return chosen(({ of }) => of.get(key) ?? NONE);
}

type FilesUpdate = (files: readonly DraftFile[]) => readonly DraftFile[];

function changeChosen(key: string, change: FilesUpdate): void {
  chosen.setState(({ of }) => ({ of: new Map(of).set(key, change(of.get(key) ?? NONE)) }));
}

/** Removes the chosen files of a record that was created with them. */
export function forgetChosenFiles(key: string): void {
  chosen.setState(({ of }) => ({ of: new Map([...of].filter(([each]) => each !== key)) }));
}

interface AskedFileProps {
  readonly of: string;
  readonly kind: Kind;
  readonly field: string;
}

/** Asks for a file that the record requires; the file is staged as soon as it is chosen. */
export function AskedFile({ of, kind, field }: AskedFileProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { run, busy, error } = useAct();
  const mine = useChosenFiles(of).find((each) => each.field === field);
  const allowed = allowedIn(kind, field);
  const choose = async () => {
    const [first] = (await pickFiles(allowed, 'file')).given;
    if (first === undefined) return;
    const { file } = await stage(first.source, { kind, field });
    const given = { field, file, name: first.name, size: first.size };
    changeChosen(of, (files) => joinFiles(kind, files, [given]));
  };
  const takeAway = async (file: string) => {
    await call('files.unstage', { files: [file] });
    changeChosen(of, (files) => files.filter((each) => each.file !== file));
  };
  return (
    <section className="trash-asked" aria-label={labelOf(kind, field, words)}>
      {labelOf(kind, field, words)}
      {mine === undefined ? (
        <div className="picker">
          <Button icon={FilePlus2} busy={busy} onClick={() => void run(choose)}>
            {t('records.files.choose')}
          </Button>
          <span className="quiet">{allowed.map((each) => each.slice(1)).join(', ')}</span>
        </div>
      ) : (
        <FileLine file={mine} busy={busy} onRemove={() => void run(() => takeAway(mine.file))} />
      )}
      {error !== null && <ErrorNotice error={error} />}
    </section>
  );
}
