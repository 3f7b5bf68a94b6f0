import { useState } from 'react';
import type { LocalKind, ModelSource } from '../../../../engine/oracle/oracleSetup.ts';
import type { LocalModelSpec, ModelChoice } from '../../../../workers/protocol/api.ts';
import { useCommands, usePage } from '../../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import { isSameLocalModel } from '../../../state/localModelState.ts';
import styles from './LocalForm.module.css';

interface Props {
  readonly kind: LocalKind;
  /** Models to choose from; null before they are known. */
  readonly choices: readonly ModelChoice[] | null;
  readonly chosen: LocalModelSpec;
  readonly onChoose: (choice: ModelChoice) => void;
}

/** The models that can be chosen: their needs, their download, whether they are here. */
export function ModelTable({ kind, choices, chosen, onChoose }: Props) {
  const [all, setAll] = useState(false);
  if (choices === null) return <p className="label">Looking up the models…</p>;
  const shown = choices.filter(choice => all || choice.suggested || isSameLocalModel(choice, chosen));
  const widest = Math.max(1, ...shown.map(({ memory }) => memory ?? 0));
  const hidden = choices.length - shown.length;
  return (
    <div className={styles.scroll}>
      <table className={styles.models}>
        <thead>
          <tr>
            <th scope="col">model</th>
            <th scope="col" className={styles.number}>
              {kind === 'webllm' ? 'VRAM, MB' : 'memory, MB'}
            </th>
            <th scope="col" className={styles.number} title="about, in MB">
              download
            </th>
            <th scope="col" className={styles.number}>
              on this machine
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(choice => (
            <ModelRow
              key={`${choice.model} ${choice.source?.url}`}
              choice={choice}
              share={(choice.memory ?? 0) / widest}
              isChosen={isSameLocalModel(choice, chosen)}
              onChoose={() => onChoose(choice)}
            />
          ))}
        </tbody>
      </table>
      {(hidden > 0 || all) && (
        <p className={styles.more}>
          <span>
            {all
              ? `${formatGroupedInteger(choices.length)} in the list`
              : `${formatGroupedInteger(hidden)} more in the list`}
          </span>
          <button type="button" className={styles.plain} onClick={() => setAll(!all)}>
            {all ? 'show fewer' : 'show all'}
          </button>
        </p>
      )}
    </div>
  );
}

interface ModelRowProps {
  readonly choice: ModelChoice;
  /** Width relative to the widest bar, 0 to 1. */
  readonly share: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ModelRow({ choice, share, isChosen, onChoose }: ModelRowProps) {
  const { label, quantization, memory, download, licence, obstacle, source, standard } = choice;
  const small = [standard && 'the default', licence, source && describeModelSource(source)].filter(
    part => part,
  );
  return (
    <tr className={isChosen ? styles.chosen : obstacle !== null ? styles.out : undefined}>
      <td>
        <label title={licence === null ? choice.model : `${choice.model}, licence: ${licence}`}>
          <input
            type="radio"
            name="local-model"
            checked={isChosen}
            disabled={obstacle !== null}
            onChange={onChoose}
          />
          <span>
            <b>{label}</b> <code>{quantization}</code>
            <small>{small.join(', ')}</small>
          </span>
        </label>
      </td>
      <td className={styles.number}>
        <span className={styles.memory}>
          {memory === null ? '–' : formatGroupedInteger(Math.round(memory))}
          <i style={{ width: `${Math.round(share * 40)}px` }} />
        </span>
      </td>
      <td className={styles.number}>
        {download === null || obstacle !== null ? '–' : `${formatGroupedInteger(download)} MB`}
      </td>
      <td className={styles.number}>
        <Presence choice={choice} />
      </td>
    </tr>
  );
}

/** Revision that it is pinned to, or its origin. */
function describeModelSource({ url, revision }: ModelSource): string {
  if (url.startsWith('file:')) return 'your own file';
  const host = new URL(url).host;
  return revision === null ? `${host}, not pinned` : `${host}, pinned to ${revision.slice(0, 12)}`;
}

function Presence({ choice }: { choice: ModelChoice }) {
  const commands = useCommands();
  const { loading, loaded } = usePage(state => state.local);
  if (choice.obstacle !== null) return choice.obstacle;
  if (loading !== null && isSameLocalModel(loading.spec, choice)) return 'loading';
  if (!choice.cached && choice.source === null) return 'not yet';
  if (!choice.cached)
    return (
      <>
        not yet{' '}
        <Plain
          word="forget"
          label={`take ${choice.model} off the list`}
          onClick={() => commands.forgetModel(choice)}
        />
      </>
    );
  return (
    <>
      {loaded !== null && isSameLocalModel(loaded, choice) ? '✓ ready' : '✓ cached'}{' '}
      <Plain
        word="delete"
        label={`delete ${choice.model} from this browser`}
        onClick={() => commands.removeModel(choice)}
      />
    </>
  );
}

interface PlainProps {
  readonly word: string;
  /** The action and its object; the visible label is the same in every row. */
  readonly label: string;
  readonly onClick: () => Promise<void>;
}

function Plain({ word, label, onClick }: PlainProps) {
  return (
    <button type="button" className={styles.plain} aria-label={label} onClick={() => void onClick()}>
      {word}
    </button>
  );
}
