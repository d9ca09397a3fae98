import { ExternalLink } from 'lucide-react';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { priceField } from '#contract/resources/price.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Reference } from '#contract/learned.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../i18n/i18n.ts';
import { useProfileStyle, valueStyle } from '../../i18n/profileStyle.ts';
import { goToRecord } from '../../state/view.ts';
import { showValue } from '../model/fieldText.ts';
import { RecordPicture } from '../recordPicture.ts';
import type { Named, NamedState } from './useNamed.ts';

const PICTURE = 24;

interface PictureProps {
  readonly kind: Kind;
  readonly id: string | null;
}

/** The picture of a record; an empty tile without one. */
export function PictureTile({ kind, id }: PictureProps) {
  const draw = use(RecordPicture);
  return (
    <span className="parts-picture" aria-hidden>
      {id !== null && draw?.({ kind, id, width: PICTURE })}
    </span>
  );
}

/** Returns the price of a record as text; null without one. */
export function usePriceText(kind: Kind, price: string | null): string | null {
  const { t } = useTranslation();
  const style = valueStyle(t, useProfileStyle());
  const { fields } = resourceOf(kind);
  const name = priceField(resourceOf(kind));
  const field = name === null ? undefined : fields[name];
  return price === null || field === undefined ? null : showValue(field, price, style);
}

interface RecordLineProps {
  /** The id of the line, which describes the input. */
  readonly noteId?: string;
  readonly reference: Reference;
  readonly code: string;
  readonly named: NamedState;
  /** The name beside the code; the title is not repeated. */
  readonly nameBeside?: string | undefined;
}

/** What is known about a code: the name, the price and a link, or that no record has it. */
export function RecordLine({ noteId, reference, code, named, nameBeside }: RecordLineProps) {
  const { t } = useTranslation();
  const { kind, by } = reference;
  if (named === null || code === '') return null;
  const subject = textOf(resourceOf(kind).singular).toLowerCase();
  if (named === 'unknown')
    return (
      <p id={noteId} className="parts-record parts-odd">
        {t(by === 'id' ? 'structure.unknownId' : 'structure.unknownCode', { subject })}
      </p>
    );
  if (named === 'several')
    return (
      <p id={noteId} className="parts-record parts-odd">
        {t('structure.severalCodes', { subject })}
      </p>
    );
  const isRepeated = (nameBeside ?? '') !== '' && named.title.startsWith(nameBeside ?? '');
  return <Found kind={kind} named={named} isRepeated={isRepeated} />;
}

interface FoundProps {
  readonly kind: Kind;
  readonly named: Named;
  readonly isRepeated: boolean;
}

function Found({ kind, named, isRepeated }: FoundProps) {
  const { t } = useTranslation();
  const price = usePriceText(kind, named.price);
  const { id } = named;
  return (
    <p className="parts-record">
      {!isRepeated && (
        <span className="cut" title={named.title}>
          {named.title}
        </span>
      )}
      {price !== null && <span className="num parts-price">{price}</span>}
      {named.isNew && (
        <span className="parts-new">
          {t(id === null ? 'structure.inPlan' : 'structure.notSent')}
        </span>
      )}
      {id !== null && (
        <button
          type="button"
          className="parts-open"
          aria-label={t('structure.open', { name: named.title })}
          onClick={() => goToRecord(kind, id)}
        >
          <ExternalLink size={12} aria-hidden />
        </button>
      )}
    </p>
  );
}
