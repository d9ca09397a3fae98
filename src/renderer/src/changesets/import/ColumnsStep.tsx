import { Paperclip } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Sheet } from '#contract/changesets/sheet.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { useShellInfo } from '../../state/shell.ts';
import { pickRoots } from '../../files/drop/pick.ts';
import { LeftOver } from '../../files/intake/LeftOver.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { columnIssueText } from '../../fields/model/columnIssue.ts';
import { useExpected } from '../../ui/errors/useExpected.ts';
import { useFirstFocus } from '../useFirstFocus.ts';
import { ColumnTable } from './ColumnTable.tsx';
import { DialectForm } from './DialectForm.tsx';
import type { Import } from './useImport.ts';

interface ColumnsStepProps {
  readonly work: Import;
  readonly sheet: Sheet;
  readonly kind: Kind;
}

/** The step for the format of the sheet and the fields of its columns. */
export function ColumnsStep({ work, sheet, kind }: ColumnsStepProps) {
  const { t } = useTranslation();
  const first = useFirstFocus<HTMLButtonElement>();
  return (
    <div className="sheet-columns">
      <div className="columns-main">
        <DialectForm sheet={sheet} onChange={(dialect) => work.adjust({ dialect })} />
        <div className="columns-table scroll" tabIndex={-1} aria-busy={work.busy}>
          <ColumnTable
            sheet={sheet}
            kind={kind}
            onChange={(index, field) => work.adjust({ columns: [{ index, field }] })}
          />
        </div>
      </div>
      {work.error !== null && <ErrorNotice error={work.error} />}
      <SheetIssues sheet={sheet} kind={kind} />
      <LeftOver {...work.left} />
      <div className="task-foot">
        <FilesBeside work={work} kind={kind} />
        <span className="task-space" />
        <Button onClick={() => work.goTo('file')}>{t('sheets.import.otherFile')}</Button>
        <Button
          ref={first}
          tone="go"
          disabled={sheet.issues.length > 0 || work.busy}
          onClick={work.check}
        >
          {t('sheets.import.check')}
        </Button>
      </div>
    </div>
  );
}

function SheetIssues({ sheet, kind }: Pick<ColumnsStepProps, 'sheet' | 'kind'>) {
  const expected = useExpected();
  const { t } = useTranslation();
  if (sheet.issues.length === 0) return null;
  return (
    <div className="columns-issues" role="alert">
      <strong>{t('sheets.import.notYet')}</strong>
      <ul>
        {sheet.issues.map((issue) => (
          <li key={`${issue.place} ${issue.expected}`}>
            {columnIssueText(t, kind, issue) ?? (
              <>
                {issue.place !== '' && <b>{issue.place}: </b>}
                {t('sheets.import.expected', { subject: expected(issue) })}
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

// On the desktop, files are found in the sheet's folder; a browser does not reveal the folder.
function FilesBeside({ work, kind }: { readonly work: Import; readonly kind: Kind }) {
  const { t } = useTranslation();
  const shell = useShellInfo()?.shell ?? null;
  const extensions = resourceOf(kind).upload?.extensions ?? [];
  const named = Object.values(resourceOf(kind).fields).some(
    ({ type }) => type === 'file' || type === 'files',
  );
  if (!named) return null;
  if (shell !== 'browser') return <span className="quiet">{t('sheets.import.besideFolder')}</span>;
  const add = () =>
    void pickRoots(extensions, 'files').then((roots) => {
      if (roots.length > 0) work.take(roots);
    });
  return (
    <>
      <Button icon={Paperclip} onClick={add}>
        {t('sheets.import.beside')}
      </Button>
      {work.beside > 0 && (
        <span className="quiet num">{t('common.files', { count: work.beside })}</span>
      )}
    </>
  );
}
