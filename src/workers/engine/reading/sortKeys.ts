import { InputError } from '../../../engine/core/errors.ts';
import type { Telling } from '../../../engine/model/model.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { SortOrder } from '../../protocol/readCommands.ts';
import { failureKeys } from './failureKeys.ts';
import { firstEntry } from './firstEntry.ts';
import { presentStays, timeIn } from './stayKeys.ts';

/** Sort keys of the agents by what is seldom asked for, smallest first. @throws InputError for an order or a state that is not there */
export function sortKeys(run: Run, telling: Telling, sort: SortOrder): ArrayLike<number> {
  switch (sort.by) {
    case 'first-entry':
      return firstEntry(run, sort.state);
    case 'longest-stay':
      return presentStays(run);
    case 'failures':
      return failureKeys(run, telling);
    case 'time-in':
      return timeIn(run, sort.state);
    default:
      throw new InputError(`timelines cannot be sorted by "${sort.by}"`);
  }
}
