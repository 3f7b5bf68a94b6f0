import type { Phase } from '../phases.ts';
import type { CharacterView } from './characterView.ts';
import { listAskedSteps } from './missionRecall.ts';
import { DRAW, pickForMission } from './pickForMission.ts';

/** A character's intention, before it is put into words. */
export type CharacterMove =
  | {
      readonly action: 'tool';
      readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly reasoning?: string;
      readonly next?: Phase;
    }
  | { readonly action: 'reason'; readonly reasoning: string; readonly next?: Phase }
  | { readonly action: 'finish'; readonly final: string };

const ANSWER_PREFIXES = [
  'Here is my next step:',
  'I would go on like this:',
  'My decision for this step follows.',
  'Let me answer in the form that was asked for.',
];
const ANSWER_SUFFIXES = ['', 'That is all for this step.', '', 'I hope that this is the right form.'];

/** A move as a model would write it: mostly bare JSON; some models fence it, some put a sentence around it. */
export function writeMoveAnswer(view: CharacterView, move: CharacterMove): string {
  const { next, ...rest } = move.action === 'finish' ? { ...move, next: undefined } : move;
  const fields = next === undefined ? rest : { ...rest, next_state: next };
  const step = listAskedSteps(view).length;
  const style = view.draw(DRAW.style);
  if (style < 0.6) return JSON.stringify(fields);
  if (style < 0.7) return JSON.stringify(fields, null, 2);
  const json = JSON.stringify(fields, null, style < 0.8 ? 2 : 0);
  // A fence inside a quoted passage would end the one around it.
  if (style < 0.85) return json.includes('```') ? json : `\`\`\`json\n${json}\n\`\`\``;
  const before = pickForMission(view, DRAW.wording, ANSWER_PREFIXES, step);
  return `${before}\n${json}\n${pickForMission(view, DRAW.other, ANSWER_SUFFIXES, step)}`.trim();
}
