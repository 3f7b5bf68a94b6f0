import { shown } from '../../core/shown.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import { eventsIn } from './eventNames.ts';
import type { OutsideEvents } from './outsideEvents.ts';

/** Names that a line lists. */
const LISTED = 5;

/** Which events come by the chart alone, and which of those that it sends come from outside all the same: a line each. */
export function ownEventNotes({ transitions }: ChartDefinition, outside: OutsideEvents): readonly string[] {
  const { kept, opened, hasUnknown } = outside;
  const begun = opened.map(
    transition =>
      `${quoted(eventsIn(transitions[transition]))} out of ${shown(transitions[transition].source)}`,
  );
  return [
    ...(kept.length > 0
      ? [
          `${quoted(kept)}: sent by the chart itself, so never by chance; sc:weight on a transition says that its event comes from outside as well`,
        ]
      : []),
    ...(begun.length > 0 ? [`from outside, since nothing that goes before sends it: ${listed(begun)}`] : []),
    ...(hasUnknown
      ? [
          'it sends an event by an expression, whose name is not known before: such an event may come by chance as well',
        ]
      : []),
  ];
}

const quoted = (names: readonly string[]): string => listed(names.map(name => `“${shown(name)}”`));

const listed = (words: readonly string[]): string =>
  words.length > LISTED
    ? `${words.slice(0, LISTED).join(', ')} and ${words.length - LISTED} more`
    : words.join(', ');
