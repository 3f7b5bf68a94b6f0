import { isolateHistory } from '@codemirror/commands';
import type { StateEffect } from '@codemirror/state';
import { type EditorView, getDialog, showDialog } from '@codemirror/view';

/** A place of a name in a text, UTF-16 units. */
interface NamedPlace {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Effects of a new name, or the reason why it cannot be given. */
type Renamed =
  | {
      readonly kind: 'renamed';
      readonly changes: readonly { readonly from: number; readonly to: number; readonly insert: string }[];
    }
  | { readonly kind: 'refused'; readonly why: string };

/** Source of the names of a text. Null: the text could not be read, because no engine is there. */
export interface Renamer {
  /** "state" */
  readonly noun: string;
  /** Every place that names one, in the order of the text. */
  places(text: string): Promise<readonly NamedPlace[] | null>;
  /** @param from the present name; '' for a refusal that explains why there are no places */
  rename(text: string, from: string, to: string): Promise<Renamed | null>;
}

const CLASS = 'cm-rename';

/** Function that closes the dialog of a view. */
const opened = new WeakMap<EditorView, StateEffect<unknown>>();

/** Asks for a new name: of the name at the cursor, or of another that is chosen there. */
export async function openRenameDialog(view: EditorView, renamer: Renamer): Promise<void> {
  const text = view.state.doc.toString();
  const places = await renamer.places(text);
  if (places === null || view.state.doc.toString() !== text) return;
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const here =
    places.find(({ from, to }) => from <= head && head <= to) ??
    places.find(({ from, to }) => line.from <= from && to <= line.to) ??
    places[0];
  if (here === undefined) {
    const refusal = await renamer.rename(text, '', renamer.noun);
    if (refusal?.kind === 'refused')
      showDialog(view, {
        label: formatAsSentence(refusal.why),
        submitLabel: 'OK',
        top: true,
        focus: true,
        class: CLASS,
      });
    return;
  }
  // One that is open has the places of an earlier text.
  const before = getDialog(view, CLASS) && opened.get(view);
  if (before) view.dispatch({ effects: before });
  const { close } = showDialog(view, {
    content: (_, done) => new RenameForm(view, renamer, places, here.name, done).dom,
    top: true,
    class: CLASS,
  });
  opened.set(view, close);
  const field = getDialog(view, CLASS)?.dom.querySelector('input');
  field?.focus();
  field?.select();
}

const formatAsSentence = (why: string): string => `${why[0].toUpperCase()}${why.slice(1)}.`;

/** The form in the dialog; it stays open until the new name is one that can be given. */
class RenameForm {
  readonly dom = document.createElement('div');
  private readonly from = document.createElement('select');
  private readonly to = document.createElement('input');
  private readonly output = document.createElement('output');

  constructor(
    private readonly view: EditorView,
    private readonly renamer: Renamer,
    private readonly places: readonly NamedPlace[],
    name: string,
    private readonly close: () => void,
  ) {
    const { dom, from, to, output } = this;
    const { noun } = renamer;
    for (const known of new Set(places.map(place => place.name))) from.add(new Option(known));
    from.value = name;
    from.setAttribute('aria-label', `Present name of the ${noun}`);
    to.className = 'cm-textfield';
    to.setAttribute('aria-label', `New name of the ${noun}`);
    to.value = name;
    dom.setAttribute('role', 'group');
    dom.setAttribute('aria-label', `Rename a ${noun}`);
    const submit = document.createElement('button');
    submit.type = 'button';
    submit.className = 'cm-button';
    submit.textContent = 'Rename';
    submit.onclick = () => void this.rename();
    dom.append(`Rename ${noun}`, from, 'to', to, submit, output);
    from.onchange = () => {
      to.value = from.value;
      this.count();
      to.select();
    };
    to.oninput = () => this.count();
    dom.onkeydown = event => {
      if (event.key === 'Escape') close();
      else if (event.key === 'Enter' && event.target === to) void this.rename();
      else return;
      event.preventDefault();
    };
    this.count();
  }

  private count(): void {
    const many = this.places.filter(({ name }) => name === this.from.value).length;
    this.tell(`in ${many} ${many === 1 ? 'place' : 'places'}, as one step that can be undone`, false);
  }

  private tell(words: string, isWrong: boolean): void {
    this.output.textContent = words;
    this.output.classList.toggle('cm-rename-refused', isWrong);
    this.to.setAttribute('aria-invalid', String(isWrong));
  }

  private async rename(): Promise<void> {
    const { view } = this;
    const { doc } = view.state;
    const reply = await this.renamer.rename(doc.toString(), this.from.value, this.to.value);
    // Something was typed meanwhile; the places are elsewhere.
    if (reply === null || view.state.doc !== doc) return;
    if (reply.kind === 'refused') {
      this.tell(formatAsSentence(reply.why), true);
      this.to.focus();
      return;
    }
    view.dispatch({
      changes: reply.changes,
      annotations: isolateHistory.of('full'),
      userEvent: 'input.rename',
    });
    this.close();
  }
}
