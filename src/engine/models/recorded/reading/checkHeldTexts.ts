import { sha256OfText } from '#sha256';
import type { HeldCheck } from '../../../export/documentPart.ts';
import type { UncheckedPart } from '../../../export/verdict.ts';
import { MAX_TEXT_LENGTH } from '../../../traces/traceSteps.ts';
import { SAY } from '../../../traces/traces.ts';
import type { CaseRecord, StepRecord } from '../reports/recordedDocumentSchema.ts';

/** A digest as Statescope makes it: the first hexadecimal digits of a SHA-256. */
const OWN_DIGEST = /^[0-9a-f]{8}$/;
/** Characters of arguments that a guard keeps: its digest is of all of them. */
const MAX_GUARDED_LENGTH = 4_000;
/** Stands after a digest that is its source's and not that of the text next to it. */
const OF_SOURCE = '~';

/** Texts of a step with the digest of each. */
const PAIRS: readonly (readonly [text: 'args' | 'result', digest: 'args_hash' | 'result_hash'])[] = [
  ['args', 'args_hash'],
  ['result', 'result_hash'],
];

/** True if a digest is that of a text. */
const isDigestOf = (digest: string, text: string): boolean => sha256OfText(text).slice(0, 8) === digest;

/** A digest as a document has it: marked where it is not that of the text next to it. */
export const markForeignDigest = (digest: string | null, text: string | null): string | null =>
  digest === null || text === null || isDigestOf(digest, text) ? digest : `${digest}${OF_SOURCE}`;

/** The digest without its mark. */
export const unmarkDigest = (digest: string | undefined): string | null => digest?.replace(/~$/, '') ?? null;

/** The text that a digest of a step stands for: of a message its words. */
const getDigestedText = (
  step: Pick<StepRecord, 'tool' | 'answer' | 'args' | 'result'>,
  text: 'args' | 'result',
) => step[text] ?? (text === 'args' && step.tool === SAY ? step.answer : undefined);

/** Parts of a recorded run that nothing can check. */
export const UNCHECKED_TEXTS: readonly UncheckedPart[] = [
  { path: 'inputs[].steps[].prompt', words: 'words to the agent' },
  { path: 'inputs[].steps[].answer', words: 'words of the agent next to a call' },
  { path: 'inputs[].steps[].error', words: 'words of errors' },
  { path: 'inputs[].end', words: 'why a case ended, if that is a text' },
];

/** Compares each text of the cases with the digest next to it. @param lines rows of `inputs`, as JSON */
export function checkHeldTexts(lines: readonly string[]): HeldCheck {
  const unlike = { args: 0, result: 0 };
  for (const [row, line] of lines.entries()) {
    const { case: id, steps } = JSON.parse(line) as CaseRecord;
    for (const [at, step] of steps.entries())
      for (const [name, digestName] of PAIRS) {
        const [text, digest] = [getDigestedText(step, name), step[digestName]];
        // A text of its own has a digest in every document that is written now.
        if (digest === undefined && step[name] !== undefined) unlike[name]++;
        if (text === undefined || digest === undefined) continue;
        if (!OWN_DIGEST.test(digest) || text.length > MAX_TEXT_LENGTH) unlike[name]++;
        else if (isDigestOf(digest, text)) continue;
        else if (name === 'args' && text.length === MAX_GUARDED_LENGTH) unlike[name]++;
        else {
          const field = name in step ? name : 'answer';
          return {
            difference: {
              where: `inputs[${row}].steps[${at}].${field}, step ${at + 1} of case ${id}`,
              said: JSON.stringify(text.slice(0, 80)),
              is: `a text with the digest ${digest}`,
            },
            unchecked: [],
          };
        }
      }
  }
  return {
    difference: null,
    unchecked: PAIRS.flatMap(([name]) =>
      unlike[name] === 0
        ? []
        : [
            {
              path: `inputs[].steps[].${name}`,
              words: `${unlike[name]} ${name === 'args' ? 'arguments' : 'results'} that were cut, have no digest, or whose digests are their source’s`,
            },
          ],
    ),
  };
}
