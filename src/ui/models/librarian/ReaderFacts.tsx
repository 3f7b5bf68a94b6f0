import { useMedia, usePage } from '../../hooks/hooks.ts';
import { NARROW_BAR } from '../../views/bar/narrowBar.ts';
import { InputFact } from '../../views/setup/InputFact.tsx';
import { ConfigSelect, MemorySelect } from './ReaderChoices.tsx';

/** The texts, the memory and the configuration that the run is made from. */
export function ReaderFacts() {
  const info = usePage(({ run }) => run?.info.config.inputInfo);
  const isChosenAbove = useMedia(NARROW_BAR);
  if (!info) return null;
  return (
    <>
      {info.source && <InputFact title="Texts" info={info.source} parts={['text', 'texts']} />}
      {info.memory && <InputFact title="Memory" info={info.memory} parts={['file', 'files']} />}
      {info.config && <InputFact title="Configuration" info={info.config} parts={['file', 'files']} />}
      {!isChosenAbove && (
        <>
          <MemorySelect />
          <ConfigSelect />
        </>
      )}
      <p className="label">
        Drop texts (.md, .txt) on the page to have them read, a memory.json to begin with (several named
        agent_001.json … go to those agents), or a config.json.
      </p>
    </>
  );
}
