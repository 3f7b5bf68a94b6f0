import type { ConformanceSummary, DiscoveryReport } from '../../../model/discovered.ts';
import { checkConformance } from '../conformance/checkConformance.ts';
import { discoverChart } from '../discovery/discoverChart.ts';
import { buildFlowGraph } from '../discovery/graph.ts';
import type { RecordedState } from '../recordedState.ts';

/** The chart that the cases' moves make, and how they keep to the given one. */
export function reportDiscovery({ inputs: { prepared, given } }: RecordedState): DiscoveryReport {
  const whole = buildFlowGraph(prepared, 'state');
  return {
    chart: leftOut => discoverChart(whole, leftOut),
    conformance(): ConformanceSummary | null {
      if (given === null) return null;
      const { walks, fits, ...told } = checkConformance(prepared, given.definition);
      return { chart: given.name, agents: walks.length, ...told };
    },
  };
}
