/** Words about librarians and their memory, explained. */
export const TERMS = {
  'working memory': 'the entries that stand in the prompt',
  storage: 'entries that are kept but not in the prompt; a load copies one back',
  entry: 'a value under a tag',
  paging: 'moving entries from working memory to storage, once it holds more than its paging limit allows',
  load: 'copying an entry from storage back into working memory',
  'hard limit': 'most tokens in working memory; what is above goes to storage, the oldest first, unasked',
  lost: 'times that a value went from both working memory and storage; one that came back counts as well',
  'kept nowhere': 'stated in the text, but in neither place when it was asked for: never noted, or lost',
  'could not be read': 'answers that are not in the form that was asked for',
  'could not be done': 'actions on an entry that is not there, or a load of one that does not fit',
  recall: 'questions answered right, of those that are settled',
} as const;
