import type { OracleSetup } from '../../../engine/oracle/oracleSetup.ts';
import { isLanguageModelOracle, isLocalOracle, isRemoteOracle } from '../../../engine/oracle/oracleSetup.ts';
import { useLink, usePage, usePageStore } from '../../hooks/hooks.ts';
import { getCurrentAppearance } from '../../model/looks.ts';
import { ORACLES } from '../../state/choices.ts';
import { hasOtherDeciderSince } from '../../store/deciders.ts';
import { getLastModelSetup } from '../../store/slices/decidingSlice.ts';
import { HostsSection } from '../setup/HostsSection.tsx';
import { GoOnButton } from './GoOnButton.tsx';
import { LocalForm } from './local/LocalForm.tsx';
import styles from './OraclePanel.module.css';
import { RemoteForm } from './RemoteForm.tsx';
import { ReplaySection } from './ReplaySection.tsx';

/** Who decides: chosen, tested and limited here; choosing another one restarts the run. */
export function OraclePanel() {
  const store = usePageStore();
  const current = usePage(state => state.run?.setup.oracle);
  const draft = usePage(state => state.draft);
  const shown: OracleSetup = draft ?? current ?? { kind: 'policy' };
  /** Returns keyboard focus to the button that opened the panel. */
  const close = () => {
    store.getState().arrange({ panel: null });
    document.querySelector<HTMLElement>('[aria-controls="oracle-setup"]')?.focus();
  };
  const choose = (kind: string) => {
    const { setDraft } = store.getState();
    if (kind === current?.kind) return setDraft(null);
    const other = { kind } as OracleSetup;
    setDraft(isLanguageModelOracle(other) ? getLastModelSetup(store.getState(), other.kind) : other);
  };
  return (
    <section
      id="oracle-setup"
      className={styles.panel}
      aria-label="Who decides"
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <header className={styles.head}>
        <h2>Who decides</h2>
        <button type="button" className={styles.close} onClick={close}>
          Close
        </button>
      </header>
      <div className={styles.kinds} role="radiogroup" aria-label="Oracle kind">
        {ORACLES.map(({ value, label, title, where }) => (
          <label key={value} title={title} className={value === shown.kind ? styles.chosen : undefined}>
            <input
              type="radio"
              name="oracle-kind"
              aria-label={SHORT[value] ?? label}
              aria-describedby={`oracle-${value}`}
              value={value}
              checked={value === shown.kind}
              onChange={() => choose(value)}
            />
            {SHORT[value] ?? label}
            <span id={`oracle-${value}`} className="label">
              {where}
            </span>
          </label>
        ))}
      </div>
      {shown.kind === 'policy' && <PolicySection inUse={current?.kind === 'policy'} />}
      {shown.kind === 'replay' && <ReplaySection />}
      {isLocalOracle(shown) && (
        <LocalForm
          key={shown.kind}
          oracle={shown}
          current={current && isLocalOracle(current) ? current : null}
        />
      )}
      {isRemoteOracle(shown) && (
        <RemoteForm
          key={shown.kind}
          oracle={shown}
          current={current && isRemoteOracle(current) ? current : null}
        />
      )}
      <HostsSection />
    </section>
  );
}

const SHORT: Readonly<Record<string, string>> = { policy: 'Policy', openai: 'OpenAI' };

function PolicySection({ inUse }: { inUse: boolean }) {
  const link = useLink();
  const look = usePage(getCurrentAppearance);
  const wasAnother = usePage(hasOtherDeciderSince);
  return (
    <>
      <p>{look.policy} No language model: nothing is downloaded and nothing leaves this page.</p>
      {inUse ? (
        <p className="label">It decides in this run.</p>
      ) : (
        <button
          type="button"
          className={styles.start}
          onClick={() => void link.reset({ oracle: { kind: 'policy' } })}
        >
          Start again with the policy
        </button>
      )}
      {(!inUse || wasAnother) && <GoOnButton oracle={{ kind: 'policy' }} />}
    </>
  );
}
