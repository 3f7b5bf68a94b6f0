import type { CaseTrace, PlacedStep } from '../../../../engine/models/recorded/reports/recordedQueries.ts';
import { SAY } from '../../../../engine/traces/traces.ts';
import { Scrolling } from '../../../controls/Scrolling.tsx';
import { usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../../lib/words.ts';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import styles from '../Recorded.module.css';
import { describeModelInput, describeRepeatedStep, describeTokenUsage } from './traceWords.ts';

interface Props {
  readonly placed: PlacedStep;
  readonly trace: CaseTrace;
}

/** What a step was told, what it said, called and got, as its source has it. */
export function StepTexts({ placed, trace }: Props) {
  const store = usePageStore();
  const { number, step } = placed;
  const go = (to: number) => {
    const next = trace.steps.find(other => other.number === to);
    if (!next) return;
    store.getState().showTick(next.tick);
    store.getState().select({ agents: [trace.agent], state: null, own: { step: to } });
  };
  const foreign = placed.isForeign && 'not a move of the given chart';
  const waited = step.waitsFor === 'person' && 'waited for a person';
  const inferred = step.isInferred && 'no record of its own: told by the answer and the next input';
  const facts = [
    foreign,
    waited,
    inferred,
    describeRepeatedStep(placed),
    describeTokenUsage(placed),
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
          <Text title="arguments" text={step.args} />
          <Text
            title={step.failed ? 'error' : 'result'}
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

/** "1.2 s"; empty where beginning or end is unknown. */
function formatStepDuration({ step: { at, until } }: PlacedStep): string {
  if (at === null || until === null || until - at < 1) return '';
  return until - at < 1000 ? `${Math.round(until - at)} ms` : `${((until - at) / 1000).toFixed(1)} s`;
}
