import { formatQuotedText } from '../../core/formatQuotedText.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import { listTransitionEvents } from './eventNames.ts';
import type { OutsideEvents } from './outsideEvents.ts';

/** Names that a line lists. */
const LISTED = 5;

/** Which events come by the chart alone, and which of those that it sends come from outside all the same: a line each. */
export function describeOwnEvents(
  { transitions }: ChartDefinition,
  outside: OutsideEvents,
): readonly string[] {
  const { kept, opened, hasUnknown } = outside;
  const begun = opened.map(
    transition =>
      `${quoteEventNames(listTransitionEvents(transitions[transition]))} out of ${formatQuotedText(transitions[transition].source)}`,
  );
  return [
    ...(kept.length > 0
      ? [
          `${quoteEventNames(kept)}: sent by the chart itself, so never by chance; sc:weight on a transition says that its event comes from outside as well`,
        ]
      : []),
    ...(begun.length > 0
      ? [`from outside, since nothing that goes before sends it: ${formatWordList(begun)}`]
      : []),
    ...(hasUnknown
      ? [
          'it sends an event by an expression, whose name is not known before: such an event may come by chance as well',
        ]
      : []),
  ];
}

const quoteEventNames = (names: readonly string[]): string =>
  formatWordList(names.map(name => `“${formatQuotedText(name)}”`));

const formatWordList = (words: readonly string[]): string =>
  words.length > LISTED
    ? `${words.slice(0, LISTED).join(', ')} and ${words.length - LISTED} more`
    : words.join(', ');
