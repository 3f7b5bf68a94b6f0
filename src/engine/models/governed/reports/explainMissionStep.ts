import type { WhyLink } from '../../../model/whyLink.ts';
import { describeAnswerSource } from '../../../oracle/describeAnswerSource.ts';
import type { GovernedState } from '../governedState.ts';
import type { MissionStep } from '../missionStep.ts';

/** Steps that show two actions by turns, the fewest that do. */
const ALTERNATING = 4;

/** Causes of a mission's step in the last sealed tick: the answer, or the rule that ended it with the counted steps. */
export function explainMissionStep({ ledger, sealed }: GovernedState, agent: number): readonly WhyLink[] {
  const steps = ledger.stepsOf(agent);
  const now = steps.filter(({ tick }) => tick === sealed).reverse();
  return now.flatMap(step => {
    const earlier = steps.slice(0, steps.indexOf(step));
    return [buildGovernedStepLink(step, ledger.reasonOf(step.row)), ...buildRuleCauseLinks(step, earlier)];
  });
}

const createStepLink = ({ tick, agent, row }: MissionStep, kind: string, said: string): WhyLink => ({
  ...{ tick, agent, kind, about: `step_${row}`, numbers: {} },
  said,
});

function buildGovernedStepLink(step: MissionStep, reason: string): WhyLink {
  const { kind, source, number, refused, rule, obeyed } = step;
  if (kind === 'verdict') return createStepLink(step, kind, `it was found stuck by ${rule}: ${reason}`);
  if (kind === 'resumed') return createStepLink(step, kind, `it was sent back for another try: ${reason}`);
  if (kind === 'forced') return createStepLink(step, kind, `it was ended without being asked: ${reason}`);
  const answered = `step ${number}, ${describeAnswerSource(source)}`;
  const advised =
    obeyed === null ? '' : obeyed ? '; it followed the advice' : '; it did not follow the advice';
  if (refused !== null)
    return createStepLink(step, 'refused', `${answered}, was refused: ${reason}${advised}`);
  return createStepLink(step, kind, `${answered}: ${reason}${advised}`);
}

/** The steps before that a rule counted, or that the same call was made in, and the one in which it was advised; the newest first. */
function buildRuleCauseLinks(step: MissionStep, earlier: readonly MissionStep[]): readonly WhyLink[] {
  // With a second chance all counts of the rules start again.
  const resumed = step.kind === 'verdict' ? earlier.findLastIndex(({ kind }) => kind === 'resumed') : -1;
  const asked = earlier.slice(resumed + 1).filter(({ source }) => source !== null);
  const advised = earlier.findLast(({ advice }) => advice !== null && advice.rule === step.rule);
  const links = findCountedSteps(step, asked).map(one =>
    createStepLink(one, 'counted', `step ${one.number}: ${describeStepAction(one)}`),
  );
  if (advised?.advice && step.kind === 'verdict')
    links.push(
      createStepLink(advised, 'advised', `in step ${advised.number} it was advised: ${advised.advice.text}`),
    );
  return links;
}

function findCountedSteps(
  { kind, rule, phase, call }: MissionStep,
  asked: readonly MissionStep[],
): readonly MissionStep[] {
  const last = asked.at(-1);
  if (kind !== 'verdict' || last === undefined)
    return (call?.before ?? []).flatMap(number => asked.filter(one => one.number === number)).reverse();
  switch (rule) {
    case 'repeated_search':
      return [last, ...findCountedSteps(last, asked.slice(0, -1))];
    case 'same_tool':
      return takeLatestWhile(asked, one => one.call !== null && one.call.tool === last.call?.tool);
    case 'failed_decisions':
      return takeLatestWhile(asked, ({ failed }) => failed > 0);
    case 'alternation':
      return asked.slice(-ALTERNATING).reverse();
    default: {
      const there = takeLatestWhile(asked, one => one.phase === phase);
      const led = asked[asked.length - there.length - 1];
      return rule === 'same_state' && led?.next === phase ? [...there, led] : there;
    }
  }
}

/** The latest steps for which something holds, the newest first. */
function takeLatestWhile(
  steps: readonly MissionStep[],
  holds: (step: MissionStep) => boolean,
): readonly MissionStep[] {
  const end = steps.findLastIndex(step => !holds(step));
  return steps.slice(end + 1).reverse();
}

/** "search {"query":"tariffs"}: 3 found". */
function describeStepAction({ call, kind, refused, milliseconds }: MissionStep): string {
  if (call === null) return `${refused ?? kind}, ${milliseconds} ms`;
  const result = refused ?? call.error ?? `${call.total} found`;
  return `${call.tool} ${JSON.stringify(call.args)}: ${result}, ${milliseconds} ms`;
}
