import { isScalar, type Node, type Scalar } from 'yaml';
import { parseCodeStep, parseConditionSource } from '../../../python/parse.ts';
import type { Condition as Expression, Parsed, Program } from '../../../python/program.ts';
import type { FieldReader } from './fields.ts';
import { resolveNestedPlace } from './resolveNestedPlace.ts';
import type { Condition } from './workflow.ts';

/** A condition, `always` if the text is `true`; null, after reporting it, if it does not parse. */
export function readYamlCondition(
  reader: FieldReader,
  node: Node | null,
  what: string,
): Condition | 'always' | null {
  if (isScalar(node) && node.value === true) return 'always';
  const found = reader.text(node, what);
  if (found === null) return null;
  const program = acceptParsedSource(reader, found.node, parseConditionSource(found.text));
  if (program === null) return null;
  return { ...reader.problems.anchorOf(found.node), text: found.text.trim(), program };
}

/** The program of a code step; null, after reporting it, if it does not parse. */
export function readYamlCode(reader: FieldReader, node: Node | null): Program | null {
  const found = reader.text(node, '“code”');
  return found && acceptParsedSource(reader, found.node, parseCodeStep(found.text));
}

function acceptParsedSource<Read extends Program | Expression>(
  reader: FieldReader,
  scalar: Scalar,
  result: Parsed<Read>,
): Read | null {
  if (result.kind === 'parsed') {
    reader.mentions.addPython(result.program, scalar);
    return result.program;
  }
  for (const { line, column, ...what } of result.problems)
    reader.problems.put({
      severity: 'error',
      ...resolveNestedPlace(reader.problems.anchorOf(scalar), { line, column }),
      length: 0,
      ...what,
      meant: null,
    });
  return null;
}
