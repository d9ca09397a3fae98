import { formatCount } from '../i18n/format.ts';
import './countedChoices.css';

interface CountedChoicesProps<T extends string | null> {
  /** The name of the group for screen readers. */
  readonly label: string;
  /** The choices; the value `null` means the whole list. */
  readonly choices: readonly {
    readonly value: T;
    readonly text: string;
    readonly count: number;
  }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** Filters a list to one part and shows the count of each part. */
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
