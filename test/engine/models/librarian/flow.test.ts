import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../src/engine/oracle/oracle.ts';
import { logRows } from '../../play.ts';
import {
  act,
  agentOf,
  doing,
  LATE,
  move,
  openNoted,
  openReaders,
  path,
  play,
  playOut,
  Script,
  SHORT,
  stateOf,
  stepsOf,
  think,
  valuesIn,
} from './reading.ts';

const ADD = 'working_memory_add';
/** Some 25 tokens. */
const LONG = 'w'.repeat(90);
/** Room for less than two of them, and no other limit. */
const SMALL = { paging_limit: 40, hard: false } as const;
const outage: Answer = { kind: 'unusable', reason: '500 after 4 tries' };

describe('in thinking', () => {
  it.each([
    ['thinking keeps thinking', 'thinking', 'thinking'],
    ['executing goes to executing', 'executing', 'executing'],
    ['Executing, in another case, does as well', ' EXECUTING ', 'executing'],
  ])('next_state %s', async (_, named, next) => {
    const { steps, run } = await play([think(named, 'because')]);
    expect(steps).toMatchObject([{ kind: 'thought', state: 'thinking', next, error: null }]);
    expect(stateOf(run).loop.stateOf(0)).toBe(next);
  });

  it('a missing next_state continues thinking, and is not an error', async () => {
    const { steps } = await play([think(undefined, 'I wonder'), think()]);
    expect(path(steps)).toEqual(['thinking > thinking', 'thinking > thinking']);
    expect(steps.map(({ error, claims }) => [error, claims])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it.each(['dreaming', 'paging', 'stopped', 'Thinking hard'])(
    'an invalid state, “%s”, is reset to thinking and logged',
    async named => {
      const { steps, script, run } = await play([think(named, 'x'), think('thinking')]);
      const error = `invalid state "${named.toLowerCase()}", reset to thinking`;
      expect(steps[0]).toMatchObject({ next: 'thinking', claims: named.toLowerCase(), error });
      expect(script.prompts[1]).toContain(`## Last result\n${error}`);
      expect(run.state.failureCount).toBe(0);
    },
  );

  it('an action is not carried out, and the next prompt says so', async () => {
    const both = `<agent><next_state>thinking</next_state>${act(ADD, 'a', 'b').slice(7)}`;
    const { steps, run, script } = await play([both, think()]);
    expect(path(steps)[0]).toBe('thinking > thinking');
    expect(valuesIn(run, 'working')).toEqual({});
    expect(script.prompts[1]).toContain('the action was not carried out: name executing as next_state first');
  });

  it('a thought for the thinking log stands in the next prompt', async () => {
    const { script } = await play([think('thinking', 'The wax is green.'), think()]);
    expect(script.prompts[0]).not.toContain('## Thinking log');
    expect(script.prompts[1]).toContain('## Thinking log\n- The wax is green.');
  });
});

describe('from executing', () => {
  it.each([
    ['an addition', act(ADD, 'a', 'b'), 'a added, 1 tokens'],
    ['a removal', act('working_memory_remove', 'letter'), 'letter removed, 6 tokens'],
    ['a removal of nothing', act('working_memory_remove', 'x'), 'x not found in working memory'],
    ['a load', act('storage_load', 'key'), 'key loaded, 3 tokens'],
    ['a load of nothing', act('storage_load', 'x'), 'x not found in storage'],
    ['a save', act('storage_save', 'a', 'b'), 'a saved, 1 tokens'],
  ])('%s leads back to thinking, and is logged', async (_, action, result) => {
    const memory = { working_memory: { letter: 'sealed, green' }, storage: { key: 'brass' } };
    const { steps, script } = await play([...doing(action), think()], { memory });
    expect(path(steps)).toEqual(['thinking > executing', 'executing > thinking', 'thinking > thinking']);
    expect(steps[1]).toMatchObject({ kind: 'action', result, error: null });
    expect(script.prompts[2]).toContain(`## Last result\n${result}\n`);
  });

  it('an action leads back to thinking, whatever state it names', async () => {
    const answer = act(ADD, 'a', 'b').replace('<action>', '<next_state>executing</next_state><action>');
    const { steps } = await play(doing(answer));
    expect(steps[1]).toMatchObject({ next: 'thinking', claims: 'executing', kind: 'action' });
  });

  it.each([
    ['no action at all', think('thinking'), 'no action in it; in executing an action is needed'],
    ['no type', act(undefined, 'a', 'b'), 'an action without a type'],
    [
      'an unknown type',
      act('memory_erase', 'a'),
      '"memory_erase" is no action; there is: working_memory_add, working_memory_remove, storage_load, storage_save',
    ],
    ['what only paging does', move('a'), '"move_to_storage" is no action; there is: working_memory_add'],
    ['no tags', act('storage_load'), 'storage_load without tags'],
    ['blank tags', act(ADD, ' , ', 'x'), 'working_memory_add without tags'],
    ['an addition without a value', act(ADD, 'a'), 'working_memory_add without a value'],
    ['a save with a blank value', act('storage_save', 'a', ' \n'), 'storage_save without a value'],
    ['a tag of 201 characters', act(ADD, 'x'.repeat(201), 'v'), 'a tag of 201 characters; at most 200'],
    [
      'two tags that are too long as one',
      act(ADD, `${LONG} ${LONG}, ${LONG}`, 'v'),
      'a tag of 272 characters',
    ],
    [
      'a value of 100,001 characters',
      act(ADD, 'a', 'x'.repeat(100_001)),
      'a value of 100001 characters; at most 100000 are kept',
    ],
  ])('%s is an invalid action: back to thinking with the error logged', async (_, action, error) => {
    const { steps, run, script } = await play([...doing(action), think()]);
    expect(steps[1]).toMatchObject({ state: 'executing', next: 'thinking', kind: 'refused' });
    expect(steps[1].error).toContain(error);
    expect(script.prompts[2]).toContain(`## Last result\ninvalid action: ${steps[1].error}`);
    expect([valuesIn(run, 'working'), valuesIn(run, 'storage')]).toEqual([{}, {}]);
    expect(run.state.failureCount).toBe(1);
  });

  it('an action that the configuration leaves out is refused', async () => {
    const config = { available_actions: { working_memory_add: 'add' } };
    const { steps, script } = await play(doing(act('storage_load', 'a')), { config });
    expect(steps[1].error).toBe('storage_load is not available; there is: working_memory_add');
    expect(script.systems[1]).not.toContain('storage_load: ');
  });
});

describe('an answer that cannot be read', () => {
  it.each([
    ['in thinking', ['I would rather not.'], 'thinking', 'no agent tag in it'],
    ['in executing', [think('executing'), '<!DOCTYPE a>'], 'executing', 'a DOCTYPE, which is not read'],
  ])('%s leads to thinking with the parsing error logged', async (_, answers, state, error) => {
    const { steps, script, run } = await play([...answers, think()]);
    expect(steps.at(-2)).toMatchObject({ kind: 'unreadable', state, next: 'thinking', error });
    expect(script.prompts.at(-1)).toContain(`## Last result\nparsing error: ${error}`);
    expect(run.state.failureCount).toBe(1);
  });

  it('includes one of a model that gave nothing usable', async () => {
    const empty: Answer = { kind: 'unusable', reason: 'an empty answer', said: true };
    const { steps } = await play([think('executing'), empty]);
    expect(steps[1]).toMatchObject({
      kind: 'unreadable',
      next: 'thinking',
      said: null,
      source: 'fallback',
      error: 'an empty answer',
    });
  });
});

describe('over the paging limit', () => {
  const overflow = doing(act(ADD, 'one', LONG), act(ADD, 'two', LONG));

  it('an agent goes to paging unasked, is asked what to move, moves it, and thinks again', async () => {
    const { run, steps, script } = await play([...overflow, move('one')], { parameters: SMALL });
    expect(path(steps.slice(-2))).toEqual(['thinking > paging: over_limit', 'paging > thinking']);
    expect(steps.at(-2)).toMatchObject({ source: null, result: 'working memory has 48 tokens, limit 40' });
    expect(script.asked.at(-1)?.state).toBe('paging');
    expect(script.prompts.at(-1)).toContain('name the tags whose entries go to storage');
    expect(script.systems.at(-1)).toContain('<type>move_to_storage</type>');
    expect(steps.at(-1)).toMatchObject({ kind: 'action', result: 'moved 1 entry, 24 tokens left' });
    expect([valuesIn(run, 'working'), valuesIn(run, 'storage')]).toEqual([{ two: LONG }, { one: LONG }]);
    expect(agentOf(run).memory.lost).toEqual([]);
    expect(
      logRows(run)
        .map(({ trigger, from, to }) => `${trigger}: ${from} > ${to}`)
        .slice(-2),
    ).toEqual(['over_limit: thinking > paging', 'moved: paging > thinking']);
  });

  it('exactly at the limit nobody is asked', async () => {
    const parameters = { ...SMALL, paging_limit: 48 };
    const { steps } = await play([...overflow, think()], { parameters });
    expect(steps.at(-1)).toMatchObject({ working: 48, next: 'thinking', kind: 'thought' });
  });

  it('moves several entries at once, each tag once, and names missing ones', async () => {
    const { steps, run } = await play([...overflow, move('one', 'gone', 'two', 'one')], {
      parameters: SMALL,
    });
    expect(steps.at(-1)?.result).toBe('moved 2 entries, 0 tokens left; not in working memory: gone');
    expect(Object.keys(valuesIn(run, 'storage'))).toEqual(['one', 'two']);
  });

  it.each([
    ['names nothing that is there', move('gone'), 'nothing moved: none of these tags is in working memory'],
    ['asks for something else', act('storage_load', 'one'), '"storage_load" is not what paging asks for'],
    ['says no action', think('thinking'), 'no action in it; in paging an action is needed'],
    ['cannot be read', 'what?', 'no agent tag in it'],
  ])(
    'a paging that %s moves nothing, and is not asked again before the memory grows',
    async (_, bad, error) => {
      const musing = [think('thinking'), think('thinking')];
      const grown = doing(act(ADD, 'three', 'x'));
      const { steps, run } = await play([...overflow, bad, ...musing, ...grown, move('one')], {
        parameters: SMALL,
      });
      expect(path(steps.slice(4))).toEqual([
        'thinking > paging: over_limit',
        'paging > thinking',
        'thinking > thinking',
        'thinking > thinking',
        'thinking > executing',
        'executing > thinking',
        'thinking > paging: over_limit',
        'paging > thinking',
      ]);
      expect(steps[5].error).toContain(error);
      expect(steps[10].result).toBe('working memory has 50 tokens, limit 48');
      expect(Object.keys(valuesIn(run, 'working'))).toEqual(['two', 'three']);
    },
  );

  it('an entry added under several tags has one joint tag, and moves under it', async () => {
    const adds = doing(act(ADD, 'alice, letter', LONG), act(ADD, 'two', LONG));
    const { run } = await play([...adds, move('alice_letter')], { parameters: SMALL });
    expect(valuesIn(run, 'storage')).toEqual({ alice_letter: LONG });
  });

  it('a save without a value does the same as a move', async () => {
    const { steps, run } = await play([...overflow, act('storage_save', 'one', '')], { parameters: SMALL });
    expect(steps.at(-1)?.kind).toBe('action');
    expect(valuesIn(run, 'storage')).toEqual({ one: LONG });
  });

  it('a paging that leaves too much is asked about again only once there is more', async () => {
    const third = doing(act(ADD, 'three', LONG));
    const more = doing(act('working_memory_remove', 'three'), act(ADD, 'four', 'x'));
    const parameters = { paging_limit: 20, hard: false };
    // One entry more than the limit remains; then two.
    const { steps } = await play(
      [...doing(act(ADD, 'one', LONG)), move('gone'), ...third, move('gone'), ...more, move('one')],
      { parameters },
    );
    const over = steps.filter(({ kind }) => kind === 'over_limit').map(({ result }) => result);
    expect(over).toEqual([
      'working memory has 24 tokens, limit 20',
      'working memory has 49 tokens, limit 24',
      'working memory has 26 tokens, limit 24',
    ]);
  });

  it('no agent is asked where paging is off', async () => {
    const { steps } = await play([...overflow, think()], { parameters: { ...SMALL, paging: false } });
    expect(steps.at(-1)).toMatchObject({ working: 48, kind: 'thought' });
    expect(steps.map(({ kind }) => kind)).not.toContain('over_limit');
  });
});

describe('over the hard limit', () => {
  it('the oldest entries go to storage before the next question, and none is dropped', async () => {
    const parameters = { paging: false, hard_limit: 60 };
    const adds = ['one', 'two', 'three', 'four'].map(tag => act(ADD, tag, LONG));
    const { run, steps, script } = await play([...doing(...adds), think()], { parameters });
    expect(steps.map(({ working }) => working)).toEqual([0, 24, 24, 48, 48, 49, 49, 49, 49]);
    expect(Object.keys(valuesIn(run, 'storage'))).toEqual(['one', 'two']);
    expect(Object.keys(valuesIn(run, 'working'))).toEqual(['three', 'four']);
    expect(script.prompts.at(-1)).toContain('## Storage\ntwo, one\n');
    expect(stateOf(run).frame(run.tick)).toMatchObject({ forced: 2, lost: 0 });
  });

  it('an entry that is larger than the limit goes there by itself', async () => {
    const { run } = await play(doing(act(ADD, 'one', LONG)), {
      parameters: { paging_limit: 16, hard_limit: 16 },
    });
    expect([valuesIn(run, 'working'), valuesIn(run, 'storage')]).toEqual([{}, { one: LONG }]);
  });

  it('the limit holds before the first question, for the given memory', async () => {
    const memory = { working_memory: { old: LONG, young: LONG } };
    const run = await openReaders({ memory, parameters: { paging: false, hard_limit: 30 } });
    expect([valuesIn(run, 'working'), valuesIn(run, 'storage')]).toEqual([{ young: LONG }, { old: LONG }]);
  });

  it('nothing moves where it is off', async () => {
    const { run } = await play(doing(act(ADD, 'one', LONG)), {
      parameters: { paging: false, hard: false, hard_limit: 16 },
    });
    expect(valuesIn(run, 'working')).toEqual({ one: LONG });
  });
});

describe('without a question', () => {
  it.each(['executing', 'paging'])('memory.json brings an agent back to %s', async state => {
    const { steps, script } = await play([think()], { memory: { state } });
    expect(steps[0]).toMatchObject({ kind: 'restored', source: null, next: state });
    expect(steps[0].result).toBe(`memory.json says ${state}`);
    expect(script.asked[0].state).toBe(state);
    expect(steps.filter(({ kind }) => kind === 'restored')).toHaveLength(1);
  });

  it('memory.json that says thinking starts with a question', async () => {
    const { steps } = await play([think()], { memory: { state: 'thinking' } });
    expect(path(steps)).toEqual(['thinking > thinking']);
  });

  it.each(['stopped', 'dreaming'])(
    'the state “%s” of memory.json is reset to thinking, with a note',
    async state => {
      const { run, notes } = await openNoted({ memory: { state } });
      expect(notes).toEqual([`memory.json: there is no state "${state}"; reset to thinking`, SHORT]);
      await playOut(run, new Script(think()), 1);
      expect(path(stepsOf(run))).toEqual(['thinking > thinking']);
    },
  );

  it.each([
    ['thinking', [think()]],
    ['executing', [think(), think('executing')]],
  ])('at max_iterations an agent in %s stops', async (state, answers) => {
    const { length } = answers;
    const run = await playOut(
      await openReaders({ parameters: { max_iterations: length } }),
      new Script(...answers),
    );
    expect(stepsOf(run).at(-1)).toMatchObject({
      kind: 'stopped',
      state,
      next: 'stopped',
      result: `${length} iterations`,
    });
    expect(run.state.isOver).toBe(true);
    expect(run.state.decisionCount).toBe(length);
    expect(logRows(run).at(-1)).toMatchObject({ trigger: 'max_iterations', from: state, to: 'stopped' });
  });

  it('an agent in paging stops at max_iterations as well', async () => {
    const parameters = { ...SMALL, paging_limit: 16, max_iterations: 3 };
    const run = await openReaders({ parameters });
    await playOut(run, new Script(...doing(act(ADD, 'a', LONG)), LATE));
    expect(path(stepsOf(run)).slice(-3)).toEqual([
      'thinking > paging: over_limit',
      'paging > paging',
      'paging > stopped: stopped',
    ]);
  });

  it('nobody stops there where the limit of iterations is off', async () => {
    const parameters = { iterate: false, max_iterations: 1, patience: 1000 };
    const run = await playOut(await openReaders({ parameters }), new Script(think()), 30);
    expect([run.state.isOver, run.state.decisionCount]).toEqual([false, 30]);
  });

  it('an agent whose task is over stops', async () => {
    const answers = doing(act(ADD, 'a', 'x'), act(ADD, 'b', 'x'), act(ADD, 'answer_q1', 'green'));
    const { run } = await play(answers);
    await playOut(run);
    expect(stepsOf(run).at(-1)).toMatchObject({
      kind: 'stopped',
      next: 'stopped',
      result: 'the task is over',
    });
    expect(agentOf(run).stopped).toEqual({ tick: 7, why: 'the task is over' });
    expect(logRows(run).at(-1)).toMatchObject({ trigger: 'task_done', to: 'stopped' });
  });

  it('an agent over the limit whose task is over is not asked what to move', async () => {
    const answers = doing(act(ADD, 'a', 'x'), act(ADD, 'b', 'x'), act(ADD, 'answer_q1', LONG));
    const { run } = await play(answers, { parameters: { paging_limit: 16, hard: false } });
    await playOut(run);
    expect(path(stepsOf(run)).at(-1)).toBe('thinking > stopped: stopped');
  });
});

describe('a question that is not answered', () => {
  it.each([
    ['late', LATE, 'no answer came in time', 'late'],
    ['without a server', outage, '500 after 4 tries', 'fallback'],
  ] as const)('%s leaves the agent where it is, and is put again', async (_, answer, error, source) => {
    const answers = [answer, think('executing', 'now'), answer, answer, act(ADD, 'a', 'b')];
    const { steps, script } = await play(answers);
    expect(path(steps)).toEqual([
      'thinking > thinking',
      'thinking > executing',
      'executing > executing',
      'executing > executing',
      'executing > thinking',
    ]);
    expect(steps[2]).toMatchObject({ kind: 'unanswered', said: null, error, source });
    // Only the count of questions has changed.
    const bare = (prompt: string) => prompt.replace(/iteration \d+/, '');
    expect(script.prompts.slice(2).map(bare)).toEqual(Array(3).fill(bare(script.prompts[2])));
  });

  it('in paging stays in paging', async () => {
    const { steps } = await play([...doing(act(ADD, 'a', LONG)), LATE, move('a')], {
      parameters: { paging_limit: 16, hard: false },
    });
    expect(path(steps.slice(2))).toEqual([
      'thinking > paging: over_limit',
      'paging > paging',
      'paging > thinking',
    ]);
  });

  it('does not use up the patience with a passage', async () => {
    const { run } = await play(Array(5).fill(LATE), { parameters: { patience: 2 } });
    expect(agentOf(run)).toMatchObject({ at: 0, spent: 0 });
  });
});

describe('the passage in front of an agent', () => {
  it('goes once something has been added or saved, or after patience', async () => {
    const seen = async (...answers: readonly string[]) => {
      const { script } = await play([...answers, think()], { parameters: { patience: 3 } });
      return script.prompts.map(prompt => /## In front of you\n(Passage \d|Question q\d)/.exec(prompt)?.[1]);
    };
    const [p1, p2] = ['Passage 1', 'Passage 2'];
    expect(await seen(...doing(act(ADD, 'a', 'x')))).toEqual([p1, p1, p2]);
    expect(await seen(...doing(act('storage_save', 'a', 'x')))).toEqual([p1, p1, p2]);
    expect(await seen(...doing(act('storage_load', 'a')), think())).toEqual([p1, p1, p1, p2]);
    expect(await seen('what?', 'what?', 'what?')).toEqual([p1, p1, p1, p2]);
  });

  it('waits while an agent is asked what to move', async () => {
    const answers = doing(act(ADD, 'a', LONG));
    const { run } = await play([...answers, move('gone')], { parameters: { ...SMALL, paging_limit: 16 } });
    expect(agentOf(run)).toMatchObject({ at: 1, spent: 0 });
  });

  it('is a question until its answer is added, under its own tag', async () => {
    const answers = doing(
      act(ADD, 'a', 'x'),
      act(ADD, 'b', 'x'),
      act('storage_save', 'answer_q1', 'green'),
      act(ADD, 'answer_q2', 'green'),
      act(ADD, 'answer q1', 'The wax is green.'),
    );
    const { run } = await play(answers);
    expect(agentOf(run).asked).toEqual([
      {
        id: 'q1',
        question: 'What colour is the wax on the letter?',
        kind: null,
        expected: 'green',
        given: 'The wax is green.',
        mark: 'right',
        loaded: false,
        tick: 5,
        settled: 10,
        fact: { passage: 1, sentence: 'The wax on the letter is green.', place: null, span: null },
      },
    ]);
  });

  it.each([
    ['wrong', doing(act(ADD, 'answer_q1', 'blue')), { mark: 'wrong', given: 'blue', loaded: false }],
    ['missed', Array(4).fill(think()), { mark: 'missed', given: null, loaded: false }],
    [
      'right after a load',
      doing(act('storage_load', 'wax'), act(ADD, 'answer_q1', 'green')),
      { mark: 'right', given: 'green', loaded: true },
    ],
  ])('is marked %s', async (_, end, line) => {
    const { run } = await play([...doing(act(ADD, 'a', 'x'), act(ADD, 'b', 'x')), ...end], {
      parameters: { patience: 4 },
    });
    expect(agentOf(run).asked).toMatchObject([line]);
  });
});
