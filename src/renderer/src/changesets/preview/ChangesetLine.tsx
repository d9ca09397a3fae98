import { ArrowRight, CircleAlert, Lock, Paperclip, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Issue } from '#contract/errors.ts';
import type { ExpectationCode } from '#contract/expectations/expected.ts';
import type { ChangesetRow } from '#contract/changesets/changeset.ts';
import { labelAt } from '../../fields/model/fields.ts';
import { issueValueText } from '../../ui/errors/issueValueText.ts';
import { useExpected } from '../../ui/errors/useExpected.ts';
import { baseName } from '../../fields/values/values.ts';
import { whyText } from '../../ui/ErrorNotice.tsx';
import { ChangeLines, OneValue } from './Changes.tsx';
import type { ChangesetLook } from './look.ts';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import { isTickable } from './useChangeset.ts';
import type { ChangesetState } from './useChangeset.ts';

interface ChangesetLineProps {
  readonly row: ChangesetRow;
  readonly state: ChangesetState;
  readonly look: ChangesetLook;
}

/** Shows one row of a changeset: its record, its outcome and its changes. */
export function ChangesetLine({ row, state, look: changesetLook }: ChangesetLineProps) {
  const { t } = useTranslation();
  // In a changeset of several kinds, each row uses the field labels of its own kind.
  const look = row.kind === undefined ? changesetLook : { ...changesetLook, kind: row.kind };
  const name = row.key ?? row.title;
  return (
    <>
      <span role="gridcell">
        {isTickable(row) && (
          <input
            type="checkbox"
            className="plan-tick"
            tabIndex={-1}
            disabled={state.queued}
            checked={row.ticked}
            aria-label={t('sheets.plan.tick', { name: name === '' ? String(row.row) : name })}
            onChange={(event) => state.tick(row, event.currentTarget.checked)}
          />
        )}
      </span>
      {look.numbered && (
        <span role="gridcell" className="plan-number num">
          {row.row}
        </span>
      )}
      <span role="gridcell">
        <OutcomeBadge row={row} />
      </span>
      <span role="gridcell" className="mono cut" title={row.key ?? undefined}>
        {row.key ?? <span className="quiet">–</span>}
      </span>
      {/* The name of a new record is shown in full, because it appears nowhere else. */}
      <span
        role="gridcell"
        className={row.outcome === 'new' ? 'plan-whole' : 'cut'}
        title={row.title}
      >
        {row.title}
      </span>
      {look.layout !== 'lines' && row.changes.length > 0 ? (
        <OneValue row={row} look={look} />
      ) : (
        <span role="gridcell" className="plan-what" data-span={look.layout !== 'lines'}>
          <ChangeLines row={row} kind={look.kind} />
          {row.files.map(({ field, path }) => (
            <span key={`${field} ${path}`} className="plan-change">
              <span className="plan-field">{labelAt(look.kind, field)}</span>
              <Paperclip size={12} aria-hidden />
              <ins className="changes-new">{baseName(path)}</ins>
            </span>
          ))}
          <Warnings row={row} look={look} />
          {row.issues.map((issue) => (
            <IssueLine
              key={`${issue.place} ${issue.expected}`}
              issue={issue}
              row={row}
              look={look}
            />
          ))}
        </span>
      )}
    </>
  );
}

/** Lists the warnings of a row. */
function Warnings({ row, look }: Omit<ChangesetLineProps, 'state'>) {
  const { t } = useTranslation();
  const expected = useExpected();
  return row.warnings.map((warning) => (
    <span key={`${warning.place} ${warning.expected}`} className="plan-warning">
      <TriangleAlert size={12} aria-label={t('sheets.plan.warning')} />
      <b>{look.numbered ? warning.place : labelAt(look.kind, warning.place)}</b>
      <span>{t('sheets.plan.expectedWhat', { subject: expected(warning) })}</span>
    </span>
  ));
}

interface IssueLineProps {
  readonly issue: Issue;
  readonly row: ChangesetRow;
  readonly look: ChangesetLook;
}

/** The codes of a field that cannot change. */
const LOCKED: ReadonlySet<string> = new Set<ExpectationCode>(['locked', 'unchangeable']);

function IssueLine({ issue, row, look }: IssueLineProps) {
  const { t } = useTranslation();
  const { place } = issue;
  const isError = row.outcome === 'error';
  const Out = LOCKED.has(issue.expectation?.code ?? '') ? Lock : CircleAlert;
  return (
    <span className={isError ? 'plan-issue' : 'plan-out'}>
      {!isError && <Out size={12} aria-label={t('sheets.plan.staysOut')} />}
      {place !== '' && <b>{look.numbered && isError ? place : labelAt(look.kind, place)}</b>}
      {issue.why === undefined ? <Unfit issue={issue} /> : <span>{whyText(t, issue.why)}</span>}
    </span>
  );
}

/** Shows the value of a cell, and the expected one. */
function Unfit({ issue }: { readonly issue: Issue }) {
  const { t } = useTranslation();
  const expected = useExpected();
  return (
    <>
      {issue.value === '' || isMissing(issue) ? (
        <span className="quiet">{t('common.empty')}</span>
      ) : (
        <code className="mono">{issueValueText(t, issue)}</code>
      )}
      <ArrowRight size={12} aria-label={t('sheets.plan.expected')} />
      <span>{expected(issue)}</span>
    </>
  );
}

// The core reports a missing value with the word `missing`.
function isMissing({ value, expectation }: Issue): boolean {
  return value === 'missing' && expectation?.code === 'required';
}
