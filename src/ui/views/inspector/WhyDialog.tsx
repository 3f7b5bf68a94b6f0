import { useEffect, useRef, useState } from 'react';
import type { TriggerLine } from '../../../engine/model/agentDetail.ts';
import type { WhyLink } from '../../../engine/model/whyLink.ts';
import type { PageCommands } from '../../contract/pageCommands.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useFocusLost } from '../../hooks/useFocusLost.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { translateChartTerms } from '../../words/chartLabels.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import styles from './WhyDialog.module.css';

/** A thing of the model's subject (`post_012`), or an agent in a round. */
type About = { readonly id: string } | { readonly agent: number; readonly tick: number };

interface WhyAnswer {
  readonly links: readonly WhyLink[];
  /** Events that could not happen; empty unless requested. */
  readonly refused: readonly TriggerLine[];
}

interface WhyProps {
  readonly about: About;
  /** Of an agent its name, to which the round is added. */
  readonly title: string;
  readonly onClose: () => void;
}

/** The causes of a moment, link by link, back to the first; a press on one shows its agent at that moment. */
export function WhyDialog({ about: asked, title, onClose }: WhyProps) {
  const commands = useCommands();
  const [about, setAbout] = useState(asked);
  const [told, setTold] = useState<WhyAnswer | null>(null);
  const { Tick } = usePage(getCurrentModelWords);
  const content = useRef<HTMLDivElement>(null);
  // The link to why that was goes with its chain.
  useFocusLost(content, told);
  useEffect(() => {
    let isWanted = true;
    void requestExplanation(commands, about).then(answer => {
      if (isWanted) setTold(answer);
    });
    return () => {
      isWanted = false;
    };
  }, [commands, about]);
  const when = 'tick' in about ? ` at ${Tick} ${formatRoundNumber(about.tick)}` : '';
  return (
    <Dialog title={`${title}${when}`} onClose={onClose}>
      <div ref={content} tabIndex={-1}>
        {told === null && <p>Looking…</p>}
        {told?.links.length === 0 && <p>Nothing is known about this.</p>}
        {told !== null && told.links.length > 0 && (
          <>
            <p className="label">Newest first; a press shows the agent at that time.</p>
            <Chain links={told.links} onWhy={setAbout} onClose={onClose} />
            <Refused lines={told.refused} />
          </>
        )}
      </div>
    </Dialog>
  );
}

async function requestExplanation(commands: PageCommands, about: About): Promise<WhyAnswer> {
  if ('id' in about)
    return { links: (await commands.ask(engine => engine.why(about.id))) ?? [], refused: [] };
  return (
    (await commands.ask(engine => engine.whyMoment(about.agent, about.tick))) ?? { links: [], refused: [] }
  );
}

/** Kinds of links that name states and triggers alone. */
const OF_CHART: readonly string[] = ['moved', 'came', 'stayed'];

/** Names of the chart as the page shows them: in plain words, or as the chart names them. */
function useWords(): (text: string) => string {
  const chart = usePage(({ run }) => run?.info.chart);
  const byName = usePage(state => state.triggerNames);
  return text => (byName ? text : translateChartTerms(chart, text));
}

interface ChainProps {
  readonly links: readonly WhyLink[];
  readonly onWhy: (about: About) => void;
  readonly onClose: () => void;
}

function Chain({ links, onWhy, onClose }: ChainProps) {
  const store = usePageStore();
  const word = usePage(state => getCurrentModelWords(state).Tick);
  const inWords = useWords();
  const show = ({ agent, tick }: WhyLink) => {
    const { head, run, select } = store.getState();
    const isPast = tick < head && tick >= (run?.columns.first ?? 0);
    select({ agents: [agent], state: null, cursor: isPast ? tick : null });
    onClose();
  };
  return (
    <ol className={styles.chain}>
      {links.map((one, at) => (
        <li key={at}>
          <button type="button" onClick={() => show(one)}>
            <span className={styles.when}>
              {word} {formatRoundNumber(one.tick)}
            </span>
            <span>{endWithFullStop(OF_CHART.includes(one.kind) ? inWords(one.said) : one.said)}</span>
          </button>
          {one.kind === 'came' && (
            <button type="button" className={styles.further} onClick={() => onWhy(one)}>
              and why that?
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** With a full stop, unless it ends with somebody's own words that have one. */
const endWithFullStop = (sentence: string): string => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

function Refused({ lines }: { readonly lines: readonly TriggerLine[] }) {
  const inWords = useWords();
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className="label">Events that could not happen</h3>
      <ul className={styles.refused}>
        {lines.map(({ trigger, target, reason }, at) => (
          <li key={at}>
            {inWords(trigger)}, to {inWords(target)}: {reason.replace(/^no: /, '')}
          </li>
        ))}
      </ul>
    </>
  );
}
