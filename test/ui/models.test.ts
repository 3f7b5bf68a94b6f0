import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { getAgentModelEntry, MODELS } from '../../src/engine/models/index.ts';
import { compile } from '../../src/engine/statechart/compile.ts';
import { getStateColorToken, PALETTE } from '../../src/ui/charts/inks.ts';
import {
  formatRunClock,
  getCurrentSort,
  getCurrentSortOrder,
  getModelAppearance,
  getModelDefaults,
  listModelChoices,
  placeByHand,
} from '../../src/ui/model/getModelAppearance.ts';
import { getStateHueToken } from '../../src/ui/model/hues.ts';
import { findModelPlugin, findPageModel } from '../../src/ui/model/registered.ts';
import { createPageStore } from '../../src/ui/store/createPageStore.ts';
import { infoOf } from './fakeEngine.ts';
import { governedInfo } from './governedFake.ts';
import { librarianInfo } from './librarianFake.ts';
import { workflowInfo } from './workflowFake.ts';

/** Models whose runs may have other charts than their own, and name the states of these as well. */
const OTHER_CHARTS = ['social', 'chart', 'workflow', 'recorded'];
const HUES = ['idle', ...PALETTE.map(token => token.replace('--state-', ''))];

describe('the appearance of the models', () => {
  it.each(MODELS)('exists for $name, and agrees with the engine', async entry => {
    const model = await entry.model();
    const look = getModelAppearance(model.name);
    expect(
      listModelChoices().map(({ value }) => value),
      `${model.name} is missing in MODELS of src/ui/models/index.ts`,
    ).toContain(model.name);
    const page = findPageModel(model.name);
    const its = (part: string) =>
      `${part} of the page’s half, src/ui/models/${model.name}, and of the engine’s`;
    expect((await findModelPlugin(model.name)?.address())?.parameters, its('parameters')).toEqual(
      model.parameters,
    );
    expect
      .soft(
        look.presets.map(({ value }) => value),
        its('presets'),
      )
      .toEqual(model.presets);
    expect.soft(page?.defaults, its('defaults')).toEqual(model.defaults);
    expect.soft(look.inputs, its('inputs')).toEqual(model.inputs);
    expect.soft(page?.inputs, its('inputs in index.ts')).toEqual(model.inputs.map(({ name }) => name));
    const stacked = look.actions.stack.flatMap(({ names }) => names);
    expect(
      stacked.filter(name => !model.series.includes(name)),
      `actions of the appearance that are not in Model.series: ${model.series.join(', ')}`,
    ).toEqual([]);
    const states = model.chart ? compile(model.chart).states : [];
    const flat = states.filter(state => !Object.hasOwn(look.states.heights, state));
    expect(flat, `states without a height in the model’s appearance: ${flat.join(', ')}`).toEqual([]);
    if (states.length > 0 && !OTHER_CHARTS.includes(model.name)) {
      const stale = Object.keys(look.states.heights).filter(state => !states.includes(state));
      expect.soft(stale, 'heights of states that the chart lacks').toEqual([]);
    }
    const hues = Object.keys(page?.hues ?? {});
    if (hues.length > 0 && states.length > 0 && !OTHER_CHARTS.includes(model.name))
      expect
        .soft(
          hues.filter(state => !states.includes(state)),
          'hues of states that the chart lacks',
        )
        .toEqual([]);
    const bars = look.actions.stack.flatMap(({ hue }) =>
      typeof hue === 'object' && 'state' in hue ? [hue.state] : [],
    );
    if (states.length > 0 && !OTHER_CHARTS.includes(model.name))
      expect
        .soft(
          bars.filter(state => !states.includes(state)),
          'bars in hues of states that the chart lacks',
        )
        .toEqual([]);
    const strange = Object.entries(page?.hues ?? {}).filter(
      ([, hue]) => !hue.startsWith('--') && !HUES.includes(hue.replaceAll('_', '-')),
    );
    expect(strange, `hues in the model’s index.ts that do not exist; there are ${HUES.join(', ')}`).toEqual(
      [],
    );
    const dull = states.some(state => hues.includes(state))
      ? states.filter(state => !hues.includes(state))
      : [];
    expect(
      dull,
      `states without a hue among others with one in the model’s index.ts: ${dull.join(', ')}`,
    ).toEqual([]);
    expect(model.chart !== null || look.states.heightAt !== undefined).toBe(true);
  });

  it('places every state and every edge of the governed chart', async () => {
    const { states } = compile((await getAgentModelEntry('governed').model()).chart!);
    const { chart, config } = governedInfo(getModelDefaults('governed'), 1);
    const placed = placeByHand({ ...chart, states }, config, 519, 432)!;
    expect(placed.states.map(({ state }) => state)).toEqual(states);
    const names = placed.edges.flatMap(edge => edge.names);
    expect(names).toEqual(expect.arrayContaining(['starts', 'searches again', 'stuck', 'ends']));
  });

  it('places every state and every edge of the librarian chart, with the limit that holds', async () => {
    const { states } = compile((await getAgentModelEntry('librarian').model()).chart!);
    const { chart, config } = librarianInfo(getModelDefaults('librarian'), 1);
    const placed = placeByHand(chart, config, 519, 324)!;
    expect(placed.states.map(({ state }) => state)).toEqual(states);
    for (const { box } of placed.states) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(324);
    }
    const shown = placed.edges.filter(({ quiet }) => !quiet).flatMap(({ names }) => names);
    expect(shown).toEqual(['acts', 'any action', 'over 4,096 tokens', 'moved']);
    const joined = new Set(placed.edges.map(({ sources, target }) => `${sources[0]}>${target}`));
    for (const { source, target } of chart.transitions) expect(joined).toContain(`${source}>${target}`);
    const without = { ...config, parameters: { ...config.parameters, paging: false } };
    expect(placeByHand(chart, without, 519, 324)!.edges.filter(({ quiet }) => !quiet)).toHaveLength(2);
    const other = { ...config.parameters, paging_limit: 64 };
    const names = placeByHand(chart, { ...config, parameters: other }, 519, 324)!.edges.flatMap(e => e.names);
    expect(names).toContain('over 64 tokens');
  });

  it('gives each state of a librarian its own hue, with paging distinct from thinking and executing', () => {
    const { states } = librarianInfo(getModelDefaults('librarian'), 1).chart;
    expect(states.map(state => getStateHueToken(state, states))).toEqual([
      '--state-evaluating',
      '--state-scrolling',
      '--state-engaging-reshare',
      '--state-idle',
    ]);
  });

  it('gives the states of a workflow the hues of their names, and those without one the first that are free', () => {
    const tokens = (states: readonly string[]) =>
      states.map(state => getStateHueToken(state, states).replace('--state-', ''));
    const example = ['observing', 'ideating', 'implementing', 'testing', 'reflecting', 'shipping'];
    expect(tokens(example)).toEqual([
      'scrolling',
      'evaluating',
      'composing',
      'engaging-like',
      'resting',
      'engaging-reshare',
    ]);
    // "thinking" and "evaluating" have the same hue by name: the first one has it.
    const alike = ['thinking', 'evaluating', 'executing'];
    expect(tokens(alike)).toEqual(['evaluating', 'composing', 'scrolling']);
    const many = Array.from({ length: 16 }, (_, i) => `s${i}`);
    expect(new Set(tokens(many)).size).toBe(14);
    expect([tokens(many)[7], tokens(many)[14]]).toEqual(['scrolling-2', 'scrolling']);
    const { heightAt } = getModelAppearance('workflow').states;
    for (const position of many.keys()) expect(heightAt!(position)).toBeGreaterThan(0);
  });

  it('names the agents of a workflow by their ids, as its prompts do', () => {
    const store = createPageStore();
    const setup = getModelDefaults('workflow');
    store.getState().opened(workflowInfo(setup, 1), setup);
    expect(store.getState().run!.info.names[6]).toBe('agent_007');
    expect(formatRunClock(workflowInfo(setup, 1).config, 46)).toBe('of 200');
    expect(getCurrentSortOrder(store.getState())).toEqual({ by: 'model', order: 'profit', focus: null });
  });

  it('gives the states of missions hues of the palette, each its own', () => {
    const { states } = governedInfo(getModelDefaults('governed'), 1).chart;
    const tokens = states.map(state => getStateHueToken(state, states));
    expect(new Set(tokens).size).toBe(states.length);
    expect(tokens[0]).toBe('--state-idle');
    expect(getStateHueToken('stuck_decide', states)).toBe('--state-engaging-reshare');
  });

  it('gives states that are called like parts of objects a hue as others', () => {
    const states = ['constructor', 'toString', '__proto__', 'valueOf'];
    const tokens = states.map(state => getStateHueToken(state, states));
    expect(new Set(tokens).size).toBe(states.length);
    for (const token of tokens) expect(token).toMatch(/^--state-/);
  });

  it('gives a state one hue, whatever models have it', () => {
    const owners = new Map<string, Map<string, string[]>>();
    for (const { name } of MODELS)
      for (const [state, hue] of Object.entries(findPageModel(name)?.hues ?? {})) {
        const hues = owners.get(state) ?? new Map<string, string[]>();
        owners.set(state, hues.set(hue, [...(hues.get(hue) ?? []), name]));
      }
    const torn = [...owners].flatMap(([state, hues]) =>
      hues.size < 2
        ? []
        : [`${state}: ${[...hues].map(([hue, models]) => `${hue} in ${models.join(', ')}`).join('; ')}`],
    );
    expect(
      torn,
      'states with two hues: take the same hue in index.ts, or another name for the state',
    ).toEqual([]);
  });

  it('names the states that share a hue as their charts do', () => {
    const shared = { at_home: 'idle', way_home: 'engaging_reply' };
    const states = ['at_home', 'way_home'];
    expect(states.map(state => getStateColorToken(state, states, shared))).toEqual([
      '--state-idle',
      '--state-engaging-reply',
    ]);
  });

  it('keeps a hue in every chart where a state holds a token, and leaves the rest to the others', () => {
    const shared = { over: '--state-resting' };
    const states = ['a', 'over', 'b', 'c', 'd', 'e'];
    expect(states.map(state => getStateColorToken(state, states, shared))).toEqual([
      ...['--state-scrolling', '--state-resting', '--state-evaluating', '--state-composing'],
      ...['--state-engaging-like', '--state-engaging-reshare'],
    ]);
  });

  it('shows the time of day of a society and the time that missions have taken', () => {
    expect(formatRunClock(infoOf(DEFAULT_SETUP, 1).config, 31)).toBe('19:33');
    const { config } = governedInfo(getModelDefaults('governed'), 1);
    expect(formatRunClock(config, 17)).toBe('00:51');
    expect(formatRunClock(config, 1241)).toBe('1:02:03');
  });

  it('sorts by the criteria of the run’s model', () => {
    const store = createPageStore({ sort: 'cascade' });
    expect(getCurrentSort(store.getState())).toBe('cascade');
    const setup = getModelDefaults('governed');
    store.getState().opened(governedInfo(setup, 1), setup);
    expect(getCurrentSort(store.getState())).toBe('outcome');
    expect(getCurrentSortOrder(store.getState())).toEqual({ by: 'model', order: 'outcome', focus: null });
  });

  it('begins a run of another model at its own scale', () => {
    const store = createPageStore();
    const setup = getModelDefaults('governed');
    store.getState().opened(infoOf(DEFAULT_SETUP, 1), DEFAULT_SETUP);
    store.getState().setPlot(744, 10);
    store.getState().opened(governedInfo(setup, 2), setup);
    expect(store.getState().scale).toEqual({ from: 0, pixels: 24 });
    store.getState().setPlot(456, 20);
    store.getState().opened(infoOf(DEFAULT_SETUP, 3), DEFAULT_SETUP);
    expect(store.getState().scale).toEqual({ from: -24, pixels: 8 });
    expect(getModelAppearance('unknown')).toBe(getModelAppearance('social'));
  });

  it('begins a run in a squeezed plot as squeezed, of the same model or another', () => {
    const store = createPageStore();
    store.getState().setPlot(318, 4);
    store.getState().opened(infoOf(DEFAULT_SETUP, 1), DEFAULT_SETUP);
    expect(store.getState().scale.pixels).toBe(4);
    const setup = getModelDefaults('governed');
    store.getState().opened(governedInfo(setup, 2), setup);
    expect(store.getState().scale.pixels).toBe(10);
  });
});
