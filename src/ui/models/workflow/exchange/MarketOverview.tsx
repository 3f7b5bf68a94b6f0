import { useState } from 'react';
import { formatArtifactId } from '../../../../engine/models/workflow/market/artifact.ts';
import type { WorkflowFrame } from '../../../../engine/models/workflow/workflowState.ts';
import { createLazyView } from '../../../controls/createLazyView.tsx';
import { useCalmPage, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { useStill } from '../../../hooks/useStill.ts';
import { formatGroupedInteger, formatNounCount, pluralizeNoun } from '../../../lib/formatCounts.ts';
import { Heading } from '../../../views/bar/Heading.tsx';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import { SumList } from '../../../views/inspector/SumList.tsx';
import { useReveal } from '../../../views/side/useReveal.ts';
import styles from '../Workflow.module.css';
import { TERMS } from '../workflowGlossary.ts';
import type { WorkflowPart } from '../workflowPart.ts';
import { getWorkflowPart } from '../workflowPart.ts';
import { WORKFLOW_TEXT } from '../workflowText.ts';

const ListLink = createLazyView(async () => (await import('../MarketTrouble.tsx')).ListLink);
const TestsNote = createLazyView(async () => (await import('./TestsNote.tsx')).TestsNote);

/** All agents: what they made and sold, what failed, and what the run has warned of. */
export function MarketOverview() {
  const frame = useCalmPage(state => getWorkflowPart(state).frame, 'cascades');
  // Rows that are held belong to their run.
  const epoch = usePage(state => state.run?.info.epoch);
  return (
    <>
      <header className={styles.head}>
        <h2>Market</h2>
        <span className="label">select an agent to see its turns and why</span>
      </header>
      {frame ? <Totals frame={frame} /> : <p className={styles.waiting}>Nothing has happened yet.</p>}
      {frame !== null && frame.made > 0 && <TestsNote />}
      <Warnings />
      <LatestSales key={epoch} />
    </>
  );
}

function Totals({ frame }: { readonly frame: WorkflowFrame }) {
  const { made, broken, sold, volume, costs, pivots, retries, skipped, gaveUp, stopped, asked, turns } =
    frame;
  return (
    <div className={styles.two}>
      <div>
        <Heading title="artifacts, so far" />
        <SumList
          rows={[
            ['made', made, TERMS.artifact],
            ['tests that failed', broken, 'an artifact is tested again once it is reworked'],
            ['sold', sold],
            ['scrip paid for them', volume, TERMS.scrip],
            ['scrip that they cost', costs, TERMS.scrip],
            ['made by selling', volume - costs, TERMS['made by selling']],
            ['pivots by wildcard', pivots, TERMS['pivot by wildcard']],
          ]}
        />
      </div>
      <div>
        <Heading title="turns, so far">
          {retries + skipped + gaveUp + stopped > 0 && (
            <ListLink of="steps" words="failures by agent" className={inspector.link} />
          )}
        </Heading>
        <SumList
          rows={[
            ['taken', turns, TERMS.turn],
            ['with a question', asked],
            ['tried again', retries, TERMS['tried again']],
            ['steps skipped', skipped, TERMS['steps skipped']],
            ['given up', gaveUp, TERMS['given up']],
            ['agents stopped', stopped, TERMS['agents stopped']],
          ]}
        />
      </div>
    </div>
  );
}

/** Warnings that showed only in the run; a line leads to its place in the text. */
function Warnings() {
  const warnings = useCalmPage(state => getWorkflowPart(state).warnings, 'more cascades');
  const reveal = useReveal(WORKFLOW_TEXT);
  if (warnings.length === 0) return null;
  return (
    <>
      <Heading title="to mend in the workflow">
        {formatGroupedInteger(warnings.length)} {pluralizeNoun(warnings.length, 'warning')}
      </Heading>
      <ul className={styles.list}>
        {warnings.map(({ message, line, column, tick, times }, position) => (
          <li key={position}>
            <button
              type="button"
              onClick={() => reveal(line, column)}
              title={`line ${line}, column ${column}; ${formatNounCount(times, 'time')} in the turns of all agents, the first in Tick ${tick}`}
            >
              <span className={styles.tick}>{line}</span>
              <span className={styles.wrap}>{message}</span>
              <span className={styles.quiet}>
                {times === 1 ? `tick ${tick}` : `${formatGroupedInteger(times)} times`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const LATEST = 6;

interface SoldLine {
  readonly id: number;
  readonly tick: number;
  readonly seller: number;
  readonly buyer: number;
  readonly price: number;
}

/** The latest sales of the agents whose rows are on the screen. */
function findLatestSales(rows: WorkflowPart['rows']): readonly SoldLine[] {
  const sales = [...rows.values()].flatMap(({ agent, artifacts }) =>
    artifacts.flatMap(({ id, sold, buyer, price }) =>
      sold === null || buyer === null ? [] : [{ id, tick: sold, seller: agent, buyer, price }],
    ),
  );
  return sales.sort((a, b) => b.tick - a.tick || b.price - a.price).slice(0, LATEST);
}

function LatestSales() {
  const store = usePageStore();
  const rows = useCalmPage(state => getWorkflowPart(state).rows, 'cascades');
  const names = usePage(({ run }) => run?.info.names) ?? [];
  const [isHeld, setHeld] = useState(false);
  const latest = findLatestSales(rows);
  const sales = useStill(latest, latest, ({ id }) => id, isHeld);
  if (sales.length === 0) return null;
  const go = ({ tick, seller }: SoldLine) => {
    const { select, head } = store.getState();
    select({ agents: [seller], state: null, cursor: tick === head ? null : tick });
  };
  return (
    <>
      <Heading title="latest sales on the rows, newest first">scrip</Heading>
      <ol className={styles.list} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
        {sales.map(sale => (
          <li key={sale.id}>
            <button type="button" onClick={() => go(sale)} title={formatArtifactId(sale.id)}>
              <span className={styles.tick}>{sale.tick}</span>
              <span className={styles.wrap}>
                {names[sale.seller]} to {names[sale.buyer]}
              </span>
              <span className={styles.number}>{sale.price}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
