import { useState } from 'react';
import page from '../../../../../docs/validation.md?url';
import { Dialog } from '../../../controls/Dialog.tsx';
import { usePage } from '../../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/words.ts';
import { NETWORKS } from '../../../views/network/networks.ts';
import { DistancePlot } from './DistancePlot.tsx';
import { DistanceTable } from './DistanceTable.tsx';
import styles from './FidelityDialog.module.css';
import figures from './fidelity.json';
import { describeNearestRows } from './fidelityWords.ts';
import { type Fidelity, MEASURES } from './report.ts';

const REPORT: Fidelity = figures as Fidelity;

/** How near simulated cascades come to real ones, beside baselines, and what of it was fitted. */
export function FidelityDialog({ onClose }: { readonly onClose: () => void }) {
  const own = usePage(state => state.run?.setup.network);
  const start = REPORT.networks.find(({ name }) => name === own) ?? REPORT.networks[0];
  const [name, choose] = useState(start.name);
  const network = REPORT.networks.find(one => one.name === name) ?? start;
  const rows = [...network.rows, ...REPORT.free];
  return (
    <Dialog title="How real is it?" wide onClose={onClose}>
      <div className={styles.text}>
        <p>
          Simulated cascades beside <b>{formatNounCount(REPORT.held.kept, 'tree')}</b> that really spread on
          Twitter: how far apart the two distributions are, from 0 (the same) to 1 (no overlap).
        </p>
        <label className={styles.choice}>
          Network{' '}
          <select value={name} onChange={event => choose(event.target.value)}>
            {REPORT.networks.map(({ name, agents, worlds }) => (
              <option key={name} value={name}>
                {getFidelityLabel(name)}: {formatGroupedInteger(agents)} agents, {worlds} runs
              </option>
            ))}
          </select>
        </label>
      </div>
      <DistancePlot rows={rows} />
      <p className={styles.nearest}>
        Nearest of what is simulated, in {describeNearestRows(rows, MEASURES)}. Twitter15 itself is real: the
        other data set’s trees.
      </p>
      <DistanceTable rows={rows} real={REPORT.real} />
      <WhatWasFitted />
    </Dialog>
  );
}

const getFidelityLabel = (name: string): string =>
  NETWORKS.find(({ value }) => value === name)?.label ?? name;

/** In plain words, with the way to the whole of it. */
function WhatWasFitted() {
  const { fitted, held, window, least, command, engine } = REPORT;
  return (
    <div className={styles.text}>
      <h3>What was fitted, and what was not</h3>
      <p>
        Seven parameters of the preset Twitter15 were fitted to {fitted.name}, on LastFM alone; the baselines
        to the same trees, on each network. {held.name} took no part in that:{' '}
        {formatNounCount(held.twice, 'tree')} that both data sets have are left out. But constants of the
        policy, its form too, were chosen earlier with both data sets in view, so this is no test of them, for
        any preset.
      </p>
      <p>
        Both sides: at least {least} posts, watched for {window / 60} hours. Depth, breadth, virality and time
        are compared among cascades of the same size. The real trees have no network of followers, no times of
        single posts, and were selected for size. People, texts and networks here are not those of Twitter.
      </p>
      <p className="label">
        <code>{command}</code> of version {engine} gives these figures.{' '}
        <a href={page} target="_blank" rel="noreferrer">
          All of them, and how they were made
        </a>
      </p>
    </div>
  );
}
