import { shortcutOf } from '../state/shortcuts.ts';
import type { ShortcutId } from '../state/shortcuts.ts';
import './kbd.css';

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** Shows the first keys of a shortcut. */
export function Kbd({ shortcut }: { readonly shortcut: ShortcutId }) {
  return <Keys keys={shortcutOf(shortcut).keys[0] ?? ''} />;
}

/** Shows keys such as `Ctrl+K`, one cap each. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className="keys">
      {keys.split('+').map((key) => (
        <kbd key={key}>{NAMES[key] ?? key}</kbd>
      ))}
    </span>
  );
}
