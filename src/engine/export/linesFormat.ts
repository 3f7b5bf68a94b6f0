/** Format of a run document that has a row a line (NDJSON), by which it is recognised. */
export const LINES_FORMAT = 'statescope-run-lines';
