import { Move3d, Navigation } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../i18n/format.ts';
import { readAmount } from '../../fields/model/readTypedValue.ts';
import { useFaultText } from '../../fields/words.ts';
import { Button } from '../../ui/Button.tsx';
import type { Placement, Triple } from '#formats/model/types.ts';
import type { ModelViewerProps } from './props.ts';
import { Section } from './Section.tsx';
import type { ViewState } from './useView.ts';

interface PlaceProps {
  readonly view: ViewState;
  readonly props: ModelViewerProps;
}

const AXES = ['x', 'y', 'z'] as const;
const NOWHERE: Placement = { x: '0', y: '0', z: '0', scale: '1' };
const NO_WAY: Triple = { x: '0', y: '0', z: '0' };

/** The placement and direction of the model (doc §2.3) as numbers; dragging sets them too. */
export function Place({ view, props }: PlaceProps) {
  const { placement, onPlacement, direction, onDirection } = props;
  const { t } = useTranslation();
  const place = placement ?? NOWHERE;
  const way = direction ?? NO_WAY;
  const toggle = (tool: 'move' | 'aim') => view.setTool(view.tool === tool ? null : tool);
  return (
    <>
      {placement !== undefined && (
        <Section title={t('model.place')}>
          <div className="model-numbers">
            {([...AXES, 'scale'] as const).map((part) => (
              <NumberField
                key={part}
                label={part === 'scale' ? t('model.scale') : part.toUpperCase()}
                name={
                  part === 'scale'
                    ? t('model.scale')
                    : t('model.coordinate', { group: t('model.place'), axis: part.toUpperCase() })
                }
                value={place[part]}
                {...(onPlacement === undefined
                  ? {}
                  : { onValue: (value: string) => onPlacement({ ...place, [part]: value }) })}
              />
            ))}
          </div>
          {onPlacement === undefined ? (
            <p className="model-hint">{t('records.locks.afterCreation')}</p>
          ) : (
            <>
              <Button
                icon={Move3d}
                aria-pressed={view.tool === 'move'}
                onClick={() => toggle('move')}
              >
                {t('model.move')}
              </Button>
              <p className="model-hint">{t('model.placeHint')}</p>
            </>
          )}
        </Section>
      )}
      {direction !== undefined && (
        <Section title={t('model.direction')}>
          <div className="model-numbers">
            {AXES.map((axis) => (
              <NumberField
                key={axis}
                label={axis.toUpperCase()}
                name={t('model.coordinate', {
                  group: t('model.direction'),
                  axis: axis.toUpperCase(),
                })}
                value={way[axis]}
                {...(onDirection === undefined
                  ? {}
                  : { onValue: (value: string) => onDirection({ ...way, [axis]: value }) })}
              />
            ))}
          </div>
          {onDirection === undefined ? (
            <p className="model-hint">{t('records.locks.afterCreation')}</p>
          ) : (
            <Button
              icon={Navigation}
              aria-pressed={view.tool === 'aim'}
              onClick={() => toggle('aim')}
            >
              {t('model.aim')}
            </Button>
          )}
        </Section>
      )}
    </>
  );
}

interface NumberFieldProps {
  readonly label: string;
  /** The full label: a screen reader does not know the group around the field. */
  readonly name: string;
  readonly value: string;
  readonly onValue?: (value: string) => void;
}

// The typed text stays until it is a valid number in the language's format.
function NumberField({ label, name, value, onValue }: NumberFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<{ readonly over: string; readonly text: string } | null>(null);
  const isOpen = typed !== null && typed.over === value;
  const shown = isOpen ? typed.text : formatDecimal(value);
  const faultText = useFaultText();
  const read = isOpen ? readAmount(typed.text) : null;
  const fault = read !== null && 'fault' in read ? read.fault : null;
  return (
    <label className="model-number" htmlFor={id}>
      <span aria-hidden="true">{label}</span>
      <input
        id={id}
        className="num"
        inputMode="decimal"
        aria-label={name}
        aria-invalid={fault !== null}
        title={fault === null ? undefined : faultText(fault)}
        readOnly={onValue === undefined}
        value={shown}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value;
          const next = readAmount(text);
          setTyped({ over: 'decimal' in next ? next.decimal : value, text });
          if ('decimal' in next) onValue?.(next.decimal);
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}
