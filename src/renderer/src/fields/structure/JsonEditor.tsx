import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { getNonce } from 'get-nonce';
import { useEffect, useEffectEvent, useRef } from 'react';

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
    const state = EditorState.create({
      doc: begin(),
      extensions: [
        // CodeMirror adds a style element, which the content security policy allows by this nonce.
        EditorView.cspNonce.of(getNonce() ?? ''),
        json(),
        syntaxHighlighting(classHighlighter),
        bracketMatching(),
        history(),
        keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onText(update.state.doc.toString());
        }),
      ],
    });
    const made = new EditorView({ state, parent });
    view.current = made;
    if (isAsked()) made.focus();
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const state = view.current?.state;
    if (state === undefined || state.doc.toString() === text) return;
    view.current?.dispatch({ changes: { from: 0, to: state.doc.length, insert: text } });
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
