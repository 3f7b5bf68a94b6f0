import type { ComponentType } from 'react';
import type { Tick } from '../../engine/core/indices.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import type { ModelFrame } from '../../engine/model/frame.ts';
import type { Hit } from '../../engine/models/textSearch.ts';
import type { ParameterDefinition } from '../../engine/parameters/parameterDefinition.ts';
import type { InterventionDefinition, OwnInput, RunConfig, Setup } from '../../engine/setup/config.ts';
import type { PopulationReport } from '../../workers/protocol/api.ts';
import type { Placement } from '../charts/placement.ts';
import type { PageCommands } from '../contract/pageCommands.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import type { Resource } from '../reading/resource.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import type { ModelAppearance } from './modelAppearance.ts';

/** A model's own views of two runs, in place of the usual ones. */
interface PairViews {
  /** The headline, and the reminder to its right. */
  readonly Sentence: ComponentType;
  readonly Chip: ComponentType;
  /** Under the chart while nobody is selected, and below the model's view on the time axis. */
  readonly Corner: ComponentType;
  readonly Rows: ComponentType;
  /** Further ways to choose the second run, in the dialog. */
  readonly Choices: ComponentType<PairChoicesProps>;
}

/** A way to choose the second run: a comparison that it starts is handed on; true once it is there. */
export interface PairChoicesProps {
  readonly isBusy: boolean;
  onCompare(comparing: Promise<boolean>): void;
}

/** A place in the text that a run is made from, from 1. */
export interface LineProps {
  readonly line: number;
  readonly column: number;
}

/** A model's own parts of the page. All of them read the store. */
export interface ModelViews {
  /** Between the actions and the timelines, on the shared time axis. */
  readonly Place: ComponentType;
  /** In its place while two runs are compared; absent: the same view, of the run on the screen. */
  readonly PairPlace?: ComponentType;
  /** The views of two runs, for a model whose runs are not the same agents under another set-up; absent for others. */
  readonly pair?: PairViews;
  /** The view under the chart while nothing is selected, and its name. */
  readonly Overview: ComponentType;
  readonly overview: string;
  /** Under the chart: the agent in the store's `detail`. */
  readonly Agent: ComponentType;
  /** The view left of the chart, for editing the run's input. It can be folded. */
  readonly Side?: ComponentType;
  /** A link to a line of the text that its runs are made from; absent for a model without one. */
  readonly Line?: ComponentType<LineProps>;
  /** Figures of the steps of its agents' work, with the other statistics. */
  readonly Steps?: ComponentType<{ readonly report: PopulationReport }>;
  /** The headline in one sentence, and a reminder to its right that prevents misreading. */
  readonly Sentence: ComponentType;
  readonly Chip: ComponentType;
  /** Choices of the run's inputs, in the bar; facts about them, in the panel. */
  readonly Choices: ComponentType;
  readonly Facts: ComponentType;
  /** In place of seed and decider in the bar, if nothing is drawn and nobody asked. */
  readonly Decider?: ComponentType;
  /** Under the chart: what of it is drawn, and what else can be done with it. */
  readonly ChartTools?: ComponentType;
  /** Words on the chart's sheet. */
  readonly ChartNotes: ComponentType<{ readonly placement: Placement }> | null;
  /** Agents that have been in a state in which none is now; absent: nobody is named. */
  readonly FormerVisitors?: ComponentType<{ readonly state: number }>;
  /** The page's keys, and what the marks of its views mean. */
  readonly Help: ComponentType<{ readonly onClose: () => void }>;
}

/** A model's own parts of an address. */
export interface ModelAddress {
  readonly parameters: readonly ParameterDefinition[];
  /** Interventions that changes can make in its world; absent for a model without them. */
  readonly interventions?: readonly InterventionDefinition[];
  /** The user's choice among its own things; absent for a model without them. */
  readonly shown?: {
    /** The problem of a text for `show`, as "must be …"; null for none. */
    check(text: string): string | null;
    /** Shows what such a text names, once the run is there. @returns the problem if the run has it not, else null */
    show(page: PageParts, text: string): Promise<string | null>;
  };
}

/** The store and the link that a model's own commands work on. */
export interface PageParts {
  readonly store: PageStore;
  readonly commands: PageCommands;
}

/** A model's texts for reports of its runs. */
export interface ModelMethods {
  /** Its part of a methods text. @param swept parameters with several values */
  readonly describe: (config: RunConfig, swept: readonly string[]) => string;
  /** The rule by which its outcomes are measured in other worlds, in a sentence. */
  readonly describeMeasures: (config: RunConfig, swept: readonly string[]) => string;
  /** Its description by the ODD protocol as Markdown. */
  readonly writeOdd: (config: RunConfig) => string;
}

/** The page's half of a model. Generic code knows it by its name in a set-up alone. */
export interface ModelPlugin {
  readonly name: string;
  readonly look: ModelAppearance;
  readonly views: ModelViews;
  /** Engine queries of its views. */
  readonly resources: readonly Resource[];
  /** Checks and shows its parts of an address; loaded with the first that has some. */
  address(): Promise<ModelAddress>;
  /** The user's choice among its own things as a text for `show` in an address; null for none. */
  formatShown?(own: object): string | null;
  /** Absent for a model without them. */
  methods?(): Promise<ModelMethods>;
  /** One of them in words. @param on whom and what it concerns, as shown */
  deedWords?(name: string, on: readonly string[]): string;
  /** The problem of a text for `view` in an address, as "must be …"; null for none. Absent for a model without its own. */
  checkView?(text: string): string | null;
  /** Its part of the state after a frame. @param part null: nothing is known yet */
  afterFrame(part: object | null, frame: ModelFrame): object;
  /** Its own selection once something new is known; null for none. */
  settle?(state: PageState): object | null;
  /** The part of its selection that stays when other agents are selected. */
  withAgents?(own: object): object;
  /** The part of its selection that a branch has as well; null for none. @param from the last round that both have */
  inBranch?(state: PageState, from: Tick): object | null;
  /** Clears the latest selection; null if there is none. */
  letGo?(own: object): object | null;
  /** Shows the subject of a line in an agent's history: `post_012`. */
  showContext?(page: PageParts, context: string): void;
  /** Its own things that have the words of a search. */
  search?(engine: RemoteEngine, words: string): Promise<readonly Hit[]>;
  /** Shows one of its own things, by its number. */
  showThing?(page: PageParts, thing: number): void;
  /** The text that a run is made from, asked of that run. */
  textOf?(run: { query(name: string, argument: unknown): Promise<unknown> }): Promise<string>;
  /** Follows a server, from an address whose fragment names it; until the page goes. */
  follow?(page: PageParts, fragment: string, query: string): void;
  /** Takes a dropped file itself, if a run is not simply made from it. */
  open?(page: PageParts, file: File): Promise<void>;
  /** Files of the user's that are kept in this browser for a reload. */
  readonly kept?: {
    inputs(): readonly OwnInput[];
    filesOf(setup: Pick<Setup, 'own'>): Files;
    keep(files: Files): void;
    /** Takes note of files that came with an address, which are not the user's own. */
    lend?(files: Files): void;
    /** Sets aside files that a run was made from and the next one is not. */
    leave?(files: Files, store: PageStore): void;
  };
}
