import type {
  CaseTrace,
  PlacedStep,
  RecordedDetail,
} from '../../../engine/models/recorded/recordedQueries.ts';
import { partOf } from '../../../engine/partOf.ts';
import { usePage } from '../../hooks.ts';
import { AgentHistory } from '../../views/AgentHistory.tsx';
import { CloseAgent } from '../../views/CloseAgent.tsx';
import inspector from '../../views/InspectorParts.module.css';
import { StateDot } from '../../views/StateDot.tsx';
import { counted, grouped, visible } from '../../words/words.ts';
import { CaseButton } from './CaseButton.tsx';
import styles from './Recorded.module.css';
import { casePicked } from './recordedPart.ts';
import { StepTexts } from './StepTexts.tsx';

/** Sub-agents that are named; more are counted. */
const MOST_SENT = 6;

/** One case: how it ended, the texts of a step, and its moves. */
export function CaseAgent() {
  const detail = usePage(state => state.detail);
  const recorded = partOf<RecordedDetail>('recorded', detail?.model);
  const names = usePage(({ run }) => run?.info.names);
  const picked = usePage(state => casePicked(state).step);
  if (!detail || recorded === null) return null;
  const { trace } = recorded;
  const name = names?.[detail.agent] ?? trace.id;
  const chosen = trace.steps.find(({ number }) => number === picked);
  const step = chosen ?? trace.steps.at(-1);
  const moment = chosen && { tick: chosen.tick, words: `step ${chosen.number}` };
  return (
    <>
      <header className={inspector.head}>
        <h2 className={styles.name} title={visible(trace.id)}>
          {visible(name)}
        </h2>
        <CloseAgent />
      </header>
      <p className={styles.facts}>
        <StateDot state={detail.state} />
        <b>{visible(detail.state)}</b>, {grouped(trace.steps.length)} of {counted(trace.stepsInAll, 'step')}.{' '}
        {standing(trace)}
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

/** Who sent this case, and whom it sent, a press away. */
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
          Sent {counted(sent.length, 'sub-agent')}:{' '}
          {sent.slice(0, MOST_SENT).map(({ agent, steps, tokens }, i) => (
            <span key={agent}>
              {i > 0 && ', '}
              <CaseButton agent={agent} /> ({counted(steps, 'step')}
              {tokens !== null && `, ${grouped(tokens)} tokens`})
            </span>
          ))}
          {sent.length > MOST_SENT && ` and ${grouped(sent.length - MOST_SENT)} more`}.
        </>
      )}
    </p>
  );
}

/** "Failed, reward 0, max_steps." once it has ended; empty before. */
function standing({ steps, stepsInAll, outcome, reward, end }: CaseTrace): string {
  if (steps.length < stepsInAll) return '';
  const parts = [
    outcome ?? 'its source does not say how it ended',
    reward !== null && `reward ${reward}`,
    end !== null && visible(end),
  ].filter(Boolean);
  const words = parts.join(', ');
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

function Labels({ trace, steps }: { readonly trace: CaseTrace; readonly steps: readonly PlacedStep[] }) {
  const sum = (of: (placed: PlacedStep) => number | null) =>
    steps.reduce<number | null>(
      (all, step) => (of(step) === null ? all : (all ?? 0) + (of(step) ?? 0)),
      null,
    );
  const tokens = [sum(({ step }) => step.tokensIn), sum(({ step }) => step.tokensOut)];
  const usd = sum(({ step }) => step.usd);
  const rows = [
    ['id', trace.id],
    ...Object.entries(trace.labels),
    ...(tokens[0] === null && tokens[1] === null
      ? []
      : [
          [
            'tokens so far',
            `${grouped(tokens[0] ?? 0)} in, ${grouped(tokens[1] ?? 0)} out${trace.tokens === 'estimated' ? ', estimated' : ''}`,
          ],
        ]),
    ...(usd === null ? [] : [['cost so far', `US$ ${usd.toFixed(4)}`]]),
    ['failed steps', grouped(steps.filter(({ step }) => step.failed).length)],
    ['repeated calls', grouped(steps.filter(({ repeats }) => repeats !== null).length)],
  ];
  return (
    <div>
      <h3 className={inspector.key}>the case</h3>
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{visible(name)}</dt>
            <dd>{visible(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
