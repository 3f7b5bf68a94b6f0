import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { EVENT_KINDS, type EventKind } from '../../../engine/model/event.ts';
import type { EventsAsked, EventsForm } from '../../../workers/protocol/api.ts';
import { downloadFile } from '../../controls/downloadFile.ts';
import { getRecordingSetStem, joinFileNameParts } from '../../files/getRecordingSetStem.ts';
import { useCommands, useOneColumn, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useFocusLost } from '../../hooks/useFocusLost.ts';
import { formatGroupedInteger, pluralizeNoun } from '../../lib/formatCounts.ts';
import { getCurrentModelWords, isRecordedModel } from '../../model/getModelAppearance.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { Select } from '../bar/Select.tsx';
import { EnlargeButton } from '../inspector/EnlargeButton.tsx';
import { focusInspector } from '../inspector/Inspector.tsx';
import { LineList } from './LineList.tsx';
import styles from './Log.module.css';
import { useEvents } from './useEvents.ts';

/** Lines that are asked for around those on the screen. */
const LINES_AROUND_VIEW = 60;

/** The event log line by line, newest first. */
export function LogCorner() {
  const section = useRef<HTMLElement>(null);
  useFocusLost(section);
  const store = usePageStore();
  const isOneColumn = useOneColumn();
  const [off, setOff] = useState<readonly EventKind[]>([]);
  const [whose, setWhose] = useState<'all' | 'selected'>('all');
  const [typed, setTyped] = useState('');
  const [look, setLook] = useState({ first: 0, count: 0 });
  const { asked, subject } = useRequestedEvents(off, whose, useSettled(typed));
  const skipped = Math.max(0, look.first - LINES_AROUND_VIEW);
  const report = useEvents(asked, skipped, look.count + 2 * LINES_AROUND_VIEW);
  // A new place is asked for once it is near the end of what is there.
  const onLook = useCallback((first: number, count: number) => {
    setLook(before => {
      const isNear = Math.abs(before.first - first) < LINES_AROUND_VIEW / 2 && before.count >= count;
      return isNear ? before : { first, count };
    });
  }, []);
  const { agent } = usePage(getCurrentModelWords);
  return (
    <section ref={section} tabIndex={-1} className={styles.corner} aria-label="Log">
      <header className={styles.head}>
        <h2>Log</h2>
        <span className="label" role="status">
          {report === null
            ? 'Counting…'
            : `${formatGroupedInteger(report.page.total)} of ${formatGroupedInteger(report.page.all)} ${pluralizeNoun(report.page.all, 'line')}, newest first`}
        </span>
        <SaveButtons asked={asked} />
        {!isOneColumn && <EnlargeButton what="the log" />}
        <button type="button" onClick={() => store.getState().arrange({ isLogged: false })}>
          Leave
        </button>
      </header>
      <div className={styles.filters}>
        {report && <KindChips counts={report.page.counts} off={off} onChange={setOff} />}
        <Select
          label="Whose events"
          value={whose}
          choices={[
            { value: 'all', label: `of all ${agent[1]}`, title: `events of all ${agent[1]}` },
            {
              value: 'selected',
              label: 'of the selected',
              title: `events of those that are selected; of all while nobody is`,
            },
          ]}
          onChoose={value => setWhose(value === 'selected' ? 'selected' : 'all')}
        />
        <input
          type="search"
          className={styles.search}
          aria-label="Words in the log"
          title="Words in the log"
          placeholder="words"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={event => {
            // The words go first, then the log.
            if (event.key !== 'Escape' || typed === '') return;
            event.preventDefault();
            setTyped('');
          }}
        />
        {!isOneColumn && <InspectButton />}
      </div>
      {report && <LineList loaded={report} subject={subject} onLook={onLook} />}
    </section>
  );
}

/** Leads to the inspector of the selected agents, which the log hides if both share a place. */
function InspectButton() {
  const store = usePageStore();
  const { agent } = usePage(getCurrentModelWords);
  const count = usePage(({ selection }) => selection.agents.length);
  const name = usePage(({ selection, run }) => run?.info.names[getInspectedAgent(selection) ?? -1]);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={styles.inspect}
      aria-label={`Inspect ${name ?? `${formatGroupedInteger(count)} ${pluralizeNoun(count, ...agent)}`}`}
      title="leave the log for the inspector (I)"
      onClick={() => focusInspector(store)}
    >
      Inspect
    </button>
  );
}

/** The requested lines, and a key that changes if other lines are wanted. */
function useRequestedEvents(off: readonly EventKind[], whose: 'all' | 'selected', words: string) {
  const range = usePage(state => state.selection.range);
  const shown = usePage(getViewedTick);
  const selected = usePage(state => state.selection.agents);
  const agents = whose === 'selected' && selected.length > 0 ? selected : null;
  return useMemo(() => {
    const [from, to] = range ?? [null, shown];
    const asked: EventsAsked = { from, to, agents, words, off };
    return { asked, subject: JSON.stringify({ ...asked, to: range && to }) };
  }, [range, shown, agents, words, off]);
}

/** Forms of the file, with what a line of each is. */
const LOG_FORMS: readonly (readonly [EventsForm, name: string, what: string])[] = [
  ['ndjson', 'NDJSON', 'one JSON object each'],
  ['csv', 'CSV', 'as a table'],
];

/** Saves the lines that are wanted as the command line writes them. */
function SaveButtons({ asked }: { readonly asked: EventsAsked }) {
  const store = usePageStore();
  const commands = useCommands();
  const save = async (form: EventsForm) => {
    const state = store.getState();
    const file = await commands.ask(
      engine => engine.eventFile(asked, form),
      () => void save(form),
    );
    if (file === null || state.run === null) return;
    const { model, seed } = state.run.setup;
    const which = isRecordedModel(model) ? getRecordingSetStem(state) : `${seed}`;
    downloadFile(`${joinFileNameParts('events', model, which)}.${form}`, [file], file.type);
  };
  return LOG_FORMS.map(([form, name, what]) => (
    <button key={form} type="button" title={`save these lines, ${what}`} onClick={() => void save(form)}>
      {name}
    </button>
  ));
}

/** Milliseconds without a key after which what was typed is meant. */
const PAUSE = 200;

/** The typed text once typing pauses for a moment; an empty text at once. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), typed === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

interface Props {
  readonly counts: Readonly<Record<EventKind, number>>;
  readonly off: readonly EventKind[];
  readonly onChange: (off: readonly EventKind[]) => void;
}

/** Kinds of events with how many there are; one that is left out is struck through. */
function KindChips({ counts, off, onChange }: Props) {
  const there = EVENT_KINDS.filter(kind => counts[kind] > 0 || off.includes(kind));
  const toggle = (kind: EventKind) =>
    onChange(off.includes(kind) ? off.filter(one => one !== kind) : [...off, kind]);
  return there.map(kind => (
    <button
      key={kind}
      type="button"
      className={styles.chip}
      aria-pressed={!off.includes(kind)}
      title={off.includes(kind) ? 'show them again' : 'leave them out'}
      onClick={() => toggle(kind)}
    >
      <span>{kind}</span> <b>{formatGroupedInteger(counts[kind])}</b>
    </button>
  ));
}
