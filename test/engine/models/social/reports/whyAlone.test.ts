import { describe, expect, it } from 'vitest';
import {
  captureForeseenMoment,
  explainAgentMoment,
} from '../../../../../src/engine/explain/explainAgentMoment.ts';
import type { WhyLink } from '../../../../../src/engine/model/whyLink.ts';
import { open, playTo, social } from '../../../play.ts';

const busy = {
  network: 'small-world',
  agents: 60,
  parameters: { warm_up: 8, activity: 14, posting: 20, stall: 0.2 },
} as const;

/** What is told of all agents in each of some ticks, with the states before and after it. */
async function* moments(part: Parameters<typeof open>[0], ticks: number) {
  const run = await open(part);
  await playTo(run, 1);
  const reports = await run.state.loadReports();
  for (let tick = 2; tick <= ticks; tick++) {
    const state = social(run);
    const foreseen = Array.from({ length: 60 }, (_, agent) => captureForeseenMoment(run, reports, agent));
    const places = foreseen.map((_, agent) => state.placeOf(agent));
    const { sessionLeft, sessionLength } = state.society;
    const isUnused = foreseen.map(
      (_, agent) => sessionLeft[agent] > 0 && sessionLeft[agent] === sessionLength[agent],
    );
    await playTo(run, tick);
    for (let agent = 0; agent < 60; agent++)
      yield {
        place: places[agent],
        isUnused: isUnused[agent],
        now: state.placeOf(agent),
        ...explainAgentMoment(run, reports, agent, foreseen[agent]),
      };
  }
}

/** Triggers of what it took, the latest first. */
const triggersOf = (links: readonly WhyLink[]): readonly string[] =>
  links.flatMap(({ kind, said }) => (kind === 'moved' ? said.replace(/^.* by /, '').split(', ') : []));

const linkOf = (links: readonly WhyLink[], kind: string, word: string) =>
  links.find(link => link.kind === kind && link.said.includes(word));

describe('the explanation of what a person did unasked', () => {
  it('is a draw on that side of its limit on which it acted', async () => {
    const told = { started: 0, waited: 0, posted: 0, noticed: 0, passed: 0, over: 0, stalled: 0 };
    for await (const { place, now, links, refused } of moments(busy, 40)) {
      const triggers = triggersOf(links);
      const isLeft = place === 'idle' && links.some(({ said }) => said.endsWith(' left'));
      const session = linkOf(links, 'drew', 'a session begins');
      expect(session !== undefined).toBe(place === 'idle' && !isLeft);
      if (session !== undefined) {
        const { draw, limit } = session.numbers;
        expect(draw < limit).toBe(triggers.includes('feed_ready'));
        told[draw < limit ? 'started' : 'waited']++;
      }
      const post = linkOf(links, 'drew', 'a post of its own');
      if (post !== undefined)
        expect(post.numbers.draw < post.numbers.limit).toBe(triggers.includes('starts_post'));
      const noticed = links.find(({ kind }) => kind === 'noticed');
      if (noticed !== undefined)
        expect(noticed.numbers.interest >= noticed.numbers.notice).toBe(triggers.includes('sees_post'));
      if (place === 'scrolling') {
        expect([post, noticed]).not.toEqual([undefined, undefined]);
        told[noticed === undefined ? 'posted' : now === 'evaluating' ? 'noticed' : 'passed']++;
      }
      const isOver = links.some(({ said }) => said.endsWith(' was over'));
      expect(isOver).toBe(triggers[0] === 'round_ends');
      if (isOver) told.over++;
      if (links.some(({ said }) => said.includes('never ends'))) {
        expect([place, triggers]).toEqual([now, []]);
        told.stalled++;
      }
      // What its own draws decide is told by links alone.
      for (const { trigger } of refused)
        expect(['feed_ready', 'starts_post', 'sees_post', 'decides']).not.toContain(trigger);
    }
    for (const count of Object.values(told)) expect(count).toBeGreaterThan(3);
  });

  it('is the alert that began its session, with its post and its draw, and none of what was left of an earlier one', async () => {
    const told = { alerted: 0, left: 0 };
    const parameters = { ...busy.parameters, alerts: 1, pace_spread: 5 };
    for await (const { place, isUnused, links } of moments({ ...busy, parameters }, 40)) {
      const alert = links.find(({ kind }) => kind === 'alerted');
      if (place === 'idle' && links.some(({ said }) => said.endsWith(' left'))) told.left++;
      expect(alert !== undefined).toBe(place === 'idle' && isUnused);
      if (alert === undefined) continue;
      told.alerted++;
      expect([place, alert.numbers.draw < alert.numbers.limit]).toEqual(['idle', true]);
      expect([alert.about, triggersOf(links)[0]]).toEqual([
        expect.stringMatching(/^post_\d+$/),
        'feed_ready',
      ]);
      expect(alert.said).toMatch(
        /^an alert to the post of .+ began its session of \d+ rounds?: it drew 0\.\d+; below/,
      );
    }
    expect(told.alerted).toBeGreaterThan(10);
    expect(told.left).toBeGreaterThan(3);
    for await (const { links } of moments(busy, 12))
      expect(links.filter(({ kind }) => kind === 'alerted')).toEqual([]);
  });

  it('is the draw of its mood as well, in the chart with moods', async () => {
    const told = { changed: 0, stayed: 0 };
    const parameters = { ...busy.parameters, moods: true, engaged_ends: 0.3 };
    for await (const { links } of moments({ ...busy, parameters }, 25)) {
      const mood = linkOf(links, 'drew', ' in mood');
      if (mood === undefined) continue;
      const { draw, nothing_from } = mood.numbers;
      const isChanged = triggersOf(links).some(trigger => /^(calms_down|recovers)/.test(trigger));
      expect(draw < nothing_from).toBe(isChanged);
      told[isChanged ? 'changed' : 'stayed']++;
    }
    expect(told.changed).toBeGreaterThan(5);
    expect(told.stayed).toBeGreaterThan(5);
  });
});
