import type {
  ParameterDefinition,
  ParameterValue,
} from '../../../../engine/parameters/parameterDefinition.ts';
import type { Setup } from '../../../../engine/setup/config.ts';
import { replaceTickWord } from '../../../lib/formatCounts.ts';
import { formatParameterValue } from '../../../store/changedParameters.ts';

/** One thing that is otherwise in another run of a set-up, from its beginning on. */
export type Otherwise =
  | { readonly kind: 'policy' }
  | { readonly kind: 'seed'; readonly seed: number }
  | { readonly kind: 'preset'; readonly preset: string; readonly label: string }
  | { readonly kind: 'parameter'; readonly parameter: ParameterDefinition; readonly value: ParameterValue };

/** The set-up with one thing otherwise, decided by the policy, and what it is called. @param presetsAre the input that presets are */
export function createVariantSetup(
  setup: Setup,
  otherwise: Otherwise,
  tick: string,
  presetsAre?: string,
): { readonly setup: Setup; readonly words: string } {
  const base: Setup = { ...setup, oracle: { kind: 'policy' } };
  switch (otherwise.kind) {
    case 'policy':
      return { setup: base, words: 'the built-in policy decides' };
    case 'seed':
      return { setup: { ...base, seed: otherwise.seed }, words: `seed ${otherwise.seed}` };
    case 'preset': {
      const { own, ...rest } = base;
      const kept = own?.filter(input => input !== presetsAre) ?? [];
      return {
        setup: {
          ...rest,
          preset: otherwise.preset,
          parameters: {},
          changes: [],
          ...(kept.length > 0 && { own: kept }),
        },
        words: otherwise.label,
      };
    }
    case 'parameter':
      return createParameterVariant(base, otherwise, tick);
  }
}

/** A live parameter is otherwise from the first round on, so that both runs share their warm-up. */
function createParameterVariant(
  base: Setup,
  { parameter, value }: Extract<Otherwise, { readonly kind: 'parameter' }>,
  tick: string,
): { readonly setup: Setup; readonly words: string } {
  const { name, live } = parameter;
  const words =
    `${parameter.label} ${formatParameterValue(parameter, value)} ${replaceTickWord(parameter.unit, tick)}`.trim();
  const changes = base.changes.filter(change => change.kind !== undefined || change.name !== name);
  if (live) return { setup: { ...base, changes: [{ tick: 1, name, value }, ...changes] }, words };
  const { [name]: _, ...others } = base.parameters;
  const isUsual = parameter.defaults[base.preset] === value;
  return { setup: { ...base, parameters: isUsual ? others : { ...others, [name]: value }, changes }, words };
}
