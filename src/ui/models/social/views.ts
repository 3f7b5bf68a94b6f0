import type { ModelViews } from '../plugin.ts';
import { CascadeView } from './CascadeView.tsx';
import { HappeningNow } from './HappeningNow.tsx';
import { Chip, Sentence } from './headline.tsx';
import { NetworkSelect } from './NetworkSelect.tsx';
import { SocialAgent } from './SocialAgent.tsx';
import { SocialFacts } from './SocialFacts.tsx';

/** People on a network: the cascade, the liveliest ones, an agent's reasons. */
export const SOCIAL_VIEWS: ModelViews = {
  Place: CascadeView,
  Overview: HappeningNow,
  overview: 'Happening now',
  Agent: SocialAgent,
  Sentence,
  Chip,
  Choices: NetworkSelect,
  Facts: SocialFacts,
  ChartNotes: null,
};
