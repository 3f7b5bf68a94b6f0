import type { ChoiceOption, ChoiceQuestion, DecisionForm } from '../oracle.ts';
import { OFFERED_SHARES } from './jsonAnswer.ts';
import { LETTERS } from './letter.ts';

/** Most characters of a model's own text under a grammar. */
const MAX_OWN_TEXT_LENGTH = 200;

/**
 * Grammar of an answer, in the notation that XGrammar and llama.cpp share: no white space, a fixed order, no way to
 * contradict itself. A schema would allow a model to spend its tokens on white space.
 */
export function buildAnswerGrammar(question: ChoiceQuestion, form: DecisionForm, texts: boolean): string {
  switch (form) {
    case 'letter':
      return `root ::= ${[...LETTERS.slice(0, question.options.length)].map(quoteGrammarLiteral).join(' | ')}`;
    case 'json':
      return buildJsonGrammar(question.options, texts);
    case 'shares':
      return buildSharesGrammar(question.options);
  }
}

function buildJsonGrammar(options: readonly ChoiceOption[], texts: boolean): string {
  const objects = options.map(({ nextState, action, writes }) => {
    const object = JSON.stringify({ next_state: nextState, action });
    if (!texts) return quoteGrammarLiteral(object);
    const open = `${object.slice(0, -1)},"text":"`;
    return writes
      ? `${quoteGrammarLiteral(open)} said ${quoteGrammarLiteral('"}')}`
      : quoteGrammarLiteral(`${open}"}`);
  });
  const root = `root ::= ${objects.join(' | ')}`;
  return texts ? `${root}\nsaid ::= [^"\\\\\\x00-\\x1f]{0,${MAX_OWN_TEXT_LENGTH}}` : root;
}

function buildSharesGrammar(options: readonly ChoiceOption[]): string {
  const members = options.map(
    ({ action }, i) => `${quoteGrammarLiteral(`${i === 0 ? '{' : ','}${JSON.stringify(action)}:`)} share`,
  );
  return `root ::= ${members.join(' ')} "}"\nshare ::= ${OFFERED_SHARES.map(String).map(quoteGrammarLiteral).join(' | ')}`;
}

/** A string as a literal of the grammar. */
const quoteGrammarLiteral = (text: string): string =>
  `"${text.replace(/["\\]/g, c => `\\${c}`).replace(/\n/g, '\\n')}"`;
