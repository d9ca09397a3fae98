import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { RULE_NAMES } from '#contract/problems.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { ReviewSource } from '#contract/review.ts';
import { formatDate } from '../../../i18n/format.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { isFocusLost } from '../../../ui/keys/focusBack.ts';
import { KIND_ORDER } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Select } from '../../../ui/KindSelect.tsx';
import { queryOf, shapeOf } from '../../../fields/model/views.ts';
import { useViews } from '../../records/state/useViews.ts';
import { useAct } from '../../../ui/useAct.ts';
import { A_MINUTE, useNow } from '../../../ui/useNow.ts';
import { beginReview } from '../reviewView.ts';
import { SINCE, sinceTime } from '../since.ts';
import type { Since } from '../since.ts';

const FROM = ['query', 'problems', 'pull'] as const;
type From = (typeof FROM)[number];

/** Chooses the records of a review and begins it. */
export function StartForm() {
  const { t } = useTranslation();
  const [from, setFrom] = useState<From>('query');
  const list = useList();
  const problems = useProblems();
  const pull = usePull();
  const chosen = { query: list, problems, pull }[from];
  const [name, setName] = useState<string | null>(null);
  const { busy, error, run } = useAct();
  const now = useNow(A_MINUTE);
  const first = useFocusWhenFree();
  const shown = name ?? `${chosen.name}, ${formatDate(now)}`;
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void run(() => beginReview(shown.trim().slice(0, 120), chosen.source()));
  };
  return (
    <form className="review-form" onSubmit={begin}>
      <fieldset className="review-from" aria-label={t('review.home.what')}>
        {FROM.map((each, index) => (
          <label key={each} aria-label={t(`review.from.${each}`)}>
            <input
              ref={index === 0 ? first : undefined}
              type="radio"
              name="from"
              checked={from === each}
              onChange={() => setFrom(each)}
            />
            <span>
              <b>{t(`review.from.${each}`)}</b>
              <small>{t(`review.fromText.${each}`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="review-choice">
        {chosen.fields}
        <input
          className="review-input"
          aria-label={t('review.home.name')}
          value={shown}
          maxLength={120}
          onChange={(event) => setName(event.target.value)}
        />
        <Button tone="go" icon={Play} type="submit" busy={busy} disabled={shown.trim() === ''}>
          {t('review.home.start')}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </form>
  );
}

/**
 * Focuses the first field when the form appears, unless another element of the page has the focus.
 */
function useFocusWhenFree() {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = isFocusLost() || activeElement === document.getElementById('screen');
    if (isFree || activeElement?.closest('nav') !== null) first.current?.focus();
  }, []);
  return first;
}

interface Choice {
  readonly name: string;
  readonly source: () => ReviewSource;
  readonly fields: React.ReactNode;
}

function useList(): Choice {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<{ kind: (typeof KIND_ORDER)[number]; view: string }>({
    kind: KIND_ORDER[0] ?? KINDS[0],
    view: '',
  });
  const { kind } = picked;
  const { data } = useViews(kind);
  const view = data?.views.find((each) => each.name === picked.view) ?? null;
  const resource = resourceOf(kind);
  return {
    name: view?.name ?? textOf(resource.label),
    source: () => ({
      from: 'query',
      query: view === null ? { kind } : queryOf(kind, shapeOf(resource, view)),
    }),
    fields: (
      <>
        <Select
          label={t('review.home.list')}
          value={kind}
          onValue={(value) =>
            setPicked({ kind: KIND_ORDER.find((each) => each === value) ?? KINDS[0], view: '' })
          }
          options={KIND_ORDER.map((each) => ({
            value: each,
            label: textOf(resourceOf(each).label),
          }))}
        />
        <Select
          label={t('review.home.view')}
          value={view?.name ?? ''}
          onValue={(value) => setPicked({ kind, view: value })}
          options={[
            { value: '', label: t('review.home.allRecords') },
            ...(data?.views ?? []).map((each) => ({ value: each.name, label: each.name })),
          ]}
        />
      </>
    ),
  };
}

function useProblems(): Choice {
  const { t } = useTranslation();
  const [rule, setRule] = useState('');
  const picked = RULE_NAMES.find((each) => each === rule);
  return {
    name: picked === undefined ? t('review.names.problems') : t(`problems.rules.${picked}.title`),
    source: () => ({ from: 'problems', filter: picked === undefined ? {} : { rules: [picked] } }),
    fields: (
      <Select
        label={t('review.home.rule')}
        value={rule}
        onValue={setRule}
        options={[
          { value: '', label: t('review.home.allProblems') },
          ...RULE_NAMES.map((each) => ({ value: each, label: t(`problems.rules.${each}.title`) })),
        ]}
      />
    ),
  };
}

function usePull(): Choice {
  const { t } = useTranslation();
  const [since, setSince] = useState<Since>('newest');
  return {
    name: t('review.names.pull'),
    source: () => ({ from: 'pull', since: sinceTime(since, Date.now()) }),
    fields: (
      <Select
        label={t('review.home.since')}
        value={since}
        onValue={(value) => setSince(SINCE.find((each) => each === value) ?? 'newest')}
        options={SINCE.map((each) => ({ value: each, label: t(`review.since.${each}`) }))}
      />
    ),
  };
}
