import { Rates } from '../timing/rates.ts';
import type { Timer } from '../timing/timers.ts';
import type { Variables } from './chartVariables.ts';
import { Macrosteps } from './macrostep.ts';
import { Occupancy } from './occupancy.ts';
import { Projection } from './projection.ts';
import type { Table } from './table.ts';
import { XStateInterpreter } from './xstateInterpreter.ts';

/** The machine that the parts work for. */
type HierarchyHost = ConstructorParameters<typeof Macrosteps>[0] & ConstructorParameters<typeof Rates>[0];

/** The parts of a machine that a simple chart does without. */
export interface Hierarchy {
  readonly Occupancy: typeof Occupancy;
  readonly Projection: typeof Projection;
  readonly XStateInterpreter: typeof XStateInterpreter;
  partsFor(machine: HierarchyHost): { readonly macrosteps: Macrosteps; readonly rates: Rates };
}

/**
 * Parts for charts with more than flat states and fired events. A run of a simple chart, as in the first picture, does
 * without, so a model that may need it names it (`ModelState.hierarchy`).
 */
export const HIERARCHY: Hierarchy = {
  Occupancy,
  Projection,
  XStateInterpreter,
  partsFor: machine => ({ macrosteps: new Macrosteps(machine), rates: new Rates(machine) }),
};

/** A machine's data outside of columns and log, as plain data. Configurations and steps are named by states. */
export interface SavedMachine {
  readonly timers: readonly Timer[];
  readonly variables: ReturnType<Variables['save']>;
  readonly table: ReturnType<Table['save']>;
}
