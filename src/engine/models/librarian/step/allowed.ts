import type { ReadAction } from '../answer/read.ts';
import type { AgentConfig } from '../inputs/agentConfig.ts';
import {
  LONGEST_SEARCH,
  LONGEST_TAG,
  LONGEST_VALUE,
  normalizeStoredValue,
  normalizeTag,
  normalizeTagList,
} from '../memory/tags.ts';
import { ACTIONS, type ActionType, type LibrarianStateName, PAGE_OUT } from '../words.ts';
import type { Action } from './step.ts';

/** A valid action, or why there is none. */
type Checked = { readonly action: Action } | { readonly reason: string };

/** Checks what an answer asks for in executing or paging. */
export function checkRequestedAction(
  read: ReadAction | null,
  state: LibrarianStateName,
  { actions }: AgentConfig,
): Checked {
  if (read === null) return { reason: `no action in it; in ${state} an action is needed` };
  const { type, tags, value } = read;
  if (type === null) return { reason: 'an action without a type' };
  const named = state === 'paging' ? normalizeTagList(tags ?? '') : [normalizeTag(tags ?? '')];
  if (named.length === 0 || named[0] === '') return { reason: `${type} without tags` };
  const most = type === 'storage_load' ? LONGEST_SEARCH : LONGEST_TAG;
  const long = named.find(tag => tag.length > most);
  if (long !== undefined) return { reason: `a tag of ${long.length} characters; at most ${most} are taken` };
  if (state === 'paging') return parsePageOutRequest(type, named, value);
  const known = ACTIONS.find(action => action === type);
  if (known === undefined)
    return { reason: `"${type}" is no action; there is: ${formatAvailableActions(actions)}` };
  if (actions[known] === undefined)
    return { reason: `${type} is not available; there is: ${formatAvailableActions(actions)}` };
  return checkActionValue(known, named[0], value);
}

const formatAvailableActions = (actions: AgentConfig['actions']): string =>
  ACTIONS.filter(type => actions[type] !== undefined).join(', ');

/** Reads a request to page out; a save without a value counts as one. */
function parsePageOutRequest(type: string, tags: readonly string[], value: string | null): Checked {
  if (type === PAGE_OUT || (type === 'storage_save' && (value ?? '').trim() === ''))
    return { action: { type: PAGE_OUT, tags, value: null } };
  return { reason: `"${type}" is not what paging asks for: ${PAGE_OUT}` };
}

function checkActionValue(type: ActionType, tag: string, given: string | null): Checked {
  if (type === 'working_memory_remove' || type === 'storage_load')
    return { action: { type, tags: [tag], value: null } };
  const value = normalizeStoredValue(given ?? '');
  if (value === '') return { reason: `${type} without a value` };
  if (value.length > LONGEST_VALUE)
    return { reason: `a value of ${value.length} characters; at most ${LONGEST_VALUE} are kept` };
  return { action: { type, tags: [tag], value } };
}
