import type { FileForm } from '../../engine/files/detectFileKind.ts';
import type { OwnInput, SetupDefaults } from '../../engine/setup/config.ts';
import type { ModelPlugin } from './modelPlugin.ts';

/** A model as the page's registry holds it: what is said of it before one of its runs is opened, and its half of the page. */
export interface PageModel {
  readonly name: string;
  /** Its label among the models to choose from, and one clause about it. */
  readonly choice: { readonly label: string; readonly title: string };
  readonly defaults: SetupDefaults;
  /** Names of what the user may bring files for. */
  readonly inputs: readonly OwnInput[];
  /** True if its runs are played from a recording: nothing is decided in them, and nothing left to chance. */
  readonly isRecorded?: true;
  /** The form of a file of which a run of it opens when one is dropped on another model's, and what such files are here: "edge lists". */
  readonly reads?: {
    readonly form: FileForm;
    readonly words: string;
  };
  /** States that share a hue with a state of the usual model, by its name; a chart of the user's may have them, too. */
  readonly hues?: Readonly<Record<string, string>>;
  /** Beginning of an address's fragment with which the page follows its server. */
  readonly followed?: string;
  /** There with the page, for the usual model alone; else loaded with the first of its runs. */
  readonly half: ModelPlugin | (() => Promise<ModelPlugin>);
}
