import { InputError } from '../../../engine/core/errors.ts';
import type { Telling } from '../../../engine/model/model.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { SortOrder } from '../../protocol/readCommands.ts';
import { computeFailureKeys } from './computeFailureKeys.ts';
import { computeFirstEntryKeys } from './computeFirstEntryKeys.ts';
import { computeCurrentStayKeys, computeTimeInStateKeys } from './stayKeys.ts';

/** Sort keys of the agents by what is seldom asked for, smallest first. @throws InputError for an order or a state that is not there */
export function computeSortKeys(run: Run, telling: Telling, sort: SortOrder): ArrayLike<number> {
  switch (sort.by) {
    case 'first-entry':
      return computeFirstEntryKeys(run, sort.state);
    case 'longest-stay':
      return computeCurrentStayKeys(run);
    case 'failures':
      return computeFailureKeys(run, telling);
    case 'time-in':
      return computeTimeInStateKeys(run, sort.state);
    default:
      throw new InputError(`timelines cannot be sorted by "${sort.by}"`);
  }
}
