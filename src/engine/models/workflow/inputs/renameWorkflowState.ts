import type { Renaming } from '../reports/workflowDetail.ts';
import { findNameMistake, formatYamlWord } from './fields.ts';
import type { WrittenMention } from './mentions.ts';
import { readWorkflow } from './readWorkflow.ts';

/** Words that stand for themselves without quotation marks in YAML, in brackets as well. */
const PLAIN_YAML_TEXT = /^[\p{L}_][\p{L}\p{N}_. -]*$/u;
/** Words that YAML takes for values. */
const VALUE = /^(?:null|true|false)$/i;

/**
 * Renames a state in every place that is known to name it: in the lists, the edges, the steps, and in code that
 * compares `state` with it. A text that code uses in another way stays as it is. The result is read again, so that none
 * of these places is lost.
 */
export function renameWorkflowState(text: string, from: string, to: string): Renaming {
  const { mentions, problems } = readWorkflow(text);
  if (mentions === null) {
    const first = problems.find(({ severity }) => severity === 'error');
    return createRenameRefusal(
      `not every place can be read; mend line ${first?.line ?? 1} first: ${first?.message ?? 'it is empty'}`,
    );
  }
  const places = mentions.all.filter(({ state }) => state === from);
  const name = to.trim();
  const wrong = findNameMistake(name);
  if (wrong !== null) return createRenameRefusal(`a state’s name ${wrong}`);
  if (name === '*') return createRenameRefusal('“*” stands for any state, and cannot be the name of one');
  if (name === from) return { kind: 'renamed', changes: [] };
  if (places.length === 0) return createRenameRefusal(`no state is called “${formatYamlWord(from)}”`);
  if (mentions.all.some(({ state }) => state === name))
    return createRenameRefusal(`a state is called “${formatYamlWord(name)}” already`);
  const line = mentions.hidden.get(from);
  if (line !== undefined)
    return createRenameRefusal(
      `the code in line ${line} names “${formatYamlWord(from)}” in a way that only you can change`,
    );
  const changes = places.map(place => ({
    from: place.from,
    to: place.to,
    insert: formatMentionedName(name, place, text),
  }));
  const after = changes.reduceRight(
    (all, change) => all.slice(0, change.from) + change.insert + all.slice(change.to),
    text,
  );
  const again = readWorkflow(after).mentions?.all.filter(({ state }) => state === name) ?? [];
  if (again.length !== places.length)
    return createRenameRefusal(
      `“${formatYamlWord(name)}” cannot be written in every place that names the state`,
    );
  return { kind: 'renamed', changes };
}

const createRenameRefusal = (why: string): Renaming => ({ kind: 'refused', why });

/** A name as it is written in a place; what cannot be written there is noticed afterwards. */
function formatMentionedName(name: string, { writing, from }: WrittenMention, text: string): string {
  switch (writing) {
    case 'plain':
      return PLAIN_YAML_TEXT.test(name) && !VALUE.test(name) ? name : JSON.stringify(name);
    case 'single':
      return `'${name.replaceAll("'", "''")}'`;
    case 'double':
      return JSON.stringify(name);
    case 'block':
      return `${JSON.stringify(name)}\n`;
    case 'python': {
      const usual = text[from];
      const mark = name.includes(usual) ? (usual === '"' ? "'" : '"') : usual;
      return mark + name + mark;
    }
  }
}
