import { Box, CircleAlert, MonitorX } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import type { ModelFault } from '#formats/model/types.ts';
import { faultText } from '../words.ts';
import type { Reading } from './useReading.ts';

interface MessageProps {
  readonly reading: Reading;
  /** Why there is no picture although the model was read. */
  readonly fault: ModelFault | null;
  readonly isLost: boolean;
  readonly name: string;
  readonly onStop: () => void;
  readonly onAgain: () => void;
}

/** The message shown in place of the picture. */
export function Message({ reading, fault, isLost, name, onStop, onAgain }: MessageProps) {
  const { t } = useTranslation();
  if (reading.state === 'reading')
    return (
      <Card title={t('model.reading')} busy>
        <Button onClick={onStop}>{t('common.actions.stop')}</Button>
      </Card>
    );
  if (reading.state === 'stopped')
    return (
      <Card icon={Box} title={name}>
        <Button onClick={onAgain}>{t('model.again')}</Button>
      </Card>
    );
  if (reading.state === 'fault') return <Fault fault={reading.fault} name={name} />;
  if (reading.model.content === null)
    return (
      <Card icon={Box} title={t('model.opaqueTitle')}>
        <p>{t('model.opaque')}</p>
      </Card>
    );
  if (fault !== null) return <Fault fault={fault} name={name} />;
  if (!isLost) return null;
  return (
    <Card icon={MonitorX} title={t('model.lostTitle')}>
      <p>{t('model.lost')}</p>
    </Card>
  );
}

function Fault({ fault, name }: { readonly fault: ModelFault; readonly name: string }) {
  const { t } = useTranslation();
  return (
    <Card icon={CircleAlert} title={t('model.faultTitle')} bad>
      <p className="mono">{name}</p>
      <p>{faultText(t, fault)}</p>
      {fault.detail !== '' && (
        <details>
          <summary>{t('model.detail')}</summary>
          <code className="mono">{fault.detail.slice(0, 500)}</code>
        </details>
      )}
    </Card>
  );
}

interface CardProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly busy?: boolean;
  readonly bad?: boolean;
  readonly children?: ReactNode;
}

function Card({ icon: Icon, title, busy = false, bad = false, children }: CardProps) {
  return (
    <div
      className={`model-message ${bad ? 'model-message-bad' : ''}`}
      role={bad ? 'alert' : 'status'}
    >
      {busy ? <span className="button-spin" /> : Icon && <Icon size={20} aria-hidden />}
      <strong>{title}</strong>
      {children}
    </div>
  );
}
