import { Domain, Random } from '../../../core/random.ts';
import type { Topic } from '../posts/composePostText.ts';

/** Purpose number of `Domain.profile`; others belong to the drawn attributes and to names. */
const BIO = 202;

/** `{0}` and `{1}` stand for the two topics that the agent likes best. */
const BIOS: Readonly<Record<string, readonly string[]>> = {
  lurker: [
    'Here to read. Mostly {0}, now and then {1}.',
    'I follow more than I say. {0}, {1}, long walks.',
    'Quiet account. If I like your post about {0}, I mean it.',
    'Came for {0}, stayed for {1}. Rarely post.',
  ],
  casual: [
    'Two kids, one allotment, some thoughts on {0} and {1}.',
    'A bit of {0}, a bit of {1}, not before coffee.',
    'I look in after work. {0} first, {1} if there is time.',
    'Ordinary person with an ordinary interest in {0} and {1}.',
  ],
  enthusiast: [
    'Ask me about {0}. Then ask me about {1}. Bring time.',
    '{0} on weekdays, {1} at weekends, both at dinner.',
    'I collect everything about {0} and press the heart too often.',
    'Happiest when {0} and {1} meet.',
  ],
  debater: [
    'Strong views on {0}, held loosely. Change my mind about {1}.',
    'Show me the numbers. {0}, {1}, and how we talk about them.',
    'I disagree politely, and at length, about {0} and {1}.',
    'Former school debater. {0} and {1}. Replies are where it happens.',
  ],
  amplifier: [
    'I pass on what deserves it: {0}, {1}, good people.',
    'Your noticeboard for {0} and {1}. Passing on is not agreeing.',
    'If it is about {0} and it is good, you read it here.',
    'Small account, long reach. {0} and {1} every day.',
  ],
  creator: [
    'I write about {0}, and lately about {1}. New things most days.',
    'Notes, sketches and field reports on {0} and {1}.',
    'One story about {0} a day. Some of them turn into {1}.',
    'Making things about {0} since before it was a topic. Also {1}.',
  ],
};

/**
 * A line about an agent in the voice of its archetype. Pure.
 * @param archetype a name of ARCHETYPES.
 * @param topTopics the agent's topics, the best liked first; at least one.
 * @throws RangeError for an archetype without bios.
 */
export function createProfileBio(
  seed: number,
  agent: number,
  archetype: string,
  topTopics: readonly Topic[],
): string {
  const bios = BIOS[archetype];
  if (bios === undefined) throw new RangeError(`no bios for the archetype ${JSON.stringify(archetype)}`);
  const bio = bios[new Random(seed, Domain.profile).bits(agent, 0, BIO) % bios.length];
  const text = bio.replace('{0}', topTopics[0]).replace('{1}', topTopics[1] ?? 'the weather');
  return (
    text[0].toUpperCase() +
    text.slice(1).replace(/([.?!] )([a-z])/g, (_, end, letter) => end + letter.toUpperCase())
  );
}
