import { CHARTS } from '../../../engine/models/chart/words.ts';
import type { TextTemplate } from '../../views/side/sideText.ts';

/** The shortest chart that spreads: two states, a rate each way. */
const MINIMAL = `<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:sc="https://statescope.dev/scxml"
       version="1.0" datamodel="null" name="own" initial="calm">
  <state id="calm">
    <!-- By itself, and from each neighbour who is excited. -->
    <transition sc:trigger="wakes up" sc:rate="0.01" target="excited"/>
    <transition sc:trigger="is carried away" sc:rate="0.1" sc:per="excited" target="excited"/>
  </state>
  <state id="excited">
    <transition sc:trigger="calms down" sc:rate="0.2" target="calm"/>
  </state>
</scxml>
`;

const MINIMAL_JSON = `{
  "name": "own",
  "states": ["calm", "excited"],
  "initial": "calm",
  "transitions": [
    { "trigger": "wakes up", "rate": 0.01, "source": "calm", "target": "excited" },
    { "trigger": "is carried away", "rate": 0.1, "per": "excited", "source": "calm", "target": "excited" },
    { "trigger": "calms down", "rate": 0.2, "source": "excited", "target": "calm" }
  ]
}
`;

/** What "New" offers: minimal charts, and the bundled ones. */
export const TEMPLATES: readonly TextTemplate[] = [
  { name: 'own.scxml', label: 'minimal: two states, SCXML', text: async () => MINIMAL },
  { name: 'own.json', label: 'minimal: two states, JSON', text: async () => MINIMAL_JSON },
  ...CHARTS.map(name => ({
    name: `${name}-edited.scxml`,
    label: `a copy of ${name}`,
    text: () => fetchChartTemplate(`charts/${name}.scxml`),
  })),
];

/** @throws Error where it cannot be fetched */
async function fetchChartTemplate(path: string): Promise<string> {
  const response = await fetch(new URL(path, document.baseURI)).catch(() => null);
  if (!response?.ok) throw new Error(`${path} could not be loaded (${response?.status ?? 'no connection'})`);
  return response.text();
}
