import type { InputInfo } from '../../../engine/config.ts';
import { useMedia, usePage } from '../../hooks.ts';
import { NARROW_BAR } from '../../views/narrowBar.ts';
import { counted } from '../../words.ts';
import styles from './Governed.module.css';
import { CorpusSelect } from './MissionChoices.tsx';

/** The missions and the documents that the run is made from. */
export function MissionFacts() {
  const info = usePage(({ run }) => run?.info.config.inputInfo);
  const isChosenAbove = useMedia(NARROW_BAR);
  if (!info) return null;
  return (
    <>
      {info.missions && <Input title="Missions" info={info.missions} one="mission" />}
      {info.corpus && <Input title="Documents" info={info.corpus} one="document" />}
      {!isChosenAbove && <CorpusSelect />}
      <p className="label">
        Drop documents (.md; of several some may be .txt) on the page to search in your own, one .json or .txt
        for missions of your own.
      </p>
    </>
  );
}

interface Props {
  readonly title: string;
  readonly info: InputInfo;
  readonly one: string;
}

function Input({ title, info, one }: Props) {
  return (
    <div className={styles.input}>
      <h2>{title}</h2>
      <p className="label">
        {info.name}: {counted(info.count, one)}. SHA-256{' '}
        <span className="mono">{info.sha256.slice(0, 8)}</span>.
      </p>
    </div>
  );
}
