import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LocalKind } from '../../src/engine/oracle/oracleSetup.ts';
import { OraclePanel } from '../../src/ui/views/oracle/OraclePanel.tsx';
import { DropZone } from '../../src/ui/views/setup/DropZone.tsx';
import type { LoadedModel, ModelChoice, TellProgress } from '../../src/workers/protocol/api.ts';
import type { FakeEngine } from './fakeEngine.ts';
import { renderOnPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

const GB = 1e9;
const LOADED: LoadedModel = { runtime: 'fake 1', digest: null };

const model = (name: string, part: Partial<ModelChoice> = {}): ModelChoice => ({
  kind: 'webllm',
  model: name,
  source: null,
  label: name,
  quantization: 'q4f32_1',
  memory: 580,
  download: 203,
  licence: null,
  cached: false,
  obstacle: null,
  suggested: true,
  standard: false,
  ...part,
});

const CHOICES = [
  model('SmolLM2 135M', { memory: 719, download: 540 }),
  model('SmolLM2 360M', { licence: 'Apache-2.0', standard: true }),
  model('Llama 3.2 1B', { memory: 1_129, download: 563 }),
  model('Qwen3 0.6B', { quantization: 'q4f16_1', obstacle: 'needs shader-f16' }),
  model('Large 8B', { memory: 6_101, download: 4_500, suggested: false }),
];

const panel = () => within(screen.getByRole('region', { name: 'Who decides' }));
const button = (name: string | RegExp) => panel().getByRole('button', { name });
const start = () => button('Start again with this model');
const radio = (name: RegExp) => within(panel().getByRole('table')).getByRole('radio', { name });
const row = (name: RegExp) => within(panel().getByRole('table')).getByRole('row', { name });

/** A page with the panel at a runtime of this browser. */
async function openAt(kind: LocalKind, prepare: (engine: FakeEngine) => void = () => {}) {
  const page = await renderOnPage(
    <DropZone>
      <OraclePanel />
    </DropZone>,
  );
  page.engine.choices = CHOICES;
  prepare(page.engine);
  await userEvent.click(panel().getByRole('radio', { name: kind === 'webllm' ? 'WebLLM' : 'wllama' }));
  await settlePage();
  return page;
}

/** A loading that goes as far as the test says. */
function loadsOf(engine: FakeEngine) {
  const loading = {
    tell: (() => {}) as TellProgress,
    done: () => {},
    fail: (_: string) => {},
  };
  engine.loads = tell =>
    new Promise((resolve, reject) => {
      loading.tell = tell;
      loading.fail = reason => reject(new Error(reason));
      loading.done = () => {
        engine.choices = CHOICES.map(choice => ({ ...choice, cached: choice.standard }));
        resolve(LOADED);
      };
    });
  return loading;
}

beforeEach(() => localStorage.clear());

describe('the models of this browser', () => {
  it('stand in a table with their requirements and whether they are downloaded', async () => {
    await openAt('webllm');
    expect(row(/SmolLM2 360M/).textContent).toBe(
      'SmolLM2 360M q4f32_1the default, Apache-2.0580203 MBnot yet',
    );
    expect(row(/Llama 3.2 1B/).textContent).toContain('1,129563 MB');
    expect(row(/Qwen3/).textContent).toContain('–needs shader-f16');
    expect(radio(/SmolLM2 360M/)).toBeChecked();
    expect(screen.queryByText('Large 8B')).toBeNull();
    await userEvent.click(button('show all'));
    expect(row(/Large 8B/).textContent).toContain('6,101');
    expect(panel().getByText('no shader-f16').nextSibling).toHaveTextContent('q4f16 models do not run');
  });

  it('cannot be chosen where something keeps them from running', async () => {
    const { store } = await openAt('webllm');
    expect(radio(/Qwen3/)).toBeDisabled();
    await userEvent.click(radio(/Qwen3/));
    expect(store.getState().draft).toMatchObject({ model: 'SmolLM2 360M' });
    await userEvent.click(radio(/Llama/));
    expect(store.getState().draft).toMatchObject({ kind: 'webllm', model: 'Llama 3.2 1B', source: null });
  });

  it('that are downloaded come before those that are not', async () => {
    const here = CHOICES.map(choice => ({ ...choice, cached: choice.model === 'Llama 3.2 1B' }));
    await openAt('webllm', engine => {
      engine.choices = here;
    });
    expect(radio(/Llama/)).toBeChecked();
    expect(button('Load it now')).toBeEnabled();
    expect(start()).toBeEnabled();
  });

  it('can be deleted', async () => {
    const { engine } = await openAt('webllm', fake => {
      fake.choices = CHOICES.map(choice => ({ ...choice, cached: choice.standard }));
    });
    await userEvent.click(button('delete SmolLM2 360M from this browser'));
    expect(engine.calls).toContain('removeModel SmolLM2 360M');
    expect(row(/SmolLM2 360M/).textContent).toContain('not yet');
    expect(button(/^Download/)).toBeEnabled();
  });
});

describe('a model', () => {
  it('is downloaded with a click, under a bar in three parts, and can decide then', async () => {
    const { engine, store } = await openAt('webllm');
    const loading = loadsOf(engine);
    expect(start()).toBeDisabled();
    expect(start()).toHaveAttribute('title', 'download the model first; nothing is fetched at Play');
    await userEvent.click(button('Download, about 203 MB'));
    const bar = () => panel().getByRole('progressbar');
    expect(bar()).toHaveAttribute('aria-valuenow', '0');
    expect(row(/SmolLM2 360M/).textContent).toContain('loading');
    expect(start()).toHaveAttribute('title', 'it is being loaded');

    act(() => loading.tell({ phase: 'download', part: 0.425, bytes: 0.086 * GB, of: 0.203 * GB }));
    expect(bar()).toHaveAttribute('aria-valuenow', '42');
    expect(bar()).toHaveAccessibleName('downloading SmolLM2 360M');
    expect([...bar().children].map(part => part.textContent)).toEqual(['download', 'load', 'shaders']);
    expect(filled(bar())).toEqual(['42.5%', '0%', '0%']);
    expect(panel().getByText(/86 MB of 203 MB/)).toBeInTheDocument();
    expect(panel().getByText('42 %')).toBeInTheDocument();
    act(() => loading.tell({ phase: 'shaders', part: 0.5, bytes: null, of: null }));
    expect(filled(bar())).toEqual(['100%', '100%', '50%']);

    await act(async () => loading.done());
    await settlePage();
    expect(panel().queryByRole('progressbar')).toBeNull();
    expect(row(/SmolLM2 360M/).textContent).toContain('✓ ready');
    expect(panel().getByText('SmolLM2 360M is ready')).toBeInTheDocument();
    await userEvent.click(start());
    await settlePage();
    expect(store.getState().run!.setup.oracle).toMatchObject({ kind: 'webllm', model: 'SmolLM2 360M' });
    expect(engine.calls).not.toContain('step');
  });

  it('can be cancelled while it loads, which is not an error', async () => {
    const { engine, store } = await openAt('webllm');
    const loading = loadsOf(engine);
    await userEvent.click(button(/^Download/));
    await userEvent.click(button('Cancel'));
    expect(engine.calls).toContain('cancelModel');
    await act(async () => loading.fail('cancelled'));
    await settlePage();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(store.getState().notices).toEqual([]);
    expect(button(/^Download/)).toBeEnabled();
    expect(start()).toBeDisabled();
  });

  it('that cannot be loaded shows why, names the alternatives, and can be tried again', async () => {
    const { engine, store } = await openAt('webllm');
    const loading = loadsOf(engine);
    await userEvent.click(button(/^Download/));
    await act(async () => loading.fail('the quota has been exceeded.'));
    await settlePage();
    const alert = within(screen.getByRole('alert'));
    expect(alert.getByText('SmolLM2 360M could not be loaded')).toBeInTheDocument();
    expect(alert.getByText(/^The quota has been exceeded\. Nothing is lost/)).toBeInTheDocument();
    expect(store.getState().notices).toEqual([]);
    await userEvent.click(button('Try again'));
    expect(engine.calls.filter(call => call === 'loadModel SmolLM2 360M')).toHaveLength(2);
    await act(async () => loading.fail('Failed to fetch'));
    await settlePage();
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: /wllama/ }));
    expect(store.getState().draft?.kind).toBe('wllama');
  });

  it('is loaded while the run waits', async () => {
    const { engine, store, commands } = await openAt('webllm');
    const loading = loadsOf(engine);
    await act(() => commands.toggle());
    expect(store.getState().phase).toBe('playing');
    await userEvent.click(button(/^Download/));
    expect(engine.calls.slice(-2)).toEqual(['pause', 'loadModel SmolLM2 360M']);
    await act(async () => loading.done());
    expect(store.getState().phase).toBe('paused');
  });
});

describe('a browser without a graphics adapter', () => {
  it.each([
    ['no adapter', 'This browser offers WebGPU, but no graphics adapter'],
    ['none', 'This browser does not support WebGPU'],
  ] as const)('with %s is reported, with three alternatives', async (webgpu, title) => {
    const { store } = await openAt('webllm', engine => {
      engine.facts = { ...engine.facts, webgpu };
    });
    const ways = within(screen.getByRole('alert'));
    expect(ways.getByText(title)).toBeInTheDocument();
    expect(screen.queryByRole('table')).toBeNull();
    for (const [name, kind] of [
      ['A server', 'ollama'],
      ['The policy', 'policy'],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name }));
      expect(store.getState().draft?.kind ?? 'policy').toBe(kind);
      await userEvent.click(panel().getByRole('radio', { name: 'WebLLM' }));
    }
    await userEvent.click(button('Use wllama, on the processor'));
    expect(store.getState().draft?.kind).toBe('wllama');
    expect(panel().queryByRole('alert')).toBeNull();
  });
});

describe('a model of the user’s own', () => {
  const type = async (field: string, text: string) => {
    await userEvent.clear(panel().getByLabelText(field));
    await userEvent.type(panel().getByLabelText(field), text);
  };

  it('stays open, and keeps what is typed, when the list comes', async () => {
    let come = () => {};
    await openAt('webllm', engine => {
      engine.listed = new Promise(resolve => {
        come = resolve;
      });
    });
    expect(panel().queryByRole('table')).toBeNull();
    await userEvent.click(panel().getByText('Your own model'));
    await type('model, URL', 'https://models.example/our-1b');
    come();
    await settlePage();
    expect(radio(/SmolLM2 360M/)).toBeChecked();
    expect(panel().getByText('Your own model').closest('details')).toHaveAttribute('open');
    expect(panel().getByLabelText('model, URL')).toHaveValue('https://models.example/our-1b');
  });

  it('at a wrong address is named in one error, and nothing is added', async () => {
    await openAt('webllm');
    await userEvent.click(panel().getByText('Your own model'));
    await type('model, URL', 'ftp://models.example/our-1b');
    await userEvent.click(button('Add to the list'));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'the URL of the model must begin with http:// or https://, not "ftp://models.example/our-1b"',
    );
    await type('model, URL', 'https://models.example/our-1b');
    await userEvent.click(button('Add to the list'));
    expect(screen.getByRole('alert')).toHaveTextContent('the URL of the library');
    expect(panel().getAllByRole('radio', { name: /q4f/ })).toHaveLength(4);
    expect(localStorage.getItem('statescope-models')).toBeNull();
  });

  it('is chosen with the revision in its address, and survives a reload', async () => {
    const { store, engine } = await openAt('webllm');
    await userEvent.click(panel().getByText('Your own model'));
    await type('model, URL', 'https://hub.example/us/our-1b/tree/0123abc');
    await type('library, URL', 'https://hub.example/our-1b.wasm');
    await userEvent.click(button('Add to the list'));
    await settlePage();
    const source = {
      url: 'https://hub.example/us/our-1b',
      library: 'https://hub.example/our-1b.wasm',
      revision: '0123abc',
    };
    expect(store.getState().draft).toMatchObject({ kind: 'webllm', model: 'our-1b', source });
    expect(radio(/our-1b/)).toBeChecked();
    expect(engine.calls.filter(call => call.startsWith('loadModel'))).toEqual([]);
    cleanup();

    const reloaded = await openAt('webllm');
    await userEvent.click(radio(/our-1b/));
    expect(reloaded.store.getState().draft).toMatchObject({ model: 'our-1b', source });
    await userEvent.click(button('take our-1b off the list'));
    await settlePage();
    expect(screen.queryByRole('radio', { name: /our-1b/ })).toBeNull();
  });

  it.each([
    ['https://models.example/a/tiny.gguf', 'tiny'],
    ['https://models.example/our%20own.gguf', 'our own'],
    ['https://models.example/100%.gguf', '100%'],
  ])('may be a GGUF: %s is %s', async (url, name) => {
    const { store } = await openAt('wllama');
    await userEvent.click(panel().getByText('Your own GGUF'));
    await type('model, URL', url);
    await userEvent.click(button('Add to the list'));
    await settlePage();
    const source = { url, library: null, revision: null };
    expect(store.getState().draft).toMatchObject({ kind: 'wllama', model: name, source });
  });

  it('must be a GGUF for the processor', async () => {
    await openAt('wllama');
    await userEvent.click(panel().getByText('Your own GGUF'));
    await type('model, URL', 'https://models.example/tiny.bin');
    await userEvent.click(button('Add to the list'));
    expect(screen.getByRole('alert')).toHaveTextContent(
      'must end in .gguf, not "https://models.example/tiny.bin"',
    );
    expect(localStorage.getItem('statescope-models')).toBeNull();
  });
});

describe('a GGUF that is dropped on the page', () => {
  it('opens the panel with wllama, and is loaded', async () => {
    const { engine, store } = await renderOnPage(
      <DropZone>
        <p>a place</p>
      </DropZone>,
    );
    const file = new File(['GGUF'], 'my-model.Q4_K_M.gguf');
    fireEvent.drop(screen.getByText('a place'), { dataTransfer: { types: ['Files'], files: [file] } });
    await settlePage();
    expect(engine.calls).toContain('loadModel my-model.Q4_K_M from a file');
    expect(store.getState()).toMatchObject({
      panel: 'oracle',
      draft: { kind: 'wllama', model: 'my-model.Q4_K_M', source: { url: 'file:my-model.Q4_K_M.gguf' } },
      local: { loaded: { model: 'my-model.Q4_K_M' }, problem: null },
    });
  });
});

const filled = (bar: HTMLElement) => [...bar.querySelectorAll('i')].map(part => part.style.width);
