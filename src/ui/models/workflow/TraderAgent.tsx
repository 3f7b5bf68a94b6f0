import { useState } from 'react';
import type { AgentDetail } from '../../../engine/model/agentDetail.ts';
import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type {
  AskedArtifacts,
  OutcomeLine,
  TurnDetail,
  VariableChange,
  VariableLine,
  WorkflowDetail,
} from '../../../engine/models/workflow/reports/workflowDetail.ts';
import type { Match } from '../../../engine/models/workflow/workflowTerms.ts';
import { findAnswerRange } from '../../../engine/oracle/formats/thoughts.ts';
import { isPolicySource } from '../../controls/PolicyNote.tsx';
import { PromptDialog } from '../../controls/PromptDialog.tsx';
import { StateDot } from '../../controls/StateDot.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { escapeInvisibleText, formatNounCount } from '../../lib/formatCounts.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { Heading } from '../../views/bar/Heading.tsx';
import { AgentHistory } from '../../views/inspector/AgentHistory.tsx';
import { Triggers } from '../../views/inspector/AgentNow.tsx';
import { CloseAgent } from '../../views/inspector/CloseAgent.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { WhatIfText } from '../../views/inspector/WhatIf.tsx';
import {
  describeBalance,
  describeComponents,
  describeProfit,
  describeStepFailure,
  getLoadedTurn,
} from './exchange/exchangeWords.ts';
import styles from './Workflow.module.css';

/** The turn in the tick that is shown: the steps that ran, the question, and the fate of the answer. */
function TurnSection() {
  const turn = usePage(getLoadedTurn);
  const tick = usePage(getViewedTick);
  if (turn === null) return tick > 0 && <p className={styles.waiting}>Reading Tick {tick} …</p>;
  return turn.detail === null ? (
    <p className={styles.waiting}>It has no turn in Tick {turn.tick}.</p>
  ) : (
    <TraderTurn turn={turn.detail} />
  );
}

function TraderTurn({ turn }: { readonly turn: TurnDetail }) {
  const [whole, setWhole] = useState(false);
  const { agent, tick, state, code, outcomes, question } = turn;
  const asked = outcomes.find(({ step }) => step === question?.step) ?? null;
  const tokens = (asked?.tokensIn ?? 0) + (asked?.tokensOut ?? 0);
  return (
    <>
      <Heading title={`turn in Tick ${tick}, in ${state}`}>
        {question && (
          <button type="button" className={inspector.link} onClick={() => setWhole(true)}>
            prompt and answer, {formatNounCount(tokens, 'token')}
          </button>
        )}
      </Heading>
      {code.length > 0 && (
        <p className={styles.ran}>
          ran <b>{code.join(', ')}</b>
        </p>
      )}
      {question && (
        <p className={styles.ran}>
          asked by <b>{question.step}</b>
          {describeComponents(question.components)}
          {isPolicySource(asked?.source ?? null) && ', answered by the built-in policy'}
          {question.unknown.length > 0 &&
            `; no variable: ${question.unknown.map(name => `{${name}}`).join(', ')}`}
        </p>
      )}
      {outcomes.map(line => (
        <TraderOutcome key={line.row} line={line} />
      ))}
      <ArtifactAnswers asked={turn.asked} />
      {question && (
        <WhatIfText key={`${agent} ${tick}`} agent={agent} tick={tick} answer={asked?.answer ?? null} />
      )}
      {outcomes.length === 0 && !question && <p className={styles.ran}>nobody was asked</p>}
      <TurnChanges changed={turn.changed} />
      {whole && question && (
        <PromptDialog
          title={`Tick ${tick}, ${question.step}: prompt and answer`}
          prompt={{ system: question.system, user: question.prompt }}
          unknown={question.unknown}
          tokens={asked?.tokensIn ?? 0}
          source={asked?.source ?? null}
          answer={asked?.answer ?? null}
          tokensOut={asked?.tokensOut ?? 0}
          onClose={() => setWhole(false)}
        />
      )}
    </>
  );
}

/** “Let us ship it.” first key mentioned: ship → shipping */
function TraderOutcome({ line }: { readonly line: OutcomeLine }) {
  const { answer, outcome, result, step, type, match, isThere, key } = line;
  // Staying takes no edge.
  const allowed = outcome === 'done' && key !== null && match !== null && !isThere;
  return (
    <div className={styles.outcome}>
      {answer !== null && (
        <blockquote className={styles.answer}>
          “<Said answer={escapeInvisibleText(answer)} word={key} match={match} />”
        </blockquote>
      )}
      <p>
        {type === 'code' && `${step}: `}
        {escapeInvisibleText(result)}
        {allowed && ', an edge allows it'}
      </p>
      {outcome !== 'done' && <p className={styles.failed}>{describeStepFailure(line)}</p>}
    </div>
  );
}

interface AnswerProps {
  readonly answer: string;
  readonly word: string | null;
  readonly match: Match | null;
}

/** The answer with the key that was found in it highlighted. */
function Said({ answer, word, match }: AnswerProps) {
  const at = word === null ? -1 : findKeyMention(answer, word, match);
  if (word === null || at < 0) return <>{answer}</>;
  return (
    <>
      {answer.slice(0, at)}
      <b>{answer.slice(at, at + word.length)}</b>
      {answer.slice(at + word.length)}
    </>
  );
}

const IN_WORD = /[\p{L}\p{N}_]/u;

/**
 * Position of a key in an answer: as a word of its own, after the model's thoughts, and in the choice if the whole
 * answer is an object. −1 if it cannot be determined.
 */
export function findKeyMention(answer: string, key: string, match: Match | null): number {
  const folded = answer.toLowerCase();
  // Folded, a few letters become two.
  if (folded.length !== answer.length) return -1;
  const word = key.toLowerCase();
  const choice = match === 'exact' ? folded.lastIndexOf('"choice"') : -1;
  const begin = choice < 0 ? findAnswerRange(answer).begin : choice + '"choice"'.length;
  for (let at = folded.indexOf(word, begin); at >= 0; at = folded.indexOf(word, at + 1)) {
    const end = at + word.length;
    const before = [...folded.slice(Math.max(begin, at - 2), at)].at(-1) ?? '';
    const after = [...folded.slice(end, end + 2)][0] ?? '';
    if (!IN_WORD.test(before) && !IN_WORD.test(after)) return at;
  }
  return -1;
}

/** Questions of conditions to artifacts in a turn: "line 12 asked judge('a jar'): True". */
function ArtifactAnswers({ asked }: { readonly asked: readonly AskedArtifacts[] }) {
  return asked.map(({ condition, line, listed, total }) => (
    <div key={`${line} ${condition}`} title={`“${condition}”, line ${line}`}>
      {listed.map(({ artifact, given, by, answer, failure }, at) => (
        <p key={at} className={styles.ran}>
          {by === null ? `line ${line}` : by} asked <b>{escapeInvisibleText(`${artifact}(${given})`)}</b>
          {': '}
          {answer === null ? (
            <span className={styles.failed}>it broke off, {escapeInvisibleText(failure ?? '')}</span>
          ) : (
            <span className={styles.number}>{escapeInvisibleText(answer)}</span>
          )}
        </p>
      ))}
      {total > listed.length && (
        <p className={styles.ran}>and {formatNounCount(total - listed.length, 'more question')}</p>
      )}
    </div>
  ));
}

/** Changes of a turn: each variable before the turn and at the end of its tick, with the cause. */
function TurnChanges({ changed }: { readonly changed: readonly VariableChange[] }) {
  if (changed.length === 0) return null;
  return (
    <>
      <p className={styles.ran}>changed by the end of the tick</p>
      <dl className={styles.variables}>
        {changed.map(({ name, before, after, by }) => {
          const was = before === null ? 'not set' : escapeInvisibleText(before);
          const is = escapeInvisibleText(after);
          return (
            <div key={name} title={`${name}: ${was}, then ${is}, by ${by}`}>
              <dt className="mono">{name}</dt>
              <dd className={styles.by}>{by}</dd>
              <dd className={styles.value}>
                <del>{was}</del> → {is}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** One agent: what it has, what it knows, what it was asked in the tick that is shown and what came of it. */
export function TraderAgent() {
  const detail = usePage(state => state.detail);
  const trader = selectAgentModelPart<WorkflowDetail>('workflow', detail?.model);
  if (!detail || trader === null) return null;
  return (
    <>
      <header className={inspector.head}>
        <h2>
          {detail.id} <span className={inspector.id}>{trader.name}</span>
        </h2>
        <CloseAgent />
      </header>
      <Now detail={detail} trader={trader} />
      <TurnSection />
      <Triggers detail={detail} />
      <VariableList trader={trader} tick={detail.tick} />
      <AgentHistory detail={detail} />
    </>
  );
}

const HANDS = {
  none: 'Nothing in hand',
  untested: 'not tested yet',
  works: 'and it works',
  broken: 'and it is broken',
} as const;

/** "● observing. Made 4, sold 4, bought none. artifact_031 in hand, not tested yet." */
function Now({ detail, trader }: { readonly detail: AgentDetail; readonly trader: WorkflowDetail }) {
  const { made, sold, bought, hand, stopped } = trader;
  return (
    <>
      <p className={inspector.now}>
        <StateDot state={detail.state} />
        <b>{detail.state}</b>. Made {made}, sold {sold}, bought {bought}.{' '}
        {hand.artifact === null ? HANDS.none : `${hand.artifact} in hand, ${HANDS[hand.is]}`}.
      </p>
      <p className={styles.account}>
        It {describeProfit(trader)}; {describeBalance(trader)}.
      </p>
      {stopped && (
        <p className={styles.stopped}>
          Stopped in tick {stopped.tick} by step {stopped.step}: {stopped.reason}.
        </p>
      )}
    </>
  );
}

/** World variables that are always shown. */
const ALWAYS_SHOWN_VARIABLES = new Set(['balance', 'hand', 'success_rate', 'progress_percent']);

interface Props {
  readonly trader: WorkflowDetail;
  /** The tick that `trader` describes. */
  readonly tick: number;
}

/** Variables that prompts can name in the agent's next turn. Its own come first, each with the step that set it. */
function VariableList({ trader, tick }: Props) {
  const [all, setAll] = useState(false);
  const { variables } = trader;
  const own = variables.filter(({ step }) => step !== null);
  const world = variables.filter(({ step }) => step === null);
  const setters = new Set(own.map(({ step }) => step));
  const shown = [...own, ...world.filter(({ name }) => all || ALWAYS_SHOWN_VARIABLES.has(name))];
  const next = trader.stopped ? 'context that it would have in' : 'context for the next turn,';
  return (
    <>
      <Heading title={`${next} Tick ${tick + 1}`}>
        {setters.size === 1 && `set by ${[...setters][0]}`}
      </Heading>
      <dl className={styles.variables}>
        {shown.map(line => (
          <Variable key={line.name} line={line} hasSetter={setters.size > 1} />
        ))}
      </dl>
      <button type="button" className={inspector.link} aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'fewer' : `all ${variables.length} that prompts can name`}
      </button>
    </>
  );
}

function Variable({ line, hasSetter }: { readonly line: VariableLine; readonly hasSetter: boolean }) {
  const { name, value, step, tick } = line;
  const by = step === null ? 'set by the world' : `set by ${step}${tick === null ? '' : `, tick ${tick}`}`;
  return (
    <div title={`${name} = ${escapeInvisibleText(value)}, ${by}`}>
      <dt className="mono">{name}</dt>
      <dd className={styles.by}>
        {step === null
          ? ''
          : hasSetter
            ? `${step}${tick === null ? '' : `, ${tick}`}`
            : tick !== null && `tick ${tick}`}
      </dd>
      <dd className={styles.value}>{escapeInvisibleText(value)}</dd>
    </div>
  );
}
