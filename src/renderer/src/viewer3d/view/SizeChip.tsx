import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../i18n/format.ts';
import type { ModelFacts } from '#formats/model/types.ts';
import { boxAt, text, UNITS } from '#formats/model/units.ts';
import type { ViewState } from './useView.ts';

interface UnitChoiceProps {
  readonly facts: ModelFacts;
  readonly view: ViewState;
}

/**
 * The size of the model.
 *
 * If the file states no unit, the user chooses one.
 */
export function SizeChip({ facts, view }: UnitChoiceProps) {
  const { t } = useTranslation();
  if (facts.box === null) return null;
  const { min, max } = facts.box;
  const known = boxAt(facts, view.scale)?.size ?? null;
  const size = known ?? { x: max.x - min.x, y: max.y - min.y, z: max.z - min.z };
  const parts = { x: shown(size.x), y: shown(size.y), z: shown(size.z) };
  return (
    <div className="model-chip">
      <output className="num" aria-label={t('model.size')}>
        {t(known === null ? 'model.sizeUnknown' : 'model.sizeKnown', parts)}
      </output>
      {facts.unit.millimetres === null && <UnitChoice facts={facts} view={view} />}
    </div>
  );
}

/** Selects the unit of a model. */
export function UnitChoice({ facts, view }: UnitChoiceProps) {
  const { t } = useTranslation();
  const says = facts.unit.millimetres;
  return (
    <select
      className="model-unit"
      aria-label={t('model.unit')}
      value={view.unit ?? ''}
      onChange={({ currentTarget }) => {
        const next = UNITS.find((each) => each === currentTarget.value);
        view.chooseUnit(next ?? null);
      }}
    >
      {says !== null && (
        <option value="">{t('model.unitOfFile', { value: formatDecimal(text(says, 4)) })}</option>
      )}
      {says === null && view.unit === null && <option value="">{t('model.unitChoose')}</option>}
      {UNITS.map((each) => (
        <option key={each} value={each}>
          {t(`model.units.${each}`)}
        </option>
      ))}
    </select>
  );
}

function shown(value: number): string {
  return formatDecimal(text(value, Math.abs(value) < 10 ? 2 : 1));
}
