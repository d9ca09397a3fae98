import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { stateOf, takeText } from './model/jsonEditorState.ts';

export interface JsonEditorProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly id: string;
  readonly label: string;
  readonly describedBy: string;
  readonly invalid: boolean;
  readonly required: boolean;
  readonly path: string;
  readonly takesFocus: boolean;
}

/** A text editor that highlights JSON. It draws only the lines in sight. */
export function JsonEditor(props: JsonEditorProps) {
  const { text, id, path, label, describedBy, invalid, required, takesFocus } = props;
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const onText = useEffectEvent((next: string) => {
    if (next !== text) props.onText(next);
  });
  const begin = useEffectEvent(() => text);
  const isAsked = useEffectEvent(() => takesFocus);
  useEffect(() => {
    const { current: parent } = frame;
    if (parent === null) return undefined;
    const made = new EditorView({ state: stateOf(begin(), (next) => onText(next)), parent });
    view.current = made;
    if (isAsked()) made.focus();
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    if (view.current !== null) takeText(view.current, text, (next) => onText(next));
  }, [text]);
  useEffect(() => {
    const { contentDOM } = view.current ?? {};
    contentDOM?.setAttribute('id', id);
    contentDOM?.setAttribute('data-path', path);
    contentDOM?.setAttribute('aria-label', label);
    contentDOM?.setAttribute('aria-describedby', describedBy);
    contentDOM?.setAttribute('aria-invalid', String(invalid));
    contentDOM?.setAttribute('aria-required', String(required));
  }, [id, path, label, describedBy, invalid, required]);
  return <div ref={frame} className="parts-json" />;
}
