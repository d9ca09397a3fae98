import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefCallback, RefObject } from 'react';
import type { ReadModel } from '#formats/model/content.ts';
import { Stage } from '../scene/stage.ts';
import type { ViewerFrame } from '../scene/stage.ts';
import { ModelFault } from '#formats/model/types.ts';
import type { Placement, Triple } from '#formats/model/types.ts';
import { asFault } from '#formats/model/types.ts';
import { currentLook, onLook } from './look.ts';

interface Dragged {
  readonly onPlacement: ((placement: Placement) => void) | undefined;
  readonly onDirection: ((direction: Triple) => void) | undefined;
}

interface Held {
  /** Ref of the element that holds the picture; the stage lives as long as it. */
  readonly host: RefCallback<HTMLDivElement>;
  readonly stage: Stage | null;
  readonly isLost: boolean;
  /** Why there is no picture although the model was read. */
  readonly fault: ModelFault | null;
}

/** Creates a stage and updates it with the display options. */
export function useStage(model: ReadModel | null, showing: ViewerFrame, dragged: Dragged): Held {
  const [made, setMade] = useState<Stage | ModelFault | null>(null);
  const [isLost, setLost] = useState(false);
  const latest = useRef(dragged);
  useEffect(() => {
    latest.current = dragged;
  });
  const host: RefCallback<HTMLDivElement> = useCallback((element) => {
    if (element === null) return undefined;
    const next = makeStage(element, latest, setLost);
    setMade(next);
    return () => {
      setMade(null);
      if (next instanceof Stage) next.dispose();
    };
  }, []);
  const stage = made instanceof Stage ? made : null;
  useEffect(() => {
    if (stage === null || model === null) return undefined;
    stage.put(model);
    stage.setLook(currentLook());
    return onLook(() => stage.setLook(currentLook()));
  }, [stage, model]);
  useEffect(() => {
    if (stage !== null && model !== null) stage.show(showing);
  }, [stage, model, showing]);
  return { host, stage, isLost, fault: made instanceof ModelFault ? made : null };
}

function makeStage(
  host: HTMLElement,
  dragged: RefObject<Dragged>,
  onLost: (isLost: boolean) => void,
): Stage | ModelFault {
  try {
    return new Stage(host, {
      onLost,
      onPlacement: (placement) => dragged.current.onPlacement?.(placement),
      onDirection: (direction) => dragged.current.onDirection?.(direction),
    });
  } catch (thrown) {
    return asFault(thrown);
  }
}
