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
  /** The error of the last action. */
  readonly error?: AppError | null;
  readonly children: ReactNode;
}

/** The frame of a section: title, hint and lines. */
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

/**
 * Focuses a button when it appears.
 *
 * It is defined outside the components, so that React calls it only once.
 */
export function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** Returns the focus to the button after its question closed, unless another element took it. */
export function focusBack(button: HTMLButtonElement | null): void {
  if (isFocusLost()) button?.focus();
}

interface LineProps {
  readonly name: string;
  readonly about: string;
  /** Null if there is no action. */
  readonly action: string | null;
  /** The action with its object, for screen readers. */
  readonly label: string;
  readonly question: string;
  readonly onSure: () => Promise<void>;
}

/** Shows one item with an action that must be confirmed. */
export function Line({ name, about, action, label, question, onSure }: LineProps) {
  const { t } = useTranslation();
  // False after the question was answered, null before it was asked.
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
