import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Intake, Line } from '../model/intake.ts';
import { IntakeLine } from './IntakeLine.tsx';

const LINE = 52;
const MOST_LINES = 8;

interface IntakeListProps {
  readonly intake: Intake;
  readonly lines: readonly Line[];
}

/** The list of files; only visible rows are rendered. */
export function IntakeList({ intake, lines }: IntakeListProps) {
  const { t } = useTranslation();
  const scroll = useRef<HTMLDivElement>(null);
  // The virtualizer mutates its own object, so each render reads it anew.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE,
    overscan: 4,
    getItemKey: (index) => lines[index]?.file.id ?? index,
    useFlushSync: false,
  });
  return (
    <div
      ref={scroll}
      className="intake-scroll scroll"
      style={{ height: Math.min(Math.max(lines.length, 1), MOST_LINES) * LINE + 2 }}
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={t('files.dialog.list')}
    >
      <ul className="intake-lines" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            <IntakeLine
              key={key}
              intake={intake.id}
              kind={intake.kind}
              line={line}
              top={start}
              frozen={intake.phase === 'queueing'}
            />
          );
        })}
      </ul>
    </div>
  );
}
