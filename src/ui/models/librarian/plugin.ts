import { LIBRARIAN_PARAMETERS } from '../../../engine/models/librarian/parameters.ts';
import { librarianQueries } from '../../../engine/models/librarian/reports/librarianQueries.ts';
import type { ModelPlugin } from '../../model/plugin.ts';
import { applyLibrarianFrame, LIBRARIAN, READER_PICKED } from './librarianPart.ts';
import { LIBRARIAN_LOOK } from './look.ts';
import { LIBRARIAN_RESOURCES } from './resources.ts';
import { LIBRARIAN_VIEWS } from './views.tsx';

/** The model's half of the page. */
export const LIBRARIAN_PLUGIN: ModelPlugin = {
  name: LIBRARIAN.model,
  look: LIBRARIAN_LOOK,
  views: LIBRARIAN_VIEWS,
  resources: LIBRARIAN_RESOURCES,
  parameters: async () => LIBRARIAN_PARAMETERS,
  afterFrame: applyLibrarianFrame,
  withAgents: () => READER_PICKED.initial,
  letGo(own) {
    const { span } = { ...READER_PICKED.initial, ...own };
    return span === null ? null : READER_PICKED.initial;
  },
  search: (engine, words) => librarianQueries.ask(engine, 'search', words),
};
