import { GOVERNED_PLUGIN } from './governed/plugin.ts';
import { LIBRARIAN_PLUGIN } from './librarian/plugin.ts';
import { register } from './registered.ts';
import { SOCIAL_PLUGIN } from './social/plugin.ts';
import { WORKFLOW_PLUGIN } from './workflow/plugin.ts';

register(SOCIAL_PLUGIN, GOVERNED_PLUGIN, LIBRARIAN_PLUGIN, WORKFLOW_PLUGIN);
