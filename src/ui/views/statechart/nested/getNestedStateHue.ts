import type { CSSProperties } from 'react';
import type { ChartInfo } from '../../../../workers/protocol/api.ts';
import { getStateHueToken } from '../../../model/hues.ts';

/** A state's colour: the one that it has in all views where its region is shown; else none. */
export function getNestedStateHue({ states, outline, region }: ChartInfo, state: number): CSSProperties {
  const outlined = outline?.states[state];
  const position = outlined && outlined.region === region?.shown ? states.indexOf(outlined.id) : -1;
  const token = position >= 0 ? getStateHueToken(states[position], position, states) : '--ink-3';
  return { '--hue': `var(${token})` } as CSSProperties;
}
