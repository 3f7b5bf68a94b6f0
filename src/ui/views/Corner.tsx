import { asksModel } from '../../engine/oracleSetup.ts';
import { lazily } from '../controls/lazily.tsx';
import { usePage } from '../hooks.ts';
import { Inspector } from './Inspector.tsx';

const OracleCorner = lazily(async () => (await import('./OracleCorner.tsx')).OracleCorner, <Inspector />);

/** The lower left: agents or, where a language model decides, its report. */
export function Corner() {
  const isAsked = usePage(state => state.run !== null && asksModel(state.run.setup.oracle));
  return isAsked ? <OracleCorner /> : <Inspector />;
}
