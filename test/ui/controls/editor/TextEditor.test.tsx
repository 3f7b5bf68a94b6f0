import {
  acceptCompletion,
  currentCompletions,
  setSelectedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import { redo, undo, undoDepth } from '@codemirror/commands';
import { forEachDiagnostic } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  type EditorProblem,
  TextEditor,
  type TextEditorProps,
} from '../../../../src/ui/controls/editor/TextEditor.tsx';
import { useKeys } from '../../../../src/ui/hooks/keys.ts';
import { renderOnPage } from '../../page.tsx';

const TEXT = 'workflow:\n  states: [a, b]\n  ship: shiping\n';
const PROBLEM: EditorProblem = {
  line: 3,
  column: 9,
  message: 'no state is called “shiping”',
  severity: 'error',
};

const props = (part: Partial<TextEditorProps> = {}): TextEditorProps => ({
  language: 'yaml',
  label: 'Workflow',
  text: TEXT,
  origin: 'a',
  onChange: vi.fn(),
  onApply: vi.fn(),
  problems: [],
  reveal: null,
  variables: [],
  words: [],
  snippets: [],
  renamer: { noun: 'state', places: async () => [], rename: async () => null },
  renames: 0,
  past: { kept: () => null, keep: () => {} },
  ...part,
});

async function opened(part: Partial<TextEditorProps> = {}) {
  const given = props(part);
  const { rerender } = render(<TextEditor {...given} />);
  const content = await screen.findByRole('textbox', { name: 'Workflow' });
  const view = EditorView.findFromDOM(content)!;
  const show = (more: Partial<TextEditorProps>) => rerender(<TextEditor {...given} {...more} />);
  return { given, content, view, show };
}

const textOf = (view: EditorView): string => view.state.doc.toString();
const type = (view: EditorView, at: number, insert: string) =>
  act(() => view.dispatch({ changes: { from: at, insert }, userEvent: 'input.type' }));

function underlined(view: EditorView): string[] {
  const found: string[] = [];
  forEachDiagnostic(view.state, (_, from, to) => found.push(view.state.sliceDoc(from, to)));
  return found;
}

describe('the YAML editor', () => {
  it('reports what is typed', async () => {
    const { given, view } = await opened();
    type(view, 0, '# ours\n');
    expect(given.onChange).toHaveBeenLastCalledWith(`# ours\n${TEXT}`);
  });

  it('keeps what is typed when the page renders again, with an older text too', async () => {
    const { given, view, show } = await opened();
    type(view, 0, 'a');
    type(view, 1, 'b');
    show({ text: TEXT });
    expect(textOf(view)).toBe(`ab${TEXT}`);
    show({ text: `a${TEXT}`, label: 'Workflow' });
    expect(textOf(view)).toBe(`ab${TEXT}`);
    show({ text: `ab${TEXT}` });
    expect(given.onChange).toHaveBeenCalledTimes(2);
  });

  it('takes another text in one step that can be undone, without reporting it', async () => {
    const { given, view, show } = await opened();
    type(view, 0, 'x');
    show({ text: `x${TEXT}` });
    show({ text: 'steps: []\n' });
    expect(textOf(view)).toBe('steps: []\n');
    expect(given.onChange).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(document.body);
    act(() => void undo(view));
    expect(textOf(view)).toBe(`x${TEXT}`);
    act(() => void redo(view));
    expect(textOf(view)).toBe('steps: []\n');
  });

  it('takes what is typed over a selection itself, which a browser would give a style', async () => {
    const { given, view, content } = await opened();
    act(() => view.dispatch({ selection: { anchor: 0, head: TEXT.length } }));
    const typed = new InputEvent('beforeinput', {
      inputType: 'insertText',
      data: 'steps: []',
      bubbles: true,
      cancelable: true,
    });
    act(() => void content.dispatchEvent(typed));
    expect(typed.defaultPrevented).toBe(true);
    expect(textOf(view)).toBe('steps: []');
    expect(given.onChange).toHaveBeenLastCalledWith('steps: []');
    act(() => void undo(view));
    expect(textOf(view)).toBe(TEXT);
    act(() => view.dispatch({ selection: { anchor: 0 } }));
    const beside = new InputEvent('beforeinput', { inputType: 'insertText', data: 'x', cancelable: true });
    act(() => void content.dispatchEvent(beside));
    expect(beside.defaultPrevented).toBe(false);
  });

  it('starts a new history with a text of another origin', async () => {
    const { view, show } = await opened();
    type(view, 0, 'x');
    show({ text: `x${TEXT}` });
    // What was applied is of another origin, and the same text.
    show({ text: `x${TEXT}`, origin: 'b' });
    expect(undoDepth(view.state)).toBe(1);
    show({ text: 'steps: []\n', origin: 'c' });
    expect(undoDepth(view.state)).toBe(0);
    act(() => void undo(view));
    expect(textOf(view)).toBe('steps: []\n');
    type(view, 0, 'y');
    act(() => void undo(view));
    expect(textOf(view)).toBe('steps: []\n');
  });

  it('goes back to the first text when the page asks for it', async () => {
    function Page() {
      const [text, setText] = useState(TEXT);
      return (
        <>
          <TextEditor {...props({ text, onChange: setText })} />
          <button type="button" onClick={() => setText(TEXT)}>
            Reset
          </button>
        </>
      );
    }
    render(<Page />);
    const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: 'Workflow' }))!;
    type(view, 0, 'x');
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(textOf(view)).toBe(TEXT);
  });

  it('underlines the word at a problem, and describes it in words', async () => {
    const { content, view, show } = await opened({ problems: [PROBLEM] });
    expect(underlined(view)).toEqual(['shiping']);
    expect(content).toHaveAttribute('aria-invalid', 'true');
    expect(content).toHaveAccessibleDescription(/Error in line 3, column 9: no state is called “shiping”/);
    expect(content.querySelector('.cm-problemLine')).toHaveTextContent('ship: shiping');
    show({ problems: [] });
    expect(underlined(view)).toEqual([]);
    expect(content).toHaveAttribute('aria-invalid', 'false');
    expect(content.querySelector('.cm-problemLine')).toBeNull();
  });

  it('underlines the given length of a problem, and shows problems of an older text where they still fit', async () => {
    const at = (line: number, column: number, length?: number): EditorProblem => ({
      ...PROBLEM,
      line,
      column,
      ...(length === undefined ? {} : { length }),
    });
    const { view } = await opened({
      text: 'ab cd\nef\n\n',
      problems: [at(1, 1, 5), at(99, 99), at(2, 50), at(-3, 0), at(1, 4, 1000)],
    });
    // The last line is empty: nothing in it can be underlined.
    expect(underlined(view).toSorted()).toEqual(['ab', 'ab cd', 'cd\nef\n\n', 'f']);
  });

  it('puts a suggestion in the place of a problem, even after that has moved', async () => {
    const { given, view } = await opened({ problems: [{ ...PROBLEM, meant: '"shipping"' }] });
    type(view, 0, '# ours\n');
    forEachDiagnostic(view.state, ({ actions }, from, to) => {
      expect(actions?.map(({ name }) => name)).toEqual(['Change to "shipping"']);
      act(() => actions![0].apply(view, from, to));
    });
    expect(given.onChange).toHaveBeenLastCalledWith(`# ours\n${TEXT.replace('shiping', '"shipping"')}`);
  });

  it('keeps what can be undone when the page goes, and has it again', async () => {
    let kept: string | null = null;
    const past = {
      kept: () => kept,
      keep(json: string | null) {
        kept = json;
      },
    };
    const { view } = await opened({ past });
    type(view, 0, '# ours\n');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    cleanup();
    const { view: again } = await opened({ past, text: `# ours\n${TEXT}` });
    act(() => void undo(again));
    expect(textOf(again)).toBe(TEXT);
  });

  it('wraps a long line behind its own indent', async () => {
    const { content } = await opened({ text: 'a:\n  - b: c\n' });
    expect(
      [...content.querySelectorAll('.cm-line')].map(({ className }) => /indent-\d+/.exec(className)?.[0]),
    ).toEqual(['indent-0', 'indent-4', 'indent-0']);
  });

  it('moves problems with the text', async () => {
    const { view } = await opened({ problems: [PROBLEM] });
    type(view, 0, '# one more line\n');
    expect(underlined(view)).toEqual(['shiping']);
  });

  it('jumps to a place once for each serial number', async () => {
    const { content, view, show } = await opened();
    show({ reveal: { line: 3, column: 9, serial: 1 } });
    expect(view.state.selection.main.head).toBe(TEXT.indexOf('shiping'));
    expect(document.activeElement).toBe(content);
    act(() => view.dispatch({ selection: { anchor: 0 } }));
    show({ reveal: { line: 3, column: 9, serial: 1 } });
    expect(view.state.selection.main.head).toBe(0);
    show({ reveal: { line: 999, column: 1, serial: 2 } });
    expect(view.state.selection.main.head).toBe(TEXT.length);
  });

  it('applies with Control and Enter, and writes nothing then', async () => {
    const { given, content, view } = await opened();
    fireEvent.keyDown(content, { key: 'Enter', code: 'Enter', keyCode: 13, ctrlKey: true });
    expect(given.onApply).toHaveBeenCalledTimes(1);
    expect(textOf(view)).toBe(TEXT);
  });

  it('indents with Tab, and lets go of it after Escape', async () => {
    const { content, view } = await opened();
    const tab = { key: 'Tab', code: 'Tab', keyCode: 9 };
    expect(fireEvent.keyDown(content, tab)).toBe(false);
    expect(textOf(view)).toBe(`  ${TEXT}`);
    fireEvent.keyDown(content, { key: 'Escape', code: 'Escape', keyCode: 27 });
    expect(fireEvent.keyDown(content, tab)).toBe(true);
    expect(textOf(view)).toBe(`  ${TEXT}`);
  });

  it('distinguishes known variables from other braces', async () => {
    const { content } = await opened({
      text: 'prompt: "You are {agent_id}, not {nobody}"\nmap: {agent_id: 1}\n',
      variables: ['agent_id'],
    });
    expect([...content.querySelectorAll('.cm-variable')].map(mark => mark.textContent)).toEqual([
      '{agent_id}',
    ]);
  });

  it.each([
    ['prompt: "{ba', ['balance']],
    ['to: ob', ['observing']],
  ])('offers known names after %s', async (text, offered) => {
    const { view } = await opened({ text, variables: ['balance'], words: ['observing', 'observing'] });
    act(() => {
      view.dispatch({ selection: { anchor: text.length } });
      startCompletion(view);
    });
    await vi.waitFor(() => expect(currentCompletions(view.state).map(({ label }) => label)).toEqual(offered));
  });

  it('continues a list with an item at Enter', async () => {
    const { content, view } = await opened({ text: 't:\n  - from: a' });
    act(() => view.dispatch({ selection: { anchor: view.state.doc.length } }));
    fireEvent.keyDown(content, { key: 'Enter', code: 'Enter', keyCode: 13 });
    expect(textOf(view)).toBe('t:\n  - from: a\n    ');
  });

  it('puts a snippet in the place of its dash and word, with stops for Tab', async () => {
    const text = 't:\n  - ed';
    const template = '- from: #{source}\n  to: #{target}';
    const { content, view } = await opened({
      text,
      snippets: [{ label: 'edge', detail: 'an edge', under: 't', template }],
    });
    act(() => {
      view.dispatch({ selection: { anchor: text.length } });
      startCompletion(view);
    });
    await vi.waitFor(() => expect(currentCompletions(view.state)).toHaveLength(1));
    act(() => view.dispatch({ effects: setSelectedCompletion(0) }));
    // A list that has just come takes no key yet.
    await vi.waitFor(() => expect(acceptCompletion(view)).toBe(true));
    expect(textOf(view)).toBe('t:\n  - from: source\n    to: target');
    const selected = () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to);
    expect(selected()).toBe('source');
    fireEvent.keyDown(content, { key: 'Tab', code: 'Tab', keyCode: 9 });
    expect(selected()).toBe('target');
  });

  it('keeps the page’s keys to itself while something is typed', async () => {
    const asked: string[] = [];
    function Page() {
      const ask = (what: string) => () => asked.push(what);
      useKeys({ onHelp: ask('help'), onSearch: ask('search'), onInspector: ask('inspector') });
      return <TextEditor {...props()} />;
    }
    const { engine } = await renderOnPage(<Page />);
    const content = await screen.findByRole('textbox', { name: 'Workflow' });
    const calls = engine.calls.length;
    for (const key of [' ', '/', '?', 'w', 'ArrowRight']) fireEvent.keyDown(content, { key });
    expect(asked).toEqual([]);
    expect(engine.calls).toHaveLength(calls);
    fireEvent.keyDown(document.body, { key: '?' });
    expect(asked).toEqual(['help']);
  });
});
