import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { createRemoteDefaults } from '../../src/engine/oracle/oracleSetup.ts';
import { App } from '../../src/ui/app/App.tsx';
import { requestComparison } from '../../src/ui/models/governed/compared/getComparability.ts';
import { describeMissionOutcome } from '../../src/ui/models/governed/describeMissions.ts';
import { GOVERNED, getGovernedPart, MISSION_PICKED } from '../../src/ui/models/governed/governedPart.ts';
import { GOVERNED_APPEARANCE } from '../../src/ui/models/governed/governedPlugin.ts';
import { MissionsChip } from '../../src/ui/models/governed/MissionsHeadline.tsx';
import { createAgentNameMatcher } from '../../src/ui/store/found.ts';
import { Bar } from '../../src/ui/views/bar/Bar.tsx';
import { Headline } from '../../src/ui/views/bar/Headline.tsx';
import { StatusLine } from '../../src/ui/views/bar/StatusLine.tsx';
import { Inspector } from '../../src/ui/views/inspector/Inspector.tsx';
import { OraclePanel } from '../../src/ui/views/oracle/OraclePanel.tsx';
import { DropZone } from '../../src/ui/views/setup/DropZone.tsx';
import { TimelinesView } from '../../src/ui/views/time/TimelinesView.tsx';
import { missionRow, PAIR } from './governedFake.ts';
import { renderMissions, renderOnPage, type TestPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

const region = () => screen.getByRole('region', { name: 'Agent inspector' });

async function play(page: TestPage, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) await act(() => page.commands.step());
  await settlePage();
}

/** The run has so many missions. */
const crowd = ({ store }: TestPage, agents: number) =>
  act(() =>
    store.setState(({ run }) => ({
      run: { ...run!, info: { ...run!.info, config: { ...run!.info.config, agents } } },
    })),
  );

/** The run is one without governance. */
const ungovern = ({ store }: TestPage) =>
  act(() =>
    store.setState(({ run }) => {
      const config = {
        ...run!.info.config,
        parameters: { ...run!.info.config.parameters, governance: false },
      };
      return { run: { ...run!, info: { ...run!.info, config } } };
    }),
  );

/** A language model has decided from the start. */
const modelDecides = ({ store }: TestPage) =>
  act(() =>
    store.setState(({ run }) => {
      const oracle = { ...createRemoteDefaults('ollama'), model: 'qwen3' };
      return { run: { ...run!, setup: { ...run!.setup, oracle } } };
    }),
  );

const allEnd = ({ store }: TestPage) =>
  act(() =>
    store.getState().know(GOVERNED, {
      frame: { ...getGovernedPart(store.getState()).frame!, waiting: 0, underWay: 0 },
    }),
  );

describe('choosing the model', () => {
  it('opens its defaults with its own seed, without the settings of the other one', async () => {
    const { engine, store, commands } = await renderOnPage(<Bar />);
    await act(() => commands.reset({ parameters: { activity: 4 }, agents: 3, seed: 12 }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'governed');
    await settlePage();
    expect(engine.opened!.setup).toMatchObject({ model: 'governed', network: 'none', seed: 7, agents: null });
    expect(engine.opened!.setup.parameters).toEqual({});
    expect(engine.opened!.setup).not.toHaveProperty('own');
    expect(screen.getByRole('combobox', { name: 'Missions' })).toBeDefined();
    expect(screen.queryByRole('combobox', { name: 'Network' })).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Step 0 00:00');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'social');
    expect(store.getState().run!.setup).toMatchObject({
      model: 'social',
      network: 'congress',
      seed: DEFAULT_SETUP.seed,
    });
  });
});

describe('a page of missions', () => {
  it('has the call trace in the cascade’s place, and its own words', async () => {
    const page = await renderMissions(<App />);
    await settlePage();
    for (const name of ['Statechart', 'Call trace', 'Answers per step', 'Agent timelines'])
      expect(screen.getByRole('region', { name })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Cascade' })).toBeNull();
    await play(page, 4);
    expect(getGovernedPart(page.store.getState()).trace?.steps).toHaveLength(4);
    expect(screen.getByRole('combobox', { name: 'Search a mission, a state, a text' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'New seed' }).title).toContain(
      'the same missions, played differently',
    );
  });

  it('goes through the steps by keyboard, and shows the chosen one', async () => {
    const page = await renderMissions(<App />);
    await settlePage();
    await play(page, 4);
    const trace = within(screen.getByRole('region', { name: 'Call trace' })).getByRole('img');
    trace.focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    await settlePage();
    expect(page.store.getState().selection).toMatchObject({ agents: [0], own: { step: 12 } });
    await waitFor(() =>
      expect(region().textContent).toContain('mended: taken out of a fence; refused: deciding is not next'),
    );
    // Esc lets go of the step first.
    expect(within(region()).queryByRole('button', { name: 'Esc closes' })).toBeNull();
    expect(within(region()).getByRole('button', { name: 'close' }).title).toContain('the latest first');
    await userEvent.keyboard('{Escape}');
    expect(page.store.getState().selection).toMatchObject({ agents: [0], own: { step: null } });
    expect(within(region()).getByRole('button', { name: 'Esc closes' })).toBeDefined();
  });

  it('brings the step into view that the keyboard goes to', async () => {
    const page = await renderMissions(<App />);
    await settlePage();
    await play(page, 4);
    act(() => page.store.setState({ scale: { from: 3, pixels: 24 } }));
    within(screen.getByRole('region', { name: 'Call trace' }))
      .getByRole('img')
      .focus();
    await userEvent.keyboard('{Home}');
    expect(page.store.getState().scale.from).toBeLessThan(1);
  });

  it('requests the outcomes of all of a few missions', async () => {
    const page = await renderMissions(<Headline />);
    act(() => page.store.getState().showRows([2]));
    await settlePage();
    expect(page.engine.queries).toContain('missionRows 0,1,2');
  });

  it('requests of many only those on the screen, and none that does not exist', async () => {
    const page = await renderMissions(<Headline />);
    crowd(page, 200);
    act(() => page.store.getState().showRows([0, 2, 700]));
    await settlePage();
    expect(page.engine.queries.at(-1)).toBe('missionRows 0,2');
    expect([...getGovernedPart(page.store.getState()).missions.keys()]).toEqual([0, 2]);
  });
});

describe('a language model that decides about missions', () => {
  it('has no answer formats to choose from, and a description of what is sent to it', async () => {
    const page = await renderMissions(<OraclePanel />);
    act(() => page.store.setState({ draft: createRemoteDefaults('ollama') }));
    expect(document.body.textContent).toContain(
      'It answers in JSON; what cannot be read is mended or refused.',
    );
    expect(document.body.textContent).toContain('passages of the documents, your own if you brought any');
    expect(screen.queryByText('ask once per archetype and post')).toBeNull();
    expect(document.body.textContent).not.toContain('warm-up');
  });
});

describe('another run of missions', () => {
  it('is not searched for the words searched in the one before', async () => {
    const page = await renderMissions(<TimelinesView />);
    const field = screen.getByRole('combobox', { name: 'Search a mission, a state, a text' });
    await userEvent.type(field, 'port');
    await play(page, 1);
    expect(field).toHaveProperty('value', 'port');
    await act(() => page.commands.newSeed());
    expect(field).toHaveProperty('value', '');
  });

  it.each([
    ['with its files in the address', 'Find it.', '#files=1.'],
    [
      'with a word about files that do not fit into an address',
      Array.from({ length: 9000 }, (_, i) => `Find ${Math.imul(i + 1, 0x9e3779b1).toString(36)}.`).join('\n'),
      'to open it, drop the same ones on the page',
    ],
  ])('is shared %s', async (_, goals, words) => {
    const page = await renderMissions(<Bar />);
    await act(() => page.commands.openOwn('missions', [new File([goals], 'goals.txt')]));
    await userEvent.click(screen.getByRole('button', { name: 'Share' }));
    if (words.startsWith('#'))
      await userEvent.click(await screen.findByRole('button', { name: 'Copy with files' }));
    await vi.waitFor(() =>
      expect(
        page.store
          .getState()
          .notices.map(({ text }) => text)
          .join(' '),
      ).toContain(words),
    );
  });
});

describe('the end of all missions', () => {
  it('pauses, and later commands ask nothing', async () => {
    const page = await renderMissions(<StatusLine />);
    await act(() => page.commands.toggle());
    expect(page.store.getState().phase).toBe('playing');
    await act(async () => page.engine.endPlaying());
    expect(page.store.getState().phase).toBe('paused');
    await play(page, 6);
    allEnd(page);
    page.engine.calls.length = 0;
    await act(() => page.commands.step());
    await act(() => page.commands.toggle());
    expect(page.engine.calls).toEqual([]);
    expect(screen.getByText('Nothing more can happen; Reset starts again')).toBeDefined();
    expect(page.store.getState().notices).toEqual([]);
  });

  it('is not reported by another pace', async () => {
    const page = await renderMissions(<Bar />);
    await act(() => page.commands.toggle());
    act(() => page.commands.setSpeed(4));
    await act(async () => page.engine.endPlaying());
    expect(page.store.getState().phase).toBe('playing');
  });
});

describe('the headline of missions', () => {
  it('counts the waiting missions, and the ended ones by outcome', async () => {
    const page = await renderMissions(<Headline />);
    expect(document.body.textContent).toContain('Step 0: 3 missions wait');
    await play(page, 6);
    expect(document.body.textContent).toContain('Step 6: 1 of 3 missions ended: 1 stopped.');
  });
});

it('a mission that is found stuck is not counted as stopped yet', () => {
  expect(GOVERNED_APPEARANCE.states.band('stuck_search')).toBe('found stuck');
});

describe('the counterpart in the headline', () => {
  const over = (page: TestPage) => {
    const { know } = page.store.getState();
    const frame = { ...getGovernedPart(page.store.getState()).frame!, waiting: 0, underWay: 0 };
    act(() => know(GOVERNED, { frame: { ...frame, endings: { ...frame.endings, right: 1, wrong: 1 } } }));
  };

  it('is shown once this run is over, as more steps or fewer', async () => {
    const page = await renderMissions(<Headline />);
    await play(page, 6);
    expect(document.body.textContent).not.toContain('ungoverned');
    over(page);
    expect(document.body.textContent).toContain(
      'all 3 missions: 1 right, 1 wrong, 1 stopped; ungoverned, 20 more steps.',
    );
    const [low, own] = PAIR.points;
    const dearer = { ...own!, with: { ...own!.with, steps: 36 } };
    act(() => page.store.getState().know(GOVERNED, { pair: { ...PAIR, points: [low!, dearer] } }));
    expect(document.body.textContent).toContain('; ungoverned, 1 fewer step.');
  });
});

describe('the overview of missions', () => {
  it('compares at once where the policy decides, and counts outcomes and rules', async () => {
    const page = await renderMissions(<Inspector />);
    expect(page.engine.calls).toContain('compare');
    await play(page, 6);
    const text = region().textContent!;
    expect(text).toContain('stopped as stuck1');
    expect(text).toContain('repeated search1');
    expect(text).toContain('at most 24 steps eachwithoutwithdifference');
    expect(text).toContain('stopped as stuck01+1');
    expect(text).toContain('−20 −57 %');
    expect(text).toContain('Tokens with governance, by the limit of steps: −35 % at 12, −57 % at 24.');
    expect(text).toContain('1 mission of these had no answer to find; 0 abstained, as is right.');
  });

  it('counts verdicts after which another try was given, and their results', async () => {
    const page = await renderMissions(<Inspector />);
    await play(page, 6);
    expect(region().textContent).toContain('found stuck by rule');
    expect(region().textContent).not.toContain('another try');
    const rows = [
      { ...missionRow(0, 6), resumed: 2 },
      { ...missionRow(1, 6), resumed: 3, ending: 'right', outcome: 'finished', rule: null },
      { ...missionRow(2, 6), resumed: 1, outcome: 'under_way', phase: 'stuck_search' },
    ] as const;
    act(() => page.store.getState().know(GOVERNED, { missions: new Map(rows.entries()) }));
    expect(region().textContent).toContain(
      'After 6 verdicts another try was given: 1 then ended right, 0 wrong, 5 stuck again.',
    );
    const abstained = [rows[0], { ...rows[1], ending: 'abstained' }, rows[2]] as const;
    act(() => page.store.getState().know(GOVERNED, { missions: new Map(abstained.entries()) }));
    expect(region().textContent).toContain('0 wrong, 5 stuck again, 1 otherwise or not yet.');
    const { run } = page.store.getState();
    const config = { ...run!.info.config, parameters: { ...run!.info.config.parameters, second_chances: 2 } };
    act(() => page.store.setState({ run: { ...run!, info: { ...run!.info, config } } }));
    expect(region().textContent).toContain('verdicts by rule');
  });

  it('shows for a mission under way which try it is', () => {
    const row = { ...missionRow(1, 3), outcome: 'under_way', phase: 'searching', rule: null } as const;
    expect(describeMissionOutcome(row)).toEqual(['searching', '']);
    expect(describeMissionOutcome({ ...row, resumed: 2 })).toEqual(['searching, try 3', '']);
    expect(describeMissionOutcome({ ...row, resumed: 1, stuck: true })).toEqual([
      'searching, try 2, advice is next',
      '',
    ]);
  });

  it('finds a mission by its id on the page, and by that in the document', async () => {
    const { store } = await renderMissions(<MissionsChip />);
    for (const words of ['mission_02', 'agent_002', 'AGENT_002'])
      expect([0, 1, 2].filter(createAgentNameMatcher(store.getState().run!, words))).toEqual([1]);
  });

  it('shows before the first step how many are made to fail', async () => {
    await renderMissions(<MissionsChip />);
    expect(document.body.textContent).toContain('scripted characters, 1 of 3 made to fail');
  });

  it('marks what is staged, where characters play', async () => {
    const page = await renderMissions(<Inspector />);
    await play(page, 6);
    expect(region().textContent).toContain(
      'Staged: 1 of 3 missions is played by a character that fails on purpose.',
    );
    const { run } = page.store.getState();
    act(() => page.store.setState({ run: { ...run!, info: { ...run!.info, groups: null } } }));
    expect(region().textContent).not.toContain('Staged');
  });

  it('shows each mission in a table', async () => {
    await renderMissions(<Inspector />);
    await userEvent.click(screen.getByRole('button', { name: 'each mission' }));
    const dialog = await screen.findByRole('dialog', { name: 'Without governance and with it' });
    // Each mission, and all of them at two limits.
    expect(within(dialog).getAllByRole('row')).toHaveLength(6);
    expect(within(dialog).getByText('cut off')).toBeDefined();
  });

  it('shows the viewed step, and the last one again on the way back', async () => {
    const page = await renderMissions(<Inspector />);
    await play(page, 3);
    const early = region().textContent;
    await play(page, 6);
    const late = region().textContent;
    expect(late).not.toBe(early);
    act(() => page.store.getState().select({ cursor: 3 }));
    await settlePage();
    expect(region().textContent).toBe(early);
    act(() => page.store.getState().goForward());
    await settlePage();
    expect(region().textContent).toBe(late);
  });

  it('counts those that finished on advice', async () => {
    const page = await renderMissions(<Inspector />);
    await play(page, 6);
    expect(region().textContent).not.toContain('on advice');
    const rows = [0, 1, 2].map(agent => missionRow(agent, 6));
    const advised = { ...rows[0]!, outcome: 'finished', rule: 'same_tool' } as const;
    act(() =>
      page.store.getState().know(GOVERNED, { missions: new Map([advised, rows[1]!, rows[2]!].entries()) }),
    );
    expect(region().textContent).toContain('1 finished on advice.');
  });

  it('shows no comparison of a run that another oracle decided', async () => {
    const page = await renderMissions(<Inspector />);
    await play(page, 2);
    expect(screen.getByRole('button', { name: 'each mission' })).toBeDefined();
    await act(() => page.commands.goOn({ ...createRemoteDefaults('ollama'), model: 'qwen3' }));
    act(() => page.store.setState({ corner: 'agents' }));
    expect(getGovernedPart(page.store.getState()).pair).toBeNull();
    expect(region().textContent).toContain('These answers are of one run, and another would ask for others.');
    expect(screen.queryByRole('button', { name: /Play them/ })).toBeNull();
    await act(() => page.commands.goOn({ kind: 'policy' }));
    expect(region().textContent).toContain('These answers are of one run, and another would ask for others.');
  });

  it('drops a comparison that comes when another oracle decides', async () => {
    const page = await renderMissions(<Inspector />);
    await play(page, 2);
    await act(async () => {
      requestComparison(page.store.getState());
      await page.commands.goOn({ ...createRemoteDefaults('ollama'), model: 'qwen3' });
      await settlePage();
    });
    expect(getGovernedPart(page.store.getState()).pair).toBeNull();
  });

  it('asks a model for the counterpart of its run on request, once it is over, and shows the cost of that', async () => {
    const page = await renderMissions(<Inspector />);
    await play(page, 2);
    ungovern(page);
    modelDecides(page);
    const button = () => screen.getByRole('button', { name: 'Play them with governance on too' });
    expect(button()).toHaveProperty('disabled', true);
    expect(region().textContent).toContain('once all missions have ended');
    allEnd(page);
    expect(region().textContent).toContain(': asks the model at most 72 questions more');
    page.engine.refuseComparison = 'Play the missions to their end first.';
    await userEvent.click(button());
    await settlePage();
    expect(page.store.getState().notices.at(-1)!.text).toBe('Play the missions to their end first.');
    await userEvent.click(button());
    await settlePage();
    expect(screen.getByRole('button', { name: 'each mission' })).toBeDefined();
  });

  it('compares on a button where it was not done', async () => {
    const page = await renderMissions(<Inspector />);
    act(() => page.store.getState().know(GOVERNED, { pair: null }));
    await userEvent.click(screen.getByRole('button', { name: 'Play them with governance off too' }));
    await settlePage();
    expect(page.engine.calls.filter(call => call === 'compare')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'each mission' })).toBeDefined();
  });
});

describe('the inspector of a mission', () => {
  async function inspect(): Promise<TestPage> {
    const page = await renderMissions(<Inspector />);
    await play(page, 4);
    act(() => page.store.getState().select({ agents: [0] }));
    await settlePage();
    return page;
  }

  it('shows goal, state, prompt, answer, history, rules and possible transitions', async () => {
    await inspect();
    const text = region().textContent!;
    for (const words of [
      'Find out: Secret password',
      'mission_01',
      'ping-pong',
      'searching after 4 steps, 1,234 tokens',
      'all 1,412 tokens',
      'Current Phase: SEARCHING',
      'advice not obeyed',
      'too much time in SEARCHING: 61.2 s of 60 s',
      '2 of 2 times, warned',
      'a run of this seed without governance',
      'endscut off',
      'after24 steps, the limit',
      'Right would be: “7421”, or a word of ports.md.',
      '“I spent 51 s and found no such file.”',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('Find it.');
  });

  it('writes a model’s text as text, with invisible marks escaped', async () => {
    await inspect();
    expect(region().textContent).toContain('\\u202eb"} <b>x</b>');
  });

  it('opens the whole prompt next to the answer', async () => {
    await inspect();
    await userEvent.click(screen.getByRole('button', { name: 'all 1,412 tokens' }));
    const dialog = await screen.findByRole('dialog', { name: 'Step 4, the whole prompt' });
    expect(dialog.textContent).toContain('You carry out a mission.');
    expect(dialog.textContent).toContain('## Mission\nFind it.');
    expect(dialog.textContent).toContain('answer of the built-in policy');
    expect(region().textContent).not.toContain('raw answer');
  });

  it('shows for a verdict that nobody was asked', async () => {
    const page = await inspect();
    await play(page, 1);
    act(() => page.store.getState().pick(MISSION_PICKED, { step: 14 }));
    await settlePage();
    expect(region().textContent).toContain('without a question: stuck_search, repeated search');
  });
});

describe('files for missions', () => {
  const drop = (files: readonly File[]) => {
    const zone = screen.getByText('here').parentElement!;
    const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
      dataTransfer: { types: ['Files'], files },
    });
    act(() => void zone.dispatchEvent(event));
    return settlePage();
  };
  const open = () =>
    renderMissions(
      <DropZone>
        <p>here</p>
      </DropZone>,
    );
  const names = ({ engine }: TestPage) =>
    Object.entries(engine.opened!.files).map(([name, files]) => `${name}: ${files?.map(file => file.name)}`);

  it('are documents when they are .md, alone or with .txt', async () => {
    const page = await open();
    await drop([new File(['# A'], 'a.md')]);
    expect(page.engine.opened!.setup.own).toEqual(['corpus']);
    await drop([new File(['# A'], 'a.md'), new File(['B'], 'b.txt')]);
    expect(names(page)).toEqual(['corpus: a.md,b.txt']);
  });

  it('are listed with what they replace, which can be restored', async () => {
    const page = await open();
    const notices = () => page.store.getState().notices;
    await drop([new File(['# A'], 'a.md')]);
    expect(notices().map(({ text }) => text)).toEqual(['Documents: a.md, in place of handbook (78).']);
    expect(notices()[0]!.button).toMatchObject({ label: 'Bring it back', stays: true });
    await act(async () => notices()[0]!.button!.act());
    await settlePage();
    expect(page.engine.opened!.setup).not.toHaveProperty('own');
    expect(page.engine.opened!.files).toEqual({});
    const many = ['a', 'b', 'c', 'd', 'e'].map(name => new File(['# A'], `${name}.md`));
    await drop(many);
    expect(notices().at(-1)!.text).toBe('Documents: a.md, b.md, c.md and 2 more, in place of handbook (78).');
    await drop([new File(['Find it.'], 'goals.txt')]);
    await play(page, 2);
    await drop([new File(['Find it again.'], 'others.txt')]);
    expect(notices().at(-1)!.text).toMatch(
      /^List of missions: others\.txt, in place of .+ The previous run \(seed 7, step 2\) has been replaced\./,
    );
  });

  it('are missions when one is .txt, or .json other than a run document', async () => {
    const page = await open();
    await drop([new File(['a'], 'a.md')]);
    await drop([new File(['Find it.'], 'goals.txt')]);
    expect(page.engine.opened!.setup.own).toEqual(['corpus', 'missions']);
    await drop([new File(['["Find it."]'], 'goals.json')]);
    expect(names(page)).toEqual(['corpus: a.md', 'missions: goals.json']);
    await drop([new File(['{"format": "statescope-run"}'], 'run.json')]);
    expect(page.engine.calls.at(-1)).toBe('readRecording run.json');
  });

  it('are refused in one notice when they are neither, and the run stays', async () => {
    const page = await open();
    await drop([new File(['1'], 'b.csv'), new File(['1'], 'c.csv')]);
    expect(page.store.getState().notices.map(({ text }) => text)).toEqual([
      'b.csv and c.csv: each is a network, and there is room for one. The run that was open stays as it was.',
    ]);
    expect(page.store.getState().run!.setup).not.toHaveProperty('own');
  });

  it('are replaced by the bundled ones again', async () => {
    const page = await renderMissions(<Bar />);
    const goals = new File(['Find it.'], 'goals.txt');
    await userEvent.upload(screen.getByLabelText('Missions files'), goals);
    await settlePage();
    expect(page.engine.opened!.setup.own).toEqual(['missions']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Missions' }), 'bundled');
    expect(page.engine.opened!.setup).not.toHaveProperty('own');
    expect(page.engine.opened!.files).toEqual({});
  });
});
