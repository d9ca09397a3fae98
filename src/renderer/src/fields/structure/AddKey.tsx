import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestions } from '#contract/learned.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { KnownInput } from '../KnownInput.tsx';
import { useEditing } from './editing.ts';
import { setAt } from './model/editText.ts';
import { memberOf } from '#contract/jsonNodes.ts';
import type { JsonNode, Path } from '#contract/jsonNodes.ts';
import { blankOf } from './model/rows.ts';
import { NO_SHAPE } from './model/shape.ts';
import type { Shape } from './model/shape.ts';

interface KeyInputProps {
  readonly keys: readonly string[];
  /** The name of the button. */
  readonly label: string;
  readonly placeholder: string;
  /** The name of the input. */
  readonly name?: string;
  /** Returns why a key cannot be added; null adds it. */
  readonly onAdd: (key: string) => string | null;
}

/** An input for a new key, with the known ones to choose from. */
export function KeyInput({ keys, label, placeholder, name = placeholder, onAdd }: KeyInputProps) {
  const { kind } = useEditing();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const faultId = useId();
  const add = () => {
    const key = typed.trim();
    if (key === '') return;
    const why = onAdd(key);
    setFault(why);
    if (why === null) setTyped('');
  };
  return (
    <span className="parts-new-key">
      <KnownInput
        known={{ kind, path: '', given: keysKnown(keys) }}
        text={typed}
        onText={(next) => {
          setTyped(next);
          setFault(null);
        }}
        aria-label={name}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : faultId}
        placeholder={placeholder}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <IconButton icon={Plus} label={label} onClick={add} />
      {fault !== null && (
        <span id={faultId} role="alert" className="fault">
          {fault}
        </span>
      )}
    </span>
  );
}

/** Returns known keys as suggestions. */
export function keysKnown(keys: readonly string[]): Suggestions {
  const values = keys.map((value) => ({ value, count: 0, near: null, recent: false }));
  return { values, shared: false };
}

interface AddKeyProps {
  readonly path: Path;
  readonly node: JsonNode | null;
  readonly shape: Shape;
  readonly keys: readonly string[];
  readonly label: string;
}

/** Adds a key to an object. */
export function AddKey({ path, node, shape, keys, label }: AddKeyProps) {
  const { t } = useTranslation();
  const { text, edit } = useEditing();
  const add = (key: string) => {
    if (node?.type === 'object' && memberOf(node, key) !== null) return t('structure.keyTaken');
    const blank = blankOf(shape.keys.get(key) ?? shape.entry ?? NO_SHAPE);
    edit(setAt(text, [...path, key], JSON.stringify(blank)), null);
    return null;
  };
  return (
    <KeyInput
      keys={keys}
      label={t('structure.addField', { name: label })}
      placeholder={t('structure.newField')}
      name={t('structure.newFieldIn', { name: label })}
      onAdd={add}
    />
  );
}
