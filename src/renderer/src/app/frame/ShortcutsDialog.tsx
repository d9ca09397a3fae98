import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textOf } from '../../i18n/i18n.ts';
import { shortcuts } from '../../state/shortcuts.ts';
import type { Scope, Shortcut } from '../../state/shortcuts.ts';
import { closeDialog } from '../../state/dialogs.ts';
import { Keys } from '../../ui/Kbd.tsx';

const COLUMNS: readonly (readonly Scope[])[] = [
  ['everywhere', 'record', 'outbox'],
  ['grid', 'cell', 'problems', 'review'],
];

/** Every shortcut, from the table that the handler uses. */
export function ShortcutsDialog() {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={closeDialog}
      title={t('frame.shortcuts.title')}
      size={720}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className="shortcuts">
        {COLUMNS.map((scopes) => (
          <div key={scopes.join()}>
            {scopes.map((scope) => (
              <ScopeList key={scope} scope={scope} />
            ))}
          </div>
        ))}
      </div>
    </Modal>
  );
}

function ScopeList({ scope }: { readonly scope: Scope }) {
  const { t } = useTranslation();
  const lines: readonly Shortcut[] = shortcuts.filter((each) => each.scope === scope);
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="heading">{t(`frame.shortcuts.scopes.${scope}`)}</h3>
      <dl>
        {lines.map(({ id, keys, label, list }) => (
          <div key={id}>
            <dt>{list === undefined ? t(label) : textOf(list)}</dt>
            <dd>
              {keys.map((each) => (
                <Keys key={each} keys={each} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
