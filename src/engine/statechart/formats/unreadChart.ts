/** A form in which others write charts and that is not read here. */
interface Unread {
  /** "a process model (BPMN)" */
  readonly words: string;
  /** What its user may bring instead. */
  readonly advice: string;
  readonly fits: (head: string) => boolean;
}

const key = (name: string): RegExp => new RegExp(`"${name}"\\s*:`);
const STEPS = 'its nodes are steps of a program and no states; bring a trace of its runs as a recorded run';

const ALL: readonly Unread[] = [
  {
    words: 'a process model (BPMN)',
    advice:
      'its tasks are no states; write the states and events as SCXML, or bring the log of its cases as a recorded run',
    fits: head => /<(?:\w+:)?definitions\b[^>]*(?:bpmn|BPMN)/.test(head),
  },
  {
    words: 'a drawing of a graph (GraphML, as yEd saves it)',
    advice: 'it has no events; write the chart as SCXML or as a stateDiagram-v2 of Mermaid',
    fits: head => /<graphml\b/.test(head),
  },
  {
    words: 'a diagram of PlantUML',
    advice: 'write it as a stateDiagram-v2 of Mermaid, whose arrows are the same',
    fits: head => /^\s*@startuml\b/m.test(head),
  },
  {
    words: 'a graph in DOT (Graphviz)',
    advice:
      'it has no events; write the chart as a stateDiagram-v2 of Mermaid, as SCXML, or as the configuration of an XState machine',
    fits: head => /^\s*(?:\/\*[\s\S]*?\*\/\s*|\/\/.*\s*)*(?:strict\s+)?(?:di)?graph\b[^{\n]*\{/.test(head),
  },
  {
    words: 'another diagram of Mermaid than a state diagram',
    advice: 'a stateDiagram-v2 is read',
    fits: head =>
      /^\s*(?:---[\s\S]*?---\s*)?(?:%%.*\s*)*(?:flowchart|graph\s+(?:TB|TD|BT|RL|LR)|sequenceDiagram|classDiagram|erDiagram|journey|gantt|mindmap)\b/.test(
        head,
      ),
  },
  {
    words: 'a state machine of AWS Step Functions',
    advice:
      'its states are steps that follow each other without events; write it as SCXML, or as the configuration of an XState machine',
    fits: head => key('StartAt').test(head) && key('States').test(head),
  },
  {
    words: 'a machine of pytransitions',
    advice: 'its GraphMachine with graph_engine="mermaid" writes a stateDiagram-v2, which is read',
    fits: head => key('transitions').test(head) && key('dest').test(head),
  },
  {
    words: 'a machine of javascript-state-machine',
    advice:
      'write it as the configuration of an XState machine: {"id", "initial", "states": {"solid": {"on": {"melt": "liquid"}}}}',
    fits: head => key('transitions').test(head) && key('from').test(head) && key('to').test(head),
  },
  {
    words: 'an automation of n8n',
    advice: STEPS,
    fits: head => key('nodes').test(head) && key('connections').test(head),
  },
  {
    words: 'a graph of LangGraph',
    advice: STEPS,
    fits: head => key('nodes').test(head) && key('edges').test(head) && /"__(start|end)__"/.test(head),
  },
];

/** What a text is that others write charts as, in words with what to bring instead; null for none of these. */
export function unreadChart(head: string): string | null {
  const found = ALL.find(({ fits }) => fits(head));
  return found === undefined ? null : `${found.words}: ${found.advice}`;
}
