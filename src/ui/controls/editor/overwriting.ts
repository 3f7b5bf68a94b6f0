import { EditorView } from '@codemirror/view';

/**
 * What is typed over a selection goes into the text at once. Left to itself a browser first takes the selection out of
 * the page and gives what is typed there its look by a style of its own, which the page's security policy forbids.
 */
export const overwriting = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    const { selection, readOnly } = view.state;
    if (inputType !== 'insertText' || data === null || isComposing || view.composing) return false;
    if (readOnly || selection.main.empty) return false;
    const { from, to } = selection.main;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const isDone = view.state
      .facet(EditorView.inputHandler)
      .some(handle => handle(view, from, to, data, insert));
    if (!isDone) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
