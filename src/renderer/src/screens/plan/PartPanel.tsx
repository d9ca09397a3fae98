import { FilePlus2, Trash2, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanPart } from '#contract/plan.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Collected } from '../../client/source.ts';
import { pickFiles } from '../../files/drop/pick.ts';
import { allowedIn } from '../../files/model/allowed.ts';
import { textOf } from '../../i18n/i18n.ts';
import { useHotkeys } from '../../keys/useHotkeys.ts';
import { goToRecord } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { readForm, requiredFaults } from '../records/model/form.ts';
import { Details, fileFields } from '../records/panel/Details.tsx';
import { Form } from '../records/panel/form.ts';
import type { FormContext } from '../records/panel/form.ts';
import '../records/panel/panel.css';
import { LeftFiles } from './LeftFiles.tsx';
import { textsOf, valuesOf, withChanged } from './parts.ts';
import type { TypedPart } from './parts.ts';
import { planView } from './planView.ts';
import { removeFile } from './removeFile.ts';
import { addFiles } from './takeFiles.ts';
import type { Left } from './takeFiles.ts';
import type { PlanState } from './usePlan.ts';

const NOTHING = {};

/** The part that is being typed, beside the plan. */
export function PartPanel({ plan }: { readonly plan: PlanState }) {
  const { t } = useTranslation();
  const open = planView((view) => view.part);
  const part = plan.draft.parts.find((each) => each.part === open);
  if (part === undefined) return null;
  return (
    <Panel label={t('plan.panel')}>
      <div className="record">
        <Head part={part} />
        {part.use === null ? (
          <PartForm key={part.part} part={part} plan={plan} />
        ) : (
          <Used part={part} />
        )}
      </div>
    </Panel>
  );
}

function Head({ part }: { readonly part: PlanPart }) {
  const { t } = useTranslation();
  const close = () => {
    // The button goes with the panel, and would leave the focus nowhere.
    document.querySelector<HTMLElement>('.plan-part-open[aria-expanded="true"]')?.focus();
    planView.setState({ part: null });
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

function Used({ part }: { readonly part: PlanPart }) {
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
  readonly part: PlanPart;
  readonly plan: PlanState;
}

function PartForm({ part, plan }: PartFormProps) {
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
  };
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-path]')?.focus(), []);
  return (
    <Form value={form}>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={frame} className="tab-panel create-body scroll" tabIndex={0}>
        <Details onFiles={null} />
        <PartFiles part={part} plan={plan} />
      </div>
    </Form>
  );
}

function PartFiles({ part, plan }: PartFormProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState<readonly Left[]>([]);
  const take = async (field: string, found: Collected) => {
    setBusy(true);
    setLeft([]);
    setLeft(await addFiles(plan, part, field, found));
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
      {left.length > 0 && (
        <ul role="alert">
          <LeftFiles left={left} />
        </ul>
      )}
    </>
  );
}
