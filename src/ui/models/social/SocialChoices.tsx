import { NetworkSelect } from '../../views/network/NetworkSelect.tsx';
import { RegionSelect } from '../../views/RegionSelect.tsx';

/** The network, and of the chart with moods the region. */
export function SocialChoices() {
  return (
    <>
      <RegionSelect />
      <NetworkSelect />
    </>
  );
}
