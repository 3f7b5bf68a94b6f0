import { useRef } from 'react';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { FILE_NETWORK } from '../../state/oracleChoices.ts';
import { Select } from '../bar/Select.tsx';
import { NETWORKS } from './networks.ts';

const OWN_FILE = 'own-file';

/** The bundled networks, the generators, and the user's file. */
export function NetworkSelect() {
  const commands = useCommands();
  const picker = useRef<HTMLInputElement>(null);
  const network = usePage(state => state.run?.setup.network ?? 'congress');
  const fileName = usePage(state => state.run?.info.config.networkInfo?.name ?? '');
  const own = {
    value: OWN_FILE,
    label: 'your own network…',
    title: 'GEXF, GraphML, …, or two accounts a line, such as anna,ben',
  };
  const loaded =
    network === FILE_NETWORK ? [{ value: FILE_NETWORK, label: fileName, title: 'your file' }] : [];
  const choose = (value: string) => {
    if (value === OWN_FILE) picker.current?.click();
    else void commands.reset({ network: value, agents: null });
  };
  return (
    <>
      <Select
        label="Network"
        strong
        value={network}
        choices={[...NETWORKS, ...loaded, own]}
        onChoose={choose}
      />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Network file"
        multiple
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void commands.openFiles(files);
          event.target.value = '';
        }}
      />
    </>
  );
}
