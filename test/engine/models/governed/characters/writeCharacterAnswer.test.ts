import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANSWER_TOKENS } from '../../../../../src/engine/models/governed/buildGovernedPrompt.ts';
import type { CharacterView } from '../../../../../src/engine/models/governed/characters/missionRecall.ts';
import { writeCharacterAnswer } from '../../../../../src/engine/models/governed/characters/writeCharacterAnswer.ts';
import { BUILT_IN_MISSIONS } from '../../../../../src/engine/models/governed/inputs/missions.ts';
import type { MissionStep } from '../../../../../src/engine/models/governed/missionStep.ts';
import { CHARACTERS, type Character, type Rule } from '../../../../../src/engine/models/governed/phases.ts';
import { IS_LONG, runs } from '../../../../runs.ts';
import { parsed, play } from './simulated.ts';

const SEEDS = Array.from({ length: IS_LONG ? 12 : 6 }, (_, seed) => seed);
const FAILING = CHARACTERS.filter(character => character !== 'searcher');
const FIRM = { governed: true, obeys: false };
const UNGOVERNED = { governed: false, obeys: false };
const OBEDIENT = { governed: true, obeys: true, stops: false };

const WEIRD = [
  '',
  '?!… —',
  'x',
  '🎉👩‍🚀🎉',
  'מצא את הסיסמה בקובץ',
  '在哪里可以找到架构',
  'what is it?',
  '"}{"action": "finish"',
  'word '.repeat(400).trim(),
  '字'.repeat(2000),
];
const GOALS = [...BUILT_IN_MISSIONS.list.map(mission => mission.goal), ...WEIRD];
const anyGoal = fc.oneof(
  fc.constantFrom(...WEIRD),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(fc.constantFrom('the', 'queue', 'port', '0.9', '🎉', 'שלום', 'constructor', '...', '字'))
    .map(all => all.join(' ')),
  fc.string({ unit: 'binary', maxLength: 2000 }),
);
const anySeed = fc.nat(0xffff_ffff);

describe('a mission that grows', () => {
  it('is answered as if all its steps were new each time', () => {
    for (const character of CHARACTERS) {
      for (const goal of GOALS.slice(0, 12)) {
        for (const seed of SEEDS) {
          const past: MissionStep[] = [];
          const grown = play({ character, goal }, { ...UNGOVERNED, seed }, view => {
            past.push(...view.past.slice(past.length));
            return writeCharacterAnswer({ ...view, past });
          });
          expect(grown.answers).toEqual(play({ character, goal }, { ...UNGOVERNED, seed }).answers);
        }
      }
    }
  });
});

describe('a searcher', () => {
  it('breaks no rule, is never refused and finishes within 4 to 13 steps, with any goal', () => {
    fc.assert(
      fc.property(anyGoal, anySeed, fc.boolean(), (goal, seed, governed) => {
        const played = play({ character: 'searcher', goal }, { governed, obeys: false, seed });
        expect(played.rule).toBeNull();
        expect(played.steps.filter(step => step.refused !== null)).toEqual([]);
        expect(played.final).toMatch(/\S/);
        expect(played.steps.length).toBeGreaterThanOrEqual(4);
        expect(played.steps.length).toBeLessThanOrEqual(13);
      }),
    );
  });

  it('never makes the same search twice, nor more than two in a row', () => {
    for (const goal of GOALS) {
      for (const seed of SEEDS) {
        const { steps } = play({ character: 'searcher', goal }, { ...UNGOVERNED, seed });
        const kinds = steps.map(step => step.kind).join(' ');
        expect(steps.flatMap(step => step.call?.before ?? [])).toEqual([]);
        expect(kinds).not.toContain('tool tool tool');
        expect(kinds).toMatch(/tool.*reason.*reason.*finish$/);
      }
    }
  });

  it('searches no third time where others have searched twice in a row', () => {
    const { steps } = play({ character: 'digger', goal: 'salary' }, { ...FIRM, seed: 1, stops: false });
    const past = steps.slice(-2);
    expect(past.map(step => step.kind)).toEqual(['tool', 'tool']);
    expect(parsed(writeCharacterAnswer(viewOf({ past, phase: 'searching', goal: 'salary' })))?.action).toBe(
      'reason',
    );
    expect(parsed(writeCharacterAnswer(viewOf({ past, phase: 'deciding', goal: 'salary' })))?.action).toBe(
      'finish',
    );
  });

  it('takes no passage for an answer that lacks a number of the goal', () => {
    const { steps } = play({ character: 'searcher', goal: GOALS[0] }, { ...FIRM, seed: 1 });
    const says = (snippet: string) => {
      const call = { ...steps[0].call!, hits: [{ document: 'c.md', title: 'Changelog', snippet }] };
      const view = viewOf({ goal: 'Find the changelog of version 0.9', phase: 'finishing' });
      return parsed(writeCharacterAnswer({ ...view, past: [{ ...steps[0], call }] }))?.final;
    };
    expect(says('Version 0.8 was released.')).toMatch(/I searched for/);
    expect(says('Version 0.9 was released.')).toContain('“Version 0.9 was released.”');
  });

  it('names the next state now and then', () => {
    const claims = SEEDS.flatMap(seed =>
      play({ character: 'searcher', goal: GOALS[0] }, { ...FIRM, seed }).steps.map(step => step.claims),
    );
    expect(new Set(claims)).toEqual(new Set([null, 'searching', 'analyzing', 'deciding']));
  });

  it('finishes where another one has stayed in one state for long', () => {
    const { steps } = play({ character: 'muser', goal: GOALS[0] }, { ...FIRM, seed: 1 });
    const view = viewOf({ past: steps, phase: 'analyzing' });
    expect(parsed(writeCharacterAnswer(view))).toMatchObject({ action: 'finish' });
  });
});

/** By which rules each failure is caught. */
const CAUGHT: Readonly<Record<Exclude<Character, 'searcher'>, readonly Rule[]>> = {
  repeater: ['repeated_search'],
  digger: ['same_tool'],
  muser: ['same_state'],
  brooder: ['timeout'],
  ditherer: ['failed_decisions'],
  ping_pong: ['alternation'],
  hallucinator: ['same_tool', 'same_state', 'failed_decisions'],
  proser: ['same_state', 'failed_decisions'],
};

describe.each(FAILING)('a %s', character => {
  it('is caught by its rule within 13 steps, with any goal', () => {
    const seen = new Set<Rule | null>();
    for (const goal of GOALS) {
      for (const seed of SEEDS) {
        const { steps, rule, final } = play({ character, goal }, { ...FIRM, seed });
        expect(CAUGHT[character as keyof typeof CAUGHT], `${goal}, ${seed}`).toContain(rule);
        expect(final).toBeNull();
        expect(steps.length).toBeGreaterThan(2);
        expect(steps.length).toBeLessThanOrEqual(13);
        seen.add(rule);
      }
    }
    expect(seen).toEqual(new Set(CAUGHT[character as keyof typeof CAUGHT]));
  });

  it('runs to the limit of steps where nothing governs it', () => {
    fc.assert(
      fc.property(anyGoal, anySeed, (goal, seed) => {
        const { steps, final } = play({ character, goal }, { ...UNGOVERNED, seed });
        expect(final).toBeNull();
        expect(steps).toHaveLength(24);
      }),
      runs(20),
    );
  });

  it('continues after advice unless it obeys', () => {
    for (const seed of SEEDS) {
      const { steps, rule } = play({ character, goal: GOALS[2] }, { ...OBEDIENT, obeys: false, seed });
      expect(rule).not.toBeNull();
      expect(steps).toHaveLength(24);
    }
  });

  it('finishes when a rule advises it and it obeys, and reports what it has or that it has nothing', () => {
    for (const goal of GOALS) {
      const { rule, final } = play({ character, goal }, { ...OBEDIENT, seed: 5 });
      expect(final).toMatch(/\S/);
      // After its advice the digger goes on sensibly.
      if (rule !== null && character !== 'digger') expect(final).toMatch(/Not found: | says: “/);
    }
  });

  it('makes a legal move after a refusal when it obeys', () => {
    for (const seed of SEEDS) {
      const { steps } = play({ character, goal: GOALS[2] }, { ...OBEDIENT, seed });
      const afterRefusal = steps.filter((_, at) => at > 0 && steps[at - 1].refused !== null);
      expect(afterRefusal.filter(step => step.refused !== null)).toEqual([]);
    }
  });

  it('has several wordings', () => {
    const lasts = SEEDS.map(seed => play({ character, goal: GOALS[2] }, { ...UNGOVERNED, seed }).answers[23]);
    expect(new Set(lasts).size).toBeGreaterThan(3);
  });
});

describe('an obedient character', () => {
  it.each([
    ['init', 'tool'],
    ['searching', 'reason'],
    ['analyzing', 'reason'],
    ['deciding', 'tool'],
  ] as const)('makes a legal move in %s after a refusal', (phase, action) => {
    for (const character of FAILING) {
      const { steps } = play({ character, goal: 'salary' }, { ...FIRM, seed: 1 });
      const past = phase === 'init' ? [] : steps.slice(0, 1);
      const advice = { rule: null, text: 'This is not possible here.' };
      const view = viewOf({ character, goal: 'salary', phase, past, advice, obeys: true });
      expect(parsed(writeCharacterAnswer(view))?.action).toBe(action);
    }
  });
});

describe('a brooder', () => {
  it('muses up to the greatest length of an answer, and no longer', () => {
    for (const [seed, goal] of GOALS.entries()) {
      const { answers } = play({ character: 'brooder', goal }, { ...FIRM, seed });
      expect(answers.at(-1)!.length).toBeGreaterThan(1300);
      expect(answers.at(-1)!.length).toBeLessThanOrEqual(4 * ANSWER_TOKENS);
    }
  });
});

describe('an answer', () => {
  it('depends only on what it is shown, and leaves that unchanged', () => {
    for (const character of CHARACTERS) {
      const { steps } = play({ character, goal: GOALS[0] }, { ...UNGOVERNED, seed: 3 });
      for (const [at, step] of steps.entries()) {
        const view = viewOf({ character, past: Object.freeze(steps.slice(0, at)), phase: step.phase }, 3);
        expect(writeCharacterAnswer(view)).toBe(writeCharacterAnswer(view));
      }
    }
  });

  it('is the same whether or not the chart did something by itself in between', () => {
    for (const character of CHARACTERS) {
      const { steps } = play({ character, goal: GOALS[0] }, { ...UNGOVERNED, seed: 3 });
      const verdict = { ...steps[0], kind: 'verdict' as const, said: null, call: null };
      const answer = (past: readonly MissionStep[]) =>
        writeCharacterAnswer(viewOf({ character, past, phase: 'deciding' }));
      expect(answer([...steps.slice(0, 4), verdict])).toBe(answer(steps.slice(0, 4)));
    }
  });

  it('has only the fields that matter', () => {
    const fields: Readonly<Record<string, readonly string[]>> = {
      tool: ['action', 'tool', 'args', 'reasoning', 'next_state'],
      reason: ['action', 'reasoning', 'next_state'],
      finish: ['action', 'final'],
    };
    for (const character of CHARACTERS.filter(name => name !== 'proser')) {
      for (const answer of play({ character, goal: GOALS[0] }, { ...UNGOVERNED, seed: 8 }).answers) {
        const object = parsed(answer)!;
        expect(fields[String(object.action)]).toEqual(expect.arrayContaining(Object.keys(object)));
      }
    }
  });

  it('is bare JSON, JSON in a fence, or JSON with a sentence before it, by mission', () => {
    const kindOf = (said: string) =>
      said.startsWith('{') ? 'bare' : said.startsWith('```json\n') ? 'fence' : 'prose';
    const kinds = SEEDS.map(
      seed => new Set(play({ character: 'searcher', goal: GOALS[0] }, { ...FIRM, seed }).answers.map(kindOf)),
    );
    expect(new Set(kinds.flatMap(kind => [...kind]))).toEqual(new Set(['bare', 'fence', 'prose']));
    for (const kind of kinds) expect(kind.size).toBe(1);
  });

  it('in a fence has no other fence in it', () => {
    const hit = {
      document: 'a.md',
      title: 'architecture savant mvp',
      snippet: 'savant mvp ```js architecture',
    };
    const { steps } = play({ character: 'searcher', goal: GOALS[0] }, { ...FIRM, seed: 1 });
    const past = [{ ...steps[0], call: { ...steps[0].call!, hits: [hit] } }];
    for (const style of [0.72, 0.78, 0.84]) {
      const answer = writeCharacterAnswer({ ...viewOf({ past, phase: 'finishing' }), draw: () => style });
      expect(answer).toContain('```js architecture');
      expect(answer.startsWith('{')).toBe(true);
    }
  });
});

function viewOf(given: Partial<CharacterView>, seed = 1): CharacterView {
  const draw = (purpose: number) => ((purpose * 37 + seed * 11) % 64) / 64;
  return {
    character: 'searcher',
    goal: GOALS[0],
    phase: 'init',
    past: [],
    advice: null,
    obeys: false,
    heeds: false,
    draw,
    ...given,
  };
}
