import {
  createMachine as createRobot,
  guard,
  interpret,
  state as robotState,
  transition as robotTransition,
} from 'robot3';
import { createActor, createMachine, initialTransition, transition } from 'xstate';
import { Statechart } from '../../src/engine/embedding/statechart.ts';
import type { LogStore } from '../../src/engine/log/logStore.ts';
import { MemoryLogStore } from '../../src/engine/log/memoryLogStore.ts';
import { Agent } from '../../src/engine/statechart/agent.ts';
import { compile } from '../../src/engine/statechart/compile.ts';
import type { ChartDefinition } from '../../src/engine/statechart/definition.ts';
import { HIERARCHY } from '../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../src/engine/statechart/machine.ts';
import { Population } from '../../src/engine/statechart/population.ts';
import { withHierarchy } from './hierarchy.ts';
import { AwayStore, type Contender, DRIVE, draw, EDGES, STATES, transitionOf } from './workload.ts';

const definition: ChartDefinition = {
  name: 'bench',
  states: STATES,
  initial: 'idle',
  transitions: EDGES.map(transitionOf),
};

/** Our compiled table, 50-entry history and log on. */
function compiledTable(size: number, store: LogStore = new AwayStore()): Contender {
  const chart = compile(definition);
  const population = new Population(size, chart.initial);
  const draws = population.addFloat('draw');
  const machine = new Machine(chart, population, 0, HIERARCHY, store);
  const trigger = Uint16Array.from(STATES, state => chart.triggerNumber.get(DRIVE[state])!);
  const { state } = population;
  return {
    play(from, to) {
      for (let tick = from; tick < to; tick++) {
        machine.beginTick();
        for (let agent = 0; agent < size; agent++) {
          draws[agent] = draw(agent, tick);
          machine.fire(agent, trigger[state[agent]], 0);
        }
      }
    },
    stateOf: agent => STATES[state[agent]],
  };
}

/** The same through the string-keyed API. */
function namedApi(size: number): Contender {
  const chart = new Statechart(definition);
  const population = new Population(size, chart.compiled.initial);
  const draws = population.addFloat('draw');
  const machine = new Machine(chart.compiled, population, 0, HIERARCHY, new AwayStore());
  const agents = Array.from({ length: size }, (_, i) => new Agent(machine, i));
  return {
    play(from, to) {
      for (let tick = from; tick < to; tick++) {
        machine.beginTick();
        for (let i = 0; i < size; i++) {
          draws[i] = draw(i, tick);
          chart.fire(agents[i], DRIVE[agents[i].state]);
        }
      }
    },
    stateOf: agent => agents[agent].state,
  };
}

type DrawEvent = { readonly type: string; readonly draw: number };

function xstateMachine() {
  const states: Record<string, object> = {};
  for (const state of STATES) {
    const on: Record<string, object[]> = {};
    for (const { trigger, target, above } of EDGES.filter(e => e.source === state)) {
      on[trigger] ??= [];
      const holds =
        above === undefined ? {} : { guard: ({ event }: { event: DrawEvent }) => event.draw > above };
      on[trigger].push({ target, ...holds });
    }
    states[state] = { on };
  }
  return createMachine({ id: 'bench', initial: 'idle', states, types: {} as { events: DrawEvent } });
}

function xstateActors(size: number): Contender {
  const machine = xstateMachine();
  const actors = Array.from({ length: size }, () => createActor(machine).start());
  const stateOf = (agent: number) => actors[agent].getSnapshot().value as string;
  return {
    play(from, to) {
      for (let tick = from; tick < to; tick++)
        for (let agent = 0; agent < size; agent++)
          actors[agent].send({ type: DRIVE[stateOf(agent)], draw: draw(agent, tick) });
    },
    stateOf,
  };
}

function xstatePure(size: number): Contender {
  const machine = xstateMachine();
  const snapshots = Array.from({ length: size }, () => initialTransition(machine)[0]);
  const stateOf = (agent: number) => snapshots[agent].value as string;
  return {
    play(from, to) {
      for (let tick = from; tick < to; tick++)
        for (let agent = 0; agent < size; agent++)
          snapshots[agent] = transition(machine, snapshots[agent], {
            type: DRIVE[stateOf(agent)],
            draw: draw(agent, tick),
          })[0];
    },
    stateOf,
  };
}

/** robot3's own type does not allow for states that are made in a loop. */
type Machine3 = Parameters<typeof interpret>[0];

function robot(size: number): Contender {
  const states = Object.fromEntries(
    STATES.map(state => [
      state,
      robotState(
        ...EDGES.filter(e => e.source === state).map(({ trigger, target, above }) =>
          above === undefined
            ? robotTransition(trigger, target)
            : robotTransition(
                trigger,
                target,
                guard((_: object, event: DrawEvent) => event.draw > above),
              ),
        ),
      ),
    ]),
  );
  const machine = createRobot('idle', states);
  const services = Array.from({ length: size }, () => interpret(machine as unknown as Machine3, () => {}));
  const stateOf = (agent: number) => (services[agent].machine as { current: string }).current;
  return {
    play(from, to) {
      for (let tick = from; tick < to; tick++)
        for (let agent = 0; agent < size; agent++)
          services[agent].send({ type: DRIVE[stateOf(agent)], draw: draw(agent, tick) } as never);
    },
    stateOf,
  };
}

export const ENGINES: Readonly<Record<string, (size: number) => Contender>> = {
  'statescope, compiled table': size => compiledTable(size),
  'statescope, log in memory': size => compiledTable(size, new MemoryLogStore()),
  'statescope, hierarchy': size => withHierarchy(size, new AwayStore()),
  'statescope, by name': namedApi,
  'xstate, actors': xstateActors,
  'xstate, pure transition': xstatePure,
  robot3: robot,
};
