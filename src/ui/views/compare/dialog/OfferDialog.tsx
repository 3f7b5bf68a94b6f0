import { canBeTwoSets, getCurrentSetName, getSetFilesName } from '../../../commands/recordedSets.ts';
import type { SetUse } from '../../../contract/pageCommands.ts';
import { Dialog } from '../../../controls/Dialog.tsx';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { getCurrentAppearance } from '../../../model/getModelAppearance.ts';
import styles from './Offer.module.css';

/**
 * Asks for the use of dropped recordings: a run of their own, an addition to the one on the screen, or a set to compare
 * with.
 */
export function OfferDialog() {
  const commands = useCommands();
  const store = usePageStore();
  const offered = usePage(state => state.offered);
  const now = usePage(getCurrentSetName);
  const isOwn = usePage(state => {
    const { presetsAre } = getCurrentAppearance(state);
    return presetsAre !== undefined && state.run?.setup.own?.includes(presetsAre) === true;
  });
  if (offered === null) return null;
  const close = () => store.getState().arrange({ offered: null });
  const use = (as: SetUse) => {
    close();
    void commands.openFiles(offered, undefined, as);
  };
  const [first, second] = offered;
  const [name, shown] = [escapeInvisibleText(getSetFilesName(offered)), escapeInvisibleText(now)];
  return (
    <Dialog title={offered.length === 1 ? `Open ${name}` : 'Open these files'} onClose={close}>
      <div className={styles.choices}>
        {canBeTwoSets(offered) && (
          <OfferChoice
            does="Compare the two"
            what={`A ${escapeInvisibleText(first.name)}, B ${escapeInvisibleText(second.name)}: each a set of its own`}
            onChoose={() => use('each')}
          />
        )}
        {isOwn && (
          <OfferChoice
            does={offered.length === 1 ? 'Compare with this one' : 'Compare with these'}
            what={`A ${shown}, which is on the screen, B ${name}`}
            onChoose={() => use('beside')}
          />
        )}
        <OfferChoice
          does={isOwn ? 'Open instead' : 'Open as one set'}
          what={isOwn ? `${name} in place of ${shown}` : 'the cases of both files together'}
          onChoose={() => use('instead')}
        />
        {isOwn && (
          <OfferChoice
            does="Add to the set"
            what={`the cases of ${shown} and of ${name} together`}
            onChoose={() => use('more')}
          />
        )}
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly does: string;
  readonly what: string;
  onChoose(): void;
}

const OfferChoice = ({ does, what, onChoose }: ChoiceProps) => (
  <button type="button" onClick={onChoose}>
    <b>{does}</b>
    <span>{what}</span>
  </button>
);
