import { FilePlus2, FileX2, ListChecks } from 'lucide-react';
import i18next from 'i18next';
import { useEffect } from 'react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { allowedFor } from '../model/allowed.ts';
import { labelOf } from '../model/intake.ts';
import type { DropPlace } from './place.ts';
import { takeDrop } from './takeDrop.ts';
import { useDrops } from './useDrops.ts';
import type { Hover } from './useDrops.ts';
import './drop.css';

/** Takes every file that is dropped on the window, and says before what will become of it. */
export function DropLayer() {
  const hover = useDrops(takeDrop);
  const element = hover?.aim?.element ?? null;
  useEffect(() => {
    if (element === null) return undefined;
    // The place itself shows it, so that the frame goes along when the list scrolls under the hand.
    element.setAttribute('data-drop-over', '');
    return () => element.removeAttribute('data-drop-over');
  }, [element]);
  return hover === null ? null : <Says hover={hover} />;
}

function Says({ hover: { aim, count } }: { readonly hover: Hover }) {
  const { t } = useTranslation();
  if (aim === null) {
    return (
      <output className="drop-says" data-nowhere="true">
        <FileX2 size={18} aria-hidden />
        <span>
          <strong>{t('files.drop.nowhere')}</strong>
          <small>{t('files.drop.where')}</small>
        </span>
      </output>
    );
  }
  const { place, element } = aim;
  const allowed = allowedFor(place.kind);
  const none = allowed.length === 0;
  const Icon = none ? FileX2 : place.type === 'list' ? ListChecks : FilePlus2;
  return (
    <output className="drop-says" data-nowhere={none} style={over(element)}>
      <Icon size={18} aria-hidden />
      <span>
        <strong>
          {none
            ? t('files.drop.takesNone', {
                what: place.kind === null ? '' : textOf(resourceOf(place.kind).label),
              })
            : titleOf(place, count)}
        </strong>
        <small>{none ? t('files.drop.where') : textUnder(place, allowed)}</small>
      </span>
    </output>
  );
}

function titleOf(place: DropPlace, count: number): string {
  if (place.type === 'create')
    return i18next.t('files.drop.create', { what: textOf(resourceOf(place.kind).singular) });
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

// Above the lower edge of what it speaks of, never under the hand.
function over(element: Element): CSSProperties {
  const frame = (element.closest('[data-drop-list]') ?? element).getBoundingClientRect();
  return {
    left: frame.left + frame.width / 2,
    bottom: window.innerHeight - frame.bottom + EDGE,
    maxWidth: frame.width - 2 * EDGE,
  };
}
