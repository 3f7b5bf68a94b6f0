import { readFileSync } from 'node:fs';
import {
  type GovernedDocument,
  governedDocumentSchema,
} from '../../src/engine/models/governed/reports/governedRecord.ts';
import { createRun, loadSetup } from '../../src/engine/models/openRun.ts';
import {
  type SocialDocument,
  socialDocumentSchema,
} from '../../src/engine/models/social/reports/socialRecord.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { chromium } from '../chromium.ts';
import { openMissions } from '../engine/models/governed/mission.ts';
import { open, playTo } from '../engine/play.ts';
import { PINNED } from '../runtimes/webllm/modelHost.ts';
import { expect, type Statescope } from './page.ts';

/** A browser whose graphics adapter is computed by the processor. */
export const WEBGPU = {
  ...chromium,
  args: [...chromium.args, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
};

/** Fifty agents, of whom some eight ask in each round. */
export const BUSY = society(50);

/** So many agents, of whom about a sixth ask in each round: a toy answers some ten a second. */
export function society(agents: number): string {
  return `network=small-world&agents=${agents}&seed=1&activity=20&posting=20&attention=0.1`;
}

export const panel = (statescope: Statescope) => statescope.region('Who decides');

/** Opens the panel of a runtime, on a page that may reach the models' host. */
export async function openPanel(
  statescope: Statescope,
  runtime: 'webllm' | 'wllama',
  query = BUSY,
): Promise<void> {
  await statescope.open(query);
  await statescope.combobox('Oracle').selectOption(runtime);
}

/** Names the toy model with its addresses, so that it is in the list and chosen. */
export async function nameToy(statescope: Statescope, host: string, revision = PINNED): Promise<void> {
  // What comes with the list moves what is to be clicked.
  await expect(panel(statescope)).toContainText('more in the list');
  await panel(statescope).getByText('Your own model').click();
  await panel(statescope).getByLabel('model, URL').fill(`${host}/toy`);
  await panel(statescope).getByLabel('library, URL').fill(`${host}/toy-webgpu.wasm`);
  await panel(statescope).getByLabel('revision').fill(revision);
  await statescope.button('Add to the list').click();
  await expect(panel(statescope).getByRole('radio', { name: /^toy/ })).toBeChecked();
}

/** Chooses the toy GGUF from this machine. */
export async function chooseGguf(statescope: Statescope, file: string): Promise<void> {
  await panel(statescope).getByLabel('GGUF file').setInputFiles(file);
  await expect(panel(statescope)).toContainText('tiny is ready', { timeout: 20_000 });
}

export async function download(statescope: Statescope, model = 'toy'): Promise<void> {
  await panel(statescope)
    .getByRole('button', { name: /^Download/ })
    .click();
  await expect(panel(statescope)).toContainText(`${model} is ready`, { timeout: 20_000 });
}

export async function start(statescope: Statescope): Promise<void> {
  await statescope.button('Start again with this model').click();
  await expect(panel(statescope)).toContainText('It decides in this run');
}

/** Plays as fast as it goes until a round is sealed. */
export async function playAtLeast(statescope: Statescope, rounds: number): Promise<void> {
  await statescope.page.getByRole('slider', { name: /speed/i }).press('End');
  await statescope.button('Play').click();
  await expect.poll(() => statescope.round(), { timeout: 40_000 }).toBeGreaterThanOrEqual(rounds);
  await statescope.button('Pause').click();
  await expect(statescope.button('Play')).toBeVisible();
}

/** The run's document, once it is valid and replays to its hash with no model. */
export async function checkedExport(statescope: Statescope): Promise<SocialDocument> {
  const { bytes } = await statescope.export();
  const document = socialDocumentSchema.parse(JSON.parse(bytes.toString()));
  const recording = await readRecording('run.json', new Uint8Array(bytes));
  const again = await open(recording.setup);
  await playTo(again, recording.rounds, new ReplayOracle(recording));
  expect(again.hash).toBe(document.hash);
  return document;
}

/** One mission, asked twice at most: a model of random weights fills every text to its end. */
export const ONE_MISSION = 'model=governed&agents=1&step_limit=2';

/** Two steps of one mission by a model that is held to the grammar, and the same again from the document. */
export async function expectMission(statescope: Statescope, source: string): Promise<GovernedDocument> {
  for (const step of [1, 2]) {
    await statescope.button('Step').click();
    await expect(statescope.status).toContainText(`Step ${step}`, { timeout: 40_000 });
  }
  const { bytes } = await statescope.export();
  const document = governedDocumentSchema.parse(JSON.parse(bytes.toString()));
  const recording = await readRecording('run.json', new Uint8Array(bytes));
  const again = await openMissions({ setup: recording.setup, parameters: recording.setup.parameters });
  await playTo(again, recording.rounds, new ReplayOracle(recording));
  expect(again.hash).toBe(document.hash);
  expect(document.config.oracle).toMatchObject({ kind: source, form: 'completion' });
  expect(document.decisions.length).toBeGreaterThan(0);
  for (const decision of document.decisions) {
    expect(decision.source).toBe(source);
    expect(decision.answer).toMatch(/^\{"action":"(tool|reason|finish)","/);
    expect(decision.kind).not.toBe('unreadable');
  }
  return document;
}

/** A chart of the user's kind with states that ask, on few agents. */
export const ASKING_CHART = 'model=chart&preset=society&network=small-world&agents=200&seed=1';

/** Some ticks in which a model weighs what a chart offers, and the same again from the document. */
export async function expectAsked(statescope: Statescope, source: string): Promise<void> {
  for (let tick = 1; tick <= 6; tick++) {
    await statescope.button('Step').click();
    await expect(statescope.status).toContainText(`Tick ${tick}`, { timeout: 40_000 });
  }
  const { bytes } = await statescope.export();
  const recording = await readRecording('run.json', new Uint8Array(bytes));
  const again = createRun(await loadSetup(recording.setup, { bundled: bundledFile, files: recording.files }));
  await playTo(again, recording.rounds, new ReplayOracle(recording));
  const document = JSON.parse(bytes.toString()) as AskedDocument;
  expect(again.hash).toBe(document.hash);
  const asked = document.decisions.filter(({ source: by }) => by !== 'cache');
  expect(asked.length).toBeGreaterThan(0);
  expect([...new Set(asked.map(({ source: by }) => by))]).toEqual([source]);
  for (const { action, probabilities } of document.decisions) {
    expect(Object.keys(probabilities)).toContain(action);
    expect(Object.values(probabilities).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 4);
  }
}

interface AskedDocument {
  readonly hash: string;
  readonly decisions: readonly {
    readonly source: string;
    readonly action: string;
    readonly probabilities: Readonly<Record<string, number>>;
  }[];
}

const bundledFile = async (path: string) => readFileSync(new URL(`../../public/${path}`, import.meta.url));

/** Decisions after the warm-up. */
export const own = ({ decisions }: SocialDocument) => decisions.filter(({ tick }) => tick > 0);

/** Every one is the model's, legal, and has probabilities that sum to 1. */
export function expectWeighed(document: SocialDocument, source: string): void {
  const decisions = own(document);
  expect(decisions.length).toBeGreaterThan(0);
  expect([...new Set(decisions.map(d => d.source))].filter(s => s !== 'cache')).toEqual([source]);
  for (const { action, probabilities } of decisions) {
    const shares = Object.values(probabilities ?? {});
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
    expect(Object.keys(probabilities ?? {})).toContain(action);
  }
}

/** Begins a download and cancels it when about a fifth of it is there. */
export async function cancelDownload(statescope: Statescope): Promise<void> {
  await panel(statescope)
    .getByRole('button', { name: /^Download/ })
    .click();
  const bar = panel(statescope).getByRole('progressbar');
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 20_000 })
    .toBeGreaterThan(20);
  await statescope.button('Cancel').click();
  await expect(bar).toHaveCount(0);
  await expect(statescope.page.getByRole('alert')).toHaveCount(0);
}

/** Loads the page anew and plays a round, for which the model has to be there already. */
export async function stepAfterReload(statescope: Statescope): Promise<void> {
  await statescope.page.reload();
  await expect(statescope.button('Step')).toBeEnabled();
  await statescope.button('Step').click();
  await statescope.expectRound(1);
}
