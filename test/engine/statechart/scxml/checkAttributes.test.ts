import { expect, it } from 'vitest';
import { readScxml } from '../../../../src/engine/statechart/scxml/readScxml.ts';

const read = (body: string, head = 'initial="a"') =>
  readScxml(
    `<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:my="urn:mine" version="1.0" ${head}>${body}</scxml>`,
  );
const BOTH = '<state id="a"/><state id="b"/>';

it.each([
  [
    '<state id="a"><transition event="e" condition="false" target="b"/></state><state id="b"/>',
    '<transition> has no attribute “condition”; did you mean “cond”?',
  ],
  [
    '<state id="a"><transition event="e" traget="b"/></state><state id="b"/>',
    '<transition> has no attribute “traget”; did you mean “target”?',
  ],
  [
    '<state id="a"><transition evnt="e" target="b"/></state><state id="b"/>',
    '<transition> has no attribute “evnt”; did you mean “event”?',
  ],
  [
    '<state id="a"><onentry><send event="e" dely="3s"/></onentry></state>',
    '<send> has no attribute “dely”; did you mean “delay”?',
  ],
])('names a misspelled attribute with its place: %s', (body, message) => {
  expect(() => read(body)).toThrow(message);
  expect(() => read(body)).toThrow(/line 1, column \d+/);
});

it('names one of the document itself', () => {
  expect(() => read(BOTH, 'intial="b"')).toThrow(
    '<scxml> has no attribute “intial”; did you mean “initial”?',
  );
});

it('notes an attribute that SCXML does not have, and leaves those of others alone', () => {
  const { notes } = read('<state id="a" colour="red" my:shape="round"/><state id="b"/>');
  expect(notes).toEqual([
    expect.stringContaining('<state> has no attribute “colour” in SCXML: it has no effect'),
  ]);
});
