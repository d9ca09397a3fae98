import { FileX2, Info, RotateCcw, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AgainNote, TrashItem } from '#contract/past.ts';
import type { Output } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { formatTime } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import { useHotkeys } from '../../ui/keys/useHotkeys.ts';
import { confirm } from '../../state/dialogs.ts';
import { toast } from '../../state/toasts.ts';
import { TypedTexts } from '../../state/typedTexts.ts';
import type { Texts } from '../../state/typedTexts.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { useAction } from '../../ui/useAct.ts';
import { goToRecord } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { calledOf } from '../../ui/readable.ts';
import { Panel } from '../../ui/Panel.tsx';
import { labelOf } from '../../fields/values/values.ts';
import { useWords } from '../../fields/useWords.ts';
import type { DraftFile } from '../../fields/drafts/drafts.ts';
import { againText, isFile } from './againText.ts';
import { givenFor, isAsked } from './asked.ts';
import { AskedFile, forgetChosenFiles, useChosenFiles } from './AskedFile.tsx';
import { closeTrash, pastView } from './pastView.ts';
import { TrashValues } from './TrashValues.tsx';

type Deleted = Output<'trash.get'>;

interface TrashPanelProps {
  readonly kind: Kind;
  readonly id: string;
}

/** Shows a deleted record: its last values, and the differences if it is restored. */
export function TrashPanel({ kind, id }: TrashPanelProps) {
  const { t } = useTranslation();
  const { data, error } = useProcedure(
    'trash.get',
    { kind, id },
    { refreshOn: ['trash.changed', 'records.changed'], keep: false },
  );
  return (
    <Panel label={t('past.trash.panel')}>
      {error !== null && (
        <div className="trash-gone">
          <ErrorNotice error={error}>
            <Button onClick={closePanel}>{t('common.actions.close')}</Button>
          </ErrorNotice>
        </div>
      )}
      {error === null && data !== undefined && <Content deleted={data} />}
    </Panel>
  );
}

/** The values typed for records to restore; each stays until its record is created. */
const answers = new TypedTexts();

function answersKey({ kind, id }: Pick<TrashItem, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

function closePanel(): void {
  pastView.setState({ opened: null });
}

function Content({ deleted }: { readonly deleted: Deleted }) {
  const { t } = useTranslation();
  useHotkeys({ leave: closePanel });
  const { item, notes } = deleted;
  const typed = answers.useOf(answersKey(item));
  const asked = notes.filter(isAsked);
  const stands = notes.every(({ code }) => code !== 'made-again' && code !== 'other-service');
  const key = answersKey(item);
  const files = useChosenFiles(key);
  const open = asked.filter(
    ({ field }) =>
      field !== null && !isFilled(typed[field]) && !files.some((each) => each.field === field),
  );
  return (
    <div className="trash-record">
      <header className="trash-head">
        <div>
          <h2>{calledOf(t, item.title)}</h2>
          <p className="quiet">
            {textOf(resourceOf(item.kind).singular)}
            {item.key !== null && <code className="mono"> {item.key}</code>} ·{' '}
            {t(`past.trash.by.${item.by}`)}, {formatTime(item.removedAt)}
          </p>
        </div>
        <IconButton
          icon={X}
          label={t('common.actions.close')}
          shortcut="leave"
          onClick={closePanel}
        />
      </header>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="trash-body scroll" tabIndex={0}>
        <section aria-labelledby="trash-notes">
          <h3 id="trash-notes" className="heading">
            {t('past.again.title')}
          </h3>
          <ul className="trash-notes">
            {notes.map((note) => (
              <Note key={`${note.code} ${note.field ?? ''}`} kind={item.kind} note={note} />
            ))}
          </ul>
        </section>
        {asked.map(({ field }) =>
          field === null ? null : isFile(item.kind, field) ? (
            <AskedFile key={field} of={key} kind={item.kind} field={field} />
          ) : (
            <Asked
              key={field}
              kind={item.kind}
              field={field}
              value={typed[field]}
              onValue={(value) => answers.type(key, { [field]: value })}
            />
          ),
        )}
        <TrashValues deleted={deleted} />
      </div>
      <Foot deleted={deleted} typed={typed} files={files} ready={open.length === 0 && stands} />
    </div>
  );
}

function isFilled(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}

interface NoteProps {
  readonly kind: Kind;
  readonly note: AgainNote;
}

function Note({ kind, note }: NoteProps) {
  const { t } = useTranslation();
  const words = useWords();
  const Icon = note.code === 'file-not-here' ? FileX2 : Info;
  return (
    <li data-asked={isAsked(note)}>
      <Icon size={14} aria-hidden />
      <span>{againText(t, words, kind, note)}</span>
    </li>
  );
}

interface AskedProps {
  readonly kind: Kind;
  readonly field: string;
  readonly value: string | undefined;
  readonly onValue: (value: string) => void;
}

function Asked({ kind, field, value, onValue }: AskedProps) {
  const { t } = useTranslation();
  const words = useWords();
  return (
    <label className="trash-asked">
      {t('past.again.newValue', { field: labelOf(kind, field, words) })}
      <input value={value ?? ''} onChange={(event) => onValue(event.target.value)} />
    </label>
  );
}

interface FootProps {
  readonly deleted: Deleted;
  readonly typed: Texts;
  readonly files: readonly DraftFile[];
  /** True if all required values and files were given. */
  readonly ready: boolean;
}

function Foot({ deleted, typed, files, ready }: FootProps) {
  const { t } = useTranslation();
  const { run, busy, error, clear } = useAction('trash.createAgain');
  const forgetting = useAction('trash.forget');
  const { kind, id, title } = deleted.item;
  const again = async () => {
    forgetting.clear();
    const made = await run({ kind, id, ...givenFor(deleted.notes, typed, files) });
    if (made === null) return;
    answers.settle(answersKey(deleted.item), typed);
    forgetChosenFiles(answersKey(deleted.item));
    // If the user opened something else meanwhile, the restored record is not opened.
    const isInSight = closeTrash(kind, id);
    toast(t('past.again.done', { name: title }));
    if (isInSight) goToRecord(kind, made.id);
  };
  const forget = async () => {
    const yes = await confirm({
      title: t('past.trash.forgetTitle'),
      text: t('past.trash.forgetText', { name: title }),
      action: t('past.trash.forget'),
    });
    if (!yes) return;
    clear();
    const done = await forgetting.run({ items: [{ kind, id }] });
    if (done === null) return;
    if (done.forgotten > 0) closeTrash(kind, id);
    toast(t(done.forgotten > 0 ? 'past.trash.forgotten' : 'past.trash.kept'));
  };
  const failed = error ?? forgetting.error;
  return (
    <footer className="trash-foot">
      {failed !== null && <ErrorNotice error={failed} />}
      <div>
        <Button tone="bad" icon={Trash2} busy={forgetting.busy} onClick={() => void forget()}>
          {t('past.trash.forget')}
        </Button>
        <Button
          tone="go"
          icon={RotateCcw}
          busy={busy}
          disabled={!ready && !deleted.ready}
          onClick={() => void again()}
        >
          {t('past.again.action')}
        </Button>
      </div>
    </footer>
  );
}
