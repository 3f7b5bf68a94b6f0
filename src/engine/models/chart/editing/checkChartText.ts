import { InputError } from '../../../core/errors.ts';
import { findNearestWord } from '../../../core/findNearestWord.ts';
import type { TextProblem } from '../../../core/textProblem.ts';
import { collectChartColumns, findMisnamedColumns } from '../../../network/chartColumns.ts';
import { compileValidChart } from '../../../statechart/compiled.ts';
import {
  type ChartDefinition,
  formatQuantity,
  getTargetName,
  isTimedTransition,
  type TransitionDefinition,
} from '../../../statechart/definition.ts';
import { isMermaidDiagram } from '../../../statechart/formats/parseMermaidStatements.ts';
import { isXmlText, readChart } from '../../../statechart/formats/readChart.ts';
import { HIERARCHY } from '../../../statechart/hierarchy/hierarchy.ts';
import { getStateKind, listPlacedStates, StateKind } from '../../../statechart/hierarchy/stateTree.ts';
import { findCompetingRates } from '../../../statechart/timing/findCompetingRates.ts';
import { listAskingStates, listOutsideEvents } from '../chartAsking.ts';
import { describeAskingProblems, describeColumnUse, describeExcessRates } from '../loadChart.ts';
import { OutsideEvents } from '../outsideEvents.ts';
import { findTakenParameterNames } from '../ownParameters.ts';
import type { ChartCheck, ChartTable, TransitionRow } from '../reports/chartQueries.ts';
import type { MovedBy } from './editChartText.ts';
import { findMistakenField } from './findMistakenField.ts';
import { findXmlPlaces } from './findXmlPlaces.ts';
import { JsonPlaces, type Stretch } from './jsonPlaces.ts';
import { findStartTag } from './startTags.ts';

const PLACED = /^line (\d+)(?:, column (\d+))?: (.*)$/;
/** A part of a list in JSON, by its number from 1. */
const NUMBERED = /^(transition|parameter) (\d+) \(.*?\): (.*)$/;
/** The beginning of a mistake in JSON: `states[2].entry`, `on.GO`. */
const PATH =
  /^((?:states|transitions|initial|on|name|words|thresholds|parameters|setUp|entry|exit|context)[\w.[\]$]*)(?=[: ])/;
/** A warning that is about a state, or about a column. */
const ABOUT_STATE = /^(?:(?:what )?state “([^”]+)”|out of (.+) rates sum to )/;
const ABOUT_COLUMN =
  /^(?:column |parameter )?“([^”]+)” (?:is read|is declared|cannot be a column|cannot name a parameter|cannot be declared)/;
const SUGGESTION = /; did you mean [“"]([^”"]+)[”"]\?$/;
/** Attributes that may name a column. */
const QUANTITIES =
  /\s(?:[\w.-]+:)?(?:rate|weight|timeout|cond|column|value|asks|name)\s*=\s*("[^"]*"|'[^']*')/g;
/** A key of JSON that has no place there, or lacks, and a length of stay: `transitions[0].rat`. */
const STRANGE_KEY = /^(\S+) is not known here/;
const MISSING_KEY = /^(\S+)\.[^.\s]+ is missing/;
const THRESHOLD = /^threshold of (unknown state )?"([^"]+)"/;
/** Mistakes of XML that are seen after the word that they name. */
const TWICE = /^attribute “(.+)” stands twice/;
const UNDECLARED = /^prefix “(.+)” is not declared/;
const COUNT = /^(?:chart ".*"|the chart)? ?(?:has )?\d+ mistakes:$/;

/** Signs around a word in XML and in JSON. */
const WORD_ENDS = [`(?<=["'\\s{])`, `(?=["'\\s}<>=!])`] as const;

const escapePattern = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Problems of a chart's text, each at its place; the run is not touched. */
export function checkChartText(text: string, options: Parameters<typeof readChart>[2] = {}): ChartCheck {
  const places = new Places(text);
  try {
    const { definition, notes } = readChart('it', text, options);
    const outside = new OutsideEvents(compileValidChart(definition, HIERARCHY));
    const columns = collectChartColumns(definition);
    const bad = [
      ...findTakenParameterNames(definition),
      ...findMisnamedColumns(columns).map(
        column => `“${column}” cannot be a column: it has letters, digits and _ alone`,
      ),
    ];
    const problems = [
      ...bad.map(mistake => places.problem(mistake)),
      ...notes.map(note => places.problem(note, 'warning')),
      ...describeExcessRates(definition, findCompetingRates(definition)).map(note =>
        places.problem(note, 'warning'),
      ),
      ...describeAskingProblems(definition, outside).map(note => places.problem(note, 'warning')),
      ...describeColumnUse(definition, columns).map(note => places.problem(note, 'warning')),
      ...places.repeatedKeys,
    ];
    const names = listPlacedStates(definition).map(({ id }) => id);
    const isWhole = bad.length === 0;
    return {
      problems: sortProblems(problems),
      states: isWhole ? names.length : null,
      transitions: isWhole ? definition.transitions.length : null,
      names,
      table: isWhole ? buildChartTable(text, definition, outside) : null,
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const lines = error.message.split('\n').map(line => line.trim());
    const problems = lines
      .filter(line => !COUNT.test(line) && line !== '')
      .map(line => places.problem(line.replace(/^(?:chart "[^"]*"|the chart): /, '')));
    return {
      problems: sortProblems(problems),
      states: null,
      transitions: null,
      names: places.ids,
      table: null,
    };
  }
}

const sortProblems = (problems: readonly TextProblem[]): readonly TextProblem[] =>
  [...problems].sort((a, b) => a.line - b.line || a.column - b.column);

/** The text with its comments replaced by as many blanks. */
function blankOutComments(text: string): string {
  let [seen, from] = ['', 0];
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4);
    const to = end < 0 ? text.length : end + 3;
    seen += text.slice(from, at) + text.slice(at, to).replace(/[^\n]/g, ' ');
    from = to;
  }
  return seen + text.slice(from);
}

/** Finds the places of mistakes that are described in words. */
class Places {
  readonly #json: JsonPlaces | null;
  readonly #starts: readonly number[];
  /** The text without its comments, which say nothing of the chart. */
  readonly #seen: string;
  /** Names of states as far as they can be seen in a text with mistakes. */
  readonly ids: readonly string[];

  constructor(readonly text: string) {
    this.#json = isXmlText(text) || isMermaidDiagram(text) ? null : new JsonPlaces(text);
    this.#seen = isXmlText(text) ? blankOutComments(text) : text;
    this.#starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    this.ids = [
      ...new Set(
        this.#json?.states ?? [...this.#seen.matchAll(/\sid\s*=\s*["']([^"']+)["']/g)].map(([, id]) => id),
      ),
    ];
  }

  problem(sentence: string, severity: TextProblem['severity'] = 'error'): TextProblem {
    const placed = PLACED.exec(sentence);
    const numbered = NUMBERED.exec(sentence);
    const message = placed?.[3] ?? numbered?.[3] ?? sentence.replace(/^it (?=is not JSON)/, 'this ');
    const about = ABOUT_STATE.exec(message);
    const tag = placed
      ? this.#tagAt(Number(placed[1]), placed[2] === undefined ? null : Number(placed[2]))
      : (this.#numbered(numbered) ?? this.#state(about?.[1] ?? about?.[2]));
    const column = ABOUT_COLUMN.exec(message)?.[1];
    const quoted =
      column === undefined
        ? [about?.[2], ...[...message.matchAll(/[“"]([^”"]+)[”"]/g)].map(([, words]) => words)]
        : [column];
    const suggested = column === undefined && !STRANGE_KEY.test(message) ? null : SUGGESTION.exec(message);
    const field = this.#field(message, tag, numbered);
    const path = placed === null ? this.#pathIn(message) : null;
    const word =
      (column === undefined ? null : this.#column(column)) ??
      this.#lastIn(path ?? field ?? tag ?? { from: 0, to: this.text.length }, quoted);
    const stretch =
      this.#passed(message, placed) ??
      this.#keyIn(message) ??
      word ??
      path ??
      field ??
      this.#short(tag) ??
      this.#broken();
    return {
      severity,
      ...this.#placeOf(stretch),
      // The page offers the suggestion next to it.
      message: suggested === null ? message : message.slice(0, suggested.index),
      meant: suggested?.[1] ?? this.#meant(message, stretch, quoted),
    };
  }

  /** Keys of JSON that an object has again: the last one counts, as everywhere. */
  get repeatedKeys(): readonly TextProblem[] {
    return (this.#json?.repeatedKeys ?? []).map(stretch => ({
      severity: 'warning',
      ...this.#placeOf(stretch),
      message: `“${this.text.slice(stretch.from, stretch.to)}” stands twice here; this one counts`,
      meant: null,
    }));
  }

  /** The state that was probably meant in the place of an unknown one. */
  #meant(message: string, { from, to }: Stretch, quoted: readonly unknown[]): string | null {
    const word = this.text.slice(from, to);
    const isUnknown = /unknown|not one of|no state/.test(message) && quoted.includes(word);
    return isUnknown && !this.ids.includes(word) ? findNearestWord(word, this.ids) : null;
  }

  /** A word of XML that stands before the place of its mistake: the second of two attributes, a prefix in its tag. */
  #passed(message: string, placed: RegExpExecArray | null): Stretch | null {
    const [twice, prefix] = [TWICE.exec(message)?.[1], UNDECLARED.exec(message)?.[1]];
    const name = twice ?? prefix;
    if (placed === null || name === undefined) return null;
    const end = (this.#starts[Number(placed[1]) - 1] ?? 0) + Number(placed[2] ?? 1) - 1;
    const from = Math.max(0, this.text.lastIndexOf('<', end - 1));
    const escaped = escapePattern(name);
    const pattern = new RegExp(twice ? `(?:[\\w.-]+:)?${escaped}(?=\\s*=)` : `${escaped}(?=:)`, 'g');
    const found = [...this.text.slice(from, end).matchAll(pattern)];
    const match = twice ? found.at(-1) : found[0];
    return match ? { from: from + match.index, to: from + match.index + match[0].length } : null;
  }

  /** The key of JSON that a mistake names: one that is not known, one that lacks another, a state with a length. */
  #keyIn(message: string): Stretch | null {
    const [, isUnknown, state] = THRESHOLD.exec(message) ?? [];
    if (this.#json === null) return null;
    if (state !== undefined)
      return isUnknown ? this.#json.keyOf('thresholds', state) : this.#json.valueOf('thresholds', state);
    const path = (STRANGE_KEY.exec(message) ?? MISSING_KEY.exec(message))?.[1];
    const [, around = '', key] = /^(?:(.*)\.)?([^.]+)$/.exec(path ?? '') ?? [];
    return key === undefined ? null : this.#json.keyOf(around, key);
  }

  /** The value of the field that a mistake in a transition or a parameter is about. */
  #field(message: string, tag: Stretch | null, numbered: RegExpExecArray | null): Stretch | null {
    const field = findMistakenField(message);
    if (field === null || tag === null) return null;
    if (this.#json !== null)
      return numbered === null
        ? null
        : this.#json.valueOf(`${numbered[1]}s[${Number(numbered[2]) - 1}]`, field);
    if (!isXmlText(this.text)) return null;
    const written = new RegExp(`\\s(?:[\\w.-]+:)?${field}\\s*=\\s*("[^"]*"|'[^']*')`).exec(
      this.text.slice(tag.from, tag.to),
    );
    if (written === null) return null;
    const to = tag.from + written.index + written[0].length - 1;
    return { from: to - written[1].length + 2, to };
  }

  /** A transition or a parameter of a list in JSON. */
  #numbered(found: RegExpExecArray | null): Stretch | null {
    return found === null ? null : (this.#json?.at(`${found[1]}s[${Number(found[2]) - 1}]`) ?? null);
  }

  /** The state that is meant, by its name. */
  #state(name: string | undefined): Stretch | null {
    if (name === undefined) return null;
    if (this.#json !== null) {
      const path = this.#json.stateNamed(name);
      return path === null ? null : this.#json.at(path);
    }
    const from = findXmlPlaces(this.text).states.get(name);
    return from === undefined ? null : findStartTag(this.text, from);
  }

  /** The first place that reads a column in an XML chart: in an attribute that may name one. */
  #column(name: string): Stretch | null {
    if (this.#json !== null) return null;
    for (const { index, 0: whole, 1: attribute } of this.#seen.matchAll(QUANTITIES)) {
      const from = index + whole.length - attribute.length;
      const word = this.#wordIn({ from, to: from + attribute.length }, name);
      if (word !== null) return word;
    }
    return null;
  }

  /** An element's start tag; without a column, the whole line. */
  #tagAt(line: number, column: number | null): Stretch {
    if (column === null) {
      const from = this.#starts[line - 1] ?? 0;
      return { from, to: (this.#starts[line] ?? this.text.length + 1) - 1 };
    }
    const from = Math.min(this.text.length, (this.#starts[line - 1] ?? 0) + column - 1);
    return findStartTag(this.text, from);
  }

  /** The last of some words that stands in a stretch. */
  #lastIn(stretch: Stretch, words: readonly (string | undefined)[]): Stretch | null {
    for (const word of [...words].reverse()) {
      const found = word === undefined ? null : this.#wordIn(stretch, word);
      if (found !== null) return found;
    }
    return null;
  }

  /** The word as an attribute, a string or a line of a diagram has it, alone or among others. */
  #wordIn({ from, to }: Stretch, word: string): Stretch | null {
    const escaped = escapePattern(word);
    const [before, after] = isMermaidDiagram(this.text) ? ['(?<![\\w-])', '(?![\\w-])'] : WORD_ENDS;
    // With the quotation marks around it.
    const start = Math.max(0, from - 1);
    const match = new RegExp(`${before}${escaped}${after}`).exec(this.#seen.slice(start, to + 1));
    return match && { from: start + match.index, to: start + match.index + word.length };
  }

  #pathIn(message: string): Stretch | null {
    const path = PATH.exec(message)?.[1];
    return path === undefined ? null : (this.#json?.at(path) ?? null);
  }

  /** The beginning of an element: its name. */
  #short(tag: Stretch | null): Stretch | null {
    if (tag === null) return null;
    const name = /^<?\/?[\w:.-]*/.exec(this.text.slice(tag.from, tag.to))?.[0].length ?? 0;
    return { from: tag.from, to: tag.from + name };
  }

  #broken(): Stretch {
    return this.#json?.broken ?? { from: 0, to: 0 };
  }

  #placeOf({ from, to }: Stretch): Pick<TextProblem, 'line' | 'column' | 'length'> {
    const line = this.#starts.findLastIndex(start => start <= from);
    const start = this.#starts[line];
    const end = (this.#starts[line + 1] ?? this.text.length + 1) - 1;
    return { line: line + 1, column: from - start + 1, length: Math.max(0, Math.min(to, end) - from) };
  }
}

/** A chart as a table has it; null for what has no list of transitions: an XState configuration, a diagram. */
function buildChartTable(
  text: string,
  definition: ChartDefinition,
  outside: OutsideEvents,
): ChartTable | null {
  if (isMermaidDiagram(text)) return null;
  if (!isXmlText(text) && !Array.isArray((JSON.parse(text) as { states?: unknown }).states)) return null;
  const asking = new Map(
    listAskingStates(definition, outside).map(({ state, template }) => [state, template]),
  );
  const named = isXmlText(text) ? findXmlPlaces(text).states : null;
  const placed = listPlacedStates(definition).filter(({ id }) => named === null || named.has(id));
  const kinds = placed.map(({ id, definition: state }) => ({ id, kind: getStateKind(state) }));
  return {
    sources: kinds.flatMap(({ id, kind }) => (kind < StateKind.final ? [id] : [])),
    targets: kinds.map(({ id }) => id),
    parents: kinds.flatMap(({ id, kind }) =>
      kind === StateKind.compound || kind === StateKind.parallel ? [id] : [],
    ),
    transitions: definition.transitions.map(transition => buildTransitionRow(transition, definition, asking)),
    states: listPlacedStates(definition)
      .map(({ id }) => ({
        id,
        asks: asking.get(id) ?? null,
        events: listOutsideEvents(definition, outside, id).length,
      }))
      .filter(({ asks, events }) => asks !== null || events > 1),
  };
}

function buildTransitionRow(
  transition: TransitionDefinition,
  { thresholds = {} }: ChartDefinition,
  asking: ReadonlyMap<string, unknown>,
): TransitionRow {
  const { source, trigger, on, rate, per = '', weight } = transition;
  const by = getTransitionMover(transition);
  const weighs = by === 'event' && (asking.has(source) || weight !== undefined);
  const ticks = Object.hasOwn(thresholds, source) ? formatQuantity(thresholds[source]) : '';
  return {
    source,
    target: getTargetName(transition),
    // Its name may differ from the event.
    name: rate === undefined && on?.length === 1 ? on[0] : trigger,
    by,
    rate: rate === undefined ? '' : formatQuantity(rate),
    per,
    weight: weighs ? formatQuantity(weight ?? 1) : null,
    ticks: by === 'timeout' ? ticks : null,
  };
}

function getTransitionMover(transition: TransitionDefinition): MovedBy | null {
  const { rate, per, on, wildcard } = transition;
  if (wildcard || transition.source === '*') return null;
  if (rate !== undefined) return per === undefined ? 'rate' : 'neighbours';
  if (isTimedTransition(transition)) return 'timeout';
  // Several events, or none, are said in the text alone.
  return on === undefined || on.length === 1 ? 'event' : null;
}
