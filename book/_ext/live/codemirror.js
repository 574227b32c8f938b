// What the page uses of CodeMirror, in one module: fetch.py bundles it into vendor/codemirror.
export { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { python } from "@codemirror/lang-python";
export {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
export { EditorState } from "@codemirror/state";
export { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
export { tags } from "@lezer/highlight";
