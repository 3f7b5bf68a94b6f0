import { useEffect, useRef } from 'react';
import type { AgentDetail, HistoryLine } from '../../../engine/model/agentDetail.ts';
import { downloadFile } from '../../controls/downloadFile.ts';
import { StateDot } from '../../controls/StateDot.tsx';
import { useCommands, usePage, usePageContext } from '../../hooks/hooks.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { getCurrentPlugin } from '../../model/registered.ts';
import { getViewedTick, type TickSpan } from '../../state/viewState.ts';
import { useTransitionLabel } from '../../words/describeTransitionLabel.ts';
import { describeTickSpan, formatRoundNumber } from '../../words/runClock.ts';
import { AgentAgain } from '../worlds/AgentAgain.tsx';
import styles from './InspectorParts.module.css';
import { type OtherMoment, WhyMoment } from './WhyMoment.tsx';

interface Props {
  readonly detail: AgentDetail;
  /** Moment of the question "why", if it is not the viewed round. */
  readonly moment?: OtherMoment | undefined;
  /** Content below a line; null for nothing. */
  readonly whyOf?: (line: HistoryLine) => string | null;
}

/** The agent's transitions, newest first, each with how long it stayed; a line leads to its round and its post. */
export function AgentHistory({ detail, moment, whyOf }: Props) {
  const { tick } = usePage(getCurrentModelWords);
  const range = usePage(state => state.selection.range);
  const cursor = usePage(state => getViewedTick(state));
  const list = useRef<HTMLOListElement>(null);
  // The state at the cursor began with the latest line up to it.
  const current = detail.history.findIndex(line => line.tick <= cursor);
  useEffect(() => {
    const line = list.current?.querySelector('[aria-current]');
    if (!(line instanceof HTMLElement) || !list.current) return;
    const over = line.offsetTop - list.current.offsetTop;
    const { scrollTop, clientHeight } = list.current;
    if (over < scrollTop || over > scrollTop + clientHeight - line.offsetHeight)
      list.current.scrollTop = over;
  }, [current]);
  return (
    <>
      <AgentAgain detail={detail} />
      <WhyMoment detail={detail} moment={moment} />
      <h3 className={styles.key}>
        history{range ? ` ${describeTickSpan(range, tick)}` : ''}, newest first{' '}
        <span>{tick}s in the state</span>
      </h3>
      <ol className={styles.history} ref={list}>
        {detail.history.map(
          (line, position) =>
            isTickInRange(range, line.tick) && (
              <Line
                key={position}
                line={line}
                head={detail.tick}
                stay={(detail.history[position - 1]?.tick ?? detail.lastTick ?? detail.tick) - line.tick}
                isCurrent={position === current}
                why={whyOf?.(line) ?? null}
              />
            ),
        )}
      </ol>
      <HistoryButton agent={detail.agent} />
    </>
  );
}

/** True if a tick is in a range; without a range, for every tick. */
const isTickInRange = (range: TickSpan | null, tick: number): boolean =>
  range === null || (tick >= range[0] && tick <= range[1]);

/** Saves the whole history that is kept, as of the present. */
function HistoryButton({ agent }: { readonly agent: number }) {
  const commands = useCommands();
  const save = async () => {
    const file = await commands.ask(
      engine => engine.history(agent),
      () => void save(),
    );
    if (file) downloadFile(file.name, [file.text], 'application/json');
  };
  return (
    <button
      type="button"
      className={styles.link}
      title="Save it, as of the latest"
      onClick={() => void save()}
    >
      history.json
    </button>
  );
}

interface LineProps {
  readonly line: HistoryLine;
  readonly head: number;
  /** Ticks until the next transition, or so far. */
  readonly stay: number;
  readonly isCurrent: boolean;
  readonly why: string | null;
}

function Line({ line, head, stay, isCurrent, why }: LineProps) {
  const page = usePageContext();
  const { short } = usePage(getCurrentAppearance).states;
  const labelOf = useTransitionLabel();
  const go = () => {
    const state = page.store.getState();
    state.select({ cursor: line.tick === head ? null : line.tick });
    if (line.context !== null) getCurrentPlugin(state).showContext?.(page, line.context);
  };
  return (
    <li aria-current={isCurrent ? 'step' : undefined}>
      <button type="button" onClick={go} title={line.context ?? undefined}>
        <span className={styles.round}>{formatRoundNumber(line.tick)}</span>
        <span>
          <StateDot state={line.to} />
          {short(line.to)}
        </span>
        <span className={styles.trigger} title={line.trigger}>
          {labelOf({ trigger: line.trigger, source: line.from, target: line.to })}
        </span>
        <span className={styles.stay}>{stay}</span>
        {why !== null && <span className={styles.why}>{why}</span>}
      </button>
    </li>
  );
}
