import { FilePlus2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { Kind } from '#contract/resources/resource.ts';
import { pickFiles } from '../../files/drop/pick.ts';
import { FileLine } from '../../files/FileLine.tsx';
import { allowedIn } from '../../files/model/allowed.ts';
import { call, stage } from '../../state/core.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAct } from '../outbox/useAct.ts';
import { labelOf } from '../outbox/model/values.ts';
import { useWords } from '../outbox/useWords.ts';

/** A file that was copied for a record that is to be created again. */
export interface ChosenFile {
  readonly field: string;
  readonly file: string;
  readonly name: string;
  readonly size: number;
}

interface Chosen {
  readonly of: ReadonlyMap<string, readonly ChosenFile[]>;
}

const NONE: readonly ChosenFile[] = [];
const chosen = create<Chosen>(() => ({ of: new Map() }));

/** The files chosen for a record, by its key: they stay until it is created, as what was typed does. */
export function useChosenFiles(key: string): readonly ChosenFile[] {
  return chosen(({ of }) => of.get(key) ?? NONE);
}

/** Puts a file in the place of the one that was chosen for its field; null takes that away. */
function putChosen(key: string, field: string, file: ChosenFile | null): void {
  const others = (chosen.getState().of.get(key) ?? NONE).filter((each) => each.field !== field);
  const now = file === null ? others : [...others, file];
  chosen.setState(({ of }) => ({ of: new Map(of).set(key, now) }));
}

/** Forgets what was chosen for a record that was created: the copies went along with it. */
export function forgetChosenFiles(key: string): void {
  chosen.setState(({ of }) => ({ of: new Map([...of].filter(([each]) => each !== key)) }));
}

interface AskedFileProps {
  readonly of: string;
  readonly kind: Kind;
  readonly field: string;
}

/** Asks for a file that the record cannot be created without; it is copied here the moment it is chosen. */
export function AskedFile({ of, kind, field }: AskedFileProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { run, busy, error } = useAct();
  const mine = useChosenFiles(of).find((each) => each.field === field);
  const allowed = allowedIn(kind, field);
  const choose = async () => {
    const { given } = await pickFiles(allowed, 'file');
    const [first] = given;
    if (first === undefined) return;
    const { file } = await stage(first.source, { kind, field });
    putChosen(of, field, { field, file, name: first.name, size: first.size });
  };
  const takeAway = async (file: string) => {
    await call('files.unstage', { files: [file] });
    putChosen(of, field, null);
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
