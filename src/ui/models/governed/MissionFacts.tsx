import { useMedia, usePage } from '../../hooks/hooks.ts';
import { NARROW_BAR } from '../../views/bar/narrowBar.ts';
import { InputFact } from '../../views/setup/InputFact.tsx';
import { CorpusSelect } from './MissionChoices.tsx';

/** The missions and the documents that the run is made from. */
export function MissionFacts() {
  const info = usePage(({ run }) => run?.info.config.inputInfo);
  const isChosenAbove = useMedia(NARROW_BAR);
  if (!info) return null;
  return (
    <>
      {info.missions && <InputFact title="Missions" info={info.missions} parts={['mission', 'missions']} />}
      {info.corpus && <InputFact title="Documents" info={info.corpus} parts={['document', 'documents']} />}
      {!isChosenAbove && <CorpusSelect />}
      <p className="label">
        Drop documents (.md; of several some may be .txt) on the page to search your own, one .json or .txt
        for missions of your own.
      </p>
    </>
  );
}
