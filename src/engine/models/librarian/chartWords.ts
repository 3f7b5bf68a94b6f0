import type { ChartWords } from '../../statechart/definition.ts';

/** A librarian in plain words. */
export const LIBRARIAN_WORDS: ChartWords = {
  states: {
    thinking: { label: 'thinking', description: 'makes up its mind what to do next' },
    executing: { label: 'executing', description: 'works on its memory' },
    paging: { label: 'paging', description: 'must move something out of its full memory' },
    stopped: { label: 'stopped', description: 'has read everything, or has used up its turns' },
  },
  triggers: {
    execute: { label: 'acts', description: 'it has decided to do something' },
    acted: { label: 'has acted', description: 'what it did is done' },
    failed: { label: 'went wrong', description: 'what it said could not be carried out' },
    over_limit: { label: 'memory is full', description: 'its working memory is over the paging limit' },
    moved: { label: 'has made room', description: 'something was put away or dropped' },
    restored: { label: 'as it was saved', description: 'its memory file says that it was there' },
    task_done: { label: 'has read all', description: 'nothing of its task is left' },
    max_iterations: { label: 'out of turns', description: 'it has used up its turns' },
  },
};
