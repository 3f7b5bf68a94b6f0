import { type ReactNode, useState } from 'react';
import { formatQuotedText } from '../../../engine/core/formatQuotedText.ts';
import type { AgentDetail, HistoryLine } from '../../../engine/model/agentDetail.ts';
import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type { MissionStep } from '../../../engine/models/governed/missionStep.ts';
import { STUCK_RULES } from '../../../engine/models/governed/phases.ts';
import type { GovernedDetail, PairRow } from '../../../engine/models/governed/reports/governedDetail.ts';
import { nameAnswer } from '../../controls/PolicyNote.tsx';
import { PromptDialog } from '../../controls/PromptDialog.tsx';
import { Scrolling } from '../../controls/Scrolling.tsx';
import { StateDot } from '../../controls/StateDot.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import type { PageState } from '../../state/pageState.ts';
import { AgentHistory } from '../../views/inspector/AgentHistory.tsx';
import { CloseAgent } from '../../views/inspector/CloseAgent.tsx';
import { DryRun } from '../../views/inspector/DryRun.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { WhatIfText } from '../../views/inspector/WhatIf.tsx';
import { isGovernanceOn } from './compared/getComparability.ts';
import { findPairRow, getPairReport } from './compared/pairSums.ts';
import {
  describeGovernedRule,
  describeUnstatedRule,
  ENDING_WORDS,
  isStuckMissionPhase,
} from './describeMissions.ts';
import { countChancesLeft } from './describeMissionTrace.ts';
import styles from './Governed.module.css';
import { getGovernedPart, getMissionSelection } from './governedPart.ts';
import {
  describeAdviceFate,
  formatRefusalReason,
  getPromptStep,
  isQuestionStep,
} from './governedResources.ts';

/** The step whose prompt is shown, of the mission in the inspector. */
const getCurrentStep = (state: PageState, { trace }: GovernedDetail): MissionStep | undefined =>
  getPromptStep(trace, getMissionSelection(state).step);

/** The end of a step's prompt with the state of the agent, and the answer with how it was read. */
function StepSection({ governed }: { readonly governed: GovernedDetail }) {
  const row = usePage(state => getCurrentStep(state, governed)?.row);
  const step = governed.trace.steps.find(other => other.row === row);
  const prompt = usePage(state =>
    getGovernedPart(state).prompt?.row === row ? getGovernedPart(state).prompt : null,
  );
  const [whole, setWhole] = useState(false);
  if (!step) return <p className="label">It has not been asked anything yet.</p>;
  if (!isQuestionStep(step)) return <Unasked step={step} />;
  const tokens = prompt?.tokens ?? step.tokensIn;
  return (
    <div className={`${styles.two} ${styles.reading}`}>
      <div>
        <div className={inspector.key}>
          <h3>prompt, Step {step.tick}</h3>
          <button type="button" className={inspector.link} onClick={() => setWhole(true)}>
            all {formatNounCount(tokens, 'token')}
          </button>
        </div>
        <Scrolling className={`${styles.text} ${styles.prompt}`}>
          {prompt ? <LastLines text={prompt.user} /> : '…'}
        </Scrolling>
      </div>
      <div>
        <div className={inspector.key}>
          <h3>{nameAnswer(step.source)}</h3>
          <span>{formatNounCount(step.tokensOut, 'token')}</span>
        </div>
        <Scrolling className={styles.text}>
          {step.said === null ? 'none came' : escapeInvisibleText(step.said)}
        </Scrolling>
        <p className={`label ${styles.read}`}>
          {describeAnswerReading(step)}
          {step.advice && (
            <>
              ; advice <b>{describeAdviceFate(step, governed.trace.steps)}</b>
            </>
          )}
        </p>
        <WhatIfText key={step.row} agent={step.agent} tick={step.tick} answer={step.said} />
      </div>
      {whole && (
        <PromptDialog
          title={`Step ${step.tick}, the whole prompt`}
          prompt={prompt}
          tokens={tokens}
          source={step.source}
          answer={step.said}
          tokensOut={step.tokensOut}
          onClose={() => setWhole(false)}
        />
      )}
    </div>
  );
}

const STATE_SECTION = '## Agent State';

/** The section about the agent's state in full; the text before it is counted. */
function LastLines({ text }: { readonly text: string }) {
  const at = text.lastIndexOf(STATE_SECTION);
  const end = at < 0 ? text.slice(-400) : text.slice(at);
  const before = text.length - end.length;
  const [first, ...rest] = escapeInvisibleText(end.trimEnd()).split('\n');
  return (
    <>
      {before > 0 && (
        <i>
          … {formatGroupedInteger(before)} characters before …{'\n'}
        </i>
      )}
      <b>{first}</b>
      {rest.map((line, position) => {
        const colon = line.indexOf(': ');
        return colon < 0 ? (
          <span key={position}>{`\n${line}`}</span>
        ) : (
          <span key={position}>
            {`\n${line.slice(0, colon + 2)}`}
            <b>{line.slice(colon + 2)}</b>
          </span>
        );
      })}
    </>
  );
}

/** "read without repair", "mended: taken out of a fence", "refused: …". */
function describeAnswerReading(step: MissionStep): string {
  const mended = step.mended.length > 0 ? `mended: ${step.mended.join(', ')}` : 'read without repair';
  if (step.kind === 'unanswered') return `${step.refused ?? 'no answer'}: it is asked again`;
  if (step.kind === 'unreadable') return `not read: ${escapeInvisibleText(step.refused ?? '')}`;
  return step.refused === null && step.call?.error == null
    ? mended
    : `${mended}; ${escapeInvisibleText(formatRefusalReason(step))}`;
}

/** An action of the chart without a question. */
function Unasked({ step }: { readonly step: MissionStep }) {
  const why = step.rule === null ? '' : describeUnstatedRule(step.rule, step.reason);
  return (
    <p className={styles.facts}>
      Step {step.tick}, without a question: <b>{step.next}</b>
      {why && `, ${why}`}
      {step.reason && `: ${formatQuotedText(step.reason)}`}.
    </p>
  );
}

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

/** Moves whose reason is shown below them; the others have it in their title. */
const EXPLAINED_MOVES = new Set<string>([...STUCK_RULES, 'resume', 'step_limit']);

/** "61.2 s of 60 s in SEARCHING": why a rule took this move; null for the others. */
const explainRuleMove = ({ context, trigger }: HistoryLine): string | null =>
  context === null || !EXPLAINED_MOVES.has(trigger) ? null : escapeInvisibleText(context);

/** A mission's moves, newest first, with the reasons of the rules. */
const MissionHistory = ({ detail }: { readonly detail: AgentDetail }) => (
  <div>
    <AgentHistory detail={detail} whyOf={explainRuleMove} />
  </div>
);

/** Each rule's distance from firing, and the mission's counterpart without any. */
function MissionRules({ governed }: { readonly governed: GovernedDetail }) {
  const row = usePage(state => findPairRow(getPairReport(state), governed.trace.agent));
  return (
    <>
      {row && <Counterpart row={row} />}
      {governed.rules.length > 0 && (
        <h3 className={inspector.key}>
          how near each rule is <span>of its limit</span>
        </h3>
      )}
      <dl className={styles.rows}>
        {governed.rules.map(({ rule, value, limit, unit, warned }) => (
          <div key={rule} className={styles.rule}>
            <dt>{describeGovernedRule(rule)}</dt>
            <dd className={styles.track} aria-hidden="true">
              <i
                className={value >= limit ? styles.full : undefined}
                style={{ width: `${Math.min(100, limit > 0 ? (value / limit) * 100 : 0)}%` }}
              />
            </dd>
            <dd>
              <b>{formatRuleLimit(value, unit)}</b> of {formatRuleLimit(limit, unit)}{' '}
              {unit === 'ms' ? 's' : unit}
              {warned && ', warned'}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Milliseconds as seconds. */
function formatRuleLimit(value: number, unit: string): string {
  const shown = unit === 'ms' ? value / 1000 : value;
  return Number.isInteger(shown) ? formatGroupedInteger(shown) : shown.toFixed(1);
}

/** The same mission in the run's counterpart. */
function Counterpart({ row }: { readonly row: PairRow }) {
  const isOn = usePage(isGovernanceOn);
  const other = isOn ? row.without : row.with;
  return (
    <>
      <h3 className={inspector.key}>a run of this seed {isOn ? 'without' : 'with'} governance</h3>
      <dl className={styles.rows}>
        <Fact name="ends">
          <b>{ENDING_WORDS[other.ending]}</b>
        </Fact>
        <Fact name="after">
          <b>{formatNounCount(other.steps, 'step')}</b>
          {other.ending === 'cut_off' && ', the limit'}
        </Fact>
        <Fact name="for">{formatNounCount(other.tokens, 'token')}</Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
