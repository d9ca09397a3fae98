import { formatDecimal } from '../../i18n/format.ts';
import type { Axis } from '../scene/rulers.ts';
import type { ModelFacts } from '#formats/model/types.ts';
import { text } from '#formats/model/units.ts';

interface RulingsProps {
  readonly facts: ModelFacts | null;
  readonly scale: number;
  readonly up: 'y' | 'z';
}

const SHOWN: readonly Axis[] = ['x', 'y', 'z'];

/** The lengths at the rulers, each with the name of the file's axis. */
export function Rulings({ facts, scale, up }: RulingsProps) {
  const lengths = lengthsOf(facts, scale, up);
  return (
    <div className="model-rulings" aria-hidden="true">
      {SHOWN.map((axis) => (
        <span key={axis} data-axis={axis} className="model-ruling" hidden>
          {lengths[axis] !== null && (
            <>
              <i>{lengths[axis].name}</i> {formatDecimal(text(lengths[axis].value))}
            </>
          )}
        </span>
      ))}
    </div>
  );
}

interface Length {
  readonly name: string;
  readonly value: number;
}

// In the window Y is up. The Y axis of a Z-up file points away from the viewer.
function lengthsOf(
  facts: ModelFacts | null,
  scale: number,
  up: 'y' | 'z',
): Record<Axis, Length | null> {
  const box = facts?.box;
  const length = (axis: Axis): Length | null =>
    box === null || box === undefined
      ? null
      : { name: axis.toUpperCase(), value: (box.max[axis] - box.min[axis]) * scale };
  return up === 'z'
    ? { x: length('x'), y: length('z'), z: length('y') }
    : { x: length('x'), y: length('y'), z: length('z') };
}
