import type { ConformanceTold, DiscoveryTold } from '../../../model/discovered.ts';
import { conformanceOf } from '../conformance/conformance.ts';
import { discovered } from '../discovery/discovered.ts';
import { graphOf } from '../discovery/graph.ts';
import type { RecordedState } from '../state.ts';

/** The chart that the cases' moves make, and how they keep to the given one. */
export function discoveryTold({ inputs: { prepared, given } }: RecordedState): DiscoveryTold {
  const whole = graphOf(prepared, 'state');
  return {
    chart: leftOut => discovered(whole, leftOut),
    conformance(): ConformanceTold | null {
      if (given === null) return null;
      const { walks, fits, ...told } = conformanceOf(prepared, given.definition);
      return { chart: given.name, agents: walks.length, ...told };
    },
  };
}
