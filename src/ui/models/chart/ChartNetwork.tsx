import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { getCurrentGroupHues } from '../../network/assignGroupHues.ts';
import { NO_STORY } from '../../network/describeChangedFollows.ts';
import { ColourModes, GroupLegend } from '../../network/GroupColours.tsx';
import styles from '../../network/Network.module.css';
import { Gutter, NetworkView } from '../../network/NetworkView.tsx';
import { PlaceSwitch } from '../../views/time/PlaceSwitch.tsx';

const NO_ROWS: readonly unknown[] = [];

/** The network with every agent in the colour of its state or its group. */
export function ChartNetwork() {
  return (
    <NetworkView
      story={() => NO_STORY}
      watch={() => NO_ROWS}
      describe={() => ''}
      tools={twin => (
        <Gutter>
          <ChartTitle title="Flow" twin={twin} />
          <PlaceSwitch own="flow" />
          <ColourModes />
          <GroupLegend isColumn />
          <Keys />
        </Gutter>
      )}
    />
  );
}

function Keys() {
  const hues = usePage(getCurrentGroupHues);
  return (
    <div className={styles.keys}>
      {hues === null && <p>colour: state now</p>}
      <p>size: followers</p>
    </div>
  );
}
