import { SERVER_KINDS } from '../../engine/oracle/servers/index.ts';
import type { ServerKind } from '../../engine/oracle/servers/serverKind.ts';

/** A choice by name; address, bar and messages share the lists. */
export interface NamedChoice {
  readonly value: string;
  readonly label: string;
  /** One clause, shown as the option's or the control's title. */
  readonly title: string;
  /** Description in a few words, as a heading of choices. */
  readonly group?: string;
  /** Of bundled recordings: which tasks they are of. Those of the same can be compared. */
  readonly tasks?: string;
}

/** A kind of oracle, with what it is to somebody who has never heard its name. */
interface OracleChoice extends NamedChoice {
  /** Label where space is short; the label by default. */
  readonly shortLabel?: string;
  /** Where it runs, if the group does not say it. */
  readonly where?: string;
}

/** Kinds of oracle with their labels, the default first. */
export const ORACLES: readonly OracleChoice[] = [
  {
    value: 'policy',
    label: 'Built-in policy',
    shortLabel: 'Policy',
    group: 'no language model',
    title:
      'no language model: an explainable formula answers; nothing is downloaded and nothing leaves this page',
  },
  {
    value: 'webllm',
    label: 'WebLLM',
    group: 'in this browser',
    where: 'in this browser, on the graphics card',
    title: 'a language model inside this browser, on the graphics card; nothing leaves the machine',
  },
  {
    value: 'wllama',
    label: 'wllama',
    group: 'in this browser',
    where: 'in this browser, on the processor',
    title: 'a language model inside this browser, on the processor; slower, and runs everywhere',
  },
  ...SERVER_KINDS.map((kind: ServerKind) => ({ ...kind, value: kind.name })),
  {
    value: 'replay',
    label: 'Replay',
    group: 'an exported run',
    where: 'the answers of an exported run',
    title: 'the answers of a run document, again',
  },
];

/** The network name that stands for the user's file. */
export const FILE_NETWORK = 'file';

/** `Congress` for `congress`; a name that is not a choice stays as it is. */
export const getChoiceLabel = (choices: readonly NamedChoice[], value: string): string =>
  choices.find(choice => choice.value === value)?.label ?? value;
