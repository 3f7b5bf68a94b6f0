import { describe, expect, it } from 'vitest';
import { chooseQuestion } from '../../../../../src/ui/models/recorded/cases/chooseQuestion.ts';
import { getCasesQuestion, OBSERVED_FILE } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import { openPage, type TestPage } from '../../../page.tsx';

/** Opens a run of some traces, of which nothing is known yet. */
function openTraces({ store }: TestPage, name: string, sha256: string): void {
  const run = store.getState().run!;
  const config = { ...run.info.config, inputInfo: { traces: { name, count: 1, sha256 } } };
  store.setState({ run: { ...run, info: { ...run.info, config } }, modelParts: {} });
}

describe('the question that a user has chosen', () => {
  it('stays when the same traces are played again, and not for others', async () => {
    const page = await openPage();
    const question = () => getCasesQuestion(page.store.getState());
    openTraces(page, 'mine.jsonl', 'a');
    expect(question()).toBe('cost');
    chooseQuestion(page.store, 'rules');
    chooseQuestion(page.store, 'clock');
    openTraces(page, 'mine.jsonl', 'a');
    expect(question()).toBe('clock');
    openTraces(page, 'other.jsonl', 'b');
    expect(question()).toBe('cost');
  });

  it('stays while a live source sends more', async () => {
    const page = await openPage();
    openTraces(page, OBSERVED_FILE, 'a');
    expect(getCasesQuestion(page.store.getState())).toBe('clock');
    chooseQuestion(page.store, 'states');
    openTraces(page, OBSERVED_FILE, 'b');
    expect(getCasesQuestion(page.store.getState())).toBe('states');
  });
});
