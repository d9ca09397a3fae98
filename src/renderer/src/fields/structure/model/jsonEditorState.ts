import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { getNonce } from 'get-nonce';

/** Returns the state of an editor that shows a JSON text, without steps to undo. */
export function stateOf(text: string, onText: (text: string) => void): EditorState {
  return EditorState.create({
    doc: text,
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
}

/** Shows a text that came from elsewhere. Undo cannot bring back the one before. */
export function takeText(
  view: Pick<EditorView, 'state' | 'setState'>,
  text: string,
  onText: (text: string) => void,
): void {
  if (view.state.doc.toString() !== text) view.setState(stateOf(text, onText));
}
