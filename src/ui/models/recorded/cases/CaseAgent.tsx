import { selectAgentModelPart } from '../../../../engine/model/selectAgentModelPart.ts';
import type {
  CaseTrace,
  PlacedStep,
  RecordedDetail,
} from '../../../../engine/models/recorded/reports/recordedQueries.ts';
import { isGuardTool } from '../../../../engine/traces/guardSteps.ts';
import { SAY } from '../../../../engine/traces/traces.ts';
import { sumCostList } from '../../../../engine/traces/usage.ts';
import { Scrolling } from '../../../controls/Scrolling.tsx';
import { StateDot } from '../../../controls/StateDot.tsx';
import { usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { AgentHistory } from '../../../views/inspector/AgentHistory.tsx';
import { CloseAgent } from '../../../views/inspector/CloseAgent.tsx';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import { hasPrices } from '../costs/costWords.ts';
import { getLiveCase } from '../live/getLiveCase.ts';
import { getSilentAgents } from '../live/silence.ts';
import styles from '../Recorded.module.css';
import { getCaseSelection, getRecordedPart } from '../recordedPart.ts';
import { CaseButton } from './CaseButton.tsx';
import {
  describeCaseStatus,
  describeFailedSteps,
  describeModelInput,
  describeRepeatedStep,
  describeStepUsage,
  describeTokenUsage,
} from './describeCaseTrace.ts';

/** Sub-agents that are named; more are counted. */
const MAX_NAMED_SUB_AGENTS = 6;

/** One case: how it ended, the texts of a step, and its moves. */
export function CaseAgent() {
  const detail = usePage(state => state.detail);
  const recorded = selectAgentModelPart<RecordedDetail>('recorded', detail?.model);
  const names = usePage(({ run }) => run?.info.names);
  const picked = usePage(state => getCaseSelection(state).step);
  const silentSince = usePage(state =>
    state.detail !== null && getSilentAgents(state).has(state.detail.agent)
      ? (getLiveCase(state, state.detail.agent)?.heardAt ?? null)
      : null,
  );
  if (!detail || recorded === null) return null;
  const { trace } = recorded;
  const name = names?.[detail.agent] ?? trace.id;
  const chosen = trace.steps.find(({ number }) => number === picked);
  const step = chosen ?? trace.steps.at(-1);
  const moment = chosen && { tick: chosen.tick, words: `step ${chosen.number}` };
  return (
    <>
      <header className={inspector.head}>
        <h2 className={styles.name} title={escapeInvisibleText(trace.id)}>
          {escapeInvisibleText(name)}
        </h2>
        <CloseAgent />
      </header>
      <p className={styles.facts}>
        <StateDot state={detail.state} />
        <b>{escapeInvisibleText(detail.state)}</b>, {formatGroupedInteger(trace.steps.length)} of{' '}
        {formatNounCount(trace.stepsInAll, 'step')}. {describeCaseStatus(trace, silentSince)}
      </p>
      <Family trace={trace} />
      {step === undefined ? (
        <p className="label">It has not begun yet.</p>
      ) : (
        <StepTexts placed={step} trace={trace} />
      )}
      <div className={styles.two}>
        <div>
          <AgentHistory detail={detail} moment={moment} />
        </div>
        <Labels trace={trace} steps={trace.steps} />
      </div>
    </>
  );
}

/** Links to the sender of this case and to the cases that it sent. */
function Family({ trace: { sender, sent } }: { readonly trace: CaseTrace }) {
  if (sender === null && sent.length === 0) return null;
  return (
    <p className={styles.facts}>
      {sender !== null && (
        <>
          Sent by <CaseButton agent={sender} />.{' '}
        </>
      )}
      {sent.length > 0 && (
        <>
          Sent {formatNounCount(sent.length, 'sub-agent')}:{' '}
          {sent.slice(0, MAX_NAMED_SUB_AGENTS).map(({ agent, steps, tokens }, i) => (
            <span key={agent}>
              {i > 0 && ', '}
              <CaseButton agent={agent} /> ({formatNounCount(steps, 'step')}
              {tokens !== null && `, ${formatGroupedInteger(tokens)} tokens`})
            </span>
          ))}
          {sent.length > MAX_NAMED_SUB_AGENTS &&
            ` and ${formatGroupedInteger(sent.length - MAX_NAMED_SUB_AGENTS)} more`}
          .
        </>
      )}
    </p>
  );
}

/** Four digits after the point, or two that say something. */
const formatUsd = (usd: number): string =>
  `US$ ${usd > 0 && usd < 0.0001 ? usd.toPrecision(2) : usd.toFixed(4)}`;

function Labels({ trace, steps }: { readonly trace: CaseTrace; readonly steps: readonly PlacedStep[] }) {
  const isPriced = usePage(state => {
    const { costs } = getRecordedPart(state);
    return costs !== null && hasPrices(costs);
  });
  const all = sumCostList(steps.map(({ step }) => step));
  const tokens = describeTokenUsage({ step: all });
  const rows = [
    ['id', trace.id],
    ...Object.entries(trace.labels),
    ...(tokens === ''
      ? []
      : [['tokens so far', `${tokens}${trace.tokens === 'estimated' ? ', estimated' : ''}`]]),
    ...(all.usd === null || !isPriced ? [] : [['cost so far', formatUsd(all.usd)]]),
    ['failed steps', describeFailedSteps(steps)],
    ['repeated calls', formatGroupedInteger(steps.filter(({ repeats }) => repeats !== null).length)],
  ];
  return (
    <div>
      <h3 className={inspector.key}>the case</h3>
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{escapeInvisibleText(name)}</dt>
            <dd title={value}>{escapeInvisibleText(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface Props {
  readonly placed: PlacedStep;
  readonly trace: CaseTrace;
}

/** Texts of a step from its source: its input, words, calls and results. */
function StepTexts({ placed, trace }: Props) {
  const store = usePageStore();
  const { number, step } = placed;
  const isDecision = isGuardTool(step.tool);
  const go = (to: number) => {
    const next = trace.steps.find(other => other.number === to);
    if (!next) return;
    store.getState().showTick(next.tick);
    store.getState().select({ agents: [trace.agent], state: null, own: { step: to } });
  };
  const foreign = placed.isForeign && 'not a move of the given chart';
  const waited = step.waitsFor === 'person' && 'waited for a person';
  const inferred = step.isInferred && 'no record of its own: known from the answer and the next input';
  const facts = [
    foreign,
    waited,
    inferred,
    describeRepeatedStep(placed),
    describeStepUsage(placed),
    formatStepDuration(placed),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <div className={inspector.key}>
        <h3>
          step {number}: {step.tool === SAY ? 'a message' : escapeInvisibleText(step.tool)}
          {step.failed ? ', failed' : ''}
        </h3>
        {placed.repeats !== null && (
          <button
            type="button"
            className={inspector.link}
            onClick={() => go(placed.repeats?.number ?? number)}
          >
            to step {placed.repeats.number}
          </button>
        )}
      </div>
      {facts !== '' && <p className="label">{facts}</p>}
      <div className={`${styles.two} ${styles.texts}`}>
        <div>
          <Text title={describeModelInput(placed, trace)} text={step.prompt} />
          <Text title={step.tool === SAY ? 'message' : 'answer'} text={step.answer} />
        </div>
        <div>
          <Text title={isDecision ? 'rule' : 'arguments'} text={step.args} />
          <Text
            title={step.failed ? 'error' : isDecision ? 'words of the guard' : 'result'}
            text={step.failed ? (step.error ?? step.result) : step.result}
          />
        </div>
      </div>
      {[step.prompt, step.answer, step.args, step.result, step.error].every(text => text === null) && (
        <p className="label">The trace keeps no texts of this step.</p>
      )}
    </>
  );
}

function Text({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <>
      <h4 className={styles.what}>{title}</h4>
      <Scrolling className={styles.text}>{escapeInvisibleText(text)}</Scrolling>
    </>
  );
}

/** "1.2 s"; empty if beginning or end is unknown. */
function formatStepDuration({ step: { at, until } }: PlacedStep): string {
  if (at === null || until === null || until - at < 1) return '';
  return until - at < 1000 ? `${Math.round(until - at)} ms` : `${((until - at) / 1000).toFixed(1)} s`;
}
