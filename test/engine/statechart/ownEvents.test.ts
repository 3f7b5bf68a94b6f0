import { describe, expect, it } from 'vitest';
import { findChartOwnEvents } from '../../../src/engine/statechart/ownEvents.ts';
import { readScxml } from '../../../src/engine/statechart/scxml/readScxml.ts';

const own = (content: string) =>
  findChartOwnEvents(
    readScxml(
      `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript"><datamodel><data id="n" expr="'x'"/></datamodel><state id="a">${content}</state></scxml>`,
    ).definition,
  );

describe('the events that a chart sends its own agents', () => {
  it.each([
    ['<onentry><raise event="up"/></onentry>', ['up']],
    ['<onexit><send event="late" delay="3s"/></onexit>', ['late']],
    ['<transition event="go" target="a"><send event="now"/></transition>', ['now']],
    [
      '<onentry><if cond="n == 1"><send event="deep"/><else/><raise event="other"/></if></onentry>',
      ['deep', 'other'],
    ],
    ['<onentry><foreach array="[1, 2]" item="n"><raise event="each"/></foreach></onentry>', ['each']],
    ['<onentry><send event="with"><param name="p" expr="1"/></send></onentry>', ['with']],
    ['<onentry><send eventexpr="\'told\'" delayexpr="\'1s\'"/></onentry>', ['told']],
    ['<onentry><send event="inside" target="#_internal"/></onentry>', ['inside']],
    ['<onentry><send event="elsewhere" target="#_parent"/></onentry>', []],
    [
      '<initial><transition target="b"><raise event="first"/></transition></initial><state id="b"/>',
      ['first'],
    ],
  ])('stand in %s', (content, events) => {
    expect(own(content)).toEqual({ events, hasUnknown: false });
  });

  it('may have names that are unknown before they are sent', () => {
    expect(own('<onentry><send eventexpr="n"/></onentry>')).toEqual({ events: [], hasUnknown: true });
    expect(own('<onentry><send eventexpr="n" target="#_parent"/></onentry>').hasUnknown).toBe(false);
  });
});
