import { type ReactNode, useState } from 'react';
import { checkModelFileSource } from '../../../../engine/oracle/checkOracleSetup.ts';
import type { LocalSetup } from '../../../../engine/oracle/oracleSetup.ts';
import type { LocalModelSpec } from '../../../../workers/protocol/api.ts';
import { addOwnModel } from '../../../files/listOwnModels.ts';
import { useCommands } from '../../../hooks/hooks.ts';
import panel from '../OraclePanel.module.css';
import styles from './LocalForm.module.css';

/** Props of the forms for models that are on no list. */
export interface OwnModelProps {
  readonly onAdd: (part: Pick<LocalSetup, 'model' | 'source'>) => void;
}

interface Props extends OwnModelProps {
  readonly title: string;
  readonly fields: ReactNode;
  /** Content next to the button that adds it. */
  readonly extra: ReactNode;
  /** Makes a spec from the fields' values. */
  specOf(): LocalModelSpec;
}

/** Adds a model that is on no list; an error is shown in one line and adds nothing. */
export function OwnModel({ title, fields, extra, specOf, onAdd }: Props) {
  const commands = useCommands();
  const [problem, setProblem] = useState<string | null>(null);
  const add = async () => {
    const spec = specOf();
    try {
      if (spec.source) checkModelFileSource(spec.kind, spec.source);
    } catch (error) {
      return setProblem(error instanceof Error ? error.message : String(error));
    }
    setProblem(null);
    addOwnModel(spec);
    onAdd(spec);
    await commands.lookAtModels(spec.kind);
  };
  return (
    <details className={`${panel.part} ${styles.own}`}>
      <summary>{title}</summary>
      <form
        onSubmit={event => {
          event.preventDefault();
          void add();
        }}
      >
        {fields}
        <input type="submit" hidden />
      </form>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <p className={styles.action}>
        <button type="button" onClick={() => void add()}>
          Add to the list
        </button>
        {extra}
      </p>
    </details>
  );
}
