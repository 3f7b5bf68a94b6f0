import type { Tick } from '../../engine/core/indices.ts';
import type { ParameterValues } from '../../engine/parameters/parameterDefinition.ts';
import type { InputDefinition, OwnInput, RunConfig, Setup } from '../../engine/setup/config.ts';
import type { ChartInfo, RunInfo, SortOrder } from '../../workers/protocol/api.ts';
import type { Inks } from '../charts/inks.ts';
import type { ChartLike, Placement } from '../charts/placement.ts';
import type { KnownFile } from '../state/fileKinds.ts';
import type { NamedChoice } from '../state/oracleChoices.ts';
import type { PageState, RunState } from '../state/pageState.ts';

/** Lays out a model's chart for one size; null for a different chart. */
type PlaceModel = (
  chart: ChartLike,
  width: number,
  height: number,
  parameters: ParameterValues,
) => Placement | null;

/** A model's nouns, singular and plural. */
export interface ModelWords {
  /** A tick: "round". */
  readonly tick: string;
  readonly Tick: string;
  readonly agent: readonly [one: string, many: string];
  /** The noun for a dot: "person". */
  readonly person: readonly [one: string, many: string];
  /** Title above the time axis. */
  readonly axis: string;
  /** The result of a new seed. */
  readonly another: string;
  /** Agents that have left the initial state. */
  readonly active: string;
  /** Agents still in it. */
  readonly resting: string;
}

/** Series of a run that are shown as one. */
export interface SeriesAppearance {
  readonly names: readonly string[];
  /** The state whose colour it has, an ink, or a hue of the palette by position. */
  readonly hue:
    | { readonly state: string }
    | { readonly ink: 'ink' | 'hairStrong' }
    | { readonly palette: number };
  readonly one: string;
  readonly many: string;
}

/** A mark on an agent's row in the timelines. */
export interface RowMark {
  readonly tick: Tick;
  /** Number of the state whose colour fills it; null: hollow. */
  readonly state: number | null;
}

/** Words at the right end of an agent's row. */
export interface RowEnd {
  readonly words: string;
  readonly strong: string;
  readonly numbers: readonly string[];
  /** True if nothing has happened there yet. */
  readonly isWaiting: boolean;
  /** Small boxes between the words and the numbers: filled or hollow. */
  readonly boxes?: readonly boolean[];
}

/** Where an end is drawn, CSS pixels from the upper left corner of the timelines. */
export interface RowEndPlace {
  readonly state: PageState;
  readonly inks: Inks;
  readonly width: number;
  readonly x: number;
  /** Baseline of the words. */
  readonly y: number;
  readonly isStrong: boolean;
}

/** Columns at the right end of the rows. */
interface RowEnds {
  /** Their heads: the words, then the numbers; the same array while they stay so. Empty: none yet. */
  columns(state: PageState): readonly string[];
  /** Words at the end of an agent's row; null: its state. */
  describe(state: PageState, run: RunState, agent: number): RowEnd | null;
  draw(ctx: CanvasRenderingContext2D, end: RowEnd, place: RowEndPlace): void;
}

/** A way to sort the rows; the first of a model's is its usual one. */
export interface Sort {
  readonly value: string;
  readonly label: string;
  order(state: PageState): SortOrder;
  /** Reason why the rows cannot be sorted so; null if they can. Absent: they always can. */
  missing?(state: Pick<PageState, 'modelParts'>): string | null;
  /** True if the user chose its subject: rows then follow it while the run plays. */
  isFollowed?(state: PageState): boolean;
}

/** Agents that stand out in every view because of something of the model's own. */
export interface StandOut {
  /** Parts of the state that they depend on. */
  watch(state: PageState): unknown;
  /** Agents related to the item that is pointed at or selected; null if there is none. */
  lit(state: PageState): ReadonlySet<number> | null;
  /** Agents involved in what is on the screen. */
  members(state: PageState): Iterable<number>;
  /** Both in words. @param people "3 people" */
  litNote(people: string): string;
  membersNote(people: string): string;
}

type DrawnLine = ChartInfo['transitions'][number] & Pick<ChartLike['transitions'][number], 'total'>;

/** Number of steps with which agents stayed in a state. */
export interface Again {
  readonly count: number;
  /** True if it is highlighted. */
  readonly isMarked: boolean;
  readonly isDrawn: boolean;
  /** Text about it, as for a line. */
  readonly facts: string;
}

/** The drawn part of a chart that was discovered from agents' behaviour. */
export interface DrawnPart {
  /** All of it, as it is laid out: a transition for each line, with its total. The same whatever is drawn. */
  readonly chart: Omit<ChartInfo, 'transitions'> &
    Pick<ChartLike, 'isGrowing'> & { readonly transitions: readonly DrawnLine[] };
  /** Text about a line after its triggers, by its key; other lines are not drawn. */
  readonly facts: ReadonlyMap<string, string>;
  /** States that follow themselves, by their names: no lines, but noted at their boxes. */
  readonly again: ReadonlyMap<string, Again>;
  /** Lines that stand out, by their keys. */
  readonly marked: ReadonlySet<string>;
  /** States that are left out: they are pale. */
  readonly hidden: ReadonlySet<string>;
}

/** A model's appearance and vocabulary: plain data and pure functions, loaded with its plugin. */
export interface ModelAppearance {
  /** Null: its charts are laid out automatically. */
  readonly place: PlaceModel | null;
  /** The part of a discovered chart that is drawn, the same one until it changes; null: not known yet. Absent: all is drawn. */
  drawnPart?(state: PageState): DrawnPart | null;
  readonly words: ModelWords;
  /** Words that depend on the run, or the part of the chart in the views; the same object for the same words. */
  wordsOf?(info: RunInfo): ModelWords;
  /** Parameters as they are once the user has changed one of them: what else suits the run then. */
  suited?(state: PageState, parameters: Setup['parameters'], changed: string): Setup['parameters'];
  /** Introduction of the run for a new user: two short sentences, the second about a dot. */
  intro(state: Pick<PageState, 'run'>): readonly [what: string, dot: string];
  readonly presets: readonly NamedChoice[];
  /** Kind of its presets: bundled inputs. A run with the user's own inputs has none of them. */
  readonly presetsAre?: OwnInput;
  /**
   * Inputs with the reading of another one, and the noun for each: it ends with the files it was chosen for. Absent:
   * none.
   */
  readonly readBy?: Readonly<Record<OwnInput, string>>;
  /** Networks that it can run on; empty for none. */
  readonly networks: readonly NamedChoice[];
  /** The input that a file belongs to, among those that are given with it; null for none. Absent: it takes an edge list. */
  inputOf?(file: KnownFile, all: readonly KnownFile[]): OwnInput | null;
  /** Inputs that the user may bring files for. */
  readonly inputs: readonly InputDefinition[];
  /** Tick at the plot's left edge before anything has happened. */
  readonly from: number;
  /** Pixels per tick in a wide window, in a narrow one, and on a phone. */
  readonly pixels: readonly [wide: number, narrow: number, phone: number];
  /** Room right of the head, pixels; less in a narrow plot. */
  readonly room: number;
  /** True if nothing is drawn in that room, even if an earlier tick is viewed. */
  readonly keepsRoom: boolean;
  /** True if nothing more can happen in the run. */
  isOver(state: PageState): boolean;
  /** State of a run that is followed, for the status line; '' for others. Absent: no run is followed. */
  status?(state: PageState): string;
  /** The last round of a run, if it is known before; null until then. */
  lasts?(state: PageState): Tick | null;
  /** Simulated time at the end of a tick. */
  clock(config: Pick<RunConfig, 'startTime' | 'tickSeconds' | 'parameters'>, tick: Tick): string;
  /** True if the time appears only at the viewed tick, not along the axis. */
  readonly hasPlainAxis?: boolean;
  /** Id of an agent, as the document has it. */
  idOf(agent: number): string;
  /** True if agents go by their ids, because prompts and answers use those. */
  readonly isNamedById?: boolean;
  readonly states: {
    readonly title: string;
    readonly under: string;
    /** Name of a state's band in the distribution; states with one name share a label. */
    band(state: string): string;
    /** The state shown apart, as a thin ribbon; absent for the initial one, null for none. */
    readonly apart?: string | null;
    /** Short name of a state next to a mark. */
    short(state: string): string;
    /** Height of a state's bar in the timelines, pixels. */
    readonly heights: Readonly<Record<string, number>>;
    /** The same for states that differ from run to run: by position in the chart. */
    heightAt?(position: number): number;
  };
  readonly actions: {
    readonly title: string;
    /** Bottom of the stack first. */
    readonly stack: readonly SeriesAppearance[];
    /** The same in the order in which sentences name them. */
    readonly spoken: readonly SeriesAppearance[];
    /** The counted things, if they are not those under way: "done". */
    readonly what?: string;
  };
  readonly timelines: {
    readonly note: string;
    /** A name that has no room; if this is absent agents are people, who get an initial. */
    nameIn?(
      ctx: Pick<CanvasRenderingContext2D, 'measureText'>,
      names: readonly string[],
      agent: number,
      pin: string,
      room: number,
    ): string;
    readonly sorts: readonly Sort[];
    /** Marks of some agents on their rows. */
    marks(state: PageState, agents: readonly number[]): ReadonlyMap<number, readonly RowMark[]>;
    /** Agents whose rows are folded away under another one's; the same set while it stays so. */
    folded?(state: PageState): ReadonlySet<number> | null;
    /** Parts of the state that marks and ends depend on. */
    watch(state: PageState): unknown;
    /** Absent: a row ends with the agent's state at the tick that is read. */
    readonly ends?: RowEnds;
    /** The last tick of which an agent's row is known; null: the newest of all. Absent: all rows are known to their ends. */
    findLastTick?(state: PageState, agent: number): Tick | null;
  };
  /** Colour of an option of its questions. */
  optionHue?(option: string): string;
  readonly standOut?: StandOut;
  /** The meaning of a dot. */
  readonly chartNote: string;
  /** Kind of its questions: one of some options, or a text. */
  readonly asks: 'choice' | 'completion';
  /** True if a choice may be asked once for all agents of a kind, and a model may write texts of its own. */
  readonly asksKinds?: true;
  /** Description of the built-in policy in a sentence. */
  readonly policy: string;
  /** The parts of a run that are sent to a deciding server, in words. */
  readonly sent: string;
  /** The user's files that its runs are made from, in words. */
  readonly takes: string;
}

/** Colour of a series. */
export function getSeriesInk({ hue }: SeriesAppearance, inks: Inks, states: readonly string[]): string {
  if ('palette' in hue) return inks.palette[hue.palette] ?? inks.ink;
  return 'state' in hue ? (inks.states[states.indexOf(hue.state)] ?? inks.ink) : inks[hue.ink];
}
