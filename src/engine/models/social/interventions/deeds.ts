/** What changes do to a society: a part of the engine that runs without such changes never load. */

export { regrouped } from '../reports/groups.ts';
export { restoreBecame } from './become.ts';
export { intervene } from './interventions.ts';
