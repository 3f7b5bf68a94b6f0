import { type ComponentProps, useRef } from 'react';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import type { ModelViews } from '../../model/modelPlugin.ts';
import type { NamedChoice } from '../../state/oracleChoices.ts';
import { Select } from '../../views/bar/Select.tsx';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { CasesChip, CasesSentence } from './CasesHeadline.tsx';
import { CasesOverview } from './cases/CasesOverview.tsx';
import { TraceView } from './cases/CaseTraceView.tsx';
import { Decider } from './cases/Decider.tsx';
import type { ChartMarks } from './chart/ChartMarks.tsx';

const OWN_TRACES = 'own';
const PICK_TRACES = 'pick';

/** The bundled sets of cases, or traces of the user's own. */
function TracesSelect() {
  const commands = useCommands();
  const picker = useRef<HTMLInputElement>(null);
  const { presets } = usePage(getCurrentAppearance);
  const preset = usePage(({ run }) => run?.setup.preset ?? '');
  const own = usePage(({ run }) =>
    run?.setup.own?.includes('traces') ? run.info.config.inputInfo.traces?.name : undefined,
  );
  const choices: NamedChoice[] = [
    ...presets,
    ...(own === undefined ? [] : [{ value: OWN_TRACES, label: own, title: 'your own traces' }]),
    {
      value: PICK_TRACES,
      label: 'your own traces…',
      title: 'OpenTelemetry, messages with tool calls, event logs: .json, .jsonl, .csv, .xes, .pb, .gz, .zip',
    },
  ];
  const choose = (value: string) => {
    if (value === PICK_TRACES) return picker.current?.click();
    if (value !== OWN_TRACES)
      void commands.reset({ preset: value, own: [], agents: null, parameters: {}, changes: [] });
  };
  return (
    <>
      <Select
        label="Traces"
        strong
        value={own === undefined ? preset : OWN_TRACES}
        choices={choices}
        onChoose={choose}
      />
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        aria-label="Trace files"
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void commands.openFiles(files, 'traces');
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Placeholder on the time axis while the rows of two sets are loaded. */
const SetsPlaceholder = <section aria-busy="true" />;

/** The same under the chart, as high as what comes. */
const ToolsLoading = <div aria-busy="true" style={{ height: 72 }} />;

/** Recorded cases: their steps, what rules would have stopped, a step's texts. The heavier parts are loaded when they are shown. */
export const RECORDED_VIEWS: ModelViews = {
  Place: TraceView,
  pair: {
    Sentence: createLazyView(async () => (await import('./sets/SetsSentence.tsx')).SetsSentence),
    Chip: createLazyView(async () => (await import('./sets/SetsSentence.tsx')).SetsChip),
    Corner: createLazyView(async () => (await import('./sets/SetsCorner.tsx')).SetsCorner),
    Rows: createLazyView(async () => (await import('./sets/SetsRows.tsx')).SetsRows, SetsPlaceholder),
  },
  Overview: CasesOverview,
  overview: 'Governance',
  Agent: createLazyView(preloadOnActivity(async () => (await import('./cases/CaseAgent.tsx')).CaseAgent)),
  Sentence: CasesSentence,
  Chip: CasesChip,
  Choices: TracesSelect,
  Decider,
  Facts: createLazyView(async () => (await import('./TracesFacts.tsx')).TracesFacts),
  ChartTools: createLazyView(async () => (await import('./chart/ChartTools.tsx')).ChartTools, ToolsLoading),
  ChartNotes: createLazyView<ComponentProps<typeof ChartMarks>>(
    async () => (await import('./chart/ChartMarks.tsx')).ChartMarks,
  ),
  Help: createHelpDialog(async () => (await import('./casesHelp.ts')).CASES_HELP),
};
