import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getModelDefaults } from '../../../src/ui/model/getModelAppearance.ts';
import { ExportButton } from '../../../src/ui/views/bar/Bar.tsx';
import { renderOnPage } from '../page.tsx';

const button = () => screen.getByRole('button', { name: 'Export JSON' });
/** jsdom has none of these. */
const { createObjectURL, revokeObjectURL } = URL;
const downloaded: { readonly name: string; readonly text: Promise<string> }[] = [];

beforeEach(() => {
  downloaded.length = 0;
  let blob = new Blob();
  Object.assign(URL, {
    createObjectURL: (given: Blob) => {
      blob = given;
      return 'blob:x';
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push({ name: this.download, text: textOf(blob) });
  });
});
afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Of a blob made of blobs, as jsdom has no `text`. */
const textOf = (blob: Blob): Promise<string> =>
  new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
const notice = (page: Awaited<ReturnType<typeof renderOnPage>>) =>
  page.store.getState().notices.at(-1)?.text ?? '';

/** A browser that asks where to write, with what it was given. */
function withPicker(answer: 'file' | 'none') {
  const file = { parts: [] as string[], isClosed: false, isAborted: false };
  const writable = {
    write: async (bytes: Uint8Array) => void file.parts.push(new TextDecoder().decode(bytes)),
    close: async () => {
      file.isClosed = true;
    },
    abort: async () => {
      file.isAborted = true;
    },
  };
  const picker = vi.fn(async (_: { readonly suggestedName: string }) => {
    if (answer === 'none') throw new DOMException('no', 'AbortError');
    return { createWritable: async () => writable };
  });
  vi.stubGlobal('showSaveFilePicker', picker);
  return { file, picker };
}

describe('the export', () => {
  it('of a small run is one JSON document, at once', async () => {
    const page = await renderOnPage(<ExportButton />);
    await userEvent.click(button());
    await waitFor(() => expect(downloaded).toHaveLength(1));
    expect([downloaded[0].name, await downloaded[0].text]).toEqual([
      'statescope-social-congress-seed7-round0.json',
      '{}',
    ]);
    expect(notice(page)).toMatch(/round0\.json has been downloaded: [1-9]\d* kB, up to round 0\.$/);
    expect(page.store.getState().exported).toBe(0);
  });

  it('of a recording is named after its source, and claims no seed', async () => {
    await renderOnPage(<ExportButton />, { ...getModelDefaults('recorded'), preset: 'retail' });
    await userEvent.click(button());
    await waitFor(() =>
      expect(downloaded.map(({ name }) => name)).toEqual(['statescope-recorded-retail-step0.json']),
    );
  });

  it('with Shift is in the chosen form, with the size of each', async () => {
    const { engine } = await renderOnPage(<ExportButton />);
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(button());
    await user.keyboard('{/Shift}');
    expect(await screen.findByRole('button', { name: 'JSON, about 3.0 MB' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'NDJSON, about 4.0 MB' }));
    await waitFor(() => expect(downloaded[0]?.name).toBe('statescope-social-congress-seed7-round0.ndjson'));
    expect(engine.calls).toContain('exportTo lines');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('with Shift is the network for other programs, where there is one', async () => {
    const { engine } = await renderOnPage(<ExportButton />);
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(button());
    await user.keyboard('{/Shift}');
    await user.click(await screen.findByRole('button', { name: 'GraphML' }));
    await waitFor(() => expect(downloaded[0]?.name).toBe('statescope-social-congress-seed7-round0.graphml'));
    expect(engine.calls).toContain('exportTo graphml');
  });

  it('with Shift is an archive of tables', async () => {
    const page = await renderOnPage(<ExportButton />);
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(button());
    await user.keyboard('{/Shift}');
    await user.click(await screen.findByRole('button', { name: 'Tables, ZIP' }));
    await waitFor(() =>
      expect(downloaded[0]?.name).toBe('statescope-social-congress-seed7-round0.tables.zip'),
    );
    expect(page.engine.calls).toContain('exportTo tables');
    expect(notice(page)).toMatch(/tables\.zip has been downloaded: .*, up to round 0\.$/);
  });

  it.each([
    [
      'Perfetto trace without texts',
      'perfetto',
      /of all recorded steps, without messages, arguments, results and errors\.$/,
    ],
    [
      'Perfetto trace with texts',
      'perfetto_texts',
      /of all recorded steps, with the texts of the traces: .*\.$/,
    ],
  ])('with Shift is a trace by the clock, where the run is recorded: %s', async (name, form, words) => {
    const page = await renderOnPage(<ExportButton />, { ...getModelDefaults('recorded'), preset: 'retail' });
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(button());
    await user.keyboard('{/Shift}');
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(downloaded[0]?.name).toBe('statescope-recorded-retail.trace.json'));
    expect(page.engine.calls).toContain(`exportTo ${form}`);
    expect(notice(page)).toMatch(words);
  });

  it('of a recorded run says whether the texts of the traces are in it', async () => {
    const recorded = { ...getModelDefaults('recorded'), preset: 'retail' };
    const page = await renderOnPage(<ExportButton />, recorded);
    await userEvent.click(button());
    await waitFor(() => expect(notice(page)).toMatch(/up to step 0, with the texts of the traces: /));
  });

  it('of a run that hides texts offers none, and says so', async () => {
    const recorded = { ...getModelDefaults('recorded'), preset: 'retail', parameters: { redact: true } };
    const page = await renderOnPage(<ExportButton />, recorded);
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(button());
    await user.keyboard('{/Shift}');
    const choice = await screen.findByRole('button', { name: 'Perfetto trace' });
    expect(screen.queryByRole('button', { name: /with texts/ })).toBeNull();
    await user.click(choice);
    await waitFor(() => expect(notice(page)).toMatch(/without texts, which the set-up hides\.$/));
  });

  it('of a large run asks for the form, and names those that cannot be opened again', async () => {
    const { engine } = await renderOnPage(<ExportButton />);
    engine.sizes = { json: 612e6, lines: 900e6 };
    await userEvent.click(button());
    const words = (await screen.findByRole('note')).textContent;
    expect(words).toBe(
      'One text of more than 500 MB cannot be opened again: NDJSON can be, whatever its size.',
    );
    expect(screen.getByRole('button', { name: 'JSON, about 612 MB' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(downloaded).toEqual([]);
  });

  it('of a large run goes to a file of the user’s as it is written, where the browser can do that', async () => {
    const { file, picker } = withPicker('file');
    const page = await renderOnPage(<ExportButton />);
    page.engine.sizes = { json: 612e6, lines: 900e6 };
    await userEvent.click(button());
    await userEvent.click(await screen.findByRole('button', { name: 'NDJSON, about 900 MB' }));
    await waitFor(() => expect(file).toEqual({ parts: ['{', '}'], isClosed: true, isAborted: false }));
    expect(picker).toHaveBeenCalledWith({ suggestedName: 'statescope-social-congress-seed7-round0.ndjson' });
    expect(notice(page)).toContain('has been written');
    expect(downloaded).toEqual([]);
  });

  it('does not begin where no file was chosen, and leaves nothing where it fails', async () => {
    withPicker('none');
    const page = await renderOnPage(<ExportButton />);
    page.engine.sizes = { json: 612e6, lines: 900e6 };
    const choose = async () => {
      await userEvent.click(button());
      await userEvent.click(await screen.findByRole('button', { name: 'NDJSON, about 900 MB' }));
    };
    await choose();
    await waitFor(() => expect(button()).toBeVisible());
    expect(page.engine.calls.filter(call => call.startsWith('exportTo'))).toEqual([]);
    const { file } = withPicker('file');
    vi.spyOn(page.commands, 'exportRun').mockRejectedValue(new Error('the disk is full'));
    await choose();
    await waitFor(() => expect(file.isAborted).toBe(true));
    expect(notice(page)).toBe('The document could not be written: the disk is full');
  });

  it('that failed is offered once more, in the same form', async () => {
    const page = await renderOnPage(<ExportButton />);
    vi.spyOn(page.commands, 'exportRun').mockRejectedValueOnce(new Error('the disk is full'));
    await userEvent.click(button());
    await waitFor(() => expect(page.store.getState().notices).toHaveLength(1));
    expect(downloaded).toEqual([]);
    const [{ button: again }] = page.store.getState().notices;
    expect(again?.label).toBe('Try again');
    act(() => again?.act());
    await waitFor(() =>
      expect(downloaded.map(({ name }) => name)).toEqual(['statescope-social-congress-seed7-round0.json']),
    );
  });
});
