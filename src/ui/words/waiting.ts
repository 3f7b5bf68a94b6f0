import { asksModel } from '../../engine/oracleSetup.ts';
import { waitWords } from '../../engine/waitWords.ts';
import type { PageState } from '../store/pageState.ts';

/** What the run waits for while it plays; '' for nothing. */
export const waitNow = ({
  oracleReport,
  run,
  phase,
}: Pick<PageState, 'oracleReport' | 'run' | 'phase'>): string =>
  phase === 'playing' && oracleReport && run && asksModel(run.setup.oracle) ? waitWords(oracleReport) : '';
