import { getSpecByName } from '../../../src/cli/options/specs.ts';
import { createDefaultSetup, NO_NETWORK } from '../../../src/engine/checks/createDefaultSetup.ts';
import type { Tick } from '../../../src/engine/core/indices.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { Change, Setup } from '../../../src/engine/setup/config.ts';
import { formatChange } from '../../../src/engine/setup/formatChange.ts';

/** What a scenario asks, before anything is played. */
interface Asked {
  readonly id: string;
  readonly question: string;
  readonly setting: string;
  /** Questions for a student, about a run of their own. */
  readonly tasks: readonly string[];
  readonly setup: Setup;
}

/** A scenario of recorded cases, which have no other worlds: two rules for stopping agents are played over them. */
export interface AskedRules extends Asked {
  /** The rule that is shown, and the one that it is compared with. */
  readonly rules: readonly [shown: string, other: string];
}

/** A scenario whose finding comes from worlds. */
export interface AskedWorlds extends Asked {
  readonly rounds: Tick;
  readonly worlds: number;
  readonly outcome: string;
  /** Outcomes that are told beside it, as its cost. */
  readonly beside?: readonly string[];
  /** A post that comes again, and the tick from which chance is anew. */
  readonly again?: { readonly subject: string; readonly from: Tick };
  /** A parameter and two values, of which the second is compared with the first; or several numbers, each with its neighbours. */
  readonly sweep?: string;
  /** What the run of the scenario does that its twin does not. */
  readonly change?: Change & { readonly tick: Tick };
  /** How the finding about two set-ups or more begins. */
  readonly told?: string;
  /** The set-ups in words, in the order of the plan. */
  readonly arms?: readonly string[];
}

const evening: Setup = DEFAULT_SETUP;
const infection: Setup = { ...createDefaultSetup(getSpecByName('chart')), seed: 1 };
const alone = { network: NO_NETWORK };

/** The library, in its order. */
export const SCENARIOS: readonly (AskedWorlds | AskedRules)[] = [
  {
    id: 'evening',
    question: 'What is an ordinary evening?',
    tasks: [
      'Which post has the largest cascade of your run, and how many people are under it?',
      'Follow it in the network: of which archetypes are the people who passed it on?',
      'How far is your run from the mean of the worlds? Would you call it an ordinary evening?',
    ],
    setting: '475 members of Congress on their Twitter network, three hours, other seeds.',
    ...{ setup: evening, rounds: 60, worlds: 200, outcome: 'largest_cascade' },
  },
  {
    id: 'again',
    question: 'Would the same post succeed again?',
    tasks: [
      'How many people are under post_248, and who passed it on first?',
      'Everything up to round 6 is the same in all worlds. What is different after it?',
      'Was the post good, or was it lucky? Give the share of worlds that you need for your answer.',
    ],
    setting: 'Everything is as it was up to the round of the post; from then on chance is anew.',
    ...{ setup: evening, rounds: 60, worlds: 200, outcome: 'post_people' },
    again: { subject: 'post_248', from: 6 },
  },
  {
    id: 'amplifiers',
    question: 'What do the amplifiers do for a cascade?',
    tasks: [
      'How many amplifiers does the society have, and how many agents in all?',
      'How large is the largest cascade of your run, and of the same evening with the amplifiers?',
      'The difference is small in the mean, and large in some worlds. Why?',
    ],
    setting: 'The six archetypes, and the same evening without those who pass most on.',
    ...{ setup: evening, rounds: 60, worlds: 200, outcome: 'largest_cascade' },
    change: { kind: 'intervention', tick: 1, name: 'remove_agents', on: ['amplifier'] },
    told: 'Without the amplifiers',
    arms: ['with amplifiers', 'without them'],
  },
  {
    id: 'order',
    question: 'What if feeds show the newest post first?',
    tasks: [
      'How large is the largest cascade of your run, with feeds by interest and by time?',
      'Who loses most where the newest post comes first?',
      'Name one thing about a feed that this model leaves out.',
    ],
    setting: 'Feeds by interest, as usual, and feeds by time; all else is the same.',
    ...{ setup: evening, rounds: 60, worlds: 200, outcome: 'largest_cascade' },
    sweep: 'feed=by_interest,chronological',
    told: 'With the newest first',
    arms: ['most interesting first', 'newest first'],
  },
  {
    id: 'stall',
    question: 'What if three in ten actions hang?',
    tasks: [
      'In which state do agents wait, and what ends it?',
      'How many people does your run reach, with and without what hangs?',
      'Which timeout would you shorten, and what would that cost?',
    ],
    setting: 'Three in ten compositions and actions never finish, so that a timeout has to end them.',
    ...{ setup: evening, rounds: 60, worlds: 200, outcome: 'people_reached' },
    sweep: 'stall=0,0.3',
    told: 'Where three in ten hang',
    arms: ['nothing hangs', 'three in ten hang'],
  },
  {
    id: 'trending',
    question: 'Does a list of trending posts make hits?',
    tasks: [
      'How large is the largest cascade of your run, with and without the list?',
      'In some pairs the list makes the cascade smaller. How can that be?',
      'Does the list find good posts, or does it make them?',
    ],
    setting: 'No list, and a list that one look in five at the feed draws from as well.',
    ...{ setup: evening, rounds: 60, worlds: 200, outcome: 'largest_cascade' },
    sweep: 'trending=0,0.2',
    told: 'With the list',
    arms: ['no list', 'one look in five'],
  },
  {
    id: 'threshold',
    question: 'When does an infection spread?',
    tasks: [
      'Set the transmission to 1 % and then to 4 %: what share of your society has had the infection at the end?',
      'How many neighbours does an agent have, and how long is it infected? Estimate at which chance one case makes one more.',
      'Between which two values of the sweep does the share of those who have had it rise most? At which do the worlds differ most, and why there?',
    ],
    setting:
      'SIR among 500 on a small world, with a chance of catching it of 1 % to 8 % a tick and neighbour; the run beside it has 4 %.',
    setup: { ...infection, parameters: { transmission: 0.04 } },
    ...{ rounds: 200, worlds: 100, outcome: 'share_in_recovered' },
    sweep: 'transmission=0.01,0.02,0.03,0.04,0.06,0.08',
    told: 'From 1 % to 8 %',
    arms: [1, 2, 3, 4, 6, 8].map(percent => `${percent} % a neighbour`),
  },
  {
    id: 'vaccination',
    question: 'Does vaccinating half protect the other half?',
    tasks: [
      'What share of your society has had the infection at the end, with nobody and with half of them vaccinated?',
      'How many of those who were not vaccinated did not catch it? Compare with your run without a vaccine.',
      'Sweep the coverage: from which share on does the infection hardly spread?',
    ],
    setting:
      'The same infection at 8 %, with nobody vaccinated before it comes, and with half of them. What the vaccinated themselves are spared is at most 50 points.',
    setup: { ...infection, preset: 'vaccination' },
    ...{ rounds: 200, worlds: 200, outcome: 'share_in_recovered', beside: ['peak_in_infected'] },
    sweep: 'coverage=0,0.5',
    told: 'With half vaccinated',
    arms: ['nobody vaccinated', 'half vaccinated'],
  },
  {
    id: 'lockdown',
    question: 'What does a late lockdown change?',
    tasks: [
      'How many agents have had the infection at Tick 10, and at the end?',
      'Move the lockdown to Tick 5 and to Tick 20. What changes?',
      'What happens after a lockdown that ends? Try it with a second change.',
    ],
    setting: 'The same infection at 8 %, and with contacts cut to a quarter from Tick 10 on.',
    ...{ setup: infection, rounds: 150, worlds: 200, outcome: 'share_in_recovered' },
    beside: ['peak_in_infected'],
    change: { tick: 10, name: 'transmission', value: 0.02 },
    told: 'With the lockdown',
    arms: ['no lockdown', 'lockdown from Tick 10'],
  },
  {
    id: 'governance',
    question: 'What does governance change in a search?',
    tasks: [
      'How many missions are right in your run, without governance and with it?',
      'Choose an agent that was stuck: what did it repeat, and what ended it?',
      'Governance saves questions. Does it also lose right answers?',
    ],
    setting: '24 missions by agents that may get stuck, without governance and with it, 40 steps.',
    setup: {
      ...DEFAULT_SETUP,
      ...alone,
      ...{ model: 'governed', preset: 'showcase', seed: 7, parameters: { governance: false } },
    },
    ...{ rounds: 40, worlds: 200, outcome: 'right', beside: ['steps'] },
    sweep: 'governance=false,true',
    told: 'With governance',
    arms: ['without governance', 'with governance'],
  },
  {
    id: 'paging',
    question: 'What does paging cost a reader, and save?',
    tasks: [
      'How many questions does your reader answer from memory, with paging and without?',
      'Follow one entry: when did it leave the working memory, and was it needed again?',
      'Tokens cost money and recall is worth something. From which price on does paging pay?',
    ],
    setting: '18 readers whose oldest entries go at a hard limit anyway; with paging they choose before it.',
    setup: { ...DEFAULT_SETUP, ...alone, ...{ model: 'librarian', preset: 'thirds', seed: 3 } },
    ...{ rounds: 40, worlds: 40, outcome: 'recall', beside: ['tokens'] },
    sweep: 'paging=false,true',
    told: 'With paging',
    arms: ['without paging', 'with paging'],
  },
  {
    id: 'loop',
    question: 'Which loop wears an agent out?',
    tasks: [
      'Which states make the loop that agents go through most, and how often do they?',
      'Which line of the workflow sends them back, and under which condition?',
      'Change that line (or compare with the preset careful): what does it gain, and what does it cost?',
    ],
    setting:
      'Twelve agents that drop what fails a test and start anew, by the edge that leads out of every state; with 45 % of the artifacts made with a flaw, and with 10 %.',
    setup: { ...DEFAULT_SETUP, ...alone, ...{ model: 'workflow', preset: 'pivoting', seed: 19 } },
    ...{ rounds: 200, worlds: 200, outcome: 'pivots', beside: ['profit'] },
    sweep: 'flaw=0.45,0.1',
    told: 'With 10 % flawed',
    arms: ['45 % flawed', '10 % flawed'],
  },
  {
    id: 'condition',
    question: 'Why does nobody get past the first state?',
    tasks: [
      'In which state do all agents wait, and for what?',
      'How often did a step fail in your run, and why does that not end?',
      'Write the line that is missing, apply it, and say how far agents get then.',
    ],
    setting:
      'Twelve agents follow a workflow in which a condition reads has_context, a variable that nothing sets.',
    setup: { ...DEFAULT_SETUP, ...alone, ...{ model: 'workflow', preset: 'fragments', seed: 19 } },
    ...{ rounds: 200, worlds: 200, outcome: 'sold', beside: ['failed_turns'] },
  },
  {
    id: 'stuck',
    question: 'Which rule stops a stuck agent, and no other?',
    tasks: [
      'Choose a case that “the same call 3 times in a row” stops: which call does it repeat, and what did the agent see each time?',
      'Choose a successful case that “any repetition” would have stopped: what was it doing?',
      'Which threshold would you choose for your own agent, and what could go wrong with it?',
    ],
    setting:
      '40 recorded cases of agents that serve customers of a telephone company, 10 of which failed. Two rules are played over them; a recording is the same in every world, so the intervals are over its tasks.',
    setup: createDefaultSetup(getSpecByName('recorded')),
    rules: ['roo-code', 'specification'],
  },
];

/** Those of worlds. */
export const SCENARIOS_OF_WORLDS: readonly AskedWorlds[] = SCENARIOS.filter(asked => 'worlds' in asked);
/** Those of recorded cases. */
export const SCENARIOS_OF_RULES: readonly AskedRules[] = SCENARIOS.filter(asked => 'rules' in asked);

/** The set-up of the run that is opened. */
export const openedSetup = ({ setup, change }: AskedWorlds): Setup =>
  change === undefined ? setup : { ...setup, changes: [...setup.changes, change] };

/** The run's permalink. @param parent hash of the run without the change */
export function addressOf({ setup, rounds, change }: AskedWorlds, parent: string): string {
  const parts = [
    `model=${setup.model}`,
    ...(setup.network === NO_NETWORK ? [] : [`network=${setup.network}`]),
    `seed=${setup.seed}`,
    ...(setup.preset === createDefaultSetup(getSpecByName(setup.model)).preset
      ? []
      : [`preset=${setup.preset}`]),
    ...Object.entries(setup.parameters).map(([name, value]) => `${name}=${value}`),
    ...(change === undefined
      ? []
      : [
          `change=${formatChange(change)}`,
          `branch=${parent},${rounds},${change.tick - 1},${setup.changes.length + 1}`,
        ]),
  ];
  return `?${parts.join('&')}&rounds=${rounds}`;
}
