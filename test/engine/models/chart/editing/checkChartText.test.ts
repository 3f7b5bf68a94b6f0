import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHARTS } from '../../../../../src/engine/models/chart/bundledCharts.ts';
import { checkChartText } from '../../../../../src/engine/models/chart/editing/checkChartText.ts';

const XML = `<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:sc="https://statescope.dev/scxml" initial="calm">
  <state id="calm">
    <transition event="go" target="exited"/>
  </state>
  <state id="excited">
    <transition sc:rate="0.1" sc:trigger="rests" target="calm"/>
  </state>
</scxml>`;

const JSON_TEXT = `{
  "name": "own",
  "states": ["calm", "excited"],
  "initial": "calm",
  "transitions": [
    { "trigger": "go", "source": "calm", "target": "exited" },
    { "trigger": "rest", "rate": "often", "source": "excited", "target": "calm" }
  ]
}`;

/** The words of a text that a problem underlines. */
function underlined(
  text: string,
  { line, column, length }: ReturnType<typeof checkChartText>['problems'][0],
) {
  return text.split('\n')[line - 1].slice(column - 1, column - 1 + length);
}

describe('a chart that is checked as it is typed', () => {
  it.each(CHARTS)('has no problem where it is bundled: %s', name => {
    const { problems, states, transitions } = checkChartText(
      readFileSync(`public/charts/${name}.scxml`, 'utf8'),
    );
    expect(problems).toEqual([]);
    expect(states).toBeGreaterThan(1);
    expect(transitions).toBeGreaterThan(1);
  });

  it('has an unknown state underlined in SCXML, with a suggestion', () => {
    const { problems, states, names } = checkChartText(XML);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: 'error', line: 3, meant: 'excited' });
    expect(underlined(XML, problems[0])).toBe('exited');
    expect(states).toBeNull();
    expect(names).toEqual(['calm', 'excited']);
  });

  it('has rates out of a state that sum above 1 as a warning at that state', () => {
    const text = `<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:sc="https://statescope.dev/scxml" initial="calm">
  <state id="calm">
    <transition sc:rate="0.8" sc:trigger="heats" target="hot"/>
    <transition sc:rate="0.6" sc:trigger="cools" target="cold"/>
  </state>
  <state id="hot"/>
  <state id="cold"/>
</scxml>`;
    const { problems } = checkChartText(text);
    expect(problems).toMatchObject([{ severity: 'warning', line: 2 }]);
    expect(problems[0].message).toMatch(
      /^out of calm rates sum to 1\.4, more than 1 a tick: each is divided/,
    );
    expect(checkChartText(text.replace('0.6', '0.2')).problems).toEqual([]);
  });

  it('has each mistake of a diagram at its line, and no table', () => {
    const text = 'stateDiagram-v2\n[*] --> a\na ==> b';
    const { problems, table } = checkChartText(text);
    expect(problems).toMatchObject([{ line: 3, column: 1, message: '“a ==> b” is not read' }]);
    expect(underlined(text, problems[0])).toBe('a ==> b');
    expect(table).toBeNull();
    expect(checkChartText('stateDiagram-v2\n[*] --> a\na --> b : go')).toMatchObject({
      problems: [],
      states: 2,
      transitions: 1,
      table: null,
    });
  });

  it('has each mistake of JSON at its value', () => {
    const { problems } = checkChartText(JSON_TEXT);
    expect(problems.map(problem => [problem.line, underlined(JSON_TEXT, problem)])).toEqual([[7, 'often']]);
    const typed = JSON_TEXT.replace('"often"', '0.1');
    const [unknown] = checkChartText(typed).problems;
    expect(unknown).toMatchObject({ line: 6, meant: 'excited' });
    expect(underlined(typed, unknown)).toBe('exited');
  });

  it.each([
    ['<scxml>\n  <state id="a">\n</scxml>', 2],
    ['<scxml>\n  <state id="a"/>\n  <state id="a"/>\n</scxml>', 3],
    ['<scxml>\n  <state id="a"/>\n  <invoke/>\n</scxml>', 3],
    ['<scxml>\n  <state id="a">\n    <onentry><script>x</script></onentry>\n  </state>\n</scxml>', 3],
    ['<!DOCTYPE a>\n<scxml/>', 1],
    ['{\n  "name": "a",\n  "states": ["a",,"b"]\n}', 3],
    ['{\n  "name": "a"\n  "states": []\n}', 3],
    ['', 1],
    ['words', 1],
  ])('has a place for text that cannot be read: %j', (text, line) => {
    const { problems, states } = checkChartText(text);
    expect(problems[0]).toMatchObject({ severity: 'error', line });
    expect(states).toBeNull();
  });

  it('has each warning at the element concerned, not in a comment or another name', () => {
    const text = XML.replace('exited', 'excited')
      .replace('0.1', 'pace')
      .replace('<state id="calm">', '<!-- "pace" is how fast; "nothing" and "calm" -->\n  <state id="calm">')
      .replace('event="go"', 'event="pace"')
      .replace('<state id="excited">', '<state id="excited" sc:asks="{name}: {nothing}?">');
    const { problems } = checkChartText(text);
    expect(problems.map(problem => [problem.line, underlined(text, problem)])).toEqual([
      [6, 'excited'],
      [6, 'nothing'],
      [7, 'pace'],
    ]);
  });

  it.each([
    [
      'a target that an event is called like',
      'event="go" target="excited"',
      'event="exited" target="exited"',
      'exited',
      40,
    ],
    ['a rate that is too high', 'rate="0.1"', 'rate="1.5"', '1.5', null],
    ['a weight below 0', 'event="go"', 'event="go" sc:weight="-2"', '-2', null],
    ['a state to spread from', 'rate="0.1"', 'rate="0.1" sc:per="cal"', 'cal', null],
    ['an attribute that stands twice', 'rate="0.1"', 'rate="0.1" sc:rate="0.2"', 'sc:rate', 31],
    ['a prefix', ' xmlns:sc="https://statescope.dev/scxml"', '', 'sc', null],
    ['a parameter', '<state id="calm">', '<sc:parameter name="a" value="2"/><state id="calm">', '2', null],
    [
      'a value outside its range',
      '<state id="calm">',
      '<sc:parameter name="B c" value="1"/><state id="calm">',
      'B c',
      null,
    ],
    ['a condition with a sign that is escaped', 'rate="0.1"', 'rate="0.1" cond="x &lt;"', 'x &lt;', null],
  ])('has a mistake of XML under the word that it names: %s', (_, from, to, word, column) => {
    const text = XML.replace('exited', 'excited').replace(from, to);
    const { problems } = checkChartText(text);
    expect(problems.map(problem => underlined(text, problem))).toContain(word);
    if (column !== null) expect(problems[0].column).toBe(column);
  });

  it.each([
    ['a rate', '"often"', '1.5', ['1.5']],
    ['an unknown key', '"rate": "often"', '"rat": 0.1', ['rat']],
    [
      'an unknown key, though the one that it is like is there',
      '"initial":',
      '"statez": 1, "initial":',
      ['statez'],
    ],
    [
      'a state that its trigger is called like',
      '"trigger": "go", "source": "calm"',
      '"trigger": "clam", "source": "clam"',
      ['clam'],
    ],
    ['the initial state', '"initial": "calm"', '"initial": "clam"', ['clam']],
    ['the length of a stay', '"initial":', '"thresholds": { "calm": -5 }, "initial":', ['-5']],
    ['the stay in an unknown state', '"initial":', '"thresholds": { "clam": 5 }, "initial":', ['clam']],
    ['a key that stands twice', '"initial":', '"name": "b", "initial":', ['name']],
  ])('has a mistake of JSON under the word that it names: %s', (_, from, to, words) => {
    const whole = JSON_TEXT.replace('exited', 'excited');
    const text = (
      from === '"often"' || from.includes('often') ? whole : whole.replace('"often"', '0.1')
    ).replace(from, to);
    const { problems } = checkChartText(text);
    expect(problems.map(problem => underlined(text, problem))).toEqual(words);
    const [line, column] = [problems[0].line, problems[0].column];
    expect(text.split('\n')[line - 1].slice(0, column - 1)).not.toMatch(/"trigger": "$/);
  });

  it('corrects a word without touching its quotation marks, and a key', () => {
    const initial = JSON_TEXT.replace('exited', 'excited')
      .replace('"often"', '0.1')
      .replace('"initial": "calm"', '"initial": "clam"');
    expect(checkChartText(initial).problems).toMatchObject([{ length: 4, meant: 'calm' }]);
    const key = JSON_TEXT.replace('exited', 'excited').replace('"rate": "often"', '"rat": 0.1');
    expect(checkChartText(key).problems).toMatchObject([
      { length: 3, meant: 'rate', message: 'transitions[1].rat is not known here' },
    ]);
  });

  it('has a warning for a column that nothing sets', () => {
    const text = XML.replace('exited', 'excited').replace('0.1', 'pace');
    const { problems, states } = checkChartText(text);
    expect(problems).toMatchObject([{ severity: 'warning', line: 6 }]);
    expect(underlined(text, problems[0])).toBe('pace');
    expect(states).toBe(2);
  });
});
