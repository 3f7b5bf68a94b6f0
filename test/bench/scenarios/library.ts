import type { OutcomeDefinition } from '../../../src/engine/model/outcomeDefinition.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import type { Scenario } from '../../../src/ui/scenarios/scenario.ts';
import { type AskedRules, type AskedWorlds, addressOf } from './asked.ts';
import { findingOf, findingOfRules, KEPT_HASHES } from './finding.ts';
import { playRules, questionOf } from './plan.ts';

/**
 * A scenario as the library holds it. @param arms worlds of each set-up, by number; @param runs of the run that is opened and, for
 * a change, of the one without it
 */
export function scenarioOf(
  asked: AskedWorlds,
  definitions: readonly OutcomeDefinition[],
  arms: readonly (readonly World[])[],
  runs: { readonly opened: World; readonly parent: World },
): Scenario {
  const at = definitions.findIndex(({ name }) => name === asked.outcome);
  const { name, label, unit } = definitions[at];
  const beside = (asked.beside ?? []).map(other => definitions.findIndex(one => one.name === other));
  const { opened, parent } = runs;
  const isAlone = arms.length === 1;
  return {
    ...{ id: asked.id, question: asked.question, setting: asked.setting, tasks: asked.tasks },
    ...{ address: addressOf(asked, parent.hash), hash: opened.hash, rounds: asked.rounds },
    asks: questionOf(asked),
    outcome: { name, label, unit },
    ...findingOf(asked, definitions, arms, isAlone ? opened : null),
    here: isAlone ? opened.outcomes[at] : null,
    arms: arms.map((worlds, arm) => ({
      label: asked.arms?.[arm] ?? '',
      values: worlds.map(({ outcomes }) => outcomes[at]),
      beside: beside.map(one => worlds.map(({ outcomes }) => outcomes[one])),
    })),
    hashes: arms.map(worlds => worlds.slice(0, KEPT_HASHES).map(({ hash }) => hash.slice(0, 16))),
  };
}

/** The same of recorded cases: nothing of it is left to chance, and it has no worlds. */
export async function scenarioOfRules(asked: AskedRules): Promise<Scenario> {
  const { hash, rounds, rules } = await playRules(asked);
  const { model, seed } = asked.setup;
  return {
    ...{ id: asked.id, question: asked.question, setting: asked.setting, tasks: asked.tasks },
    address: `?model=${model}&seed=${seed}&rounds=${rounds}&view=rules:${asked.rules[0]}`,
    ...{ hash, rounds, asks: null, outcome: null },
    finding: findingOfRules(rules),
    ...{ interval: null, here: null, arms: [], hashes: [] },
  };
}
