import type { LocalSetup } from '../../../../engine/oracle/oracleSetup.ts';
import type { LoadProgress, ModelChoice } from '../../../../workers/protocol/api.ts';
import { useCommands, usePage } from '../../../hooks/hooks.ts';
import { findUnreachableOrigins } from '../../../policy/allowedOrigins.ts';
import { getModelHosts } from '../../../policy/getModelHosts.ts';
import { isSameLocalModel, type LocalState } from '../../../state/localModelState.ts';
import { formatByteSize, formatRoughTime } from '../../../words/sizes.ts';
import { ReachLine } from '../ReachLine.tsx';
import styles from './LocalForm.module.css';
import { WaysOn } from './WaysOn.tsx';

interface Props {
  readonly oracle: LocalSetup;
  /** The model's entry; null if it is in no list. */
  readonly choice: ModelChoice | null;
}

/** Loading of the chosen model, its progress, and any error. */
export function LoadSection({ oracle, choice }: Props) {
  const commands = useCommands();
  const { loading, loaded, problem } = usePage(state => state.local);
  if (loading !== null) return <LoadingBar loading={loading} />;
  const failed = problem !== null && isSameLocalModel(problem.spec, oracle) ? problem : null;
  const label = choice?.label ?? oracle.model;
  const load = () => {
    const hosts = choice?.cached ? [] : findUnreachableOrigins(getModelHosts(oracle));
    return hosts.length > 0
      ? commands.reach(hosts, 'download')
      : commands.loadModel(getLocalModelSpec(oracle));
  };
  if (oracle.model === '' || choice?.obstacle) return null;
  // Only its own file can bring it back.
  if (!choice?.cached && oracle.source?.url.startsWith('file:'))
    return (
      <div className={styles.load}>
        {failed !== null && (
          <p role="alert">{`${label} could not be loaded: ${failed.reason.replace(/\.$/, '')}.`}</p>
        )}
        <p className="label">
          {label} is not saved in this browser: choose its file below, or drop it on the page.
        </p>
      </div>
    );
  return (
    <div className={styles.load}>
      {failed !== null && (
        <WaysOn
          title={`${label} could not be loaded`}
          text={`${formatLoadSentence(failed.reason)}. Nothing is lost. These can decide as well:`}
        />
      )}
      <p className={styles.action}>
        <button type="button" onClick={() => void load()}>
          {failed !== null ? 'Try again' : choice?.cached ? 'Load it now' : describeDownload(choice)}
        </button>
        <span className="label" aria-live="polite">
          {choice?.cached
            ? loaded !== null && isSameLocalModel(loaded, oracle)
              ? `${label} is ready`
              : 'it is here; the first question loads it'
            : 'it then stays in this browser’s cache'}
        </span>
      </p>
      {!choice?.cached && <ReachLine hosts={getModelHosts(oracle)} also="Download" />}
    </div>
  );
}

const describeDownload = (choice: ModelChoice | null): string =>
  choice?.download ? `Download, about ${formatByteSize(choice.download * 1e6)}` : 'Download';

/** The part of a set-up that names the model. */
export const getLocalModelSpec = ({ kind, model, source }: LocalSetup) => ({ kind, model, source });

const formatLoadSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');

const LOADING_PHASES = ['download', 'load', 'shaders'] as const;
/** Widths of the bar's parts, %. */
const PHASE_SHARES: Readonly<Record<LoadProgress['phase'], number>> = { download: 80, load: 13, shaders: 7 };
const PHASE_LABELS: Readonly<Record<LoadProgress['phase'], string>> = {
  download: 'downloading',
  load: 'loading',
  shaders: 'compiling shaders',
};

/** One bar in three parts. */
function LoadingBar({ loading }: { loading: NonNullable<LocalState['loading']> }) {
  const commands = useCommands();
  const { spec, progress, begun } = loading;
  const phase = progress?.phase ?? 'download';
  const at = LOADING_PHASES.indexOf(phase);
  const phases = spec.kind === 'webllm' ? LOADING_PHASES : LOADING_PHASES.slice(0, 2);
  const part = progress?.part ?? 0;
  const filled = (other: LoadProgress['phase']) => {
    const position = LOADING_PHASES.indexOf(other);
    return position < at ? 1 : position === at ? part : 0;
  };
  return (
    <div className={styles.load}>
      <p className={styles.key}>
        <span>
          <b>{spec.model}</b>: {progress === null ? 'starting' : PHASE_LABELS[phase]}
          {progress?.bytes != null && `, ${formatByteSize(progress.bytes)}`}
          {progress?.of != null && ` of ${formatByteSize(progress.of)}`}
        </span>
        <span>
          <b>{Math.floor(part * 100)} %</b>
          {estimateRemainingTime(part, begun, phase)}
        </span>
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={`${PHASE_LABELS[phase]} ${spec.model}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
      >
        {phases.map(name => (
          <div key={name} style={{ flex: PHASE_SHARES[name] }} title={PHASE_LABELS[name]}>
            <i className={styles.fill} style={{ width: `${filled(name) * 100}%` }} />
            <small className={name === phase ? styles.now : undefined}>{name}</small>
          </div>
        ))}
      </div>
      <p className={styles.action}>
        <button type="button" onClick={() => void commands.cancelModel()}>
          Cancel
        </button>
        <span className="label">
          {spec.kind === 'webllm' ? 'what has come stays cached' : 'an unfinished file is fetched again'}; the
          run waits
        </span>
      </p>
    </div>
  );
}

/** Estimate from the speed so far; empty before it is known. */
function estimateRemainingTime(part: number, begun: number, phase: LoadProgress['phase']): string {
  const seconds = (performance.now() - begun) / 1000;
  if (phase !== 'download' || part < 0.02 || part >= 1 || seconds < 2) return '';
  return `, about ${formatRoughTime((seconds * (1 - part)) / part)} left`;
}
