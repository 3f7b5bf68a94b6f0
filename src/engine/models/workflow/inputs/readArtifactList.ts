import { isScalar, type Node } from 'yaml';
import { findNearestWord } from '../../../core/findNearestWord.ts';
import { findQuestionMistake, listArtifactQuestions } from '../../../python/artifact.ts';
import { parseArtifact } from '../../../python/parse.ts';
import type { Condition as Expression, Program } from '../../../python/program.ts';
import { listConditions, type WorkflowSources, warnAtPlace } from './checkVariableNames.ts';
import { type FieldReader, formatYamlWord, getNodeRange, type MapFields } from './fields.ts';
import type { Problems } from './problems.ts';
import type { Anchor } from './promptTemplate.ts';
import { readYamlCode } from './readStateMachine.ts';
import type { ArtifactCode, Workflow } from './workflow.ts';

const MAX_ARTIFACTS = 200;

/** The artifacts of a text, as far as they could be read. */
interface ReadArtifacts {
  readonly readable: Workflow['artifacts'];
  /** Names of all of them, readable or not; null if some name could not be read. */
  readonly names: ReadonlySet<string> | null;
}

/** Reads `artifacts`; every mistake is reported to the reader. */
export function readArtifactList(reader: FieldReader, root: MapFields): ReadArtifacts {
  const names = new Set<string>();
  const readable = new Map<string, ArtifactCode>();
  const node = root.get('artifacts');
  if (!root.has('artifacts')) return { readable, names: root.lacks('artifacts') ? names : null };
  const list = reader.list(node, '“artifacts”');
  if (list === null) return { readable, names: null };
  if (list.length > MAX_ARTIFACTS) reader.error(node, `${list.length} artifacts; at most ${MAX_ARTIFACTS}`);
  let hasAllNames = list.length <= MAX_ARTIFACTS;
  for (const item of list.slice(0, MAX_ARTIFACTS)) {
    const artifact = readArtifactEntry(reader, item, names);
    if (artifact === 'unknown') hasAllNames = false;
    else if (artifact !== null && !readable.has(artifact.name)) readable.set(artifact.name, artifact);
  }
  return { readable, names: hasAllNames ? names : null };
}

/** An artifact; null if only its name could be read, `unknown` if not even that. */
function readArtifactEntry(
  reader: FieldReader,
  node: Node | null,
  names: Set<string>,
): ArtifactCode | 'unknown' | null {
  const fields = reader.fields(node, 'an artifact', ['name', 'code']);
  if (fields === null) return 'unknown';
  for (const name of ['name', 'code'])
    if (fields.lacks(name)) reader.problems.error(fields.offset, 0, `an artifact needs “${name}”`);
  const name = fields.has('name') ? reader.name(fields.get('name'), "an artifact's “name”") : null;
  if (name !== null && names.has(name.text))
    reader.error(name.node, `two artifacts are called “${formatYamlWord(name.text)}”`);
  if (name !== null) names.add(name.text);
  const body = fields.get('code');
  const program = fields.has('code') ? readYamlCode(reader, body, parseArtifact) : null;
  if (name === null) return 'unknown';
  if (program === null || !isScalar(body)) return null;
  return {
    ...reader.problems.at(getNodeRange(node)[0]),
    name: name.text,
    program,
    codeAt: reader.problems.anchorOf(body),
  };
}

/**
 * Warns of questions to artifacts that are not there, and of values that an artifact does not take.
 * @param names of all artifacts; null if some are unknown
 */
export function checkArtifactQuestions(
  problems: Problems,
  workflow: WorkflowSources,
  names: ReadonlySet<string> | null,
): void {
  const { artifacts } = workflow;
  const check = (program: Program | Expression, at: Anchor, effect: string): void => {
    for (const { question, name, ...place } of listArtifactQuestions(program)) {
      if (name === null) continue;
      const asked = artifacts.get(name);
      const mistake = asked === undefined ? null : findQuestionMistake(question, asked.program);
      const word = formatYamlWord(name);
      if (names !== null && !names.has(name))
        warnAtPlace(problems, at, { ...place, column: place.column + 1 }, name, {
          message: `no artifact is called “${word}”: ${effect}`,
          meant: findNearestWord(name, names),
        });
      else if (mistake !== null)
        warnAtPlace(problems, at, { ...place, column: place.column + 1 }, name, {
          message: `artifact “${word}” cannot be asked like this: ${mistake}; ${effect}`,
          meant: null,
        });
    }
  };
  for (const condition of listConditions(workflow))
    check(condition.program, condition, 'the condition is false');
  for (const { program, codeAt } of artifacts.values()) check(program, codeAt, 'the artifact will fail here');
}
