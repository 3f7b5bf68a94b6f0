/**
 * A run document shown anywhere, read-only: `<statescope-run src="run.json"></statescope-run>`, or `showRun`. Entry
 * `statescope/embed`, one file that a script tag of type `module` loads; `embed.classic.js` is the same for `<script defer>`,
 * which pages opened from a disk need, with `statescope.showRun`.
 */
import { isBytes } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import { drawDistribution } from '../ui/charts/distribution.ts';
import { readInks } from '../ui/charts/inks.ts';
import { convertTickToX, findTickAtX, type TimeScale } from '../ui/charts/timeScale.ts';
import tokens from '../ui/styles/tokens.css?inline';
import sheet from './embed/embed.css?inline';
import { type RunView, readRunView } from './embed/readRunView.ts';

/** Most kinds of moves that are listed. */
const MAX_MOVES = 6;
const HEIGHT = 180;
/** Rounds a second while it plays. */
const PACE = 8;

/**
 * Shows a run document in an element of a page, in place of its content.
 * @param document its text, the bytes of a file, or the document as it was parsed
 * @throws InputError for something else
 */
export async function showRun(
  target: globalThis.Element,
  document: Uint8Array | string | object,
): Promise<void> {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const bytes = isBytes(document) ? document : new TextEncoder().encode(text);
  const shown = window.document.createElement('statescope-run') as StatescopeRun;
  target.replaceChildren(shown);
  await shown.show('the document', bytes);
}

/** Where there are no elements, as on a server that renders pages, the class can be imported, and shows nothing. */
const Element = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * The element `<statescope-run>`. Attributes: `src`, an address; `round`, at which it begins; `theme`, `light` or `dark`. Without
 * `src` it shows the document that it holds in `<script type="application/json">`.
 */
export class StatescopeRun extends Element {
  static readonly observedAttributes = ['src', 'round', 'theme'];

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #frame: HTMLElement;
  #view: RunView | null = null;
  #round = 0;
  #timer = 0;
  #loaded = '';
  /** Counts what is to be shown: an earlier document that comes later is dropped. */
  #wanted = 0;
  readonly #sizes = new ResizeObserver(() => this.#draw());
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');

  constructor() {
    super();
    const style = document.createElement('style');
    style.textContent = tokens.replaceAll(':root', ':host') + sheet;
    this.#frame = document.createElement('section');
    this.#root.append(style, this.#frame);
  }

  connectedCallback(): void {
    this.#sizes.observe(this);
    this.#dark.addEventListener('change', this.#draw);
    void this.#load();
  }

  disconnectedCallback(): void {
    this.#sizes.disconnect();
    this.#dark.removeEventListener('change', this.#draw);
    this.#stop();
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return;
    if (name === 'src') void this.#load();
    else if (name === 'round') this.#goTo(Number(this.getAttribute('round')));
    else this.#draw();
  }

  /** Shows the bytes of a document. @param name of it, for messages @throws InputError, which it shows as well */
  async show(name: string, bytes: Uint8Array): Promise<void> {
    await this.#present(name, bytes, ++this.#wanted);
  }

  async #present(name: string, bytes: Uint8Array, wanted: number): Promise<void> {
    let view: RunView;
    try {
      view = await readRunView(name, bytes);
    } catch (error) {
      if (error instanceof InputError && wanted === this.#wanted) this.#report(error.message);
      throw error;
    }
    if (wanted !== this.#wanted) return;
    this.#stop();
    this.#view = view;
    this.#build(view);
    const asked = this.getAttribute('round');
    this.#goTo(asked === null ? view.rounds : Number(asked));
  }

  async #load(): Promise<void> {
    const src = this.getAttribute('src');
    if (src === null) return this.#showHeld();
    if (src === this.#loaded) return;
    this.#loaded = src;
    const wanted = ++this.#wanted;
    this.#report(`Loading ${src} …`);
    try {
      const response = await fetch(src);
      if (!response.ok) throw new InputError(`${src} could not be loaded: status ${response.status}`);
      await this.#present(src, new Uint8Array(await response.arrayBuffer()), wanted);
    } catch (error) {
      if (wanted !== this.#wanted) return;
      this.#loaded = '';
      this.#report(error instanceof InputError ? error.message : `${src} could not be loaded from this page`);
    }
  }

  /** A page that was opened from a disk cannot fetch a file, and holds the document itself. */
  async #showHeld(): Promise<void> {
    const held = this.querySelector('script[type="application/json"]')?.textContent;
    // A mistake in it is shown.
    if (held != null) await this.show('the document', new TextEncoder().encode(held)).catch(() => {});
  }

  #applyTheme(): void {
    const theme = this.getAttribute('theme') ?? (this.#dark.matches ? 'dark' : 'light');
    this.#frame.dataset.theme = theme === 'dark' ? 'dark' : 'light';
  }

  #report(line: string): void {
    this.#applyTheme();
    this.#stop();
    this.#view = null;
    const text = create('p', 'note', line);
    text.setAttribute('role', 'status');
    this.#frame.replaceChildren(text);
  }

  #build({ title, agents, rounds, seed, hash, states, first }: RunView): void {
    const head = create('header', 'head');
    const number = (value: number) => value.toLocaleString('en-US');
    head.append(
      create('strong', 'title', title),
      create('span', 'facts', `${number(agents)} agents, ${number(rounds)} rounds, seed ${seed}`),
      create('code', 'hash', hash.slice(0, 8)),
    );
    head.lastElementChild?.setAttribute('title', `hash of the run, not checked here: ${hash}`);
    const body = create('div', 'body');
    const plot = create('div', 'plot');
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    plot.append(canvas, create('div', 'cursor'));
    plot.addEventListener('pointerdown', event => this.#goTo(this.#tickAt(event)));
    plot.addEventListener('pointermove', event => {
      if (event.buttons === 1) this.#goTo(this.#tickAt(event));
    });
    const legend = create('table', 'legend');
    // The stack from its top.
    for (const [state, id] of [...states.entries()].reverse()) {
      const row = create('tr', '');
      row.append(
        create('td', 'swatch'),
        create('td', 'count'),
        create('th', 'state', id.replaceAll('_', ' ')),
      );
      row.dataset.state = String(state);
      legend.append(row);
    }
    body.append(plot, legend);
    const bar = create('div', 'bar');
    const play = create('button', 'play', 'Play') as HTMLButtonElement;
    play.type = 'button';
    play.addEventListener('click', () => this.#toggle());
    const slider = create('input', 'slider') as HTMLInputElement;
    Object.assign(slider, { type: 'range', min: String(first), max: String(rounds), step: '1' });
    slider.setAttribute('aria-label', 'Round');
    slider.addEventListener('input', () => this.#goTo(Number(slider.value)));
    bar.append(play, slider, create('output', 'round'));
    this.#frame.replaceChildren(head, body, bar, create('p', 'moves'));
  }

  #scale(width: number): TimeScale {
    const { first = 0, rounds = 1 } = this.#view ?? {};
    const pixels = width / Math.max(1, rounds - first + 1);
    return { from: first - 0.5, pixels };
  }

  #tickAt(event: PointerEvent): number {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return findTickAtX(this.#scale(box.width), event.clientX - box.left);
  }

  #toggle(): void {
    const view = this.#view;
    if (view === null) return;
    if (this.#timer !== 0) {
      this.#stop();
      return;
    }
    if (this.#round >= view.rounds) this.#goTo(Math.max(view.first, 0));
    this.#timer = window.setInterval(() => {
      this.#goTo(this.#round + 1);
      if (this.#round >= view.rounds) this.#stop();
    }, 1000 / PACE);
    this.#need('.play').textContent = 'Pause';
  }

  /** Ends the playing, if it plays. */
  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = 0;
    const button = this.#root.querySelector('.play');
    if (button !== null) button.textContent = 'Play';
  }

  #goTo(round: number): void {
    if (this.#view === null) return;
    const { first, rounds } = this.#view;
    this.#round = Math.min(rounds, Math.max(first, Math.round(Number.isFinite(round) ? round : rounds)));
    this.#draw();
  }

  readonly #draw = (): void => {
    const view = this.#view;
    if (view === null || !this.isConnected) return;
    this.#applyTheme();
    const { states, first, rounds } = view;
    const inks = readInks(this.#frame, states, Object.create(null));
    const canvas = this.#need('canvas') as HTMLCanvasElement;
    const width = this.#need('.plot').clientWidth;
    const ratio = devicePixelRatio;
    Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(HEIGHT * ratio) });
    const ctx = canvas.getContext('2d');
    const scale = this.#scale(width);
    const mean = (a: number, b: number, state: number) => {
      let sum = 0;
      for (let tick = a; tick <= b; tick++) sum += view.count(tick, state);
      return sum / (b - a + 1);
    };
    if (ctx !== null && width > 0) {
      ctx.scale(ratio, ratio);
      drawDistribution(
        ctx,
        {
          counts: { first, head: rounds, count: view.count, meanCount: mean },
          bands: states.map((label, state) => ({ state, label })),
          ...{ resting: '', ribbon: null, agents: view.agents, max: Math.max(1, view.agents) },
          ...{ scale, width, height: HEIGHT, margins: { top: 0, below: 0 }, inks },
        },
        first,
      );
    }
    const named = states.map((id, state) => `${id} ${view.count(this.#round, state)}`).join(', ');
    canvas.setAttribute('aria-label', `Agents by state, round ${this.#round}: ${named}`);
    this.#need('.cursor').style.left = `${convertTickToX(scale, this.#round)}px`;
    for (const row of this.#root.querySelectorAll<HTMLElement>('.legend tr')) {
      const state = Number(row.dataset.state);
      const [swatch, count] = row.children as unknown as readonly HTMLElement[];
      swatch.style.setProperty('--hue', inks.states[state]);
      count.textContent = view.count(this.#round, state).toLocaleString('en-US');
    }
    const slider = this.#need('.slider') as HTMLInputElement;
    slider.value = String(this.#round);
    this.#need('.round').textContent = describeRound(this.#round, rounds);
    this.#need('.moves').textContent = this.#describeMoves(view);
  };

  #describeMoves({ states, moves }: RunView): string {
    const all = moves(this.#round);
    if (all.length === 0) return 'Nobody changed state in this round.';
    const named = all
      .slice(0, MAX_MOVES)
      .map(({ from, to, count }) => `${states[from]} → ${states[to]} ${count.toLocaleString('en-US')}`);
    const left = all.length - named.length;
    return `In this round: ${named.join(', ')}${left > 0 ? `, and ${left} more kinds of moves` : ''}.`.replaceAll(
      '_',
      ' ',
    );
  }

  #need(selector: string): HTMLElement {
    const found = this.#root.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`${selector} is not there`);
    return found;
  }
}

function describeRound(round: number, rounds: number): string {
  if (round > 0) return `round ${round} of ${rounds}`;
  return round === 0 ? 'before round 1' : `warm-up, ${-round} rounds before its end`;
}

function create(name: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

// A page may load it twice.
if (globalThis.customElements?.get('statescope-run') === undefined)
  globalThis.customElements?.define('statescope-run', StatescopeRun);
