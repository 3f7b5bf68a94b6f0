import { StoredText } from '../../files/storedText.ts';

/** A chart of the user's is kept for a reload. */
export const OWN_CHART = new StoredText('chart', 'statescope-chart');
