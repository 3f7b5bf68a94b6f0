import { type Ref, useId, useRef, useState } from 'react';
import type { ServerReport } from '../../../engine/oracle/oracleReport.ts';
import {
  isLanguageModelOracle,
  isLocalOracle,
  isRemoteOracle,
  type OracleSetup,
  type RemoteSetup,
} from '../../../engine/oracle/oracleSetup.ts';
import { requireServerUrls } from '../../../oracles/http/urls.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { getErrorMessage } from '../../lib/messages.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { findUnreachableOrigins } from '../../policy/allowedOrigins.ts';
import { ORACLES } from '../../state/oracleChoices.ts';
import type { Replayed } from '../../state/pageState.ts';
import { hasOtherDeciderSince } from '../../store/deciders.ts';
import { getLastModelSetup } from '../../store/slices/decidingSlice.ts';
import { describeVerdict, isReplayedUnchecked } from '../../words/describeVerdict.ts';
import { HostsSection } from '../setup/HostsSection.tsx';
import { EstimateSection } from './EstimateSection.tsx';
import { FormFields } from './FormFields.tsx';
import { HandedInSheet } from './HandedInSheet.tsx';
import { LimitFields } from './LimitFields.tsx';
import { LocalForm } from './local/LocalForm.tsx';
import styles from './OraclePanel.module.css';
import { ReachLine } from './ReachLine.tsx';
import { ServerReports } from './ServerReports.tsx';
import { GoOnButton, isSameAskingSetup, StartButton } from './StartButton.tsx';
import { useIntent } from './useIntent.ts';

/** The decider: chosen, tested and limited here; another choice restarts the run. */
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
        {ORACLES.map(({ value, label, shortLabel = label, title, group, where = group }) => (
          <label key={value} title={title} className={value === shown.kind ? styles.chosen : undefined}>
            <input
              type="radio"
              name="oracle-kind"
              aria-label={shortLabel}
              aria-describedby={`oracle-${value}`}
              value={value}
              checked={value === shown.kind}
              onChange={() => choose(value)}
            />
            {shortLabel}
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

function PolicySection({ inUse }: { inUse: boolean }) {
  const commands = useCommands();
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
          onClick={() => void commands.reset({ oracle: { kind: 'policy' } })}
        >
          Start again with the policy
        </button>
      )}
      {(!inUse || wasAnother) && <GoOnButton oracle={{ kind: 'policy' }} />}
    </>
  );
}

/** The answers of a run document, again: chosen here or dropped on the page. */
function ReplaySection() {
  const commands = useCommands();
  const picker = useRef<HTMLInputElement>(null);
  const { tick } = usePage(getCurrentModelWords);
  const replayed = usePage(state => (state.run?.setup.oracle.kind === 'replay' ? state.replayed : null));
  return (
    <>
      {replayed?.sheet && <HandedInSheet sheet={replayed.sheet} />}
      <p>
        A run document (Export) has every answer. Drop it on the page, or choose it, together with your own
        files that it was made from: the run is repeated to the same hash, with no model and no network.
      </p>
      <button type="button" className={styles.start} onClick={() => picker.current?.click()}>
        Choose a run document…
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Run document"
        multiple
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void commands.openFiles(files);
          event.target.value = '';
        }}
      />
      {replayed && (
        <p className="label">
          {replayed.name}: {formatNounCount(replayed.rounds, tick)}, hash{' '}
          <span className="mono">{replayed.hash.slice(0, 8)}</span>. A question that it lacks stops the run;
          nothing is guessed.
        </p>
      )}
      {replayed && <Check replayed={replayed} onCheck={() => void commands.verify()} />}
    </>
  );
}

interface CheckProps {
  readonly replayed: Replayed;
  readonly onCheck: () => void;
}

/** Verification of the document: its content against the content that follows from its answers. */
function Check({ replayed, onCheck }: CheckProps) {
  const { check } = replayed;
  const button = (
    <button type="button" className={styles.start} onClick={onCheck}>
      Check every section
    </button>
  );
  if (check === null) return button;
  if (typeof check === 'number')
    return <p role="status">Checking every section … {Math.round(check * 100)} %</p>;
  return (
    <>
      <p role="status">Its document is {describeVerdict(check).replace(/^it is /, '')}</p>
      {isReplayedUnchecked(replayed) ? button : <p className="label">Not checked: {check.unchecked}.</p>}
    </>
  );
}

interface Props {
  /** The value in the form. */
  readonly oracle: RemoteSetup;
  /** The model that decides in the run, if one does. */
  readonly current: RemoteSetup | null;
}

/** A language model on a server: its address, name, answer form and cost limits. */
function RemoteForm({ oracle, current }: Props) {
  const commands = useCommands();
  const store = usePageStore();
  const [testing, setTesting] = useState(false);
  /** Findings of a test, with its servers and model. */
  const [found, setFound] = useState<{ readonly of: string; readonly reports: readonly ServerReport[] }>();
  /** Applies to the form's present value, which may have changed while the test ran. */
  const edit = (part: Partial<RemoteSetup>): RemoteSetup => {
    const { draft } = store.getState();
    const now = draft && isRemoteOracle(draft) && draft.kind === oracle.kind ? draft : oracle;
    const next = { ...now, ...part };
    store.getState().setDraft(current !== null && isSameAskingSetup(next, current) ? null : next);
    return next;
  };
  const inUse = current !== null && isSameAskingSetup(oracle, current);
  const reports = found?.of === getServerKey(oracle) ? found.reports : null;

  const keyField = useRef<HTMLInputElement>(null);
  const testButton = useRef<HTMLButtonElement>(null);
  const forgotten = usePage(state => state.forgottenKey.some(url => oracle.urls.includes(url)));
  useIntent(intent => {
    (forgotten ? keyField : testButton).current?.focus();
    if (!forgotten && intent === 'test') void test(oracle);
    if (!forgotten && intent === 'start') void commands.reset({ oracle });
    if (!forgotten && intent === 'goOn') void commands.goOn(oracle);
  });

  const test = async (tested: RemoteSetup): Promise<void> => {
    const hosts = findUnreachableOrigins(tested.urls);
    if (hosts.length > 0) return commands.reach(hosts, 'test');
    setTesting(true);
    try {
      const reports = await commands.testConnection(tested);
      setFound({ of: getServerKey(tested), reports });
      const [only, ...more] = collectServerModels(reports);
      if (tested.model === '' && only !== undefined && more.length === 0) await test(edit({ model: only }));
    } catch (error) {
      store.getState().notify('error', getErrorMessage(error));
    } finally {
      setTesting(false);
    }
  };
  const limit = (limits: RemoteSetup['limits']) => {
    if (!inUse) return void edit({ limits });
    void commands.setLimits(limits).catch(error => store.getState().notify('error', getErrorMessage(error)));
  };
  return (
    <>
      <UrlField urls={oracle.urls} onChange={urls => edit({ urls })} />
      <ReachLine hosts={oracle.urls} also="Test connection" />
      <ModelField
        model={oracle.model}
        models={reports ? collectServerModels(reports) : []}
        onChange={model => edit({ model })}
      />
      <KeyField key={oracle.urls.join()} urls={oracle.urls} forgotten={forgotten} input={keyField} />
      <FormFields oracle={oracle} reports={reports ?? []} onChange={edit} />
      <div className={styles.test}>
        {/* Disabled it would lose the focus. */}
        <button
          ref={testButton}
          type="button"
          aria-disabled={testing}
          onClick={() => testing || void test(oracle)}
        >
          {testing ? 'Testing…' : 'Test connection'}
        </button>
        <span className="label">asks each server one small question</span>
      </div>
      {reports && (
        <ServerReports
          reports={reports}
          kind={oracle.kind}
          // A model that a server offered is tested at once.
          onModel={model => void test(edit({ model }))}
        />
      )}
      <EstimateSection oracle={oracle} reports={reports ?? []} />
      <LimitFields limits={inUse ? current.limits : oracle.limits} onChange={limit} />
      <StartButton
        oracle={oracle}
        inUse={inUse}
        obstacle={oracle.model === '' ? 'choose a model first' : null}
      />
    </>
  );
}

const getServerKey = ({ urls, model }: RemoteSetup): string => `${urls.join()} ${model}`;

/** All models that any server named, in the order in which they came. */
const collectServerModels = (reports: readonly ServerReport[]): string[] => [
  ...new Set(reports.flatMap(report => ('models' in report ? report.models : []))),
];

function UrlField({
  urls,
  onChange,
}: {
  urls: readonly string[];
  onChange: (urls: readonly string[]) => void;
}) {
  const id = useId();
  const store = usePageStore();
  const [text, setText] = useState<string | null>(null);
  const commit = () => {
    if (text === null) return;
    setText(null);
    if (text === urls.join(', ')) return;
    try {
      onChange(requireServerUrls(text));
    } catch (error) {
      store.getState().notify('error', `${getErrorMessage(error)}. It stays ${urls.join(', ')}.`);
    }
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>base URLs, comma-separated</label>
      <input
        id={id}
        type="text"
        spellCheck={false}
        autoComplete="off"
        value={text ?? urls.join(', ')}
        onChange={event => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={event => event.key === 'Enter' && commit()}
      />
    </div>
  );
}

interface ModelFieldProps {
  readonly model: string;
  readonly models: readonly string[];
  readonly onChange: (model: string) => unknown;
}

function ModelField({ model, models, onChange }: ModelFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        model{models.length > 0 ? `, ${models.length} on the server` : ', as the server names it'}
      </label>
      <input
        id={id}
        type="text"
        list={`${id}-models`}
        spellCheck={false}
        autoComplete="off"
        placeholder="test the connection to see which there are"
        value={model}
        onChange={event => onChange(event.target.value.trim())}
      />
      <datalist id={`${id}-models`}>
        {models.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

interface KeyFieldProps {
  readonly urls: readonly string[];
  /** True if there was a key for them before the page was reloaded. */
  readonly forgotten: boolean;
  readonly input: Ref<HTMLInputElement>;
}

/** The key goes to the worker as it is typed, and nowhere else; the field forgets it with the page. */
function KeyField({ urls, forgotten, input }: KeyFieldProps) {
  const id = useId();
  const commands = useCommands();
  // A key typed now would be lost with the reload.
  const waits = findUnreachableOrigins(urls).length > 0;
  const [set, setSet] = useState(() => commands.hasKey(urls));
  return (
    <div className={styles.field}>
      <label htmlFor={id}>key, if the server wants one</label>
      <input
        ref={input}
        id={id}
        type="password"
        autoComplete="off"
        disabled={waits}
        placeholder={
          waits ? 'allow the address first' : set ? 'set; kept in memory only' : 'none; kept in memory only'
        }
        aria-describedby={forgotten ? `${id}-forgotten` : undefined}
        onChange={event => {
          commands.setKey(event.target.value, urls);
          setSet(event.target.value !== '');
        }}
      />
      {forgotten && (
        <p id={`${id}-forgotten`} className="label">
          The page was reloaded and has forgotten the key: type it again.
        </p>
      )}
    </div>
  );
}
