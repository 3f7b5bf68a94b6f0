import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/engine/statechart/compile.ts';
import type {
  ActionDefinition,
  ChartDefinition,
  DataGuard,
  StateDefinition,
} from '../../../src/engine/statechart/definition.ts';
import { readXStateChart } from '../../../src/engine/statechart/formats/readXStateChart.ts';
import { writeXStateConfig } from '../../../src/engine/statechart/formats/writeXStateConfig.ts';
import { HIERARCHY } from '../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../src/engine/statechart/machine.ts';
import { Population } from '../../../src/engine/statechart/population.ts';
import { cases } from '../../runs.ts';
import { PlainMachine } from './plainMachine.ts';
import { randomChart } from './randomCharts.ts';
import { XStateMachine } from './xstateMachine.ts';

/**
 * Machines of one chart that must agree: ours against one that remembers nothing, and against XState 5. Random charts
 * for XState leave out what it does otherwise than SCXML's algorithm (Appendix D); each of these has an example below.
 *
 * - A parallel state may be the domain of a transition: one between its regions does not leave it.
 * - A region that answers, if only by an action, keeps the states around its parallel state from answering.
 * - Eventless transitions of several regions are taken in the order in which their states were entered.
 * - Of several descriptors the exact one comes first, then the longest, wherever they stand.
 * - Initial actions are left out where a region is entered beside a target, or a state by its history.
 * - A state starts in one of its own states; a history has no actions.
 * - A final state that is a region itself tells nothing of its parent; a parallel region that is done tells on.
 */
function machineOf(definition: ChartDefinition, size = 1): Machine {
  const chart = compile(definition);
  const population = new Population(size, chart.isFlat ? chart.initial : 0);
  population.addInteger('mood');
  population.addInteger('budget');
  return new Machine(chart, population, 1, HIERARCHY);
}

/** Active states of the first agent, at every level. */
const activeIn = ({ table, population, chart }: Machine) =>
  table.configuration(population.state[0]).active.map(state => chart.states[state]);

describe('a machine with cached results', () => {
  it('behaves like one that asks the interpreter at every step', () => {
    fc.assert(
      fc.property(randomChart(), ({ definition, events }) => {
        const [notes, plainNotes]: string[][] = [[], []];
        const machine = machineOf(definition(notes));
        machine.beginTick();
        const plain = new PlainMachine(definition(plainNotes));
        for (const event of events) {
          expect(activeIn(machine)).toEqual(plain.active);
          expect(plain.illegality).toBeNull();
          machine.fireEvent(0, event, 0);
          plain.fire(event);
        }
        expect(activeIn(machine)).toEqual(plain.active);
        expect(notes).toEqual(plainNotes);
        for (const column of ['mood', 'budget'])
          expect(machine.population.column(column)?.[0]).toBe(plain.columns[column]);
      }),
      cases(120, 2_400),
    );
  });
});

describe('a machine that is saved after every tick', () => {
  it('continues like one that is not saved: states, actions, the hash of the log', () => {
    fc.assert(
      fc.property(randomChart(), ({ definition, events }) => {
        const [notes, otherNotes]: string[][] = [[], []];
        const machine = machineOf(definition(notes), 2);
        let other = machineOf(definition(otherNotes), 2);
        for (const [i, event] of events.entries()) {
          for (const one of [machine, other]) {
            one.beginTick();
            one.fireEvent(i % 2, event, 0);
            one.log.seal();
          }
          const { population, log } = other;
          const saved = structuredClone([other.save(), population.save(), log.save()] as const);
          other = machineOf(definition(otherNotes), 2);
          // A flat chart has nothing beside its columns and its log.
          if (saved[0] !== null) other.restore(saved[0]);
          other.population.restore(saved[1]);
          other.log.restore(saved[2]);
          expect(activeIn(other)).toEqual(activeIn(machine));
        }
        expect(other.log.hash).toBe(machine.log.hash);
        expect(otherNotes).toEqual(notes);
      }),
      cases(40, 800),
    );
  });
});

describe('XState', () => {
  it('agrees about a chart that both interpret alike', () => {
    fc.assert(
      fc.property(randomChart(true), ({ definition, events }) => {
        const notes: string[] = [];
        const machine = machineOf(definition(notes));
        machine.beginTick();
        const other = new XStateMachine(definition([]));
        for (const event of events) {
          expect(activeIn(machine)).toEqual(other.active);
          machine.fireEvent(0, event, 0);
          other.fire(event);
        }
        expect(activeIn(machine)).toEqual(other.active);
        expect(notes).toEqual(other.notes);
      }),
      cases(140, 2_800),
    );
  });
});

/** What XState's own users write: nothing of ours beside it, and no state is left and entered again. */
const plainly = (definition: ChartDefinition) =>
  JSON.parse(JSON.stringify(writeXStateConfig(definition)), (key, value) =>
    key === 'meta' || key === 'reenter' ? undefined : value,
  );

describe('a machine written for XState', () => {
  it('behaves the same here as there', () => {
    fc.assert(
      fc.property(randomChart(true), ({ definition, events }) => {
        const notes: string[] = [];
        const config = plainly(definition([]));
        const { definition: read, notes: differences } = readXStateChart(config, {
          implementations: { action: name => () => void notes.push(name) },
        });
        const hasRegions = read.states.some(state => JSON.stringify(state).includes('"parallel"'));
        const stays = read.transitions.some(
          ({ target, trigger }) => target === null && trigger.startsWith('e'),
        );
        fc.pre(differences.length === 0 && !(hasRegions && stays));
        const machine = machineOf(read);
        machine.beginTick();
        const other = new XStateMachine(definition([]), config);
        for (const event of events) {
          machine.fireEvent(0, event, 0);
          other.fire(event);
          expect(activeIn(machine)).toEqual(other.active);
        }
        expect(notes).toEqual(other.notes);
      }),
      cases(50, 1_000),
    );
  });
});

/** A state that writes down when it is entered and left. */
const noted =
  (note: (name: string) => ActionDefinition) =>
  (id: string, more: Partial<StateDefinition> = {}): StateDefinition => ({
    id,
    ...more,
    entry: [[note(`+${id}`)]],
    exit: [[note(`-${id}`)]],
  });

const ready: DataGuard = { kind: 'compare', column: 'mood', op: '>', value: 0 };

type Maker = (
  state: ReturnType<typeof noted>,
  note: (name: string) => ActionDefinition,
) => Omit<ChartDefinition, 'name'>;

/** What each of the two notes on the events, after the start. */
function both(make: Maker, events: readonly string[]): readonly [ours: string, theirs: string] {
  const notes: string[] = [];
  const note = (name: string): ActionDefinition => ({
    kind: 'function',
    name,
    run: () => void notes.push(name),
  });
  const definition: ChartDefinition = { name: 'random', ...make(noted(note), note) };
  const machine = machineOf(definition);
  machine.beginTick();
  const other = new XStateMachine(definition);
  for (const event of events) {
    notes.length = 0;
    other.notes.length = 0;
    machine.fireEvent(0, event, 0);
    other.fire(event);
  }
  return [notes.join(' '), other.notes.join(' ')];
}

describe('in XState, unlike here,', () => {
  it.each<[what: string, make: Maker, events: string[], ours: string, theirs: string]>([
    [
      'it stays in a parallel state on a transition between its regions',
      state => ({
        initial: 'p',
        states: [state('p', { kind: 'parallel', states: [state('a'), state('b')] })],
        transitions: [{ trigger: 'go', source: 'a', target: 'b' }],
      }),
      ['go'],
      '-b -a -p +p +a +b',
      '-b -a +a +b',
    ],
    [
      'it asks a parallel state only where none of its regions answers',
      (state, note) => ({
        initial: 'p',
        states: [state('p', { kind: 'parallel', states: [state('a'), state('b')] })],
        transitions: [
          { trigger: 'go', source: 'a', target: null, actions: [note('a')] },
          { trigger: 'go', source: 'p', target: null, actions: [note('p')] },
        ],
      }),
      ['go'],
      'a p',
      'a',
    ],
    [
      'it takes eventless transitions in the order in which their states were entered',
      (state, note) => ({
        initial: 'p',
        states: [
          {
            id: 'p',
            kind: 'parallel',
            states: [
              { id: 'a', states: ['a1', 'a2', 'a3'] },
              { id: 'b', states: ['b1', 'b2'] },
            ],
          },
          state('unused'),
        ],
        transitions: [
          { trigger: 'first', source: 'a1', target: 'a2' },
          { trigger: 'a', on: [], source: 'a2', target: 'a3', guard: ready, actions: [note('a')] },
          { trigger: 'b', on: [], source: 'b1', target: 'b2', guard: ready, actions: [note('b')] },
          {
            trigger: 'then',
            source: 'p',
            target: null,
            actions: [{ kind: 'set', column: 'mood', value: 1 }],
          },
        ],
      }),
      ['first', 'then'],
      'a b',
      'b a',
    ],
    [
      'it tries the exact event first',
      (_, note) => ({
        initial: 'a',
        states: ['a'],
        transitions: [
          { trigger: 'any', on: ['*'], source: 'a', target: null, actions: [note('any')] },
          { trigger: 'go', source: 'a', target: null, actions: [note('go')] },
        ],
      }),
      ['go'],
      'any',
      'go',
    ],
    [
      'it leaves out the initial actions of a region that is entered next to a target',
      (_, note) => ({
        initial: 'off',
        states: [
          'off',
          {
            id: 'p',
            kind: 'parallel',
            states: [
              { id: 'a', states: ['a1', 'a2'] },
              { id: 'b', states: ['b1'], initialActions: [note('start b')] },
            ],
          },
        ],
        transitions: [{ trigger: 'go', source: 'off', target: 'a2' }],
      }),
      ['go'],
      'start b',
      '',
    ],
    [
      'it starts in one state, right below',
      state => ({
        initial: 'off',
        states: [
          'off',
          { id: 'on', initial: 'deep', states: [{ id: 'a', states: [state('first'), state('deep')] }] },
        ],
        transitions: [{ trigger: 'go', source: 'off', target: 'on' }],
      }),
      ['go'],
      '+deep',
      '+first',
    ],
    [
      'it has no actions of a history',
      (_, note) => ({
        initial: 'off',
        states: [
          'off',
          {
            id: 'on',
            states: ['a', { id: 'past', kind: 'history', initial: 'a', initialActions: [note('no past')] }],
          },
        ],
        transitions: [{ trigger: 'go', source: 'off', target: 'past' }],
      }),
      ['go'],
      'no past',
      '',
    ],
    [
      'it signals the end of a parallel state in which the last region to end is parallel',
      (_, note) => ({
        initial: 'off',
        states: [
          'off',
          {
            id: 'p',
            kind: 'parallel',
            states: [
              { id: 'q', kind: 'parallel', states: [{ id: 'r', states: [{ id: 'end', kind: 'final' }] }] },
            ],
          },
        ],
        transitions: [
          { trigger: 'go', source: 'off', target: 'p' },
          { trigger: 'done.state.p', source: 'p', target: null, actions: [note('p is done')] },
        ],
      }),
      ['go'],
      '',
      'p is done',
    ],
    [
      'it takes no region that is a final state for the end of its parent',
      (_, note) => ({
        initial: 'off',
        states: [
          'off',
          {
            id: 'p',
            kind: 'parallel',
            states: [
              { id: 'end', kind: 'final' },
              { id: 'r', states: ['going on'] },
            ],
          },
        ],
        transitions: [
          { trigger: 'go', source: 'off', target: 'p' },
          { trigger: 'done.state.p', source: 'p', target: null, actions: [note('p is done')] },
        ],
      }),
      ['go'],
      'p is done',
      '',
    ],
  ])('%s', (_, make, events, ours, theirs) => {
    expect(both(make, events)).toEqual([ours, theirs]);
  });
});
