import { workflowQueries } from '../../../engine/models/workflow/reports/workflowQueries.ts';
import type { Link } from '../../contract/link.ts';
import type { Renamer } from '../../controls/editor/TextEditor.tsx';
import type { SideText } from '../../views/side/sideText.ts';
import { checkWorkflowProblems } from './checkWorkflowProblems.ts';
import { SNIPPETS } from './snippets.ts';
import { TEMPLATES } from './templates.ts';
import { getWorkflowPart, WORKFLOW } from './workflowPart.ts';

const NO_NAMES: readonly string[] = [];

/** A run's workflow, as it is edited. */
export const WORKFLOW_TEXT: SideText = {
  input: 'workflow',
  title: 'Workflow',
  noun: 'workflow',
  accept: '.yaml,.yml,.json',
  type: 'application/yaml',
  templates: TEMPLATES,
  snippets: SNIPPETS,
  language: () => 'yaml',
  // An example that was changed is another file.
  editedName: name => name.replace(/(\.ya?ml)?$/i, '-edited.yaml'),
  part: getWorkflowPart,
  setReveal: (state, reveal) => state.know(WORKFLOW, { reveal }),
  namesIn(state) {
    const { inputs, check } = getWorkflowPart(state);
    const mentioned = check?.mentions.map(one => one.state) ?? NO_NAMES;
    return {
      variables: inputs?.variables ?? NO_NAMES,
      words: [...(inputs?.words ?? NO_NAMES), ...mentioned],
    };
  },
  check: checkWorkflowProblems,
  renamer: createStateRenamer,
};

/** Knows the states of a text by asking the engine, which reads it as it reads the run's. */
function createStateRenamer({ ask }: Link): Renamer {
  return {
    noun: 'state',
    async places(text) {
      const check = await ask(engine => workflowQueries.ask(engine, 'checkWorkflow', text));
      return check?.mentions.map(({ state, from, to }) => ({ name: state, from, to })) ?? null;
    },
    rename: (text, from, to) => ask(engine => workflowQueries.ask(engine, 'renameState', { text, from, to })),
  };
}
