import { describeOracleWait } from '../../engine/oracle/describeOracleWait.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { PageState } from '../state/pageState.ts';

/** Cause of the present wait while the run plays; '' for none. */
export const describeCurrentWait = ({
  oracleReport,
  run,
  phase,
}: Pick<PageState, 'oracleReport' | 'run' | 'phase'>): string =>
  phase === 'playing' && oracleReport && run && isLanguageModelOracle(run.setup.oracle)
    ? describeOracleWait(oracleReport)
    : '';
