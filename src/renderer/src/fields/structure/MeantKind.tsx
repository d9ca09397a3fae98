import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference } from '#contract/learned.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAct } from '../../ui/useAct.ts';
import { useEditing } from './editing.ts';

interface MeantKindProps {
  readonly reference: Reference;
  /** The path of the place in the learned schema; null where no record shows it. */
  readonly path: string | null;
  readonly code: string;
}

/** Asks which kind is meant where records of several kinds have a code. */
export function MeantKind({ reference, path, code }: MeantKindProps) {
  const { t } = useTranslation();
  const { kind, kindsOf } = useEditing();
  const { busy, error, run } = useAct();
  const textId = useId();
  const kinds = kindsOf(code);
  if (path === null || reference.chosen === true || kinds.length < 2) return null;
  return (
    <div role="group" aria-labelledby={textId} className="parts-meant">
      <span id={textId}>{t('structure.meant')}</span>
      {kinds.map((each) => (
        <button
          key={each}
          type="button"
          disabled={busy}
          title={t('structure.meantHint', { path })}
          onClick={() =>
            void run(async () => {
              const fact = 'reference' as const;
              await call('serviceFacts.correct', { kind, field: path, fact, value: each });
              toast(t('structure.meantKept', { path }));
            })
          }
        >
          {textOf(resourceOf(each).singular)}
        </button>
      ))}
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}
