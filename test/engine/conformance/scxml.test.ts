import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/engine/statechart/compile.ts';
import { HIERARCHY } from '../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../src/engine/statechart/machine.ts';
import { Population } from '../../../src/engine/statechart/population.ts';
import { readScxml } from '../../../src/engine/statechart/scxml/readScxml.ts';
import { writeScxml } from '../../../src/engine/statechart/scxml/writeScxml.ts';
import { documents } from './framework.ts';

const HOME = documents();
const listed = (name: string) =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter(line => line !== '');

/** What the framework sends, and the leaves that must be active then. */
interface Script {
  readonly initialConfiguration: readonly string[];
  readonly events: readonly {
    /** In milliseconds. */
    readonly after?: number;
    readonly event: { readonly name: string; readonly data?: unknown };
    readonly nextConfiguration: readonly string[];
  }[];
}

/** One agent of a document, on a clock whose tick is a millisecond. */
class Session {
  readonly #machine: Machine;

  constructor(text: string) {
    const { definition } = readScxml(text, { tick: 1 });
    this.#machine = new Machine(compile(definition), new Population(1, 0), 1, HIERARCHY);
    this.#machine.beginTick();
  }

  get leaves(): readonly string[] {
    return [...this.#machine.agent(0).states].sort();
  }

  fire(event: Script['events'][number]['event']): void {
    this.#machine.resolveContext = () => event.data ?? null;
    this.#machine.fireEvent(0, event.name, 0);
  }

  wait(milliseconds: number): void {
    for (let i = 0; i < milliseconds; i++) this.#machine.beginTick();
  }

  /** Lets the clock run to where nothing is due any more. */
  runOut(): void {
    for (let i = 0; i < 100_000 && this.#machine.macrosteps.timers.soonest !== null; i++)
      this.#machine.beginTick();
  }
}

/** A document as it is read, and as it is written again and read. */
const VERSIONS: readonly ((text: string) => string)[] = [
  text => text,
  text => writeScxml(readScxml(text, { tick: 1 }).definition, 1).text,
];

function play(name: string): void {
  for (const version of VERSIONS) playAs(name, version);
}

function playAs(name: string, version: (text: string) => string): void {
  const base = [name, `${name}.txml`].map(one => join(HOME, one)).find(one => existsSync(`${one}.scxml`))!;
  const session = new Session(version(readFileSync(`${base}.scxml`, 'utf8')));
  if (name.startsWith('w3c-ecma/')) {
    session.runOut();
    // One document is to be judged by what it logs, and ends in a state that says nothing.
    expect(session.leaves).toEqual([name.includes('test307') ? 'final' : 'pass']);
    return;
  }
  const script: Script = JSON.parse(readFileSync(`${base}.json`, 'utf8'));
  expect(session.leaves).toEqual([...script.initialConfiguration].sort());
  for (const { after = 0, event, nextConfiguration } of script.events) {
    session.wait(after);
    session.fire(event);
    expect(session.leaves).toEqual([...nextConfiguration].sort());
  }
}

/** What fails, and why. */
const FAILS: Readonly<Record<string, string>> = {
  'internal-transitions/test0': 'has a transition of <scxml> itself, which the Recommendation does not know',
};

describe('SCXML documents of the test framework, as they are and written again', () => {
  it.each(listed('withoutData.txt'))('without data, %s', play);
  it.each(listed('withData.txt').filter(name => !(name in FAILS)))('with expressions, %s', play);

  it.each(Object.entries(FAILS))('%s is refused: it %s', name => {
    expect(() => play(name)).toThrow('line 26, column 5: <transition> does not belong here');
  });
});
