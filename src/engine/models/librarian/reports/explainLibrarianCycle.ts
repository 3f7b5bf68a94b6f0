import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import type { WhyLink } from '../../../model/whyLink.ts';
import { describeAnswerSource } from '../../../oracle/describeAnswerSource.ts';
import type { Librarian } from '../librarianAgent.ts';
import type { LibrarianState } from '../librarianState.ts';
import type { MemoryEntry } from '../memory/memory.ts';
import { formatStepReport, type LibrarianStep } from '../step/librarianStep.ts';
import type { AskedLine, Fact } from './librarianDetail.ts';

/** Maximum length of a quoted text in UTF-16 units. */
const MAX_QUOTED_VALUE_LENGTH = 120;

/**
 * Causes of an agent's cycle in the last sealed tick: the answer and, if it settled a question, the fate of the
 * sentence that answers it.
 */
export function explainLibrarianCycle(
  { ledger, sealed: tick }: LibrarianState,
  agent: number,
): readonly WhyLink[] {
  const reader = ledger.agents[agent];
  const steps = reader.steps.filter(step => step.tick === tick).reverse();
  const settled = reader.asked.filter(line => line.settled === tick);
  return [
    ...steps.map(buildLibrarianStepLink),
    ...settled.flatMap(line => buildSettledLinks(reader, agent, line)),
  ];
}

function buildLibrarianStepLink(step: LibrarianStep): WhyLink {
  const { tick, agent, kind, state, number, source, error, action, claims } = step;
  const by =
    source === null ? 'nobody was asked' : `cycle ${number} in ${state}, ${describeAnswerSource(source)}`;
  const deed = action === null ? [] : [[action.type, action.tags.join(', ')].join(' ').trimEnd()];
  const wants = [...deed, ...(claims === null ? [] : [claims])];
  const asked = wants.length === 0 ? '' : `, asked for ${wants.join(', and for ')}`;
  const result = formatStepReport({ kind, error, result: step.result }) ?? step.thought ?? kind;
  return {
    ...{ tick, agent, kind, about: `step_${step.row}`, numbers: {} },
    said: `${by}${asked}: ${cleanTextLine(result, MAX_QUOTED_VALUE_LENGTH)}`,
  };
}

function buildSettledLinks(reader: Librarian, agent: number, line: AskedLine): readonly WhyLink[] {
  const { id, question, given, expected, mark, fact } = line;
  const common = { agent, about: id, numbers: {} };
  const answer = given === null ? 'it gave no answer' : `it answered “${shortenQuotedText(given)}”`;
  const links: WhyLink[] = [
    {
      ...{ ...common, tick: line.settled ?? line.tick, kind: mark ?? 'open' },
      said: `question ${id}, “${shortenQuotedText(question)}”: ${answer}, where “${shortenQuotedText(expected)}” was right: ${mark}`,
    },
  ];
  if (fact === null) return links;
  links.push(...buildFactPlaceLinks(reader, agent, line, fact));
  const read = reader.steps.find(({ item }) => item?.kind === 'passage' && item.number === fact.passage);
  if (read !== undefined)
    links.push({
      ...{ ...common, tick: read.tick, kind: 'read' },
      said: `it read passage ${fact.passage}, which said: “${shortenQuotedText(fact.sentence)}”`,
    });
  return links;
}

/** Place of the sentence when the question was settled, and how it came there or was lost. */
function buildFactPlaceLinks(
  { memory }: Librarian,
  agent: number,
  { settled, loaded, id }: AskedLine,
  { place, span, sentence }: Fact,
): readonly WhyLink[] {
  const common = { agent, about: id, numbers: {} };
  const tick = settled ?? 0;
  const held = span === null ? null : memory.entries[span];
  if (held !== null && place !== null) {
    const then =
      place === 'storage' ? (loaded ? ', and it loaded from there' : ', and it did not load it') : '';
    return [
      { ...{ ...common, tick, kind: 'held' }, said: `the answer was in ${place} as ${held.tag}${then}` },
      buildEntryArrivalLink(agent, id, held),
    ];
  }
  const kept = memory.entries.filter(({ value }) => value.includes(sentence));
  if (kept.length === 0)
    return [
      { ...{ ...common, tick, kind: 'never_kept' }, said: 'the sentence that answers it was never kept' },
    ];
  return kept
    .filter(({ to }) => to !== null)
    .map(({ to, end, tag, place: where }) => ({
      ...{ ...common, tick: to ?? 0, kind: 'lost' },
      said: `the sentence that answers it left ${where} with ${tag}: ${end}`,
    }));
}

const buildEntryArrivalLink = (
  agent: number,
  about: string,
  { tag, cause, from, place }: MemoryEntry,
): WhyLink => ({
  ...{ tick: from, agent, kind: 'kept', about, numbers: {} },
  said: `${tag} came to ${place}: ${cause}`,
});

const shortenQuotedText = (text: string): string => cleanTextLine(text, MAX_QUOTED_VALUE_LENGTH);
