import { createRoot } from 'react-dom/client';
import type { Files } from '../../../engine/files/namedFile.ts';
import { copyShare, prepareShare, type RunShare } from '../../commands/shareRun.ts';
import type { PageStore } from '../../state/pageState.ts';
import { ShareDialog } from './ShareDialog.tsx';

/**
 * Copies an address that repeats the run, or says why none can. Before the user's files go into it, it asks.
 * @returns true if one is in the clipboard
 */
export async function shareAsked(store: PageStore, ownFiles: () => Files): Promise<boolean> {
  const share = await prepareShare(store, ownFiles);
  if (share === null) return false;
  if (!share.fragment) return copyShare(store, share, false);
  const isWhole = await askAboutFiles(share, share.fragment, ownFiles());
  return isWhole !== null && copyShare(store, share, isWhole);
}

/** True for an address with the files, false for one without them, null for none. */
function askAboutFiles(share: RunShare, fragment: string, own: Files): Promise<boolean | null> {
  const before = document.activeElement;
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  return new Promise(resolve => {
    const end = (isWhole: boolean | null) => {
      root.unmount();
      host.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(isWhole);
    };
    root.render(
      <ShareDialog
        files={own}
        lengths={{ whole: share.address.length + fragment.length, bare: share.address.length }}
        onChoose={end}
        onClose={() => end(null)}
      />,
    );
  });
}
