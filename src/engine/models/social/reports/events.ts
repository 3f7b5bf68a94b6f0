import { formatPostId, type Tick } from '../../../core/indices.ts';
import { findTickRows } from '../../../events/findTickRows.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import { getDisplayedPrompt } from '../../../oracle/formats/prompt.ts';
import { FALLBACK, LATE } from '../asking/decisions.ts';
import { Word } from '../posts/posts.ts';
import type { SocialState } from '../state.ts';
import { toPostRecord, toSocialDecisionRecord } from './document.ts';

/** What people were asked and answered in a tick, and what they posted in it. */
export function* listSocialEvents(state: SocialState, tick: Tick): Generator<ModelEvent> {
  const { decisions, posts } = state;
  const [from, to] = findTickRows(decisions.count, tick, row => decisions.tick.data[row]);
  for (let row = from; row < to; row++) yield* listDecisionEvents(state, row);
  const [first, end] = findTickRows(posts.count, tick, post => posts.word(post, Word.tick));
  for (let post = first; post < end; post++)
    yield { kind: 'post', agent: posts.word(post, Word.author), fields: () => buildPostFields(state, post) };
}

function* listDecisionEvents(state: SocialState, row: number): Generator<ModelEvent> {
  const { decisions } = state;
  const agent = decisions.agent.data[row];
  const option = decisions.option.data[row];
  yield {
    kind: 'question',
    agent,
    fields: withPrompts => buildSocialQuestionFields(state, row, withPrompts),
  };
  const isUsed = option !== LATE && option !== FALLBACK;
  if (isUsed || decisions.said.get(row)?.evidence.raw !== undefined)
    yield { kind: 'answer', agent, fields: () => buildSocialAnswerFields(state, row) };
  if (!isUsed) yield { kind: 'fallback', agent, fields: () => buildSocialFallbackFields(state, row) };
}

function buildSocialQuestionFields(state: SocialState, row: number, withPrompts: boolean): EventFields {
  const question = state.questionOf(row);
  const prompt = withPrompts ? getDisplayedPrompt(question, state.decisions.said.get(row)?.evidence) : null;
  return {
    post_id: formatPostId(question.post),
    options: question.options.map(({ action }) => action),
    ...(prompt !== null && { prompt }),
  };
}

function buildSocialAnswerFields(state: SocialState, row: number): EventFields {
  const { agent_id: _a, tick: _t, post_id: _p, reason: _r, ...told } = toSocialDecisionRecord(state, row);
  return dropEmptyFields(told);
}

function buildSocialFallbackFields(state: SocialState, row: number): EventFields {
  const { source, next_state, reason } = toSocialDecisionRecord(state, row);
  return { warning: reason ?? 'no answer came in time', source, next_state };
}

function buildPostFields(state: SocialState, post: number): EventFields {
  const { post_id, kind, parent_id, root_id, topic, text } = toPostRecord(state, post);
  return dropEmptyFields({ post_id, post_kind: kind, parent_id, root_id, topic, text });
}

/** The fields that have a value. */
const dropEmptyFields = (fields: EventFields): EventFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
