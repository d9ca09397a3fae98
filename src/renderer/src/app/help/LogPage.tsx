import { Copy } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import { asAppError } from '#contract/errors.ts';
import { normalizeForSearch } from '#contract/normalizeForSearch.ts';
import type { LogLine } from '#contract/shell.ts';
import { formatMoment } from '../../i18n/format.ts';
import { readLog } from '../../state/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copyText.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Select } from '../../ui/KindSelect.tsx';
import './log.css';

type Level = 'all' | 'warn' | 'error';

const LEVELS = ['all', 'warn', 'error'] as const;
const SHOWN: Readonly<Record<Level, readonly LogLine['level'][]>> = {
  all: ['info', 'warn', 'error'],
  warn: ['warn', 'error'],
  error: ['error'],
};

/** The newest lines of the log, filtered by level and words. */
export function LogPage({ terms }: { readonly terms: readonly string[] }) {
  const { t } = useTranslation();
  const [level, setLevel] = useState<Level>('all');
  const { lines, error } = useLog();
  const shown = useMemo(() => filtered(lines ?? [], level, terms), [lines, level, terms]);
  return (
    <section className="log" aria-label={t('help.log')}>
      <div className="log-tools">
        <Select
          label={t('help.logLevel')}
          value={level}
          options={LEVELS.map((value) => ({ value, label: t(`help.level.${value}`) }))}
          onValue={(value) => setLevel(LEVELS.find((each) => each === value) ?? 'all')}
        />
        <output className="quiet num">
          {lines === null ? '' : t('help.logCount', { count: shown.length })}
        </output>
        <Button
          disabled={shown.length === 0}
          onClick={() => void copyText(asText(shown), t('help.logCopied'))}
        >
          <Copy size={14} aria-hidden /> {t('help.copyLog')}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {lines !== null && shown.length === 0 && (
        <p className="log-empty quiet">
          {t(lines.length === 0 ? 'help.logEmptyText' : 'help.logNone')}
        </p>
      )}
      {shown.length > 0 && <Lines lines={shown} />}
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly LogLine[] }) {
  const { t } = useTranslation();
  return (
    // The list is scrolled with the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol className="log-lines" tabIndex={0} aria-label={t('help.log')}>
      {lines.map(({ at, level, text }, index) => (
        // Two lines may be equal in all their parts.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} data-level={level}>
          <span className="num quiet">{formatMoment(at)}</span>
          <b>{t(`help.entry.${level}`)}</b>
          <span className="log-text" lang="en">
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}

function useLog(): { readonly lines: readonly LogLine[] | null; readonly error: AppError | null } {
  const [lines, setLines] = useState<readonly LogLine[] | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    void readLog().then(setLines, (thrown: unknown) => setError(asAppError(thrown)));
  }, []);
  return { lines, error };
}

function filtered(
  lines: readonly LogLine[],
  level: Level,
  terms: readonly string[],
): readonly LogLine[] {
  return lines.filter((line) => {
    if (!SHOWN[level].includes(line.level)) return false;
    const text = normalizeForSearch(line.text);
    return terms.every((term) => text.includes(term));
  });
}

function asText(lines: readonly LogLine[]): string {
  return lines
    .map(({ at, level, text }) => `${new Date(at).toISOString()} ${level} ${text}`)
    .join('\n');
}
