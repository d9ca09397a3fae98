import { FilePlus2, FileSpreadsheet, FileX2, ListChecks } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import i18next from 'i18next';
import { useEffect } from 'react';
import type { CSSProperties } from 'react';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { allowedFor } from '../model/allowed.ts';
import { labelOf } from '../model/intake.ts';
import { sheetKindAt } from './place.ts';
import type { DropPlace } from './place.ts';
import { takeDrop } from './takeDrop.ts';
import { useDrops } from './useDrops.ts';
import type { Hover } from './useDrops.ts';
import './drop.css';

/** Accepts files dropped on the window and previews the result of a drop. */
export function DropLayer() {
  const hover = useDrops(takeDrop);
  const element = hover === null ? null : shownFor(hover);
  useEffect(() => {
    if (element === null) return undefined;
    // The target element itself shows the frame, so that the frame scrolls with the list.
    element.setAttribute('data-drop-over', '');
    return () => element.removeAttribute('data-drop-over');
  }, [element]);
  return hover === null ? null : <Says hover={hover} />;
}

// A sheet is imported into the whole list, so the frame surrounds the list, not a row.
function shownFor({ aim, sheet }: Hover): Element | null {
  if (aim === null) return null;
  const isForList = sheet && sheetKindAt(aim) !== null;
  return isForList ? aim.element.closest('[data-drop-list]') : aim.element;
}

function Says({ hover }: { readonly hover: Hover }) {
  const { aim } = hover;
  const { icon: Icon, title, text, nowhere } = wordsFor(hover);
  return (
    <output
      className="drop-says"
      data-nowhere={nowhere}
      {...(aim === null ? {} : { style: over(aim.element) })}
    >
      <Icon size={18} aria-hidden />
      <span>
        <strong>{title}</strong>
        <small>{text}</small>
      </span>
    </output>
  );
}

interface Words {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** True when a drop here would do nothing. */
  readonly nowhere: boolean;
}

function wordsFor({ aim, count, sheet }: Hover): Words {
  const { t } = i18next;
  const refused = (title: string): Words => ({
    icon: FileX2,
    title,
    text: t('files.drop.where'),
    nowhere: true,
  });
  if (aim === null) return refused(t('files.drop.nowhere'));
  const { place } = aim;
  const what = place.kind === null ? '' : textOf(resourceOf(place.kind).label);
  if (sheet && sheetKindAt(aim) !== null)
    return {
      icon: FileSpreadsheet,
      title: t('sheets.drop.title', { subject: what.toLowerCase(), count }),
      text: t('sheets.drop.safe'),
      nowhere: false,
    };
  const allowed = allowedFor(place.kind);
  if (allowed.length === 0) return refused(t('files.drop.takesNone', { subject: what }));
  return {
    icon: place.type === 'list' ? ListChecks : FilePlus2,
    title: titleOf(place, count),
    text: textUnder(place, allowed),
    nowhere: false,
  };
}

function titleOf(place: DropPlace, count: number): string {
  if (place.type === 'create')
    return i18next.t('files.drop.create', { subject: textOf(resourceOf(place.kind).singular) });
  const target = place.type === 'record' ? place.target : place.row;
  if (target === null) return i18next.t('files.drop.list', { count });
  return i18next.t('files.drop.record', { count, where: labelOf(target) });
}

function textUnder(place: DropPlace, allowed: readonly string[]): string {
  if (place.type === 'list')
    return place.row === null ? i18next.t('files.drop.byCode') : i18next.t('files.drop.orCode');
  return allowed.map((each) => each.slice(1)).join(', ');
}

const EDGE = 24;

// Places the text above the lower edge of the drop target, away from the pointer.
function over(element: Element): CSSProperties {
  const frame = (element.closest('[data-drop-list]') ?? element).getBoundingClientRect();
  return {
    left: frame.left + frame.width / 2,
    bottom: window.innerHeight - frame.bottom + EDGE,
    maxWidth: frame.width - 2 * EDGE,
  };
}
