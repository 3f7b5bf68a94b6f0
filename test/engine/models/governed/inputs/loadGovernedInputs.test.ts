import { describe, expect, it } from 'vitest';
import { GOVERNED_WORDS } from '../../../../../src/engine/models/governed/governedChartWords.ts';
import { compositeGovernedChart } from '../../../../../src/engine/models/governed/inputs/loadGovernedInputs.ts';
import { MISSION_PHASES } from '../../../../../src/engine/models/governed/phases.ts';
import { STUCK } from '../../../../../src/engine/models/governed/stuck/ruleColumns.ts';
import { compile } from '../../../../../src/engine/statechart/compile.ts';
import {
  parseChartJson,
  serializeChart,
} from '../../../../../src/engine/statechart/formats/parseChartJson.ts';
import { readXStateChart } from '../../../../../src/engine/statechart/formats/readXStateChart.ts';
import { writeXStateConfig } from '../../../../../src/engine/statechart/formats/writeXStateConfig.ts';
import { readScxml } from '../../../../../src/engine/statechart/scxml/readScxml.ts';
import { writeScxml } from '../../../../../src/engine/statechart/scxml/writeScxml.ts';
import { openMissions } from '../mission.ts';

describe('the chart with second chances', () => {
  const {
    tree,
    isFlat,
    definition,
    interpreter,
    stateNumber,
    states: names,
  } = compile(compositeGovernedChart);

  it('has the flat chart’s states as its leaves, in the same order, and words for all states and triggers', async () => {
    const run = await openMissions({ parameters: { second_chances: 1 } });
    expect(isFlat).toBe(false);
    expect(run.machine.table.projection?.places).toEqual(MISSION_PHASES);
    const { states, triggers } = definition.words!;
    expect(Object.keys(states).sort()).toEqual([...tree.ids].sort());
    expect(Object.keys(triggers).sort()).toEqual(
      Object.keys({ ...GOVERNED_WORDS.triggers, resume: 0 }).sort(),
    );
    expect(new Set(definition.transitions.map(({ trigger }) => trigger))).toEqual(
      new Set(Object.keys(triggers)),
    );
  });

  it('leads from each stuck state back to the phase before it, by history', () => {
    const named = (configuration: { readonly active: readonly number[] }) =>
      configuration.active.map(state => names[state]);
    for (const [phase, stuck] of Object.entries(STUCK)) {
      let now = interpreter.begin().next;
      const take = (trigger: string, source: string) => {
        const transition = definition.transitions.findIndex(
          t => t.trigger === trigger && t.source === source,
        );
        now = interpreter.microstep(now, [{ transition, source: stateNumber.get(source)! }]).next;
      };
      take('search', 'init');
      if (phase !== 'searching') take('reason', 'searching');
      if (phase === 'deciding') take('reason', 'analyzing');
      take('timeout', phase);
      expect(named(now)).toEqual(['stuck', stuck]);
      take('resume', 'stuck');
      expect(named(now)).toEqual(['working', phase]);
    }
  });

  it('keeps its history in every format', () => {
    const { text } = writeScxml(compositeGovernedChart);
    expect(parseChartJson(serializeChart(compositeGovernedChart))).toEqual(compositeGovernedChart);
    const histories = [
      readScxml(text).definition,
      readXStateChart(writeXStateConfig(compositeGovernedChart)).definition,
    ].map(chart => JSON.stringify(chart).match(/"kind":"history"/g)?.length);
    expect(histories).toEqual([1, 1]);
  });
});
