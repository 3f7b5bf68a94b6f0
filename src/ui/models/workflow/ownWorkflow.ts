import { StoredText } from '../../files/storedText.ts';

/** A workflow of the user's is kept for a reload. */
export const OWN_WORKFLOW = new StoredText('workflow', 'statescope-workflow');
