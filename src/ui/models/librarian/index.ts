import { LIBRARIAN_DEFAULTS } from '../../../engine/models/librarian/librarianDefaults.ts';
import type { PageModel } from '../../model/pageModel.ts';

/** Stopped librarians share the idle hue; those in need belong to the engaging family. */
const LIBRARIAN_HUES: Readonly<Record<string, string>> = {
  thinking: 'evaluating',
  executing: 'scrolling',
  paging: 'engaging_reshare',
  stopped: 'idle',
};

/** Readers of a long text. */
export const librarian: PageModel = {
  name: 'librarian',
  choice: {
    label: 'Librarians',
    title: 'readers of a long text, with a small working memory and an unbounded storage',
  },
  defaults: LIBRARIAN_DEFAULTS,
  inputs: ['source', 'memory', 'config'],
  hues: LIBRARIAN_HUES,
  half: async () => (await import('./librarianPlugin.ts')).LIBRARIAN_PLUGIN,
};
