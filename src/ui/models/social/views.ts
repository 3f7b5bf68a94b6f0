import { lazily } from '../../controls/lazily.tsx';
import { soon } from '../../controls/soon.ts';
import { placeOf } from '../../hooks/placeOf.tsx';
import type { ModelViews } from '../../model/plugin.ts';
import { NetworkSelect } from '../../views/network/NetworkSelect.tsx';
import { helpWith } from '../../views/setup/helpWith.tsx';
import { CascadeView } from './cascade/CascadeView.tsx';
import { HappeningNow } from './cascade/HappeningNow.tsx';
import { Chip, Sentence } from './headline.tsx';

/** People on a network: the cascade, the liveliest ones, an agent's reasons; what is not on the first picture is loaded when it is shown. */
export const SOCIAL_VIEWS: ModelViews = {
  Place: placeOf(
    CascadeView,
    lazily(async () => (await import('./SocialNetwork.tsx')).SocialNetwork),
  ),
  PairPlace: lazily(async () => (await import('./pair/PairCascade.tsx')).PairCascade),
  Overview: HappeningNow,
  overview: 'Happening now',
  Agent: lazily(soon(async () => (await import('./inspector/SocialAgent.tsx')).SocialAgent)),
  Sentence,
  Chip,
  Choices: NetworkSelect,
  Facts: lazily(async () => (await import('../../views/network/NetworkFacts.tsx')).NetworkFacts),
  ChartNotes: null,
  Help: helpWith(async () => (await import('./help.ts')).HELP),
};
