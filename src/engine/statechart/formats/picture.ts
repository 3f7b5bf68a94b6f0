import {
  type ActionDefinition,
  type ChartDefinition,
  describeGuard,
  formatQuantity,
  listTargetNames,
  type StateDefinition,
  type TransitionDefinition,
} from '../definition.ts';
import { ROOT, type Tree } from '../hierarchy/stateTree.ts';

/** An arrow of a picture; several targets are several arrows. */
export interface Arrow {
  /** ROOT for a transition out of every leaf. */
  readonly source: number;
  readonly target: number;
  readonly label: string;
}

/** A name or a text as the label of an arrow has it. */
type Spell = (words: string) => string;

/** Spelling of a label's parts, for texts without the separators. */
interface Spelling {
  readonly event: Spell;
  readonly guard: Spell;
  readonly effect: Spell;
  readonly description: Spell;
  /** Between what is done and what it means. */
  readonly colon: string;
}

const keepTextAsIs: Spell = words => words;
const PLAIN_SPELLING: Spelling = {
  event: keepTextAsIs,
  guard: keepTextAsIs,
  effect: keepTextAsIs,
  description: keepTextAsIs,
  colon: ':',
};

/** Arrows of a chart, in the order of its transitions. One that leads nowhere comes back and says so. */
export function listChartArrows(
  { transitions }: ChartDefinition,
  { numberOf }: Tree,
  spelling: Spelling = PLAIN_SPELLING,
): Arrow[] {
  return transitions.flatMap(t => {
    const source = numberOf.get(t.source) ?? ROOT;
    const targets = listTargetNames(t).map(id => numberOf.get(id) ?? ROOT);
    const label = formatArrowLabel(t, spelling);
    if (targets.length === 0) return [{ source, target: source, label: `${label} (stays)` }];
    return targets.map(target => ({ source, target, label }));
  });
}

/** `trigger [guard] / rate 0.1, action: description` */
function formatArrowLabel(t: TransitionDefinition, spell: Spelling): string {
  const effects = [
    ...(t.rate === undefined
      ? []
      : [`rate ${formatQuantity(t.rate)}${t.per === undefined ? '' : ` per ${t.per}`}`]),
    ...(t.action ? [t.action.name] : []),
    ...(t.actions ?? []).map(formatActionLabel),
  ].map(spell.effect);
  const guard = t.guard ? ` [${spell.guard(describeGuard(t.guard))}]` : '';
  const meaning = t.words?.description ? `${spell.colon} ${spell.description(t.words.description)}` : '';
  const done = effects.length > 0 ? ` / ${effects.join(', ')}` : '';
  return `${spell.event(t.trigger)}${guard}${done}${meaning}`;
}

/** An action in words. */
export function formatActionLabel(action: ActionDefinition): string {
  switch (action.kind) {
    case 'function':
      return action.name;
    case 'raise':
      return `raise ${action.event}`;
    case 'send':
      return `send ${action.event}${action.after ? ` after ${action.after}` : ''}`;
    case 'cancel':
      return `cancel ${action.id}`;
    case 'set':
      return `${action.column} = ${formatQuantity(action.value)}`;
    default:
      return `${action.column} += ${formatQuantity(action.value)}`;
  }
}

/** True if actions that a picture cannot show are in a state or below it. */
function hasActions(state: string | StateDefinition): boolean {
  if (typeof state === 'string') return false;
  const { entry = [], exit = [], initialActions = [], states = [] } = state;
  return [entry, exit, initialActions].some(({ length }) => length > 0) || states.some(hasActions);
}

/** A line for each kind of thing that a chart's picture omits; none if it shows all. */
export const listOmissions = ({
  states,
  setUp = [],
  parameters = [],
  thresholds = {},
}: ChartDefinition): readonly string[] => [
  ...(setUp.length > 0 || states.some(hasActions)
    ? ['not drawn: actions on starting, entering and leaving']
    : []),
  ...(Object.keys(thresholds).length > 0
    ? [
        `not drawn: thresholds of ${Object.entries(thresholds)
          .map(([state, ticks]) => `${state} (${formatQuantity(ticks)})`)
          .join(', ')}`,
      ]
    : []),
  ...(parameters.length > 0
    ? [`not drawn: parameters ${parameters.map(({ name, value }) => `${name} (${value})`).join(', ')}`]
    : []),
];
