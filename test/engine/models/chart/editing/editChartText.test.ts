import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHARTS } from '../../../../../src/engine/models/chart/bundledCharts.ts';
import { checkChartText } from '../../../../../src/engine/models/chart/editing/checkChartText.ts';
import {
  type ChartEdit,
  editChartText,
} from '../../../../../src/engine/models/chart/editing/editChartText.ts';

const bundled = (name: string) => readFileSync(`public/charts/${name}.scxml`, 'utf8');
const JSON_TEXT = `{
  "name": "own",
  "states": ["calm", { "id": "excited", "states": ["a", "b"] }],
  "initial": "calm",
  "transitions": [
    { "trigger": "go", "source": "calm", "target": "b" },
    { "trigger": "stop", "source": "calm", "target": "a" },
    { "trigger": "rest", "rate": 0.5, "source": "excited", "target": "calm" }
  ]
}`;
const tableOf = (text: string) => {
  const { problems, table } = checkChartText(text);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return table!;
};
const lines = (text: string) => text.split('\n');
const changed = (before: string, after: string) =>
  lines(after).filter((line, i) => line !== lines(before)[i]).length;

describe('a chart that is changed by its table', () => {
  it.each(CHARTS)('follows the table in the line of the transition alone: %s', name => {
    const text = bundled(name);
    const { transitions } = tableOf(text);
    const place = fc.nat(transitions.length - 1).filter(i => transitions[i].by !== null);
    const by = fc.constantFrom('event', 'rate', 'neighbours', 'timeout' as const);
    fc.assert(
      fc.property(place, by, fc.constantFrom('0.25', '1', 'recovery'), (transition, cause, rate) => {
        const { target } = transitions[transition];
        const edit: ChartEdit = {
          kind: 'transition',
          transition,
          by: cause as 'event',
          name: 'a < "b"',
          rate,
          per: target,
        };
        const after = editChartText(text, edit);
        const row = tableOf(after).transitions[transition];
        const isDrawn = cause === 'rate' || cause === 'neighbours';
        expect(row).toMatchObject({
          source: transitions[transition].source,
          target,
          by: cause,
          name: cause === 'timeout' ? 'timeout' : isDrawn ? 'a < "b"' : 'a_<_"b"',
          rate: isDrawn ? rate : '',
          per: cause === 'neighbours' ? target : '',
        });
        expect(lines(after)).toHaveLength(lines(text).length);
        expect(changed(text, after)).toBeLessThanOrEqual(1);
        const others = tableOf(after).transitions.filter((_, i) => i !== transition);
        expect(others).toEqual(transitions.filter((_, i) => i !== transition));
      }),
      { numRuns: 30 },
    );
  });

  it('asks in a state, and stops asking', () => {
    const text = bundled('vending');
    const asks = 'Somebody has paid "2 €" & waits,\n{ticks} ticks.';
    const asking = editChartText(text, { kind: 'asks', state: 'paid', asks });
    expect(tableOf(asking).states).toEqual([{ id: 'paid', asks, events: 2 }]);
    expect(editChartText(asking, { kind: 'asks', state: 'paid', asks: null })).toBe(text);
  });

  it('can be changed as JSON as well', () => {
    const rate = editChartText(JSON_TEXT, {
      kind: 'transition',
      transition: 0,
      by: 'neighbours',
      name: 'joins',
      rate: '0.1',
      per: 'excited',
    });
    expect(changed(JSON_TEXT, rate)).toBe(1);
    expect(tableOf(rate).transitions[0]).toMatchObject({ by: 'neighbours', per: 'excited', rate: '0.1' });
    const asking = editChartText(JSON_TEXT, { kind: 'asks', state: 'calm', asks: 'Go?' });
    expect(tableOf(asking).states).toEqual([{ id: 'calm', asks: 'Go?', events: 2 }]);
  });

  it('has weights where a state asks, and the length of a timeout', () => {
    const text = bundled('society');
    const { transitions } = tableOf(text);
    const like = transitions.findIndex(({ name }) => name === 'like');
    expect(transitions[like]).toMatchObject({ by: 'event', weight: '2', ticks: null });
    const heavier = editChartText(text, { kind: 'weight', transition: like, weight: '3.5' });
    expect(tableOf(heavier).transitions[like].weight).toBe('3.5');
    expect(changed(text, heavier)).toBe(1);
    const waits = transitions.findIndex(({ source, by }) => source === 'engaging' && by === 'timeout');
    expect(transitions[waits]).toMatchObject({ ticks: '1', weight: null });
    const longer = editChartText(text, { kind: 'timeout', state: 'engaging', ticks: '4' });
    expect(tableOf(longer).transitions[waits].ticks).toBe('4');
    expect(changed(text, longer)).toBe(1);
    expect(() => editChartText(text, { kind: 'weight', transition: like, weight: '-1' })).toThrow(
      'a weight is a number from 0 on',
    );
  });

  it('has them in JSON as well', () => {
    const weighed = editChartText(JSON_TEXT, { kind: 'weight', transition: 0, weight: 'zeal' });
    expect(JSON.parse(weighed).transitions[0].weight).toEqual({ column: 'zeal' });
    const waits = editChartText(JSON_TEXT, { kind: 'timeout', state: 'calm', ticks: '5' });
    expect(JSON.parse(waits).thresholds).toEqual({ calm: 5 });
    const both = editChartText(waits, { kind: 'timeout', state: 'excited', ticks: '2' });
    expect(JSON.parse(both).thresholds).toEqual({ calm: 5, excited: 2 });
    expect(JSON.parse(both).states).toEqual(JSON.parse(JSON_TEXT).states);
  });

  it('keeps the name of an event, and brackets in words', () => {
    const text =
      '<scxml xmlns:sc="https://statescope.dev/scxml"><state id="a"><transition event="buy" sc:trigger="buys it" target="a"/></state></scxml>';
    const named = {
      kind: 'transition',
      transition: 0,
      by: 'event',
      name: 'sell',
      rate: '',
      per: '',
    } as const;
    expect(editChartText(text, named)).toContain(
      '<transition event="sell" sc:trigger="buys it" target="a"/>',
    );
    const json =
      '{"name":"n","states":["a",{"id":"b","asks":"pick [ two ] of"}],"initial":"a","transitions":[{"trigger":"buys it","on":["buy"],"source":"a","target":"b","words":{"label":"a list: [ 1, 2 ]"}},{"trigger":"go","source":"b","target":"a"},{"trigger":"stay","source":"b","target":"b"}]}';
    const changed = editChartText(json, named);
    expect(JSON.parse(changed).transitions[0]).toMatchObject({
      trigger: 'buys it',
      on: ['sell'],
      words: { label: 'a list: [ 1, 2 ]' },
    });
    const asks = editChartText(json, { kind: 'asks', state: 'b', asks: 'one [ of ] them' });
    expect(JSON.parse(asks).states[1].asks).toBe('one [ of ] them');
    expect(() => editChartText(json, { ...named, transition: 7 })).toThrow('there is no transition 8');
  });

  it('takes no prefix out of a comment, and leaves one of another vocabulary', () => {
    const text =
      '<!-- <scxml xmlns:my="https://statescope.dev/scxml"> --><scxml xmlns:sc="urn:other"><state id="a"><transition event="go" target="a"/></state></scxml>';
    const after = editChartText(text, {
      kind: 'transition',
      transition: 0,
      by: 'rate',
      name: 'goes',
      rate: '0.5',
      per: '',
    });
    expect(tableOf(after).transitions[0]).toMatchObject({ by: 'rate', rate: '0.5' });
    expect(after).toContain('xmlns:sc="urn:other"');
  });

  it('gets its missing namespace', () => {
    const text = '<scxml><state id="a"><transition event="go" target="b"/></state><state id="b"/></scxml>';
    const after = editChartText(text, {
      kind: 'transition',
      transition: 0,
      by: 'rate',
      name: 'goes',
      rate: '0.5',
      per: '',
    });
    expect(tableOf(after).transitions[0]).toMatchObject({ by: 'rate', rate: '0.5', name: 'goes' });
  });

  it.each(['2', '-1', 'often enough', ''])('refuses a rate of %j', rate => {
    const edit: ChartEdit = { kind: 'transition', transition: 0, by: 'rate', name: 'x', rate, per: '' };
    expect(() => editChartText(bundled('sir'), edit)).toThrow('a rate is a number from 0 to 1');
  });

  it('has no table as a configuration of XState', () => {
    const text = '{"id": "m", "initial": "a", "states": {"a": {"on": {"GO": "b"}}, "b": {}}}';
    expect(checkChartText(text)).toMatchObject({ states: 2, table: null });
  });
});

describe('a state or a transition that is added', () => {
  const addedTo = (text: string, ...edits: readonly ChartEdit[]) => edits.reduce(editChartText, text);
  const state = (name: string, inside: string | null = null): ChartEdit => ({
    kind: 'addState',
    name,
    inside,
  });
  const way = (source: string, target: string): ChartEdit => ({ kind: 'addTransition', source, target });
  const newLines = (before: string, after: string) => {
    const known = lines(before);
    return lines(after).filter(line => !known.includes(line));
  };

  it.each(CHARTS)('is in the table, and the rest of the text stays as it is written: %s', name => {
    const text = bundled(name);
    const { sources, targets, parents, transitions } = tableOf(text);
    const source = fc.constantFrom(...sources);
    const inside = fc.constantFrom(null, ...parents);
    fc.assert(
      fc.property(source, fc.constantFrom(...targets), inside, (from, to, where) => {
        const after = addedTo(text, state('brand new', where), way(from, 'brand_new'), way('brand_new', to));
        const table = tableOf(after);
        const last = table.transitions.findLast(row => row.source === from);
        expect(last).toMatchObject({ target: 'brand_new', by: 'rate', rate: '0.1' });
        expect(table.transitions.filter(row => row.source === 'brand_new')).toMatchObject([{ target: to }]);
        const old = table.transitions.filter(row => row !== last && row.source !== 'brand_new');
        expect(old.map(row => [row.source, row.target, row.name])).toEqual(
          transitions.map(row => [row.source, row.target, row.name]),
        );
        // The one of a state in which there was nothing, or all in one line, and that of a parent which is so.
        const others = lines(text).filter(line => !lines(after).includes(line));
        expect(others.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 30 },
    );
  });

  it('stands in a line of its own, indented as its neighbours are', () => {
    const text = bundled('sis');
    expect(newLines(text, addedTo(text, state('vaccinated'), way('infected', 'vaccinated')))).toEqual([
      '    <transition sc:rate="0.1" target="vaccinated"/>',
      '  <state id="vaccinated"/>',
    ]);
    const sir = bundled('sir');
    expect(newLines(sir, addedTo(sir, way('recovered', 'susceptible')))).toEqual([
      '  <state id="recovered">',
      '    <transition sc:rate="0.1" target="susceptible"/>',
    ]);
    const watch = bundled('watch');
    expect(newLines(watch, addedTo(watch, way('zero', 'paused')))).toEqual([
      expect.stringMatching(
        /^ {10}<state id="zero">.*<transition sc:rate="0\.1" target="paused"\/><\/state>$/,
      ),
    ]);
  });

  it('keeps out of comments, and takes the prefix of the document', () => {
    const text = `<s:scxml xmlns:s="http://www.w3.org/2005/07/scxml"><s:state id="a"><!-- </s:state> --><s:transition event="go" target="a"/></s:state></s:scxml>`;
    const after = addedTo(text, state('b'), way('a', 'b'));
    expect(after).toContain('<s:transition sc:rate="0.1" target="b"/></s:state><s:state id="b"/></s:scxml>');
    expect(tableOf(after).transitions).toHaveLength(2);
  });

  it('is an item of the lists of JSON, in a line of its own if the others are', () => {
    const after = addedTo(JSON_TEXT, state('new'), state('c', 'excited'), way('new', 'c'));
    expect(newLines(JSON_TEXT, after)).toEqual([
      '  "states": ["calm", { "id": "excited", "states": ["a", "b", "c"] }, "new"],',
      '    { "trigger": "rest", "rate": 0.5, "source": "excited", "target": "calm" },',
      '    { "trigger": "always", "rate": 0.1, "source": "new", "target": "c" }',
    ]);
    const empty = '{"name":"e","states":["a"],"initial":"a","transitions":[]}';
    expect(tableOf(addedTo(empty, way('a', 'a'))).transitions).toHaveLength(1);
  });

  it.each([
    [state('calm'), 'there is a state “calm” already'],
    [state(' '), 'a state needs a name'],
    [state('x', 'nowhere'), 'there is no state “nowhere”'],
    [way('calm', 'nowhere'), 'there is no state “nowhere”'],
    [way('nowhere', 'calm'), 'there is no state “nowhere”'],
  ])('is refused: %j', (edit, message) => {
    expect(() => editChartText(JSON_TEXT, edit)).toThrow(message);
    const xml = bundled('sis').replaceAll('susceptible', 'calm');
    expect(() => editChartText(xml, edit)).toThrow(message);
  });
});
