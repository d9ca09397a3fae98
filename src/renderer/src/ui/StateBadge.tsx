import { CircleCheck, CircleHelp, CircleX, Clock, GitMerge, Pause } from 'lucide-react';
import { ArrowLeftRight, CircleAlert, CircleSlash, Upload } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { State } from '#contract/operations.ts';
import './badge.css';

/** The five colours of states, always shown with an icon and a word. */
export type Tone = 'wait' | 'hold' | 'ask' | 'bad' | 'good';

interface Look {
  readonly icon: LucideIcon;
  readonly tone: Tone;
}

const LOOKS: Readonly<Record<State, Look>> = {
  waiting: { icon: Clock, tone: 'wait' },
  held: { icon: Pause, tone: 'hold' },
  sending: { icon: Upload, tone: 'wait' },
  unknown: { icon: CircleHelp, tone: 'ask' },
  refused: { icon: CircleAlert, tone: 'bad' },
  conflict: { icon: ArrowLeftRight, tone: 'ask' },
  done: { icon: CircleCheck, tone: 'good' },
  discarded: { icon: CircleX, tone: 'hold' },
  merged: { icon: GitMerge, tone: 'hold' },
};

interface StateBadgeProps {
  readonly state: State;
  /** Shows one word for a narrow column, with the full name as tooltip. */
  readonly short?: boolean;
}

/** The state of an operation as icon, word and colour. */
export function StateBadge({ state, short = false }: StateBadgeProps) {
  const { t } = useTranslation();
  const { icon, tone } = LOOKS[state];
  const whole = t(`common.states.${state}`);
  return (
    <Badge icon={icon} tone={tone} {...(short ? { title: whole } : {})}>
      {short ? t(`common.statesShort.${state}`) : whole}
    </Badge>
  );
}

/** Returns the state of a stored word; null when no such state exists. */
export function toState(word: string | null): State | null {
  return word !== null && Object.hasOwn(LOOKS, word) ? (word as State) : null;
}

interface BadgeProps {
  readonly icon?: LucideIcon;
  readonly tone: Tone;
  readonly title?: string;
  readonly children: string;
}

/** A word in one of the state colours. */
export function Badge({ icon: Icon = CircleSlash, tone, title, children }: BadgeProps) {
  return (
    <span className={`badge badge-${tone}`} title={title}>
      <Icon size={12} strokeWidth={2.2} aria-hidden />
      {children}
    </span>
  );
}
