import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { RecordLines } from './RecordLines.tsx';

/** The number of lines read first. */
export const PAGE = 300;

interface PastPageProps<T> extends ComponentProps<typeof RecordLines<T>> {
  readonly tabs: ReactNode;
  /** The filters of the list, shown after the tabs. */
  readonly tools?: ReactNode;
  /** The number of entries as text; undefined while unknown. */
  readonly count: string | undefined;
  readonly error: AppError | null;
  /** True while the list answers the previous query; it is not called empty then. */
  readonly stale: boolean;
  readonly note?: ReactNode;
  /** The content for an empty list. */
  readonly empty: ComponentProps<typeof Empty>;
  readonly panel?: ReactNode;
}

/** The frame of the history pages: tabs, filters, and lines or an empty state. */
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
