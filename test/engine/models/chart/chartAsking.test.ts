import { describe, expect, it } from 'vitest';
import type { ChartDetail } from '../../../../src/engine/models/chart/reports/chartQueries.ts';
import { buildChoicePrompt } from '../../../../src/engine/oracle/formats/choicePrompt.ts';
import type { Answer, ChoiceQuestion, Question } from '../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { readRecording } from '../../../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../../../src/oracles/recording/replay.ts';
import { documentText, logRows, playTo, Scripted } from '../../play.ts';
import { agentDetail } from '../../reports.ts';
import { openChart, playChart, scxml } from './playing.ts';

const SHOP = scxml(`
  <state id="looking" sc:asks="{name} looks, for {ticks} ticks; {neighbours in buying} buy. Patience: {patience}. {nothing}">
    <onentry><sc:set column="patience" value="3"/></onentry>
    <transition event="buy" target="buying" sc:weight="1" sc:description="buy it"/>
    <transition event="leave" target="gone" sc:weight="3"/>
    <transition event="return" target="gone" sc:weight="0" sc:cond="neighbours(buying) >= 500"/>
  </state>
  <state id="buying"><transition sc:rate="0.5" sc:trigger="pays" target="looking"/></state>
  <state id="gone"><transition sc:rate="0.5" sc:trigger="comes back" target="looking"/></state>`);

const asked = (question: Question) => question as ChoiceQuestion;
const choose =
  (event: string) =>
  (question: Question): Answer => {
    // As a model does, which is told it.
    buildChoicePrompt(asked(question), 'letter', false);
    return {
      kind: 'chosen',
      option: asked(question).options.findIndex(({ action }) => action === event),
      source: 'ollama',
      evidence: { model: 'tiny', form: 'letter', promptVersion: 2, raw: 'A' },
    };
  };
const replayed = async (run: Run) => {
  const recording = await readRecording('run.json', new TextEncoder().encode(documentText(run)));
  const again = await openChart(recording.setup, SHOP);
  return playTo(again.run, recording.rounds, new ReplayOracle(recording));
};
const partOf = async (run: Run, agent: number) => (await agentDetail(run, agent)).model as ChartDetail;

describe('a state that asks', () => {
  it('offers the events that it would answer now, in the chart’s words', async () => {
    const { run } = await openChart({ agents: 30 }, SHOP);
    const oracle = new Scripted(choose('leave'));
    await playTo(run, 2, oracle);
    expect(oracle.asked).toHaveLength(30);
    const question = asked(oracle.asked[0]);
    expect(question.options.map(({ action, meaning }) => [action, meaning])).toEqual([
      ['buy', 'buy it'],
      ['leave', 'leave'],
    ]);
    const { user } = buildChoicePrompt(question, 'letter', false);
    expect(user).toContain('agent_001 looks, for 1 ticks; 0 buy. Patience: 3. {nothing}');
    expect(logRows(run).filter(({ trigger }) => trigger === 'leave')).toHaveLength(30);
  });

  it('is answered by the weights of its transitions where no oracle is asked', async () => {
    const run = await playChart(60, { agents: 400 }, SHOP);
    const rows = logRows(run);
    const count = (event: string) => rows.filter(({ trigger }) => trigger === event).length;
    const share = count('leave') / (count('leave') + count('buy'));
    expect(count('buy') + count('leave')).toBe(run.state.decisionCount);
    // Four standard errors.
    expect(Math.abs(share - 0.75)).toBeLessThan(4 * Math.sqrt((0.75 * 0.25) / run.state.decisionCount));
    expect(count('return')).toBe(0);
  });

  it('lists the offered events with their weights, for answers of any oracle', async () => {
    const policy = await playChart(3, { agents: 20 }, SHOP);
    const offered = [
      { event: 'buy', weight: 1, share: 0.25 },
      { event: 'leave', weight: 3, share: 0.75 },
    ];
    const [line] = (await partOf(policy, 3)).questions;
    expect(line).toMatchObject({ source: 'policy', offered, shares: null });
    expect(offered.map(({ event }) => event)).toContain(line.chosen);
    const { run } = await openChart({ agents: 20 }, SHOP);
    await playTo(run, 1);
    expect((await partOf(run, 3)).next).toMatchObject({ state: 'looking', offered });
    await playTo(run, 2, new Scripted(choose('leave')));
    const [told] = (await partOf(run, 3)).questions;
    expect(told).toMatchObject({ source: 'ollama', offered, chosen: 'leave' });
    const { run: again } = await openChart({ agents: 20 }, SHOP);
    again.restore(JSON.parse(JSON.stringify(run.save())));
    expect((await partOf(again, 3)).questions).toEqual((await partOf(run, 3)).questions);
  });

  it('lists the weight of a column as it was when the question was put', async () => {
    const rising = SHOP.replace('sc:weight="1"', 'sc:weight="zeal"').replace(
      '<state id="gone">',
      '<state id="gone"><onentry><sc:add column="zeal" value="1"/></onentry>',
    );
    const run = await playChart(12, { agents: 10 }, rising);
    const { questions } = await partOf(run, 3);
    let zeal = 0;
    for (const { offered, chosen } of [...questions].reverse()) {
      expect(offered![0]).toEqual({ event: 'buy', weight: zeal, share: zeal / (zeal + 3) });
      if (chosen === 'leave') zeal++;
    }
    expect(zeal).toBeGreaterThan(1);
  });

  it('counts a guard that throws once a tick, not with each question', async () => {
    const broken = SHOP.replace(
      'target="gone" sc:weight="0" sc:cond="neighbours(buying) >= 500"',
      'target="gone" cond="nobody.home"',
    );
    const { run } = await openChart({ agents: 10 }, broken);
    await playTo(run, 1);
    const before = run.machine.failures.count;
    run.state.questions(2);
    run.state.questions(2);
    await partOf(run, 3);
    expect(run.machine.failures.count).toBe(before);
    await playTo(run, 2, new Scripted(choose('leave')));
    expect(run.machine.failures.count).toBe(before + 10);
  });

  it('takes the only remaining event without asking', async () => {
    const only = SHOP.replace('<transition event="buy"', '<transition event="buy" sc:cond="patience > 5"');
    const { run } = await openChart({ agents: 20 }, only);
    const oracle = new Scripted(choose('leave'));
    await playTo(run, 3, oracle);
    expect(oracle.asked).toEqual([]);
    expect(logRows(run).filter(({ trigger }) => trigger === 'leave')).not.toHaveLength(0);
  });

  it('keeps its agent where no answer can be used, and asks again', async () => {
    const { run } = await openChart({ agents: 10 }, SHOP);
    const oracle = new Scripted(() => ({ kind: 'unusable', reason: 'prose' }));
    await playTo(run, 4, oracle);
    expect(logRows(run)).toEqual([]);
    expect(run.state.failureCount).toBe(oracle.asked.length);
    expect((await partOf(run, 3)).questions[0]).toMatchObject({
      chosen: null,
      source: 'fallback',
      reason: 'prose',
    });
  });

  it('is replayed by the document alone, after answers of any oracle', async () => {
    const { run } = await openChart({ agents: 25 }, SHOP);
    let count = 0;
    await playTo(run, 12, new Scripted(q => choose(count++ % 3 ? 'leave' : 'buy')(q)));
    expect((await replayed(run)).hash).toBe(run.hash);
    const other = await openChart({ agents: 25 }, SHOP);
    await playTo(other.run, 12, new Scripted(choose('buy')));
    expect(other.run.hash).not.toBe(run.hash);
    const document = JSON.parse(documentText(run));
    expect(document.decisions[0]).toMatchObject({
      agent_id: 'agent_001',
      state: 'looking',
      action: 'buy',
      moved: true,
      model: 'tiny',
    });
  });

  it('has the situation that a model was given in its document, and in that of a replay', async () => {
    const { run } = await openChart({ agents: 25 }, SHOP);
    await playTo(run, 6, new Scripted(choose('leave')));
    const told = (of: Run) =>
      JSON.parse(documentText(of)).decisions.map((row: { situation: string }) => row.situation);
    expect(told(run)[0]).toMatch(/^agent_001 looks/);
    expect(told(await replayed(run))).toEqual(told(run));
  });

  it('drops its answer when a delayed event has led its agent elsewhere', async () => {
    const delayed = scxml(`
      <state id="a" sc:asks="?"><onentry><send event="ring" delay="2s"/></onentry>
        <transition event="ring" target="b"/><transition event="go" target="c"/><transition event="stay"/></state>
      <state id="b"><transition event="go" target="burnt"/></state><state id="burnt"/>
      <state id="c"/>`);
    const { run } = await openChart({ agents: 6, parameters: { stimulus: 0 } }, delayed);
    const oracle = new Scripted(question => choose(question.tick > 2 ? 'go' : 'stay')(question));
    await playTo(run, 8, oracle);
    expect(oracle.asked.length).toBeGreaterThan(0);
    expect(logRows(run).some(({ to }) => to === 'burnt')).toBe(false);
  });

  it('leaves the neighbouring region its questions and its chance events', async () => {
    const beside = (asks: string) =>
      scxml(`<parallel id="p">
        <state id="one"><state id="x" ${asks}><transition event="never" sc:cond="patience > 9" target="y"/>
          <transition event="nor" sc:cond="patience > 9" target="y"/></state><state id="y"/></state>
        <state id="two"><state id="u"><transition event="ping" target="v"/></state>
          <state id="v"><transition event="pong" target="u"/></state></state></parallel>`);
    const moves = async (asks: string) =>
      logRows(await playChart(20, { agents: 30, parameters: { stimulus: 0.3 } }, beside(asks))).length;
    expect(await moves('sc:asks="?"')).toBe(await moves(''));
    expect(await moves('')).toBeGreaterThan(50);
    const second = beside('sc:asks="?"')
      .replace('id="u"', 'id="u" sc:asks="Now?"')
      .replace('target="v"/>', 'target="v"/><transition event="rest" target="v"/>');
    const { run } = await openChart({ agents: 5 }, second);
    const oracle = new Scripted(choose('ping'));
    await playTo(run, 3, oracle);
    expect(oracle.asked.length).toBeGreaterThan(0);
  });

  it('offers an event as the transition that would answer it now says', async () => {
    const rich = scxml(`
      <state id="a" sc:asks="?">
        <transition event="buy" sc:cond="patience > 5" target="rich" sc:description="buy the castle" sc:weight="9"/>
        <transition event="buy" target="poor" sc:description="buy a hut"/><transition event="leave" target="poor"/>
      </state><state id="rich"/><state id="poor"/>`);
    const { run } = await openChart({ agents: 3 }, rich);
    const oracle = new Scripted(choose('buy'));
    await playTo(run, 2, oracle);
    expect(asked(oracle.asked[0]).options[0]).toMatchObject({ meaning: 'buy a hut', nextState: 'poor' });
  });

  it('ends its run where it has nothing to choose from', async () => {
    const { run } = await openChart({ agents: 3 }, scxml('<state id="a" sc:asks="?"/>'));
    await playTo(run, 2);
    expect(run.state.isOver).toBe(true);
  });

  it('continues from a checkpoint like an uninterrupted run', async () => {
    const whole = await playChart(30, { preset: 'society', agents: 80 });
    const half = await playChart(14, { preset: 'society', agents: 80 });
    const { run } = await openChart({ preset: 'society', agents: 80 });
    run.restore(half.save());
    await playTo(run, 30);
    expect(run.hash).toBe(whole.hash);
    expect(documentText(run)).toBe(documentText(whole));
  });

  it('shows in the inspector what was asked, and what will be', async () => {
    const { run } = await openChart({ agents: 10 }, SHOP);
    await playTo(run, 3, new Scripted(choose('buy')));
    const { questions, questionCount, next } = await partOf(run, 0);
    expect(questionCount).toBe(questions.length);
    expect(questions[0]).toMatchObject({ state: 'looking', chosen: 'buy', moved: true });
    expect(questions[0].evidence).toMatchObject({ model: 'tiny' });
    const isLooking = (await agentDetail(run, 0)).state === 'looking';
    expect(next === null).toBe(!isLooking);
    const free = (await Promise.all([...Array(10).keys()].map(agent => partOf(run, agent)))).find(
      one => one.next,
    );
    expect(free?.next).toMatchObject({ state: 'looking', offered: [{ event: 'buy' }, { event: 'leave' }] });
  });

  it('notes a lack of choice, and an unknown name in braces', async () => {
    const { notes } = await openChart({}, SHOP);
    expect(notes).toContain(
      'own.scxml: what state “looking” asks has “nothing” in braces, which is nothing known: it stays as it is',
    );
    const alone = scxml(
      '<state id="a" sc:asks="?"><transition event="go" target="b"/></state><state id="b"/>',
    );
    expect((await openChart({}, alone)).notes.join()).toContain('one event alone: there is no choice');
  });
});
