import { formatCount } from '../i18n/format.ts';
import './countedChoices.css';

interface CountedChoicesProps<T extends string | null> {
  /** What the choices narrow, as a screen reader says it. */
  readonly label: string;
  /** One of them may be `null`: all of the list. */
  readonly choices: readonly {
    readonly value: T;
    readonly text: string;
    readonly count: number;
  }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** Narrows a list to one part of it; each part says how much it holds. */
export function CountedChoices<T extends string | null>(props: CountedChoicesProps<T>) {
  const { label, choices, chosen, onChoose } = props;
  return (
    <fieldset className="counted" aria-label={label}>
      {choices.map(({ value, text, count }) => (
        <button
          key={value ?? 'all'}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {text}
          <span className="num">{formatCount(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}
