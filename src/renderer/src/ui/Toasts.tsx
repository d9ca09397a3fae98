import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dismissToast, holdToasts, toastStore } from '../state/toasts.ts';
import { Button } from './Button.tsx';
import './toasts.css';

/**
 * The toasts at the lower edge.
 *
 * Screen readers announce each once.
 */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = toastStore((state) => state.toasts);
  return (
    // Who is at a notice keeps it; pressed are its buttons alone.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <output
      className="toasts"
      aria-live="polite"
      // By default an output is announced as a whole, which would repeat earlier toasts.
      aria-atomic={false}
      onFocus={hold}
      onBlur={letGo}
      onPointerEnter={hold}
      onPointerLeave={letGo}
    >
      {toasts.map(({ id, text, tone, undo, back }) => (
        <div key={id} className={`toast toast-${tone}`}>
          {tone === 'good' ? (
            <CircleCheck size={15} aria-hidden />
          ) : (
            <CircleAlert size={15} aria-hidden />
          )}
          <span className="toast-text">{text}</span>
          {undo !== null && (
            <Button
              tone="quiet"
              aria-label={`${t(`common.actions.${back}`)}: ${text}`}
              onClick={() => {
                undo();
                dismissToast(id);
              }}
            >
              {t(`common.actions.${back}`)}
            </Button>
          )}
        </div>
      ))}
    </output>
  );
}

function hold(): void {
  holdToasts(true);
}

function letGo(): void {
  holdToasts(false);
}
