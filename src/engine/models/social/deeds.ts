/** What changes do to a society: a part of the engine that runs without such changes never load. */
export { restoreBecame } from './become.ts';
export { regrouped } from './groups.ts';
export { intervene } from './interventions.ts';
