import { useCallback, useMemo, useState } from 'react';
import type { Tool } from '../scene/handles.ts';
import type { ViewerFrame } from '../scene/stage.ts';
import type { LengthUnit, ModelFacts } from '#formats/model/types.ts';
import { millimetresOf } from '#formats/model/units.ts';
import type { ModelViewerProps } from './props.ts';

export interface ViewState {
  /** The unit that the user chose, now or earlier; null for the file's own. */
  readonly unit: LengthUnit | null;
  /** Millimetres per unit of the file; null when unknown. */
  readonly scale: number | null;
  readonly chooseUnit: (unit: LengthUnit | null) => void;
  readonly setUp: (up: 'y' | 'z') => void;
  readonly toggle: (what: 'wireframe' | 'grid') => void;
  readonly tool: Tool | null;
  readonly setTool: (tool: Tool | null) => void;
  readonly showing: ViewerFrame;
}

/** Returns the view of a model: the user's choices, otherwise those of the file and the caller. */
export function useView(props: ModelViewerProps, facts: ModelFacts | null): ViewState {
  const [chosen, setChosen] = useState<LengthUnit | null>(null);
  const [up, setUp] = useState<'y' | 'z' | null>(null);
  const [shown, setShown] = useState({ wireframe: false, grid: true });
  const [tool, setTool] = useState<Tool | null>(null);
  const says = facts?.unit.millimetres ?? null;
  // Some programs write a unit that they did not use, so the user's choice wins.
  const unit = chosen ?? (says === null ? (props.unit ?? null) : null);
  const known = unit === null ? says : millimetresOf(unit);
  const { placement = null, direction = null, onUnit } = props;
  const upNow = up ?? facts?.up ?? 'y';
  // A file without a unit is drawn as millimetres and its size is shown without a unit.
  const scale = known ?? 1;
  const showing: ViewerFrame = useMemo(
    () => ({ ...shown, scale, up: upNow, tool, placement, direction }),
    [shown, scale, upNow, tool, placement, direction],
  );
  const toggle = useCallback(
    (what: 'wireframe' | 'grid') => setShown((now) => ({ ...now, [what]: !now[what] })),
    [],
  );
  const chooseUnit = (next: LengthUnit | null) => {
    setChosen(next);
    if (next !== null && says === null) onUnit?.(next);
  };
  return { unit, scale: known, chooseUnit, setUp, toggle, tool, setTool, showing };
}
