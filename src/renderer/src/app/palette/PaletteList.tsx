import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import { ErrorLine } from '../../ui/ErrorNotice.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import type { PaletteItem } from './usePaletteItems.ts';

interface LinesProps {
  readonly id: string;
  readonly items: readonly PaletteItem[];
  readonly at: number;
  readonly onPoint: (at: number) => void;
  readonly onChoose: (item: PaletteItem) => void;
}

interface PaletteListProps extends LinesProps {
  readonly text: string;
  /** True while the answer to the last letter is outstanding. */
  readonly loading: boolean;
  /** Why some records could not be searched. */
  readonly error: AppError | null;
}

/**
 * The results, or the reason why there are none.
 *
 * "Nothing found" appears only after every kind has answered.
 */
export function PaletteList({ text, loading, error, ...lines }: PaletteListProps) {
  const { t } = useTranslation();
  const isEmpty = lines.items.length === 0;
  return (
    <>
      {!isEmpty && <Lines {...lines} />}
      {error !== null && (
        <p className="palette-none">
          <ErrorLine error={error} role="alert" />
        </p>
      )}
      {isEmpty && error === null && (
        <p className="palette-none">
          {loading ? t('common.loading') : t('frame.palette.nothing', { text })}
        </p>
      )}
    </>
  );
}

/** The rows of the palette under section headings; the input keeps the focus. */
function Lines({ id, items, at, onPoint, onChoose }: LinesProps) {
  const { t } = useTranslation();
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold these lines
      role="listbox"
      className="palette-list scroll"
      aria-label={t('frame.palette.title')}
    >
      {items.map((item, index) => (
        <Line
          key={item.id}
          id={`${id}-${index}`}
          item={item}
          heads={items[index - 1]?.section !== item.section}
          chosen={index === at}
          onPoint={() => onPoint(index)}
          onChoose={() => onChoose(item)}
        />
      ))}
    </div>
  );
}

interface LineProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly heads: boolean;
  readonly chosen: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Line({ id, item, heads, chosen, onPoint, onChoose }: LineProps) {
  const Icon = item.icon;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <>
      {heads && (
        <div className="palette-head" role="presentation">
          {item.section}
        </div>
      )}
      {/* The input handles the keys of its list, as a combobox does. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus */}
      <div
        ref={line}
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="option"
        aria-selected={chosen}
        className="palette-line"
        onPointerMove={onPoint}
        onClick={onChoose}
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden />
        {item.code !== null && <code className="mono">{item.code}</code>}
        <span className="cut">{item.label}</span>
        {item.shortcut !== null && <Kbd shortcut={item.shortcut} />}
      </div>
    </>
  );
}
