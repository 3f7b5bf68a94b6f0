import { describeOracleWait } from '../../engine/oracle/describeOracleWait.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { PageState } from '../state/pageState.ts';

/** What the run waits for while it plays; '' for nothing. */
export const describeCurrentWait = ({
  oracleReport,
  run,
  phase,
}: Pick<PageState, 'oracleReport' | 'run' | 'phase'>): string =>
  phase === 'playing' && oracleReport && run && isLanguageModelOracle(run.setup.oracle)
    ? describeOracleWait(oracleReport)
    : '';
