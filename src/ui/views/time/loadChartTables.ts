import { createLoadErrorHandler } from '../../../engine/core/errors.ts';

/** The charts of every model as tables, loaded with the first that is opened. */
export const loadChartTables = () => import('./chartTables.ts').catch(createLoadErrorHandler('the table'));
