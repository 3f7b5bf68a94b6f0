import { redo, undo } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { checkWorkflowText } from '../../src/engine/models/workflow/inputs/readWorkflow.ts';
import { parseAddress } from '../../src/ui/address/pageAddress.ts';
import { App } from '../../src/ui/app/App.tsx';
import { getModelDefaults } from '../../src/ui/model/getModelAppearance.ts';
import { describeStepFailure, getLoadedTurn } from '../../src/ui/models/workflow/exchange/exchangeWords.ts';
import { OWN_WORKFLOW } from '../../src/ui/models/workflow/ownWorkflow.ts';
import { findKeyMention } from '../../src/ui/models/workflow/TraderAgent.tsx';
import { getWorkflowPart, WORKFLOW } from '../../src/ui/models/workflow/workflowPart.ts';
import { MINIMAL } from '../../src/ui/models/workflow/workflowText.ts';
import { readSavedEdits } from '../../src/ui/state/edits.ts';
import { applyProblemFix } from '../../src/ui/views/side/mending.ts';
import { describeTextCheck } from '../../src/ui/views/side/SideFoot.tsx';
import { openPage, renderWorkflow, type TestPage } from './page.tsx';
import { settlePage } from './settlePage.ts';
import { exampleText, outcome } from './workflowFake.ts';

/** Longer than nothing is checked after a key. */
const checked = () => settlePage(60);
const side = () => screen.getByRole('region', { name: 'Workflow' });
const inspector = () => screen.getByRole('region', { name: 'Agent inspector' });
const button = (name: string | RegExp) => within(side()).getByRole('button', { name });
const WRONG = exampleText('completed').replace('ship: "shipping"', 'ship: "shiping"');

async function view(): Promise<EditorView> {
  return EditorView.findFromDOM(await within(side()).findByRole('textbox', { name: /YAML/ }))!;
}

/** Types so that the editor has this text. */
async function write(text: string): Promise<void> {
  const editor = await view();
  act(() =>
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: text },
      userEvent: 'input.type',
    }),
  );
  await checked();
}

async function playTo({ store, commands }: TestPage, tick: number): Promise<void> {
  await act(() => commands.open(store.getState().run!.setup, {}, tick));
  await settlePage();
}

// jsdom lays nothing out.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
const { setTimeout: real } = globalThis;
beforeEach(() => {
  localStorage.clear();
  // Long waits, the page's own as well, are a fifth as long.
  const clock = vi.spyOn(globalThis, 'setTimeout') as unknown as Mock<typeof real>;
  clock.mockImplementation(((run: () => void, wait = 0) =>
    real(run, wait < 100 ? wait : wait / 5)) as typeof real);
});
afterEach(() => vi.restoreAllMocks());

describe('the workflow next to its chart', () => {
  it('is the text of the run, with nothing to apply', async () => {
    await renderWorkflow(<App />);
    await checked();
    expect((await view()).state.doc.toString()).toBe(exampleText('completed'));
    expect(side()).toHaveTextContent('completed.yaml');
    expect(side()).toHaveTextContent('no errors; 6 states, 9 steps');
    expect(button('Apply')).toBeDisabled();
  });

  it('shows the place of a mistake while the run goes on, and inserts the suggestion', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 5);
    await write(WRONG);
    expect(side()).toHaveTextContent(/Line \d+, column 16: no state is called “shiping”/);
    expect(side()).toHaveTextContent('Did you mean shipping? The run keeps its version.');
    expect(button('Apply')).toBeDisabled();
    expect(screen.getByRole('region', { name: 'Headline' })).toHaveTextContent(
      'one error in the YAML, the run goes on',
    );
    expect(page.store.getState().head).toBe(5);
    await userEvent.click(button('shipping'));
    await checked();
    expect((await view()).state.doc.toString()).toBe(exampleText('completed'));
    expect(side()).toHaveTextContent('no errors');
    expect(page.store.getState().edits.draft).toBeNull();
  });

  it('starts again with the same seed and the text as the user’s own when it is applied', async () => {
    const page = await renderWorkflow(<App />);
    await write(`# ours\n${exampleText('completed')}`);
    expect(side()).toHaveTextContent('completed-edited.yaml');
    await userEvent.click(button('Apply'));
    await checked();
    const { setup, files } = page.engine.opened!;
    expect(setup).toMatchObject({ seed: 19, own: ['workflow'] });
    expect(files.workflow?.[0]?.name).toBe('completed-edited.yaml');
    expect(page.store.getState().edits.draft).toBeNull();
    expect(OWN_WORKFLOW.text()?.text).toMatch(/^# ours/);
    expect(button('Apply')).toBeDisabled();
  });

  it('makes a branch when it is applied: a flag, a note, and the way back to the run and its text', async () => {
    const page = await renderWorkflow(<App />);
    const { store, engine, commands } = page;
    await playTo(page, 5);
    await write(`# ours\n${exampleText('completed')}`);
    await userEvent.click(button('Apply'));
    await checked();
    expect(store.getState().branch).toMatchObject({
      from: 0,
      change: 'another text',
      since: 'from the start',
      parent: { head: 5, isRepeatable: true, files: {} },
    });
    expect(engine.opened!.setup.branchOf).toMatchObject({ rounds: 5, after: 0, by: { kind: 'text' } });
    const note = await screen.findByText(/^branch of/);
    expect(note.parentElement?.textContent).toContain(': another text, from the start.');
    expect(await screen.findByRole('button', { name: 'Tick 1: another text, from the start' })).toBeDefined();
    expect((await view()).state.doc.toString()).toMatch(/^# ours/);

    await act(() => commands.undo());
    await checked();
    expect(engine.opened!.setup.own).toBeUndefined();
    expect(engine.calls.at(-1)).toBe('runTo 5');
    expect((await view()).state.doc.toString()).toBe(exampleText('completed'));
    expect(store.getState()).toMatchObject({ branch: null, head: 5 });
    expect(store.getState().notices.at(-1)?.text).toBe('Undone: another text from the start.');

    await act(() => commands.redo());
    await checked();
    expect(engine.opened!.files.workflow?.[0]?.name).toBe('completed-edited.yaml');
    expect((await view()).state.doc.toString()).toMatch(/^# ours/);
    await userEvent.click(await screen.findByRole('button', { name: 'What did it change?' }));
    await settlePage();
    expect(engine.calls.at(-1)).toBe('openOther setup');
  });

  it('says after Apply that the built-in policy does not read a prompt that has changed, and nothing of one that it reads', async () => {
    const page = await renderWorkflow(<App />);
    const said = () => page.store.getState().notices.map(({ text }) => text);
    await write(exampleText('completed').replace('Think of one thing', 'Think hard of one thing'));
    await userEvent.click(button('Apply'));
    await checked();
    const notice =
      'The prompt of “ideate” has changed, without effect: the built-in policy does not read it. A language model, under Who decides, would.';
    expect(said()).toContain(notice);
    await write(exampleText('completed').replace('Make an artifact, or', 'Make a new artifact, or'));
    await userEvent.click(button('Apply'));
    await checked();
    expect(said().filter(text => text.includes('“implement”'))).toEqual([]);
  });

  it('is applied by Control and Enter, and not with mistakes in it', async () => {
    const page = await renderWorkflow(<App />);
    await write(WRONG);
    fireEvent.keyDown((await view()).contentDOM, { key: 'Enter', ctrlKey: true });
    await settlePage();
    expect(page.engine.opened!.files.workflow).toBeUndefined();
    await write(`# ours\n${exampleText('completed')}`);
    fireEvent.keyDown((await view()).contentDOM, { key: 'Enter', ctrlKey: true });
    await settlePage();
    expect(page.engine.opened!.files.workflow).toHaveLength(1);
  });

  it('keeps what is typed while it is being applied', async () => {
    const page = await renderWorkflow(<App />);
    const applied = `# ours\n${exampleText('completed')}`;
    await write(applied);
    const editor = await view();
    fireEvent.keyDown(editor.contentDOM, { key: 'Enter', ctrlKey: true });
    act(() => editor.dispatch({ changes: { from: 6, insert: ' too' }, userEvent: 'input.type' }));
    await checked();
    expect(getWorkflowPart(page.store.getState()).inputs?.text).toBe(applied);
    expect((await view()).state.doc.toString()).toMatch(/^# ours too\n/);
    expect(page.store.getState().edits.aside).toEqual([]);
    expect(button('Apply')).toBeEnabled();
  });

  it('keeps the typed text over Reset and a reload, until it is reverted', async () => {
    const page = await renderWorkflow(<App />);
    await write(WRONG);
    await act(() => page.commands.reset());
    await checked();
    expect((await view()).state.doc.toString()).toBe(WRONG);
    expect(readSavedEdits().draft?.text).toBe(WRONG);
    expect(side()).toHaveTextContent('changed, not applied; saved in this browser');
    await userEvent.click(button('Revert'));
    expect((await view()).state.doc.toString()).toBe(exampleText('completed'));
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(readSavedEdits().draft).toBeNull();
  });

  it('opens Help at the example that explains what the language lacks', async () => {
    await renderWorkflow(<App />);
    const text = exampleText('completed');
    await write(text.replace('should_pivot = success_rate < 0.3', "should_pivot = '%s' % success_rate"));
    expect(side()).toHaveTextContent('formatting a string with % is not part of the language');
    await userEvent.click(button('The language'));
    const help = await screen.findByRole('dialog', { name: 'Help' });
    expect(within(help).getByRole('region', { name: 'Text with values in it' })).toHaveFocus();
    await userEvent.click(within(help).getByRole('button', { name: 'Close' }));
    await write(text.replace('success_rate < 0.3', '= 1'));
    expect(within(side()).queryByRole('button', { name: 'The language' })).toBeNull();
  });

  it('shows earlier mistakes as old while the text is being checked', async () => {
    const page = await renderWorkflow(<App />);
    await write(WRONG);
    const headline = screen.getByRole('region', { name: 'Headline' });
    const problem = button(/^Line \d+, column 16/);
    expect(problem.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'false');
    expect(side()).toHaveTextContent('1 error');
    const editor = await view();
    act(() => editor.dispatch({ changes: { from: 0, insert: '# ours\n' }, userEvent: 'input.type' }));
    expect(getWorkflowPart(page.store.getState()).check?.text).toBe(WRONG);
    expect(problem.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true');
    expect(side()).toHaveTextContent('checking …');
    expect(side()).not.toHaveTextContent('1 error');
    expect(headline).toHaveTextContent('one error in the YAML');
    await checked();
    expect(side()).toHaveTextContent('1 error');
  });

  it('reports where the typed text could not be saved', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await renderWorkflow(<App />);
    await write(WRONG);
    await settlePage();
    expect(side()).toHaveTextContent('changed, not applied; not saved: the browser’s storage is full');
    full.mockRestore();
  });

  it('sets the typed text aside when another example is chosen', async () => {
    await renderWorkflow(<App />);
    await write(WRONG);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Example' }), 'careful');
    await checked();
    expect((await view()).state.doc.toString()).toBe(exampleText('careful'));
    expect(side()).toHaveTextContent('completed-edited.yaml is set aside');
    await userEvent.click(button('Restore'));
    expect((await view()).state.doc.toString()).toBe(WRONG);
  });

  it('takes a file with mistakes into the editor, and leaves the run', async () => {
    const page = await renderWorkflow(<App />);
    const opened = page.engine.opened;
    await act(() => page.commands.openFiles([new File([WRONG], 'bad.yaml')]));
    await checked();
    expect(page.engine.opened).toBe(opened);
    expect(side()).toHaveTextContent('bad.yaml');
    expect(side()).toHaveTextContent('no state is called “shiping”');
    expect(screen.getByRole('note')).toHaveTextContent('bad.yaml has 1 mistake: it is in the editor.');
    await act(() => page.commands.openFiles([new File([exampleText('pivoting')], 'good.yaml')]));
    expect(page.engine.opened?.files.workflow?.[0]?.name).toBe('good.yaml');
    await checked();
    expect(side()).toHaveTextContent('bad.yaml is set aside');
  });

  it('shows a file that is opened, whatever was typed over the same text', async () => {
    const page = await renderWorkflow(<App />);
    const file = new File([exampleText('completed')], 'same.yaml');
    await write(WRONG);
    await userEvent.upload(within(side()).getByLabelText('Workflow file'), file);
    await checked();
    expect((await view()).state.doc.toString()).toBe(exampleText('completed'));
    expect(side()).toHaveTextContent('completed-edited.yaml is set aside');
    // And again, while that is set aside.
    await userEvent.upload(within(side()).getByLabelText('Workflow file'), file);
    await checked();
    expect((await view()).state.doc.toString()).toBe(exampleText('completed'));
    expect(page.store.getState().edits.aside).toHaveLength(1);
  });

  it('has a way back to a text that was applied, at once and later', async () => {
    const page = await renderWorkflow(<App />);
    const mine = `# ours\n${exampleText('completed')}`;
    await write(mine);
    await userEvent.click(button('Apply'));
    await act(() => page.commands.reset());
    await act(() => page.commands.newSeed());
    await checked();
    expect((await view()).state.doc.toString()).toBe(mine);
    expect(screen.queryByText('Bring it back')).toBeNull();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Example' }), 'careful');
    await checked();
    expect(screen.getByRole('note')).toHaveTextContent('completed-edited.yaml has been replaced.');
    expect(side()).toHaveTextContent('completed-edited.yaml is set aside');
    await userEvent.click(screen.getByText('Bring it back'));
    await checked();
    expect((await view()).state.doc.toString()).toBe(mine);
    expect(page.engine.opened!.setup.own).toEqual(['workflow']);
    expect(page.store.getState().edits).toMatchObject({ draft: null, aside: [] });
    await act(() => page.commands.openModel('social'));
    expect(page.store.getState().edits.aside.map(({ text }) => text)).toEqual([mine]);
    expect(screen.getByText('Bring it back')).toBeInTheDocument();
  });

  it('sets no text aside that another one was typed over', async () => {
    const page = await renderWorkflow(<App />);
    for (const line of ['# ours', '# ours, too']) {
      await write(`${line}\n${exampleText('completed')}`);
      await userEvent.click(button('Apply'));
      await checked();
    }
    expect(OWN_WORKFLOW.text()?.text).toMatch(/^# ours, too/);
    expect(page.store.getState().edits.aside).toEqual([]);
    expect(screen.queryByText('Bring it back')).toBeNull();
  });

  it('does not bring a text back into another one that was chosen', async () => {
    const page = await renderWorkflow(<App />);
    const mine = `# ours\n${exampleText('completed')}`;
    await write(mine);
    await userEvent.click(button('Apply'));
    await checked();
    const editor = await view();
    act(() => void undo(editor));
    expect(editor.state.doc.toString()).toBe(exampleText('completed'));
    act(() => void redo(editor));
    await checked();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Example' }), 'careful');
    await checked();
    act(() => void undo(editor));
    expect(editor.state.doc.toString()).toBe(exampleText('careful'));
    expect(page.store.getState().edits.draft).toBeNull();
  });

  it('begins with a template, and sets the previous text aside', async () => {
    await renderWorkflow(<App />);
    await write(WRONG);
    await userEvent.click(button('New from a template'));
    await userEvent.keyboard('{Enter}');
    await checked();
    const editor = await view();
    expect(editor.state.doc.toString()).toBe(MINIMAL);
    expect(side()).toHaveTextContent('minimal.yaml');
    expect(side()).toHaveTextContent('no errors; 2 states, 2 steps');
    expect(screen.getByRole('note')).toHaveTextContent(
      'completed-edited.yaml was replaced by minimal.yaml; it is set aside.',
    );
    act(() => void undo(editor));
    expect(editor.state.doc.toString()).toBe(MINIMAL);
    await userEvent.click(button('Restore'));
    expect(side()).toHaveTextContent('completed-edited.yaml');
    expect(editor.state.doc.toString()).toBe(WRONG);
  });

  it('gives a state another name everywhere, in one step, or explains why it cannot', async () => {
    await renderWorkflow(<App />);
    const editor = await view();
    const text = editor.state.doc.toString();
    const f2At = (anchor: number) => {
      act(() => editor.dispatch({ selection: { anchor } }));
      fireEvent.keyDown(editor.contentDOM, { key: 'F2', keyCode: 113 });
    };
    // Beside a name its line's is meant, and a dialog that is open gives way.
    f2At(editor.state.doc.lineAt(text.indexOf('to: "implementing"')).from);
    expect(await within(side()).findByRole('textbox', { name: 'New name of the state' })).toHaveValue(
      'implementing',
    );
    f2At(text.indexOf('"shipping"\n') + 3);
    await vi.waitFor(() =>
      expect(within(side()).getByRole('textbox', { name: 'New name of the state' })).toHaveValue('shipping'),
    );
    const to = await within(side()).findByRole('textbox', { name: 'New name of the state' });
    expect(to).toHaveValue('shipping');
    expect(side()).toHaveTextContent('in 5 places');
    await userEvent.clear(to);
    await userEvent.type(to, 'testing{Enter}');
    expect(await within(side()).findByText('A state is called “testing” already.')).toBeInTheDocument();
    await userEvent.clear(to);
    await userEvent.type(to, 'selling{Enter}');
    await vi.waitFor(() =>
      expect(editor.state.doc.toString()).toBe(text.replaceAll('"shipping"', '"selling"')),
    );
    await vi.waitFor(() => expect(to).not.toBeInTheDocument());
    act(() => void undo(editor));
    expect(editor.state.doc.toString()).toBe(text);
    await userEvent.click(button('Rename a state'));
    await within(side()).findByRole('textbox', { name: 'New name of the state' });
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() =>
      expect(within(side()).queryByRole('group', { name: 'Rename a state' })).toBeNull(),
    );
  });

  it('folds into a strip, and opens where something leads into it', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 5);
    await userEvent.click(button('Fold the workflow'));
    expect(screen.queryByRole('region', { name: 'Workflow' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Workflow' }));
    await userEvent.click(button('Fold the workflow'));
    await userEvent.click(within(inspector()).getByRole('button', { name: /luck/ }));
    const editor = await view();
    expect(editor.state.doc.lineAt(editor.state.selection.main.head).number).toBe(30);
  });
});

describe('the page of a workflow', () => {
  it('shows what was sold and who leads', async () => {
    const page = await renderWorkflow(<App />);
    const headline = screen.getByRole('region', { name: 'Headline' });
    expect(headline).toHaveTextContent(
      '12 agents follow one workflow to earn scrip, its market’s money; press Play',
    );
    await playTo(page, 46);
    await settlePage();
    expect(headline).toHaveTextContent(
      'Tick 46: 31 of 44 artifacts sold for 476 scrip; agent_007 has made most by it, 38.',
    );
    expect(headline).toHaveTextContent('12 agents, at most one language-model call a turn');
  });

  it('shows what holds up the agents while nothing is sold', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 50);
    const { frame } = getWorkflowPart(page.store.getState());
    const waiting = {
      agents: 12,
      state: 'observing',
      conditions: ['has_context'],
      unset: ['has_context'],
    };
    const failing = { step: 'observe', failed: 581, of: 581, noun: 'times' } as const;
    const stuck = { ...frame!, made: 0, sold: 0, volume: 0, trouble: { failing, waiting, stopped: 1 } };
    act(() => page.store.getState().know(WORKFLOW, { frame: stuck }));
    await settlePage();
    expect(screen.getByRole('region', { name: 'Headline' })).toHaveTextContent(
      'Tick 50: observe failed 581 of 581 times, 12 agents wait in observing for has_context, which nothing sets, 1 workflow has ended in failure; 0 artifacts sold.',
    );
    await userEvent.click(screen.getByRole('button', { name: /^12 agents wait in observing/ }));
    expect(page.store.getState()).toMatchObject({ counted: [], statistics: 'stuck' });
    await userEvent.click(screen.getByRole('button', { name: /^observe failed 581/ }));
    expect(page.store.getState()).toMatchObject({ counted: [], statistics: 'steps' });
  });

  it('sums the market up while nobody is selected', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 46);
    expect(inspector()).toHaveTextContent('tried again6');
    expect(inspector()).toHaveTextContent('agents stopped0');
    expect(within(inspector()).getByRole('button', { name: 'failures by agent' })).toBeInTheDocument();
    expect(inspector()).toHaveTextContent(
      '12 of 40 tests failed, all in testing. Then: 9 reworked (5 worked at the next test, 3 failed it, 1 not tested since); 2 dropped, 1 still in hand.',
    );
    expect(inspector()).toHaveTextContent(
      'A rework before dropping might have helped: after 5 of 8 the next test passed.',
    );
    expect(inspector()).toHaveTextContent('name “luck” is not defined12 times');
    await userEvent.click(within(inspector()).getByRole('button', { name: /agent_001 to agent_002/ }));
    expect(page.store.getState().selection).toMatchObject({ agents: [0], cursor: 7 });
  });

  it('shows an agent’s turn: what ran, what was asked, and the result of the answer', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 12);
    act(() => page.store.getState().select({ agents: [6] }));
    await settlePage();
    const text = inspector().textContent;
    expect(text).toContain('agent_007');
    expect(text).toContain('Made 4, sold 4, bought 0. artifact_031 in hand, not tested yet.');
    expect(text).toContain(
      'It made 20 scrip by selling: 60 from buyers, less 40 for what it made; 132 scrip in hand, after 112 as initial scrip and income, and 0 for what it bought.',
    );
    expect(text).toContain('“Let us ship it.”');
    expect(text).toContain('first key mentioned: ship → shipping, an edge allows it');
    expect(text).toContain("handmake'none' → 'untested'");
    expect(text).toContain('success_ratecompute_metrics, 120.57');
    expect(text!.indexOf('success_rate')).toBeLessThan(text!.indexOf('balance'));
    expect(text).not.toContain('economic_context');
    await userEvent.click(within(inspector()).getByRole('button', { name: /all 4/ }));
    expect(inspector()).toHaveTextContent('economic_context');
  });

  it('shows what conditions asked artifacts, and which components were injected', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 12);
    act(() => page.store.getState().select({ agents: [6] }));
    await settlePage();
    expect(inspector()).not.toHaveTextContent('line 21 asked');
    const turn = getLoadedTurn(page.store.getState())!;
    const call = { artifact: 'judge', given: "'a lamp'", by: null, answer: 'True', failure: null };
    const failed = { ...call, artifact: 'peer', by: 'judge', answer: null, failure: 'ValueError: too dear' };
    const asked = [{ condition: "invoke('judge', idea)", line: 21, listed: [call, failed], total: 60 }];
    const trait = { name: 'thrift', isInjected: true, condition: 'balance < 9', reads: 'balance 3' };
    const question = {
      ...turn.detail!.question!,
      components: [trait, { ...trait, name: 'pride', isInjected: false }],
    };
    const detail = { ...turn.detail!, asked, question };
    act(() => page.store.getState().know(WORKFLOW, { turn: { ...turn, detail } }));
    expect(inspector()).toHaveTextContent("line 21 asked judge('a lamp'): True");
    expect(inspector()).toHaveTextContent("judge asked peer('a lamp'): it broke off, ValueError: too dear");
    expect(inspector()).toHaveTextContent('and 58 more questions');
    expect(inspector()).toHaveTextContent(
      'with thrift (balance < 9: balance 3); not injected: pride (balance < 9: balance 3)',
    );
  });

  it('shows the whole prompt, with everything marked that is not a variable', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 12);
    act(() => page.store.getState().select({ agents: [6] }));
    await settlePage();
    await userEvent.click(within(inspector()).getByRole('button', { name: /prompt and answer/ }));
    const dialog = screen.getByRole('dialog', { hidden: true });
    expect(dialog).toHaveTextContent('You are {agent_name}. continue, pivot or ship?');
    expect(dialog.querySelector('mark')).toHaveTextContent('{agent_name}');
    expect(dialog).toHaveTextContent('no variable of that name');
    // A policy gives no raw answer.
    expect(dialog).toHaveTextContent('answer of the built-in policy');
    expect(dialog).toHaveTextContent(
      'does not read this text as a language model does. It goes by what is in hand',
    );
    expect(dialog).not.toHaveTextContent('raw answer');
    expect(inspector()).toHaveTextContent('answered by the built-in policy');
    expect(inspector()).toHaveTextContent('with one, you can try another prompt here');
  });

  it('shows the variables of the viewed tick', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 12);
    act(() => page.store.getState().select({ agents: [6], cursor: 8 }));
    await settlePage();
    expect(page.engine.queries).toContain('turn {"agent":6,"tick":8}');
    expect(page.store.getState().detail?.tick).toBe(8);
    expect(inspector()).toHaveTextContent('context for the next turn, Tick 9');
  });

  it('marks the recognised word, and names no edge where the agent stays', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 12);
    act(() => page.store.getState().select({ agents: [6] }));
    await settlePage();
    const { turn } = getWorkflowPart(page.store.getState());
    const line = outcome({
      answer: 'This shipment is bad; ship',
      target: 'reflecting',
      isThere: true,
      result: 'first key mentioned: ship → reflecting',
    });
    const detail = { ...turn!.detail!, outcomes: [line] };
    act(() => page.store.getState().know(WORKFLOW, { turn: { ...turn!, detail } }));
    const quote = inspector().querySelector('blockquote')!;
    expect(quote.querySelector('b')?.previousSibling).toHaveTextContent(/bad;/);
    expect(inspector()).not.toHaveTextContent('an edge allows it');
  });

  it.each([
    ['This shipment is bad; ship', 'mentioned', 22],
    ['shipment, re_ship', 'mentioned', -1],
    ['<think>ship or pivot?</think> Ship.', 'mentioned', 30],
    ['{"why": "ship it", "choice": "ship"}', 'exact', 30],
    ['İ ship', 'mentioned', -1],
  ] as const)('finds the key in %s', (answer, match, at) => {
    expect(findKeyMention(answer, 'ship', match)).toBe(at);
  });

  it('shows at the head that they are those of the next turn', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 12);
    act(() => page.store.getState().select({ agents: [6] }));
    await settlePage();
    expect(inspector()).toHaveTextContent('context for the next turn, Tick 13');
    expect(inspector()).toHaveTextContent('turn in Tick 12, in reflecting');
  });

  it('shows no turn of another agent or tick until the answer comes', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 12);
    act(() => page.store.getState().select({ agents: [6], cursor: 8 }));
    await settlePage();
    act(() => page.store.getState().select({ cursor: 7 }));
    expect(inspector()).not.toHaveTextContent('before the question');
    expect(inspector()).toHaveTextContent('Reading Tick 7 …');
    await settlePage();
    expect(inspector()).toHaveTextContent('turn in Tick 7');
    act(() => page.store.getState().select({ cursor: null }));
    expect(inspector()).not.toHaveTextContent('turn in Tick 7');
    await settlePage();
    expect(inspector()).toHaveTextContent('turn in Tick 12');
  });

  it('names an edge by its author’s words, and by its trigger where names are requested', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 12);
    act(() => page.store.getState().select({ agents: [6] }));
    await settlePage();
    expect(inspector()).toHaveTextContent('begins again');
    await userEvent.click(screen.getByRole('button', { name: 'names' }));
    expect(inspector()).not.toHaveTextContent('begins again');
    expect(inspector()).toHaveTextContent('always');
  });

  it('shows why an agent has stopped', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 12);
    act(() => page.store.getState().select({ agents: [3] }));
    await settlePage();
    expect(inspector()).toHaveTextContent('Stopped in tick 9 by step risky_step: no answer came.');
  });

  it('goes through the rows of the exchange by keyboard', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 12);
    const exchange = screen.getByRole('region', { name: 'Exchange' });
    const plot = within(exchange).getByRole('img');
    expect(plot).toHaveAccessibleName(/Up and down choose a row/);
    fireEvent.keyDown(plot, { key: 'ArrowDown' });
    expect(page.store.getState().selection.hover).toEqual({ kind: 'agent', agent: 1 });
    fireEvent.keyDown(plot, { key: 'Enter' });
    expect(page.store.getState().selection.agents).toEqual([1]);
  });

  it('requests only the visible ticks and rows', async () => {
    const page = await renderWorkflow(<App />);
    await playTo(page, 12);
    const last = page.engine.queries.findLast(query => query.startsWith('exchange'))!;
    const { agents, from, to } = JSON.parse(last.slice('exchange '.length));
    expect(agents).toHaveLength(12);
    expect(from).toBe(0);
    expect(to).toBe(12);
  });
});

describe('files of a workflow', () => {
  it('are opened again by a reload, where this browser still has them', async () => {
    const query = '?model=workflow&seed=19&workflow=file';
    const without = await parseAddress(query);
    expect(without.problems.join()).toContain('made from a file (workflow)');
    localStorage.setItem('statescope-workflow', JSON.stringify({ name: 'mine.yaml', text: '# mine' }));
    const { setup, problems } = await parseAddress(query);
    expect(problems).toEqual([]);
    expect(setup.own).toEqual(['workflow']);
    const page = await openPage(setup);
    expect(page.engine.opened?.files.workflow?.[0]?.name).toBe('mine.yaml');
  });

  it('are dropped by choosing an example', async () => {
    const page = await openPage({ ...getModelDefaults('workflow'), own: [] });
    await page.commands.openOwn('workflow', [new File([exampleText('careful')], 'mine.yaml')]);
    expect(page.store.getState().run!.setup.own).toEqual(['workflow']);
    await page.commands.reset({ preset: 'pivoting', own: [] });
    expect(page.store.getState().run!.setup.own).toBeUndefined();
  });
});

describe('a language model’s answers', () => {
  it('are not lost without a warning when another workflow is applied', async () => {
    const page = await openPage(getModelDefaults('workflow'));
    await page.commands.open(page.store.getState().run!.setup, {}, 5);
    page.store.setState({ heldBefore: true });
    await page.commands.openOwn('workflow', [new File([exampleText('careful')], 'mine.yaml')]);
    const { leaving } = page.store.getState();
    expect(leaving).toMatchObject({ own: ['workflow'] });
    expect(page.engine.opened!.files.workflow).toBeUndefined();
    await page.commands.reset(leaving!, true);
    expect(page.engine.opened!.files.workflow?.[0]?.name).toBe('mine.yaml');
  });
});

describe('the words of a workflow', () => {
  it('put the suggestion where the mistake is', () => {
    const problem = {
      severity: 'error',
      line: 2,
      column: 7,
      length: 7,
      message: '',
      meant: 'shipping',
    } as const;
    expect(applyProblemFix('a: 1\nship: shiping # x\nb', problem)).toBe('a: 1\nship: shipping # x\nb');
    const quoted = { ...problem, length: 9 };
    expect(applyProblemFix('a: 1\nship: "shiping"', quoted)).toBe('a: 1\nship: "shipping"');
    expect(applyProblemFix('a', { ...problem, meant: null })).toBe('a');
  });

  it('leave the text where something else stands at the place of the mistake', () => {
    const problem = {
      severity: 'error',
      line: 1,
      column: 7,
      length: 9,
      message: 'no state is called “shiping”',
      meant: 'shipping',
    } as const;
    expect(applyProblemFix('ship: "shiping"', problem)).toBe('ship: "shipping"');
    for (const text of ['ship: reflecting', 'ship: "ship"', 'ship:', ''])
      expect(applyProblemFix(text, problem)).toBe(text);
    expect(applyProblemFix('ship: shiping', { ...problem, length: 0 })).toBe('ship: shiping');
    const braces = {
      ...problem,
      column: 1,
      length: 8,
      message: '{balnce} is no variable',
      meant: '{balance}',
    };
    expect(applyProblemFix('{balnce}', braces)).toBe('{balance}');
  });

  it('offer nothing where the place of the mistake is not exact', async () => {
    const page = await renderWorkflow(<App />);
    await write(WRONG);
    expect(side()).toHaveTextContent('Did you mean');
    act(() => {
      const check = getWorkflowPart(page.store.getState()).check!;
      const problems = check.problems.map(problem => ({ ...problem, length: 0 }));
      page.store.getState().know(WORKFLOW, { check: { ...check, problems } });
    });
    expect(side()).toHaveTextContent('no state is called “shiping”');
    expect(side()).not.toHaveTextContent('Did you mean');
  });

  it('describe how valid a text is', () => {
    const { problems } = checkWorkflowText(exampleText('completed'));
    expect(describeTextCheck({ problems, found: '6 states, 9 steps' })).toBe('no errors; 6 states, 9 steps');
    const warned = { problems: [{ severity: 'warning' } as never], found: '1 state, 1 step' };
    expect(describeTextCheck(warned)).toBe('1 warning; 1 state, 1 step');
  });

  it('name each way in which a step can fail', () => {
    const told = (part: Parameters<typeof outcome>[0]) => describeStepFailure(outcome(part));
    expect(told({ outcome: 'retry', failure: 'unmapped', attempt: 2 })).toBe(
      'no key of the map is mentioned: try 2 of 4; it is tried again in the next tick',
    );
    expect(told({ outcome: 'skipped', failure: 'unreadable' })).toBe(
      'the answer could not be read: the step is skipped',
    );
    expect(told({ outcome: 'gave_up', failure: 'no_edge', attempt: 4 })).toContain('try 4 of 4; the');
    expect(told({ outcome: 'stopped', failure: 'code' })).toBe('its code broke off: the workflow has ended');
  });
});
