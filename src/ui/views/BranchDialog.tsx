import { useEffect, useState } from 'react';
import type { OutcomeDefinition, OutcomeValues } from '../../engine/outcomes.ts';
import { Dialog } from '../controls/Dialog.tsx';
import table from '../controls/TableTwin.module.css';
import { useLink, usePage } from '../hooks.ts';
import { wordsNow } from '../models/looks.ts';
import type { Branch } from '../store/pageState.ts';
import { grouped } from '../words/words.ts';
import styles from './Headline.module.css';

/** Outcomes of a branch beside those of the run that it left, at the round in which that one ended. */
export function BranchDialog({ branch, onClose }: { readonly branch: Branch; readonly onClose: () => void }) {
  const { from, change, parent } = branch;
  const link = useLink();
  const run = usePage(state => state.run);
  const isThere = usePage(state => state.head >= parent.head);
  const { Tick } = usePage(wordsNow);
  const [own, setOwn] = useState<OutcomeValues | null>(null);
  useEffect(() => {
    if (!isThere) return;
    let isWanted = true;
    void link.ask(api => api.asOf(parent.head)).then(told => isWanted && setOwn(told?.outcomes ?? null));
    return () => {
      isWanted = false;
    };
  }, [link, isThere, parent]);
  if (!run) return null;
  return (
    <Dialog title="What the change did" onClose={onClose}>
      <p>
        Both runs have seed {run.info.config.seed} and are the same up to {Tick} {from}; from {Tick}{' '}
        {from + 1} on: <b>{change}</b>. They share their chance, so what the change does not touch is the
        same.
      </p>
      {!isThere && (
        <p>
          The run before went to {Tick} {grouped(parent.head)}: play on to there to compare what came of both.
        </p>
      )}
      {own && (
        <>
          <table className={`${table.table} ${styles.outcomes}`}>
            <thead>
              <tr>
                <th scope="col">
                  at {Tick} {grouped(parent.head)}
                </th>
                <th scope="col">without</th>
                <th scope="col">with it</th>
                <th scope="col">difference</th>
              </tr>
            </thead>
            <tbody>
              {run.info.outcomes.map((outcome, i) => (
                <Row key={outcome.name} outcome={outcome} before={parent.outcomes[i]} after={own[i]} />
              ))}
            </tbody>
          </table>
          <p className="label">One pair of runs: with another seed the difference may be another.</p>
        </>
      )}
    </Dialog>
  );
}

interface RowProps {
  readonly outcome: OutcomeDefinition;
  readonly before: number | null | undefined;
  readonly after: number | null | undefined;
}

function Row({ outcome, before = null, after = null }: RowProps) {
  const { label, unit, meaning } = outcome;
  const difference = before === null || after === null ? null : after - before;
  return (
    <tr title={meaning}>
      <th scope="row">
        {label}
        {isUnitTold(outcome) && <span className="label">, {unit === 'share' ? 'per cent' : unit}</span>}
      </th>
      <td>{valueWords(before, unit)}</td>
      <td>{valueWords(after, unit)}</td>
      <td>
        <b>{difference === null ? '–' : `${difference > 0 ? '+' : ''}${valueWords(difference, unit)}`}</b>
      </td>
    </tr>
  );
}

/** Whether a label does not say its unit itself: "Posts", "People reached". */
const isUnitTold = ({ label, unit }: OutcomeDefinition): boolean =>
  unit !== '' && !label.toLowerCase().includes(unit);

/** Whole numbers as they are, others to two decimals, shares in per cent. */
function valueWords(value: number | null, unit: string): string {
  if (value === null) return '–';
  const shown = unit === 'share' ? 100 * value : value;
  const digits = Number.isInteger(shown) ? 0 : unit === 'share' ? 1 : 2;
  return digits === 0 ? grouped(shown).replace('-', '−') : shown.toFixed(digits).replace('-', '−');
}
