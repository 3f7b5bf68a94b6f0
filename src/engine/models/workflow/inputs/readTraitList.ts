import type { Node } from 'yaml';
import { findNearestWord } from '../../../core/findNearestWord.ts';
import { type FieldReader, formatYamlWord, getNodeRange } from './fields.ts';
import { parsePromptTemplate } from './promptTemplate.ts';
import { readYamlCondition } from './readStateMachine.ts';
import type { ReadSteps } from './readStepList.ts';
import type { Trait } from './workflow.ts';

const MAX_TRAITS = 200;

/** The components, in the order in which they are appended. */
export function readTraitList(reader: FieldReader, node: Node | null, steps: ReadSteps): readonly Trait[] {
  const fields = reader.fields(node, '“components”', ['traits']);
  if (fields === null || !fields.has('traits')) return [];
  const list = reader.list(fields.get('traits'), '“traits”') ?? [];
  if (list.length > MAX_TRAITS) {
    reader.error(fields.get('traits'), `${list.length} traits; at most ${MAX_TRAITS}`);
    return [];
  }
  const names = new Set<string>();
  return list.flatMap(item => readTraitEntry(reader, item, steps, names) ?? []);
}

function readTraitEntry(
  reader: FieldReader,
  node: Node | null,
  steps: ReadSteps,
  names: Set<string>,
): Trait | null {
  const fields = reader.fields(node, 'a trait', ['name', 'prompt', 'inject_into', 'condition']);
  if (fields === null) return null;
  for (const name of ['name', 'prompt', 'inject_into'])
    if (fields.lacks(name)) reader.problems.error(fields.offset, 0, `a trait needs “${name}”`);
  const name = fields.has('name') ? reader.name(fields.get('name'), "a trait's “name”") : null;
  if (name !== null && names.has(name.text))
    reader.error(name.node, `two traits are called “${formatYamlWord(name.text)}”`);
  if (name !== null) names.add(name.text);
  const prompt = fields.has('prompt') ? reader.text(fields.get('prompt'), '“prompt”') : null;
  const list = fields.has('inject_into') ? reader.list(fields.get('inject_into'), '“inject_into”') : null;
  const injectInto = (list ?? []).flatMap(item => readTraitStepName(reader, item, steps) ?? []);
  const condition = fields.has('condition')
    ? readYamlCondition(reader, fields.get('condition'), '“condition”')
    : 'always';
  if (name === null || prompt === null || list === null || condition === null) return null;
  return {
    ...reader.problems.at(getNodeRange(node)[0]),
    name: name.text,
    condition: condition === 'always' ? null : condition,
    prompt: parsePromptTemplate(prompt.text, reader.problems.anchorOf(prompt.node)),
    injectInto,
  };
}

function readTraitStepName(
  reader: FieldReader,
  node: Node | null,
  { steps, names }: ReadSteps,
): string | null {
  const found = reader.name(node, "a step's name");
  if (found === null) return null;
  const step = steps.find(({ step }) => step.name === found.text)?.step;
  if (!names.has(found.text))
    reader.error(
      node,
      `no step is called “${formatYamlWord(found.text)}”`,
      findNearestWord(found.text, names),
    );
  else if (step?.type === 'code')
    reader.error(node, `step “${formatYamlWord(found.text)}” is code: it has no prompt`);
  return found.text;
}
