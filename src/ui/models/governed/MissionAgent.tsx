import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type { GovernedDetail } from '../../../engine/models/governed/reports/detail.ts';
import { StateDot } from '../../controls/StateDot.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { escapeInvisibleText, formatNounCount } from '../../lib/words.ts';
import { CloseAgent } from '../../views/inspector/CloseAgent.tsx';
import { DryRun } from '../../views/inspector/DryRun.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import styles from './Governed.module.css';
import { MissionHistory } from './MissionHistory.tsx';
import { MissionRules } from './MissionRules.tsx';
import { StepSection } from './StepSection.tsx';
import { countChancesLeft } from './traceWords.ts';
import { describeGovernedRule, ENDING_WORDS, isStuckMissionPhase } from './words.ts';

/** One mission: its goal, the prompt and the answer of a step, its history, and how near each rule is. */
export function MissionAgent() {
  const detail = usePage(state => state.detail);
  const governed = selectAgentModelPart<GovernedDetail>('governed', detail?.model);
  if (!detail || governed === null) return null;
  return (
    <>
      <header className={inspector.head}>
        <h2 className={styles.goal} title={escapeInvisibleText(governed.trace.goal)}>
          {escapeInvisibleText(governed.trace.goal)}
        </h2>
        <CloseAgent />
      </header>
      <Standing governed={governed} />
      <DryRun detail={detail} />
      <StepSection governed={governed} />
      <div className={`${styles.two} ${styles.reading}`}>
        <MissionHistory detail={detail} />
        <div>
          <MissionRules governed={governed} />
          <Final governed={governed} />
        </div>
      </div>
    </>
  );
}

/** "stuck_search after 18 steps, 17,266 tokens. Next: finishing, unasked." */
function Standing({ governed }: { readonly governed: GovernedDetail }) {
  const decides = usePage(({ run }) => run?.setup.oracle.kind ?? 'policy');
  const { trace, phase, tokens, character } = governed;
  const steps = Math.max(0, ...trace.steps.map(({ number }) => number));
  return (
    <p className={styles.facts}>
      <span className="mono">{trace.id}</span>
      {decides === 'policy' && <span title="who plays the model">{character.replace('_', '-')}, </span>}
      <StateDot state={phase} />
      <b>{phase}</b> after {formatNounCount(steps, 'step')}, {formatNounCount(tokens, 'token')}.{' '}
      {describeMissionStatus(governed)}
      {describeSecondChances(trace)}
    </p>
  );
}

/** "Sent back for another try 1 of 2 times.", after a space; empty for never. */
function describeSecondChances({ steps, chances }: GovernedDetail['trace']): string {
  const used = steps.filter(({ kind }) => kind === 'resumed').length;
  return used === 0 ? '' : ` Sent back for another try ${used} of ${formatNounCount(chances, 'time')}.`;
}

function describeMissionStatus({ phase, trace }: GovernedDetail): string {
  const { outcome, ending, rule } = trace;
  const left = countChancesLeft(trace, trace.steps);
  if (isStuckMissionPhase(phase))
    return left > 0 ? 'Next: another try, with a warning.' : 'Next: finishing, unasked.';
  if (outcome === 'waiting') return 'It waits for a place.';
  if (outcome === 'under_way') return '';
  const why = rule === null ? '' : `: ${describeGovernedRule(rule)}`;
  if (outcome === 'finished') {
    const judged = ending === null ? '' : `, ${ENDING_WORDS[ending]}`;
    return rule === null ? `Finished by itself${judged}.` : `Finished on advice${why}${judged}.`;
  }
  return outcome === 'cut_off' ? `Cut off${why}.` : `Stopped as stuck${why}.`;
}

/** "Right would be: 7421." */
function describeExpectedAnswer({ answers, sources }: NonNullable<GovernedDetail['expected']>): string {
  if (answers.length + sources.length === 0) return 'The documents have no answer: to say so is right.';
  const texts = answers.map(text => `“${escapeInvisibleText(text)}”`);
  const named = sources.map(name => `a word of ${escapeInvisibleText(name)}`);
  return `Right would be: ${[...texts, ...named].join(', or ')}.`;
}

/** Its last words, or what its summary would say. */
function Final({ governed }: { readonly governed: GovernedDetail }) {
  const { final, summary, wouldSay, trace, expected } = governed;
  // An agent that has done nothing yet has nothing to say.
  const text = final ?? summary ?? (trace.steps.length > 0 ? wouldSay : null);
  if (text === null) return null;
  const heading =
    final !== null
      ? 'what it finished with'
      : summary !== null
        ? 'what its summary says'
        : 'what its summary would say';
  return (
    <>
      <h3 className={inspector.key}>{heading}</h3>
      <p className={styles.said}>“{escapeInvisibleText(text)}”</p>
      {expected && <p className="label">{describeExpectedAnswer(expected)}</p>}
    </>
  );
}
