import type { Tick } from '../../../core/indices.ts';
import type { WhyLink } from '../../../model/why.ts';
import { findVariableSources } from '../../../python/findVariableSources.ts';
import { toPyRepr } from '../../../python/write.ts';
import type { WorkflowState } from '../state.ts';
import type { TurnContext } from '../turn/context.ts';
import { describeValuesRead, shortenValue } from '../turn/describeValuesRead.ts';
import { planTurn } from '../turn/plan.ts';
import type { WorldName } from '../world/names.ts';

/** Most links of one chain, and most deeds in it. */
const [MOST, MOST_DEEDS] = [16, 5];
/** Variables of the world that follow from what the agent did lately. */
const OF_DEEDS: readonly string[] = [
  'success_rate',
  'successes',
  'total',
  'failures_in_a_row',
  'last_action',
  'last_action_ok',
  'last_action_result',
] satisfies readonly WorldName[];

/** Whose variables are looked at. */
interface Whose {
  readonly state: WorkflowState;
  readonly agent: number;
}

/** Names that are read in a context, and the last tick of which the agent's deeds were known there. */
interface Reading {
  readonly names: readonly string[];
  readonly context: TurnContext;
  readonly upTo: Tick;
}

/**
 * Who set the variables that are read, from what, and the deeds that the world's own follow from, back to where they come from.
 * @param upTo the last tick of which the agent's deeds were known
 */
export function buildSetterLinks(
  { state, agent }: Whose,
  names: readonly string[],
  context: TurnContext,
  upTo: Tick,
): readonly WhyLink[] {
  const links = new Map<string, WhyLink>();
  const waiting: Reading[] = [{ names, context, upTo }];
  for (let next = waiting.shift(); next !== undefined && links.size < MOST; next = waiting.shift()) {
    for (const name of next.names) {
      const setting = next.context.settingOf(name);
      if (setting === null) {
        if (OF_DEEDS.includes(name)) addActionLinks({ state, agent }, next.upTo, links);
        continue;
      }
      const { tick, step } = setting;
      const key = `${name} ${tick}`;
      if (links.has(key)) continue;
      const value = next.context.get(name);
      const source = findVariableSource({ state, agent }, tick, step, name);
      const read = source === null ? '' : describeValuesRead(source.names, source.context);
      links.set(key, {
        ...{ tick, agent, kind: 'set', about: '', numbers: {} },
        said: `code step “${state.inputs.workflow.steps[step].name}” set ${name} to ${shortenValue(toPyRepr(value!))}${read && `, from ${read}`}`,
      });
      if (source !== null) waiting.push(source);
    }
  }
  return [...links.values()].slice(0, MOST);
}

/** What a variable that a code step set in a tick hangs on, as it was before that step ran; null where that is no longer kept. */
function findVariableSource(
  { state, agent }: Whose,
  tick: Tick,
  number: number,
  name: string,
): Reading | null {
  const { workflow } = state.inputs;
  const step = workflow.steps[number];
  if (step.type !== 'code' || tick - 1 < state.ledger.courses[agent].variables.since) return null;
  const leaf = state.leafBefore(agent, tick);
  const before = { ...workflow, steps: workflow.steps.slice(0, number) };
  const { context } = planTurn(before, leaf, state.contextOf(agent, tick, leaf), () => false);
  return { names: findVariableSources(step.program, name), context, upTo: tick - 1 };
}

function addActionLinks({ state, agent }: Whose, upTo: Tick, links: Map<string, WhyLink>): void {
  const trader = state.world.traders[agent];
  for (const { tick, action, result } of trader.latest(upTo, MOST_DEEDS, trader.judged))
    links.set(`deed ${tick}`, {
      ...{ tick, agent, kind: 'did', about: '', numbers: {} },
      said: `${action}: ${result}`,
    });
}
