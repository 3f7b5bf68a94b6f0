import type { AgentDetail } from '../../src/engine/detail.ts';
import { agentDetail as detailOf } from '../../src/engine/inspector.ts';
import type { Telling } from '../../src/engine/model.ts';
import { telling as chart } from '../../src/engine/models/chart/telling.ts';
import { telling as governed } from '../../src/engine/models/governed/telling.ts';
import { telling as librarian } from '../../src/engine/models/librarian/telling.ts';
import { telling as recorded } from '../../src/engine/models/recorded/telling.ts';
import { telling as social } from '../../src/engine/models/social/telling.ts';
import { telling as workflow } from '../../src/engine/models/workflow/telling.ts';
import type { Run } from '../../src/engine/run.ts';
import { telling as poet } from '../fixtures/poet/engine/telling.ts';

const TELLINGS: Readonly<Record<string, (state: never) => Telling>> = {
  social,
  governed,
  librarian,
  workflow,
  chart,
  recorded,
  poet,
};

/** The part that `run.state.telling()` loads, without the wait. */
export const tellingOf = ({ model, state }: Run): Telling => TELLINGS[model.name](state as never);

/** The inspector’s view of an agent. */
export const agentDetail = (run: Run, agent: number): AgentDetail => detailOf(run, agent, tellingOf(run));
