// A Python editor. CodeMirror is loaded with the first one.

import { warm } from "./python.js";

const bundle = () => import("../../vendor/codemirror/codemirror.js");
let styles;

/** Put an editor in the place of an element; return `{ view, text, set, focus }`. */
export async function editor(place, { text, label, onChange = () => {}, onRun = () => {} }) {
  const cm = await bundle();
  const run = () => (onRun(), true);
  const keys = [
    { key: "Shift-Enter", run },
    { key: "Mod-Enter", run },
    ...cm.closeBracketsKeymap,
    ...cm.defaultKeymap,
    ...cm.historyKeymap,
    cm.indentWithTab, // Escape, then Tab leaves the editor
  ];
  const extensions = [
    cm.lineNumbers(),
    cm.history(),
    cm.drawSelection(),
    cm.indentOnInput(),
    cm.bracketMatching(),
    cm.closeBrackets(),
    cm.python(),
    cm.indentUnit.of("    "),
    cm.syntaxHighlighting((styles ??= colours(cm))),
    cm.EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    cm.EditorView.domEventHandlers({ focus: () => warm() }),
    cm.EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
    cm.keymap.of(keys),
  ];
  const view = new cm.EditorView({ state: cm.EditorState.create({ doc: text, extensions }) });
  place.replaceChildren(view.dom);
  return {
    view,
    text: () => view.state.doc.toString(),
    set: (insert) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }),
    focus: () => view.focus(),
  };
}

function colours({ HighlightStyle, tags }) {
  const kinds = {
    keyword: [tags.keyword, tags.operatorKeyword],
    string: tags.string,
    comment: tags.comment,
    number: [tags.number, tags.bool, tags.null],
    name: [tags.function(tags.variableName), tags.definition(tags.variableName)],
  };
  const style = ([kind, tag]) => ({ tag, color: `var(--live-${kind})` });
  return HighlightStyle.define(Object.entries(kinds).map(style));
}
