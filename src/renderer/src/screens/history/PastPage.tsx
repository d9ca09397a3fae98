import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { RecordLines } from './RecordLines.tsx';

/** How many lines are asked for before someone asks for more. */
export const PAGE = 300;

interface PastPageProps<T> extends ComponentProps<typeof RecordLines<T>> {
  readonly tabs: ReactNode;
  /** What narrows the list, behind the tabs. */
  readonly tools?: ReactNode;
  /** How many there are; undefined while that is not known. */
  readonly count: string | undefined;
  readonly error: AppError | null;
  /** What is listed answers the question before this one: that there is nothing is not known yet. */
  readonly stale: boolean;
  readonly note?: ReactNode;
  /** What is said where there is nothing. */
  readonly empty: ComponentProps<typeof Empty>;
  readonly panel?: ReactNode;
}

/** One page of the activity: its tabs and filters, its lines, or why there are none. */
export function PastPage<T>(props: PastPageProps<T>) {
  const { tabs, tools, count, error, stale, note, empty, panel, ...lines } = props;
  const { t } = useTranslation();
  return (
    <Screen
      title={t('frame.screens.activity')}
      {...(count === undefined ? {} : { detail: count })}
      toolbar={
        <div className="past-tools">
          {tabs}
          {tools}
        </div>
      }
      panel={panel}
      fixed
    >
      <div className="past">
        {error !== null && <ErrorNotice error={error} />}
        {note}
        {lines.items.length > 0 && <RecordLines {...lines} />}
        {count !== undefined && !stale && lines.items.length === 0 && <Empty {...empty} />}
      </div>
    </Screen>
  );
}
