import { useEffect, useState } from 'react';
import { parseAddress } from '../../address/address.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { useLink, usePageStore } from '../../hooks/hooks.ts';
import { getErrorMessage } from '../../lib/messages.ts';
import { loadScenarios, type Scenario, type ScenarioLibrary } from '../../scenarios/scenario.ts';
import { runWithRetry } from '../../store/runWithRetry.ts';
import { ScenarioPicture } from './ScenarioPicture.tsx';
import styles from './Scenarios.module.css';

/** The library of scenarios: a question each, what its worlds came to, and the way to play them again. */
export function ScenariosDialog() {
  const store = usePageStore();
  const [library, setLibrary] = useState<ScenarioLibrary | null>(null);
  const [failure, setFailure] = useState('');
  const load = () => {
    setFailure('');
    loadScenarios().then(setLibrary, error => setFailure(getErrorMessage(error)));
  };
  useEffect(load, []);
  return (
    <Dialog title="Scenarios" wide onClose={() => store.getState().arrange({ scenarios: false })}>
      <p className={styles.lead}>
        One run is an anecdote. Each of these questions was put to many worlds, which differ by chance alone.{' '}
        <i>Play its worlds</i> has the finding come out again.
      </p>
      {failure !== '' && (
        <p role="alert">
          {failure}{' '}
          <button type="button" onClick={load}>
            Try again
          </button>
        </p>
      )}
      <ul className={styles.cards}>
        {library?.scenarios.map(scenario => (
          <li key={scenario.id}>
            <Card scenario={scenario} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Card({ scenario }: { readonly scenario: Scenario }) {
  const link = useLink();
  const store = usePageStore();
  const { question, setting, finding, address, asks, outcome } = scenario;
  const open = async (isPlayed: boolean) => {
    store.getState().arrange({ scenarios: false });
    const { setup, rounds, problems } = await parseAddress(address);
    if (problems.length > 0) return void store.getState().notify('error', problems.join(' '));
    await link.openAsked(setup, rounds, isPlayed ? { ...asks, outcome: outcome.name } : null);
  };
  const safely = (isPlayed: boolean) => void runWithRetry(store, () => open(isPlayed));
  return (
    <article className={styles.card} aria-label={question}>
      <h3>{question}</h3>
      <p className={styles.setting}>{setting}</p>
      <ScenarioPicture scenario={scenario} />
      <p>{finding}</p>
      <p className={styles.ways}>
        <a
          href={address}
          onClick={event => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            safely(false);
          }}
        >
          Open
        </a>
        <button type="button" onClick={() => safely(true)}>
          Play its worlds
        </button>
      </p>
    </article>
  );
}
