import { describeReadingLines, needsDirectionChoice } from '../../engine/network/reading/direction.ts';
import type { Direction } from '../../engine/network/reading/edgeReading.ts';
import { DIRECTIONS } from '../../engine/network/reading/readingChoices.ts';
import type { FileCommands } from '../contract/pageCommands.ts';
import type { PageStore } from '../state/pageState.ts';
import { DIRECTION_NAMES } from '../words/directionNames.ts';

/** Reports the reading of the run's network; if its direction was only assumed, the question stays. */
export function notifyNetworkReading(
  store: PageStore,
  link: () => Pick<FileCommands, 'chooseReading'>,
): void {
  const { run, notify } = store.getState();
  const { name, reading } = run?.info.config.networkInfo ?? {};
  if (!name || !reading) return;
  const isAsked = needsDirectionChoice(reading);
  const text = describeReadingLines(name, reading).join('\n');
  const button = (direction: Direction) => ({
    label: DIRECTION_NAMES[direction],
    act: () => void link().chooseReading({ direction }),
  });
  const [first, ...others] = DIRECTIONS.map(button);
  // The question goes with Play.
  const later = isAsked ? ' The Set-up can change it later as well.' : '';
  notify(isAsked ? 'question' : 'note', text + later, { ...first, others });
}
