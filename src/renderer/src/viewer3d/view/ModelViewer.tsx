import { useEffect, useEffectEvent, useId } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { baseName, missingFiles } from '#formats/model/names.ts';
import type { ModelFacts } from '#formats/model/types.ts';
import { Message } from './Message.tsx';
import { Missing } from './Missing.tsx';
import type { ModelViewerProps } from './props.ts';
import { Rulings } from './Rulings.tsx';
import { Side } from './Side.tsx';
import { SizeChip } from './SizeChip.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useLocated } from './useLocated.ts';
import { useReading } from './useReading.ts';
import { useStage } from './useStage.ts';
import { useView } from './useView.ts';
import { keyAction } from './viewKeys.ts';
import './viewer.css';

/**
 * A viewer to turn, measure and photograph a model.
 *
 * It fills its parent.
 */
export function ModelViewer(props: ModelViewerProps) {
  const { t } = useTranslation();
  const { label, compact = false, onPicture } = props;
  const located = useLocated(props.files, props.onLocated);
  const { reading, stop, again } = useReading(located.files, props.main);
  const model = reading.state === 'read' ? reading.model : null;
  const facts = model?.facts ?? null;
  const view = useView(props, facts);
  const { onPlacement, onDirection } = props;
  const { host, stage, isLost, fault } = useStage(model, view.showing, {
    onPlacement,
    onDirection,
  });
  const onFacts = useEffectEvent((now: ModelFacts) => props.onFacts?.(now));
  useEffect(() => {
    if (facts !== null) onFacts(facts);
  }, [facts]);
  const keysId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const action = keyAction(event);
    if (action === null || stage === null) return;
    event.preventDefault();
    event.stopPropagation();
    action({ stage, toggle: view.toggle });
  };
  const name = props.main ?? props.files[0]?.name ?? '';
  const takePicture = () => {
    void stage?.picture().then((png) => onPicture?.(png, pictureName(name)));
  };
  const missing = facts === null ? [] : missingFiles(facts);
  const hasSide = !compact && facts !== null && facts.format !== 'e3d';
  return (
    <section
      className="model"
      aria-label={t('model.region', { name: label })}
      data-state={reading.state}
    >
      <div className={`model-frame ${hasSide ? 'model-frame-side scroll' : ''}`}>
        <div className="model-stage">
          {model?.content && (
            // An application of its own: it takes the keys that its description lists.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <div
              ref={host}
              className="model-host"
              role="application"
              aria-label={t('model.region', { name: label })}
              aria-describedby={keysId}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              onKeyDown={onKeyDown}
            >
              <Rulings facts={facts} {...view.showing} />
            </div>
          )}
          <p id={keysId} className="unseen">
            {t('model.keys')}
          </p>
          <Message
            reading={reading}
            fault={fault}
            isLost={isLost}
            name={name}
            onStop={stop}
            onAgain={again}
          />
          {stage !== null && (
            <Toolbar
              view={view}
              triangles={facts?.triangles ?? 0}
              onFit={() => stage.fit()}
              onSee={(next) => stage.see(next)}
              // Without a graphics context the picture would be white.
              onPicture={onPicture === undefined || isLost ? undefined : takePicture}
            />
          )}
          <div className="model-foot">
            {facts !== null && <SizeChip facts={facts} view={view} />}
            {missing.length > 0 && <Missing missing={missing} located={located} brief />}
          </div>
        </div>
        {hasSide && <Side facts={facts} view={view} located={located} props={props} />}
      </div>
    </section>
  );
}

function pictureName(model: string): string {
  return `${baseName(model).replace(/\.[^.]*$/, '') || 'model'}.png`;
}
