import type { InputInfo } from '../../../engine/config.ts';
import { usePage } from '../../hooks.ts';
import { counted } from '../../words.ts';

/** The missions and the documents that the run is made from. */
export function MissionFacts() {
  const info = usePage(({ run }) => run?.info.config.inputInfo);
  if (!info) return null;
  return (
    <>
      {info.missions && <Input info={info.missions} one="mission" />}
      {info.corpus && <Input info={info.corpus} one="document" />}
      <p className="label">
        Drop documents (.md; of several some may be .txt) on the page to search in your own, one .json or .txt
        for missions of your own.
      </p>
    </>
  );
}

function Input({ info, one }: { readonly info: InputInfo; readonly one: string }) {
  return (
    <>
      <h2>{info.name}</h2>
      <p className="label">
        {counted(info.count, one)}. SHA-256 <span className="mono">{info.sha256.slice(0, 8)}</span>.
      </p>
    </>
  );
}
