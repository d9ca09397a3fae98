import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import { isFocusLost } from '../../../ui/keys/focusBack.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';

interface CarePartProps {
  readonly title: string;
  readonly hint: string;
  /** Why the last thing asked for here was not done. */
  readonly error?: AppError | null;
  readonly children: ReactNode;
}

/** One matter of the data on this computer: what it is, and a line for each thing that lies here. */
export function CarePart({ title, hint, error = null, children }: CarePartProps) {
  return (
    <div className="settings-part">
      <div className="settings-label">
        <b>{title}</b>
        <span>{hint}</span>
      </div>
      <ul className="settings-list">
        {children}
        {error !== null && (
          <li>
            <ErrorNotice error={error} />
          </li>
        )}
      </ul>
    </div>
  );
}

/** For what asks. Outside the component: it is called once, when the question appears. */
export function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** For what asked: the question went away with the focus; who has taken it elsewhere meanwhile keeps it. */
export function focusBack(button: HTMLButtonElement | null): void {
  if (isFocusLost()) button?.focus();
}

interface LineProps {
  readonly name: string;
  readonly about: string;
  /** Null where nothing can be done. */
  readonly action: string | null;
  /** The action with what it is done to, for whoever cannot see the line around it. */
  readonly label: string;
  readonly question: string;
  readonly onSure: () => Promise<void>;
}

/** One thing that lies here, and what can be done with it after a second thought. */
export function Line({ name, about, action, label, question, onSure }: LineProps) {
  const { t } = useTranslation();
  // False once the question has been answered, null before it was asked.
  const [asked, setAsked] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const sure = () => {
    setBusy(true);
    void onSure().finally(() => {
      setBusy(false);
      setAsked(false);
    });
  };
  return (
    <li>
      <div className="settings-thing">
        <b>{name}</b>
        <span className="quiet num">{about}</span>
      </div>
      {action !== null && asked !== true && (
        <Button
          ref={asked === false ? focusBack : null}
          aria-label={label}
          onClick={() => setAsked(true)}
        >
          {action}
        </Button>
      )}
      {asked === true && (
        <div className="settings-question" role="alert">
          <p>{question}</p>
          <Button tone="bad" busy={busy} onClick={sure}>
            {action}
          </Button>
          <Button ref={focus} tone="quiet" disabled={busy} onClick={() => setAsked(false)}>
            {t('common.actions.cancel')}
          </Button>
        </div>
      )}
    </li>
  );
}
