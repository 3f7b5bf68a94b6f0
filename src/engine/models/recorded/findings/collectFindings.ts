import { ENGINE_VERSION } from '../../../core/version.ts';
import { compareCodeUnits } from '../../../files/textFile.ts';
import type { FindingsChoices } from '../../../model/findings.ts';
import { writeMermaidChart } from '../../../statechart/formats/writeMermaidChart.ts';
import { computeMean, computeMeanInterval } from '../../../statistics/intervals/computeMeanInterval.ts';
import { buildCostsReport, type CostsReport } from '../costs/buildCostsReport.ts';
import { REPEAT_KINDS } from '../costs/findRepeats.ts';
import { computeDefaultLeftOut, discoverChart } from '../discovery/discoverChart.ts';
import { buildFlowGraph, type FlowGraph } from '../discovery/graph.ts';
import { SAVED_MEASURES } from '../governance/ruleAmounts.ts';
import { groupCasesByTask } from '../governance/ruleOutcomes.ts';
import type { RecordedState } from '../recordedState.ts';
import { NEVER_TICK } from '../schedule.ts';
import { collectHoldOut, collectRuleFindings } from './collectRuleFindings.ts';
import { FindingsNames, formatFindingsCaseName, getFileBaseName } from './findingsNames.ts';
import type { CostBar, CostlyCase, LoopFinding, SetFindings } from './setFindings.ts';

/** Most bars of the chart of costs; more cases share them. */
const MAX_BARS = 120;
const MAX_COSTLY_CASES = 10;
const MAX_LOOPS = 10;
const MAX_MATRIX_STATES = 12;

/**
 * Findings about the cases of a run, however far they have been played: a pure function of the cases and the choices.
 * Without texts nothing of a prompt, an answer, an argument, a result or an error is in them, and no path.
 * @param rest is awaited between parts
 */
export async function collectFindings(
  state: RecordedState,
  choices: FindingsChoices,
  rest: () => Promise<unknown>,
): Promise<SetFindings> {
  const { inputs, config, schedule } = state;
  const { report, prepared, read } = inputs;
  const names = new FindingsNames();
  const given = config.inputInfo.traces;
  const name = getFileBaseName(given?.name ?? 'recorded cases');
  const costs = buildCostsReport(state);
  await rest();
  const count = (outcome: string | null) => read.filter(one => one.outcome === outcome).length;
  // A set-up that hides the texts of documents hides them here as well.
  const hasTexts = choices.hasTexts && !state.isRedacted;
  return {
    name,
    engine: ENGINE_VERSION,
    sha256: given?.sha256 ?? '',
    files: report.files.map(file => ({
      name: getFileBaseName(file.name),
      format: file.format,
      cases: file.cases,
      steps: file.steps,
    })),
    selection:
      report.selection === null
        ? null
        : `${names.label(report.selection.label, 'label')} = ${names.label(report.selection.value, 'value')}, of ${report.selection.of} cases`,
    skipped: report.skippedInAll,
    ...{ cases: prepared.length, lasts: schedule.lasts },
    ...{ succeeded: count('succeeded'), failed: count('failed') },
    unknown: prepared.length - count('succeeded') - count('failed'),
    ...collectCosts(state, costs),
    costly: listCostlyCases(state, costs),
    loops: listLoops(state, costs, names, hasTexts),
    loopsInAll: REPEAT_KINDS.reduce((sum, kind) => sum + costs.kinds[kind].count, 0),
    rule: await collectRuleFindings(state, choices, { file: name, names }, rest),
    holdOut: choices.hasHoldOut ? collectHoldOut(state) : null,
    underWay: schedule.endOf.filter(end => end === NEVER_TICK).length,
    ...collectMoves(
      buildFlowGraph(prepared, 'state', agent => schedule.endOf[agent] === NEVER_TICK),
      names,
    ),
    hasTexts,
  };
}

function collectCosts({ inputs, config }: RecordedState, costs: CostsReport) {
  const { measure, total, unknown, kinds } = costs;
  const tasks = groupCasesByTask(inputs.prepared);
  return {
    ...{ measure, total, unmeasured: unknown },
    wasted: costs.cases.wasted.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    amounts: SAVED_MEASURES.flatMap(one => {
      const known = tasks
        .map(cases => cases.flatMap(({ total: own }) => own[one] ?? []))
        .filter(values => values.length > 0);
      const sum = total[one];
      // A total price of 0 comes of models without a known price.
      if (sum === null || known.length === 0 || (one === 'usd' && sum === 0)) return [];
      const means = known.map(computeMean);
      return [
        {
          ...{ measure: one, total: sum, mean: computeMean(means) },
          interval: computeMeanInterval(means, config.seed, 'number', [0, Number.POSITIVE_INFINITY]),
          tasks: known.length,
          cases: known.reduce((all, values) => all + values.length, 0),
        },
      ];
    }),
    kinds: REPEAT_KINDS.flatMap(kind =>
      kinds[kind].count === 0
        ? []
        : [{ kind, count: kinds[kind].count, again: kinds[kind].again[measure] ?? 0 }],
    ),
    bars: buildCostBars(costs),
  };
}

/** Agents whose amount is known, the costliest first. */
function rankByCost({ measure, cases }: CostsReport): readonly number[] {
  const amounts = cases.amounts[measure];
  const known = amounts.flatMap((amount, agent) => (amount === null ? [] : [agent]));
  return known.sort((a, b) => (amounts[b] ?? 0) - (amounts[a] ?? 0) || a - b);
}

function buildCostBars(costs: CostsReport): readonly CostBar[] {
  const ranked = rankByCost(costs);
  const { amounts, wasted } = costs.cases;
  const each = Math.max(1, Math.ceil(ranked.length / MAX_BARS));
  const bars: CostBar[] = [];
  for (let from = 0; from < ranked.length; from += each) {
    const agents = ranked.slice(from, from + each);
    bars.push({
      cases: agents.length,
      amount: computeMean(agents.map(agent => amounts[costs.measure][agent] ?? 0)),
      wasted: computeMean(agents.map(agent => wasted[agent] ?? 0)),
    });
  }
  return bars;
}

function listCostlyCases({ inputs, schedule }: RecordedState, costs: CostsReport): readonly CostlyCase[] {
  const { amounts, wasted } = costs.cases;
  return rankByCost(costs)
    .slice(0, MAX_COSTLY_CASES)
    .map(agent => ({
      name: formatFindingsCaseName(inputs.read[agent], agent),
      outcome: inputs.read[agent].outcome ?? (schedule.endOf[agent] === NEVER_TICK ? 'under way' : 'unknown'),
      steps: amounts.steps[agent] ?? 0,
      amount: amounts[costs.measure][agent] ?? 0,
      wasted: wasted[agent] ?? 0,
    }));
}

const listLoops = (
  { inputs }: RecordedState,
  costs: CostsReport,
  names: FindingsNames,
  hasTexts: boolean,
): readonly LoopFinding[] =>
  costs.repeats.slice(0, MAX_LOOPS).map(({ agent, kind, from, steps, rounds, sameResult, calls, again }) => ({
    name: formatFindingsCaseName(inputs.read[agent], agent),
    ...{ kind, from, steps, rounds, sameResult },
    tools: calls.map(({ tool }) => names.label(tool, 'tool')),
    texts: hasTexts ? calls.flatMap(({ args }) => args ?? []) : null,
    again: again[costs.measure] ?? 0,
  }));

function collectMoves(graph: FlowGraph, names: FindingsNames) {
  const rename = (name: string) => names.label(name, 'state');
  const renamed: FlowGraph = {
    ...graph,
    nodes: graph.nodes.map(node => ({
      ...node,
      name: rename(node.name),
      tools: node.tools.map(tool => names.label(tool, 'tool')),
    })),
    edges: graph.edges.map(edge => ({
      ...edge,
      from: edge.from === null ? null : rename(edge.from),
      to: edge.to === null ? null : rename(edge.to),
    })),
  };
  const { chart, edges } = discoverChart(renamed, computeDefaultLeftOut(renamed));
  return {
    matrix: collectMoveMatrix(renamed.edges),
    drawn: edges,
    diagram: writeMermaidChart(chart),
  };
}

const BEGINNING = '(beginning)';
const END = '(end)';

/** Moves between the states that most moves enter or leave, with the beginning first and the end last. */
function collectMoveMatrix(edges: FlowGraph['edges']): SetFindings['matrix'] {
  const visits = new Map<string, number>();
  for (const { from, to, count } of edges)
    for (const state of [from, to]) if (state !== null) visits.set(state, (visits.get(state) ?? 0) + count);
  const states = [...visits]
    .sort(([a, x], [b, y]) => y - x || compareCodeUnits(a, b))
    .slice(0, MAX_MATRIX_STATES)
    .map(([state]) => state);
  const [from, to] = [
    [BEGINNING, ...states],
    [...states, END],
  ];
  const counts = from.map(() => to.map(() => 0));
  let shown = 0;
  for (const edge of edges) {
    const row = from.indexOf(edge.from ?? BEGINNING);
    const column = to.lastIndexOf(edge.to ?? END);
    if (row === -1 || column === -1) continue;
    counts[row][column] += edge.count;
    shown += edge.count;
  }
  return { from, to, counts, part: { shown, all: edges.reduce((sum, { count }) => sum + count, 0) } };
}
