import { FilePlus2, Trash2, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftPart } from '#contract/productDrafts.ts';
import { priceField } from '#contract/resources/price.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Collected } from '../../client/source.ts';
import { pickFiles } from '../../files/drop/pick.ts';
import { rootsOf } from '../../files/drop/useDrops.ts';
import { allowedIn } from '../../files/model/allowed.ts';
import { textOf } from '../../i18n/i18n.ts';
import { useHotkeys } from '../../ui/keys/useHotkeys.ts';
import { connected } from '../../state/core.ts';
import { goToRecord } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import { readForm, requiredFaults } from '../../fields/model/form.ts';
import { Details, fileFields } from '../records/panel/Details.tsx';
import { Form } from '../../fields/form.ts';
import type { FormContext } from '../../fields/form.ts';
import { PlannedParts } from '../../fields/structure/planned.ts';
import type { PlannedPart } from '../../fields/structure/planned.ts';
import '../records/panel/panel.css';
import { textsOf, valuesOf, withChanged } from './parts.ts';
import type { TypedPart } from './parts.ts';
import { leaveFiles, draftView } from './draftView.ts';
import { removeFile } from './removeFile.ts';
import { addFiles, takeForPart } from './takeFiles.ts';
import type { DraftState } from './useProductDraft.ts';

const NOTHING = {};

/** The panel with the form of the open part. */
export function PartPanel({ id, plan }: Pick<PartFormProps, 'id' | 'plan'>) {
  const { t } = useTranslation();
  const open = draftView((view) => view.part);
  const part = plan.draft.parts.find((each) => each.part === open);
  if (part === undefined) return null;
  return (
    <Panel label={t('plan.panel')}>
      <div className="record">
        <Head part={part} />
        {part.use === null ? (
          <PartForm key={part.part} id={id} part={part} plan={plan} />
        ) : (
          <Used part={part} />
        )}
      </div>
    </Panel>
  );
}

function Head({ part }: { readonly part: DraftPart }) {
  const { t } = useTranslation();
  const close = () => {
    // The button is removed with the panel, and the focus would be lost.
    document.querySelector<HTMLElement>('.plan-part-open[aria-expanded="true"]')?.focus();
    draftView.setState({ part: null });
  };
  useHotkeys({ leave: close });
  return (
    <header className="record-head">
      <div className="record-name">
        <h2>{textOf(resourceOf(part.kind).singular)}</h2>
        <p className="quiet">{t('plan.hint')}</p>
      </div>
      <IconButton icon={X} label={t('common.actions.close')} shortcut="leave" onClick={close} />
    </header>
  );
}

function Used({ part }: { readonly part: DraftPart }) {
  const { t } = useTranslation();
  const { use } = part;
  return (
    <div className="plan-used">
      <p>{t('plan.usesExisting')}</p>
      {use !== null && (
        <Button onClick={() => goToRecord(part.kind, use)}>{t('plan.openRecord')}</Button>
      )}
    </div>
  );
}

interface PartFormProps {
  /** The id of the product draft. */
  readonly id: string;
  readonly part: DraftPart;
  readonly plan: DraftState;
}

function PartForm({ id, part, plan }: PartFormProps) {
  const resource = resourceOf(part.kind);
  const [last, setLast] = useState<TypedPart | null>(null);
  const typed = useMemo(() => textsOf(part, last), [part, last]);
  const { files } = part;
  const outcome = useMemo(() => {
    const read = readForm(resource, NOTHING, typed, 'create');
    const given = Object.fromEntries(files.map(({ field, file }) => [field, file]));
    return {
      ...read,
      faults: { ...requiredFaults(resource, { ...read.values, ...given }), ...read.faults },
    };
  }, [resource, typed, files]);
  const type = (path: string, text: string) => {
    const { [path]: _old, ...rest } = typed;
    const next = text === '' ? rest : { ...rest, [path]: text };
    const values = valuesOf(resource, next);
    setLast({ typed: next, values });
    plan.setParts((parts) => withChanged(parts, part.part, (each) => ({ ...each, values })));
  };
  const form: FormContext = {
    key: part.part,
    kind: part.kind,
    resource,
    purpose: 'create',
    leaving: false,
    record: NOTHING,
    values: NOTHING,
    operations: [],
    draft: {
      typed,
      files: [],
      base: null,
      at: null,
      kept: 'kept',
      restored: false,
      type,
      setFiles: () => undefined,
      forget: () => undefined,
      discard: () => undefined,
      settle: () => undefined,
      seen: () => undefined,
    },
    outcome,
    strict: false,
    undo: null,
    askToTry: null,
  };
  const { parts } = plan.draft;
  const planned = useMemo(() => parts.flatMap(plannedPart), [parts]);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-path]')?.focus(), []);
  const { error, fail, clear } = useFailure();
  // Handled here: the window would ask which record the files belong to, and it does not know the
  // parts of a draft.
  const onDrop = (event: DragEvent) => {
    hold(event);
    clear();
    connected()
      .collect(rootsOf(event))
      .then((found) => takeForPart(plan, part, found))
      .then((none) => leaveFiles(id, none))
      .catch(fail);
  };
  return (
    <PlannedParts value={planned}>
      <Form value={form}>
        {/* Each field of files also has a button. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div className="plan-take" onDragEnter={hold} onDragOver={hold} onDrop={onDrop}>
          {/* A region that scrolls must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div ref={frame} className="tab-panel create-body scroll" tabIndex={0}>
            {error !== null && <ErrorNotice error={error} />}
            <Details onFiles={null} />
            <PartFiles id={id} part={part} plan={plan} />
          </div>
        </div>
      </Form>
    </PlannedParts>
  );
}

/** Returns a new part with a code as one that a composition can name. */
function plannedPart({ part, kind, values, use: existing }: DraftPart): readonly PlannedPart[] {
  const resource = resourceOf(kind);
  const price = priceField(resource);
  const text = (name: string | null) => {
    const value = name === null ? undefined : values[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  const code = text(resource.key);
  if (existing !== null || code === null || code === '') return [];
  return [{ part, kind, code, title: text(resource.title) ?? code, price: text(price) }];
}

function hold(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function PartFiles({ id, part, plan }: PartFormProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const take = async (field: string, found: Collected) => {
    setBusy(true);
    leaveFiles(id, await addFiles(plan, part, field, found));
    setBusy(false);
  };
  return (
    <>
      {fileFields(resourceOf(part.kind).fields).map(([name, field]) => (
        <section key={name} className="form-group" aria-label={textOf(field.label)}>
          <h3 className="heading">{textOf(field.label)}</h3>
          {part.files
            .filter((each) => each.field === name)
            .map((each) => (
              <div key={each.file} className="file-line">
                <p className="cut file-text">{each.name}</p>
                <IconButton
                  icon={Trash2}
                  label={t('plan.remove', { name: each.name })}
                  onClick={() => removeFile(plan, part, each)}
                />
              </div>
            ))}
          <Button
            icon={FilePlus2}
            busy={busy}
            onClick={() =>
              void pickFiles(
                allowedIn(part.kind, name),
                field.type === 'files' ? 'files' : 'file',
              ).then((found) => take(name, found))
            }
          >
            {t(field.type === 'files' ? 'records.files.chooseMany' : 'records.files.choose')}
          </Button>
        </section>
      ))}
    </>
  );
}
