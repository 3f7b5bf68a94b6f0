/** What changes do to a society: a part of the engine that runs without such changes never load. */

export { applyGroupChanges } from '../reports/groups.ts';
export { restoreArchetypeChanges } from './changeArchetype.ts';
export { applyInterventions } from './interventions.ts';
