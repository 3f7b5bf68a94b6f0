import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../../docs/workflow.md', import.meta.url), 'utf8');

/**
 * The workflows that the page of the model shows: the first of a list of names, the second of states in one another, the
 * third with artifacts that conditions ask.
 */
export const [FLAT, NESTED, ASKING] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text);
