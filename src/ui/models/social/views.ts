import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { createPlaceView } from '../../hooks/createPlaceView.tsx';
import type { ModelViews } from '../../model/plugin.ts';
import { NetworkSelect } from '../../views/network/NetworkSelect.tsx';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { CascadeView } from './cascade/CascadeView.tsx';
import { HappeningNow } from './cascade/HappeningNow.tsx';
import { Chip, Sentence } from './headline.tsx';

/** People on a network: the cascade, the liveliest ones, an agent's reasons; what is not on the first picture is loaded when it is shown. */
export const SOCIAL_VIEWS: ModelViews = {
  Place: createPlaceView(
    CascadeView,
    createLazyView(async () => (await import('./SocialNetwork.tsx')).SocialNetwork),
  ),
  PairPlace: createLazyView(async () => (await import('./pair/PairCascade.tsx')).PairCascade),
  Overview: HappeningNow,
  overview: 'Happening now',
  Agent: createLazyView(
    preloadOnActivity(async () => (await import('./inspector/SocialAgent.tsx')).SocialAgent),
  ),
  Sentence,
  Chip,
  Choices: NetworkSelect,
  Facts: createLazyView(async () => (await import('../../views/network/NetworkFacts.tsx')).NetworkFacts),
  ChartNotes: null,
  Help: createHelpDialog(async () => (await import('./help.ts')).HELP),
};
