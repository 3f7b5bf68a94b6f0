import { formatTickTimestamp } from '../../src/engine/core/formatTimestamp.ts';
import { formatPostId } from '../../src/engine/core/indices.ts';
import { OPTIONS } from '../../src/engine/models/social/asking/policy.ts';
import { POST_KINDS } from '../../src/engine/models/social/cascade/postKinds.ts';
import { TOPICS } from '../../src/engine/models/social/posts/composePostText.ts';
import { Word } from '../../src/engine/models/social/posts/posts.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { type LogRow, logRows, open, playTo, social } from './play.ts';

const TICKS = 12;
/** Chosen so that there is a like, a reply, a reshare and an ignored post among the twelve ticks. */
const SEED = 75;
/** ada's posts reach ben and cleo, and so on. */
const EDGES = `ada ben
ada cleo
ben ada
ben dora
cleo dora
cleo ada
dora emil
dora ben
emil ada
emil cleo
`;

const PARAMETERS = {
  warm_up: 0,
  activity: 20,
  posting: 20,
  attention: 0,
  liking: 4,
  replying: 10,
  resharing: 8,
};

/** Five agents over twelve ticks, one line an agent and tick: its state afterwards, what fired, about which post. */
export async function goldenTrace(): Promise<string> {
  const setup = { network: 'file', seed: SEED, parameters: PARAMETERS };
  const run = await playTo(await open(setup, EDGES), TICKS);
  const rows = logRows(run);
  const lines = [
    `Five agents over ${TICKS} ticks. Seed ${SEED}, showcase with ${assignments()}.`,
    `Who reads whom (left posts, right reads): ${EDGES.trim().replaceAll('\n', ', ')}.`,
    '',
    'tick  time   agent  state after       what fired',
  ];
  const state = new Array<string>(run.machine.population.size).fill('idle');
  for (let tick = 1; tick <= TICKS; tick++) {
    const time = formatTickTimestamp(run.config.startTime, run.config.tickSeconds, tick).slice(11, 16);
    for (let agent = 0; agent < state.length; agent++) {
      const fired = rows.filter(row => row.tick === tick && row.agent === agent);
      for (const row of fired) state[agent] = row.to;
      const what = fired.map(row => words(run, row)).join(', then ') || '·';
      const name = social(run).nameOf(agent);
      lines.push(
        `${String(tick).padStart(4)}  ${time}  ${name.padEnd(5)}  ${state[agent].padEnd(16)}  ${what}`,
      );
    }
    lines.push(...made(run, tick), '');
  }
  lines.push(`hash ${run.hash}`, '');
  return lines.join('\n');
}

const assignments = () =>
  Object.entries(PARAMETERS)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** `decides (like) on post_003` */
function words(run: Run, row: LogRow): string {
  const post = row.context === 0 ? '' : ` on ${formatPostId(row.context - 1)}`;
  return `${row.trigger}${choice(run, row)}${post}`;
}

/** The agent's choice, where it was asked. */
function choice(run: Run, { trigger, tick, agent }: LogRow): string {
  if (trigger !== 'decides') return '';
  const { decisions } = social(run);
  for (let row = 0; row < decisions.count; row++)
    if (decisions.tick.data[row] === tick && decisions.agent.data[row] === agent)
      return ` (${OPTIONS[decisions.option.data[row]]})`;
  return ' (nothing was decided)';
}

/** The posts of a tick: `      post_002: reply by ben to post_001, about climate` */
function made(run: Run, tick: number): string[] {
  const state = social(run);
  const { posts } = state;
  return Array.from({ length: posts.count }, (_, post) => post)
    .filter(post => posts.word(post, Word.tick) === tick)
    .map(post => {
      const parent = posts.parent.data[post];
      const kind = POST_KINDS[posts.word(post, Word.kind)];
      const to = parent < 0 ? '' : ` under ${formatPostId(parent)}`;
      const author = state.nameOf(posts.word(post, Word.author));
      return `             ${formatPostId(post)}: ${kind} by ${author}${to}, about ${TOPICS[posts.word(post, Word.topic)]}`;
    });
}
