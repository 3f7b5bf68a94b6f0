/** Effect of a parameter: `live` ones in mid-run (recorded in `changes`), the others at Reset. */
export interface ParameterDefinition {
  readonly name: string;
  readonly label: string;
  /** Empty for a pure number. */
  readonly unit: string;
  readonly meaning: string;
  readonly kind: 'number' | 'integer' | 'boolean' | 'choice';
  /** Values of a choice, as documents and the command line spell them: `first_seen`. */
  readonly choices?: readonly string[];
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** `agents`: it counts agents, so that whatever is above their number is like all of them. */
  readonly bounds?: 'agents';
  readonly live: boolean;
  /** A boolean that has an option of its own on the command line: `--NAME on`. */
  readonly flag?: true;
  /** Labels of a boolean's two values, if it is a choice between two things: "flat", "with moods". */
  readonly called?: readonly [off: string, on: string];
  /** The network on which alone it has an effect. */
  readonly network?: string;
  /** The boolean without which it has none. */
  readonly needs?: string;
  /** Its place in the model's table (`ModelSpec.table`); absent for a parameter that stands alone. */
  readonly cell?: TableCell;
  /** Value in runs that were recorded before this parameter existed; absent if it always did. */
  readonly absent?: ParameterValue;
  /** True if only measures depend on it: it does not count towards the hash, and holds for the whole run at once. */
  readonly measures?: true;
  /** True if a document leaves it out while it has the value `absent`, so that older documents stay as they are. */
  readonly untold?: true;
  /** Version of the engine before which all runs had the value `absent`: a rule of then, which no panel offers. */
  readonly oldUntil?: string;
  /** The boolean by which older runs say one of its values: while that is true, it has this value, whatever it says. */
  readonly older?: { readonly name: string; readonly value: ParameterValue };
  /** Version of the engine before which all runs had the value `absent`; panels offer it all the same. */
  readonly since?: string;
  /** True if a file of the user's declares it: runs without the file do not have it. */
  readonly declared?: true;
  /** Value under each preset. */
  readonly defaults: Readonly<Record<string, ParameterValue>>;
}

/** A parameter's place in a table. */
export interface TableCell {
  readonly row: string;
  /** The column's name in a file, and its heading. */
  readonly column: string;
  readonly heading: string;
}

/** The table that a model's parameters with a `cell` form: a row for each kind of agent, say, a column for each attribute. */
export interface ParameterTable {
  /** Its title, and its option on the command line: `archetypes`. */
  readonly name: string;
  /** Noun for a row: "archetype". */
  readonly row: string;
  readonly meaning: string;
}

/** Booleans are switches; integers and fractions are both numbers; texts are the values of choices. */
export type ParameterValue = number | boolean | string;

/** Values of parameters by their names. */
export type ParameterValues = Readonly<Record<string, ParameterValue>>;
