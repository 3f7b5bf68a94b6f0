import { type KeyboardEvent, useRef, useState } from 'react';
import {
  type CellParameter,
  listTableCells,
  writeParameterTableCsv,
} from '../../../engine/checks/parameterTable.ts';
import type { Tick } from '../../../engine/core/indices.ts';
import { getGroupsAtTick } from '../../../engine/model/getGroupsAtTick.ts';
import type { ParameterDefinition, ParameterTable } from '../../../engine/parameters/parameterDefinition.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { downloadFile } from '../../controls/downloadFile.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { formatNounCount, replaceTickWord } from '../../lib/formatCounts.ts';
import { getErrorMessage } from '../../lib/messages.ts';
import { getRestartSetup } from '../../life/reopening.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import {
  createPresetDraft,
  mergeTableDraft,
  readTableDraftFile,
  type TableDraft,
} from '../../run/tableDraft.ts';
import type { RunState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import styles from './ParameterTableDialog.module.css';

interface Props {
  readonly run: RunState;
  readonly table: ParameterTable;
  readonly onClose: () => void;
}

/** The parameters that form a table, to be changed together: a row for each kind, a column for each attribute. */
export function ParameterTableDialog({ run, table, onClose }: Props) {
  const commands = useCommands();
  const { tick } = usePage(getCurrentModelWords);
  const picker = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<TableDraft>({});
  const [problem, setProblem] = useState<ParameterProblem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState<CellParameter | null>(null);
  const { info } = run;
  const setup = getRestartSetup(run);
  const textOf = (cell: CellParameter) =>
    draft[cell.name] ?? String(setup.parameters[cell.name] ?? cell.defaults[setup.preset]);
  const trying = async (attempt: () => Promise<void>) => {
    setProblem(null);
    await attempt().catch((error: unknown) => {
      const found = parseTableProblem(getErrorMessage(error), info.parameters);
      setProblem(found);
      const field = form.current?.elements.namedItem(found.name ?? '');
      if (field instanceof HTMLInputElement) field.focus();
    });
  };
  const apply = () =>
    trying(async () => {
      const parameters = await mergeTableDraft(setup, draft);
      onClose();
      await commands.reset({ parameters });
    });
  const load = (file: File) =>
    trying(async () => setDraft(await readTableDraftFile(draft, file, setup.model, table)));
  const save = () => {
    const csv = writeParameterTableCsv(info.parameters, table, textOf);
    downloadFile(`${table.name}.csv`, [csv], 'text/csv');
  };
  return (
    <Dialog title={formatRowTitle(table.name)} onClose={onClose} wide>
      <form
        ref={form}
        onSubmit={event => {
          event.preventDefault();
          void apply();
        }}
      >
        <p className="label">
          Differences from the preset are bold. Apply starts again from {tick} 0 with the same seed; the
          values are in the address and in the document.
        </p>
        <Cells
          {...{ run, table, textOf }}
          wrong={problem?.name ?? null}
          onType={(name, text) => setDraft({ ...draft, [name]: text })}
          onShow={setShown}
        />
        <p className={`label ${styles.meaning}`}>
          {shown
            ? replaceTickWord(describeCellParameter(shown), tick)
            : 'Choose a value to see what it means.'}
        </p>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem.text}
          </p>
        )}
        <p className={styles.bar}>
          <button type="submit" className={styles.apply}>
            Apply
          </button>
          <button type="button" onClick={() => setDraft(createPresetDraft(info.parameters, setup.preset))}>
            Preset’s values
          </button>
          <button type="button" onClick={() => picker.current?.click()}>
            Open a file
          </button>
          <button type="button" onClick={save}>
            Save as CSV
          </button>
        </p>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={`${formatRowTitle(table.name)} file`}
          accept=".csv,.json"
          onChange={event => {
            const [file] = event.target.files ?? [];
            if (file) void load(file);
            event.target.value = '';
          }}
        />
      </form>
    </Dialog>
  );
}

/** The reason for refused values, and the parameter at fault, if there is one. */
interface ParameterProblem {
  readonly name: string | null;
  readonly text: string;
}

/** An error of the engine's in the table's words: "lurker: liking must be …". */
function parseTableProblem(message: string, parameters: readonly ParameterDefinition[]): ParameterProblem {
  const cells = listTableCells(parameters);
  const name = cells.find(cell => message.startsWith(`${cell.name} `))?.name ?? null;
  const text = cells.reduce(
    (sentence, cell) =>
      sentence.replace(`${cell.name} `, `${cell.label} `).replace(`${cell.name},`, `${cell.label},`),
    message,
  );
  return { name, text };
}

interface CellsProps extends Pick<Props, 'run' | 'table'> {
  readonly textOf: (cell: CellParameter) => string;
  /** Name of the parameter whose value cannot be taken; null for none. */
  readonly wrong: string | null;
  readonly onType: (name: string, text: string) => void;
  readonly onShow: (cell: CellParameter) => void;
}

function Cells({ run, table, textOf, wrong, onType, onShow }: CellsProps) {
  const { tick } = usePage(getCurrentModelWords);
  const at = usePage(getViewedTick);
  const cells = listTableCells(run.info.parameters);
  const rows = [...new Set(cells.map(({ cell }) => cell.row))];
  const head = cells.filter(({ cell }) => cell.row === rows[0]);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{table.row}</th>
            {head.map(({ cell, unit }) => (
              <th scope="col" key={cell.column}>
                {cell.heading} <span className="label">{replaceTickWord(unit, tick)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveToAdjacentRow}>
          {rows.map(row => (
            <tr key={row}>
              <th scope="row">
                {row} <span className="label">{describeRowAgents(run, row, at)}</span>
              </th>
              {cells
                .filter(({ cell }) => cell.row === row)
                .map(cell => (
                  <td key={cell.name}>
                    <input
                      type="text"
                      inputMode="decimal"
                      name={cell.name}
                      aria-label={cell.label}
                      aria-invalid={cell.name === wrong}
                      className={isPresetValue(cell, run, textOf(cell)) ? undefined : styles.changed}
                      value={textOf(cell)}
                      onFocus={() => onShow(cell)}
                      onChange={event => onType(cell.name, event.target.value)}
                    />
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isPresetValue = ({ defaults }: CellParameter, { setup }: RunState, text: string): boolean =>
  Number(text) === defaults[setup.preset];

/** Number of agents of a kind in the run on the screen; '' if the model does not divide them so. */
function describeRowAgents({ info: { groups } }: RunState, row: string, tick: Tick): string {
  const index = groups?.names.indexOf(row) ?? -1;
  if (groups === null || index < 0) return '';
  return formatNounCount(
    getGroupsAtTick(groups, tick).reduce((count, group) => count + (group === index ? 1 : 0), 0),
    'agent',
  );
}

const formatRowTitle = (name: string): string => name[0].toUpperCase() + name.slice(1);

const describeCellParameter = ({ cell, meaning, min, max }: CellParameter): string =>
  `${cell.heading}: ${meaning} ${min} to ${max}.`;

/** The arrows up and down lead to the same column of the next row. */
function moveToAdjacentRow(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const cell = event.target instanceof HTMLElement ? event.target.closest('td') : null;
  if (by === 0 || cell === null) return;
  const row = cell.parentElement as HTMLTableRowElement | null;
  const next = by > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  if (!(next instanceof HTMLTableRowElement)) return;
  event.preventDefault();
  next.cells[cell.cellIndex]?.querySelector('input')?.focus();
}
