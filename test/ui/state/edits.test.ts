import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  beginApplyingText,
  beginOpeningText,
  discardAsideDraft,
  finishApplyingText,
  finishOpeningText,
  recordTypedDraft,
  replaceDraft,
  restoreAsideDraft,
  revertDraft,
} from '../../../src/ui/files/draftEditing.ts';
import { writeStoredItem } from '../../../src/ui/lib/storedItems.ts';
import { OWN_WORKFLOW } from '../../../src/ui/models/workflow/ownWorkflow.ts';
import {
  createEditsSaver,
  type Edits,
  NO_EDITS,
  readSavedEdits,
  saveEdits,
} from '../../../src/ui/state/edits.ts';

const keepOwnText = ({ name, text }: { readonly name: string; readonly text: string }) =>
  OWN_WORKFLOW.keep({ workflow: [{ name, bytes: new TextEncoder().encode(text) }] });

const RUN = 'states: [a]';
const OTHER = 'states: [b]';
const own = (name: string, text: string) => ({ name, text, input: 'workflow' as const });
const draft = recordTypedDraft(NO_EDITS, own('own.yaml', 'states: [a, c]'), RUN);

describe('an edited text of a run', () => {
  it('is a draft until it is the same text again', () => {
    expect(draft.draft).toMatchObject({ name: 'own.yaml', text: 'states: [a, c]' });
    expect(recordTypedDraft(draft, own('own.yaml', RUN), RUN).draft).toBeNull();
    expect(revertDraft(draft)).toEqual(NO_EDITS);
  });

  it('stays when the same text is run again', () => {
    expect(finishOpeningText(draft, RUN)).toBe(draft);
  });

  it('is done when it is run itself', () => {
    expect(finishOpeningText(draft, 'states: [a, c]')).toEqual(NO_EDITS);
  });

  it('is set aside when another text is run, and comes back with its own base text', () => {
    const away = finishOpeningText(draft, OTHER);
    expect(away).toEqual({ ...NO_EDITS, aside: [draft.draft] });
    const both = recordTypedDraft(away, own('other.yaml', 'states: [b, d]'), OTHER);
    const back = finishOpeningText(both, RUN);
    expect(back.draft?.text).toBe('states: [a, c]');
    expect(back.aside.map(({ text }) => text)).toEqual(['states: [b, d]']);
  });

  it('is set aside when a file is opened, even one with its base text', () => {
    const shown = { ...NO_EDITS, aside: [draft.draft!] };
    expect(finishOpeningText(beginOpeningText(draft, RUN), RUN)).toEqual(shown);
    expect(finishOpeningText(beginOpeningText(shown, RUN), RUN)).toEqual(shown);
    expect(finishOpeningText(beginOpeningText(draft, 'states: [a, c]'), 'states: [a, c]')).toEqual(NO_EDITS);
    expect(finishApplyingText(beginOpeningText(draft, OTHER), RUN)).toEqual(draft);
  });

  it('stays when it is edited while the text before is being opened', () => {
    const applied = beginApplyingText(draft, 'states: [a, c]', RUN);
    const on = finishOpeningText(
      recordTypedDraft(applied, own('own.yaml', 'states: [a, c, d]'), RUN),
      'states: [a, c]',
    );
    expect(on).toMatchObject({ draft: { text: 'states: [a, c, d]' }, aside: [], applied: null });
    // It is over the new text now.
    expect(finishOpeningText(on, 'states: [a, c]')).toBe(on);
    const back = recordTypedDraft(applied, own('own.yaml', RUN), RUN);
    expect(finishOpeningText(back, 'states: [a, c]').draft?.text).toBe(RUN);
    expect(finishApplyingText(back, RUN)).toEqual(NO_EDITS);
    expect(finishApplyingText(applied, RUN)).toEqual(draft);
    expect(finishOpeningText(applied, 'states: [a, c]')).toEqual(NO_EDITS);
    expect(finishOpeningText(applied, OTHER)).toEqual({ ...NO_EDITS, aside: [draft.draft] });
  });

  it('can be restored over another text, which is set aside', () => {
    const both = replaceDraft(draft, { ...own('bad.yaml', '?'), base: 1 });
    expect(both.aside).toEqual([draft.draft]);
    const back = restoreAsideDraft(both, 'workflow', OTHER);
    expect(back.draft?.text).toBe('states: [a, c]');
    expect(back.aside.map(({ name }) => name)).toEqual(['bad.yaml']);
    // It stays over the text of the run that it was restored into.
    expect(finishOpeningText(back, OTHER)).toBe(back);
    expect(discardAsideDraft(back, 'workflow').aside).toEqual([]);
    expect(restoreAsideDraft(NO_EDITS, 'workflow', OTHER)).toBe(NO_EDITS);
  });

  it('is restored and discarded for its own input alone', () => {
    const chart = { ...own('own.scxml', '<scxml/>'), input: 'chart' as const, base: 1 };
    const both: Edits = { ...NO_EDITS, aside: [chart, draft.draft!] };
    expect(restoreAsideDraft(both, 'workflow', RUN)).toEqual({ ...draft, aside: [chart] });
    expect(discardAsideDraft(both, 'workflow').aside).toEqual([chart]);
    expect(restoreAsideDraft({ ...NO_EDITS, aside: [chart] }, 'workflow', RUN).draft).toBeNull();
  });

  it('is never lost without a question, up to ten texts', () => {
    let edits: Edits = NO_EDITS;
    for (let i = 0; i < 12; i++) edits = replaceDraft(edits, { ...own(`${i}`, `${i}`), base: i });
    expect(edits.draft?.name).toBe('11');
    expect(edits.aside).toHaveLength(10);
  });
});

describe('the data saved in this browser', () => {
  beforeEach(() => localStorage.clear());

  it('includes the drafts', () => {
    saveEdits(draft);
    expect(readSavedEdits()).toEqual(draft);
  });

  it('belongs to the given input where a draft names none', () => {
    const { input: _, ...old } = draft.draft!;
    localStorage.setItem('statescope-edits', JSON.stringify({ draft: old, aside: [old] }));
    expect(readSavedEdits('workflow')).toEqual({ ...draft, aside: [draft.draft] });
  });

  it('leaves out what is too long, or has no room', () => {
    const long = recordTypedDraft(NO_EDITS, own('long.yaml', 'x'.repeat(100_001)), RUN);
    expect(saveEdits(long)).toBe('long');
    expect(readSavedEdits()).toEqual(NO_EDITS);
    expect(saveEdits(draft)).toBe('kept');
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(saveEdits(NO_EDITS)).toBe('full');
    expect(writeStoredItem('key', 'value')).toBe(false);
    full.mockRestore();
    expect(readSavedEdits()).toEqual(draft);
    keepOwnText({ name: 'own.yaml', text: RUN });
    keepOwnText({ name: 'long.yaml', text: 'x'.repeat(100_001) });
    expect(OWN_WORKFLOW.text()).toBeNull();
  });

  it('is written once typing rests, or when the page goes', () => {
    vi.useFakeTimers();
    const told = vi.fn();
    const keep = createEditsSaver(told);
    keep(draft);
    keep(NO_EDITS);
    vi.advanceTimersByTime(299);
    expect(told).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(told.mock.calls).toEqual([['kept']]);
    keep(draft);
    window.dispatchEvent(new Event('pagehide'));
    expect(readSavedEdits()).toEqual(draft);
    vi.advanceTimersByTime(1000);
    expect(told).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it('includes the user’s own text', () => {
    expect(OWN_WORKFLOW.text()).toBeNull();
    keepOwnText({ name: 'own.yaml', text: RUN });
    expect(OWN_WORKFLOW.text()).toEqual({ name: 'own.yaml', text: RUN });
  });

  it.each(['{', 'null', '7', '{"draft": {"name": 1}, "aside": 3}', '{"aside": [null, {}]}'])(
    'is read as empty where it is invalid: %s',
    text => {
      localStorage.setItem('statescope-edits', text);
      localStorage.setItem('statescope-workflow', text);
      expect(readSavedEdits()).toEqual(NO_EDITS);
      expect(OWN_WORKFLOW.text()).toBeNull();
    },
  );
});
